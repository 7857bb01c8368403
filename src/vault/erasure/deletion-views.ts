// Views of accepted deletions, and previews of deletions by age. Nothing is written here.

import { err, ok } from "../../core/result.ts";
import type { Age } from "../../core/time.ts";
import {
  auditDayOf,
  cutoffOf,
  type DeletionState,
  firstPhase,
  isSearch,
  percentOf as percentCleared,
} from "../../erasure/deletion.ts";
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { AgeTarget, DeletionPreview, DeletionTrouble, DeletionView } from "../deletion-rpc.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import type { DeletionRow } from "../store/deletion-row.ts";
import { countsOf } from "./person/person-eraser.ts";

/** Ids that one step of a preview covers: with 20,000 a step took 35 to 70 ms. */
const PREVIEW_WINDOW = 8_000;

/** Shows deletions of one namespace. */
export class DeletionViews extends NamespacePart<{ readonly audit: AuditLog }> {
  /** The view of a deletion or dry run. Fails with `tracking_id_unknown`. */
  async read(trackingId: string): Promise<Reply<DeletionView>> {
    const row = this.parts.deletions.find(trackingId);
    if (row === null) return err({ code: "tracking_id_unknown" });
    const isDryRun = row.state === "COUNTING" || row.state === "COUNTED";
    return ok({
      trackingId,
      state: shownState(row.state),
      isDryRun,
      isPaused: this.parts.settings.isHeld && !isDryRun && row.state !== "SUCCESS",
      blocked: troubleOf(row),
      renewal: this.#renewalOf(row),
      quarantined: row.quarantined,
      requestedUser: await this.parts.records.open(row.requester, "requester", row.accepted),
      requested: row.accepted,
      finished: isOver(row) ? row.finished : null,
      cleared: row.cleared,
      total: totalOf(row),
      percent: percentOf(row),
      matches: isSearch(row.target) ? countsOf(row) : null,
      receipt: row.state === "SUCCESS" ? row.receipt : null,
    });
  }

  /** What a deletion would cover now. Starts and writes nothing. Fails with a code of erasure/deletion.ts. */
  async preview(age: Age, target: AgeTarget = "age"): Promise<Reply<DeletionPreview>> {
    const { erasure, liveness, clock, ids, audit } = this.parts;
    if (target === "audit") {
      const day = auditDayOf(age, clock());
      return day.ok ? ok({ records: audit.coveredBefore(day.value).records, days: [] }) : day;
    }
    const cutoff = cutoffOf(age, clock(), ids.lastCreated);
    if (!cutoff.ok) return cutoff;
    const last = lastCovered(cutoff.value, this.parts);
    const byDay = new Map<number, number>();
    for (let after = liveness.watermark; after < last; after += PREVIEW_WINDOW) {
      const upTo = Math.min(last, after + PREVIEW_WINDOW);
      for (const { day, mappings } of erasure.countByDay(after, upTo)) {
        byDay.set(day, (byDay.get(day) ?? 0) + mappings);
      }
      await yieldToCallers();
    }
    const days = [...byDay].map(([day, mappings]) => ({ day, mappings }));
    return ok({ records: days.reduce((sum, day) => sum + day.mappings, 0), days });
  }

  /** Seal the user id of a deletion's requester, bound to the time `accepted` (milliseconds since 1970). */
  sealRequester(userId: string, accepted: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.parts.records.seal(userId, "requester", accepted);
  }

  #renewalOf({ phase, state, blocker, due }: DeletionRow): number | null {
    const isWaiting = phase === "renew" && state === "IN-PROGRESS" && blocker === null;
    return isWaiting && due !== null && due > this.parts.clock() ? due : null;
  }
}

/** The last id that a cutoff (milliseconds since 1970) covers, by creation times or by recorded clock marks. */
export function lastCovered(
  cutoff: number,
  { ids, erasure, clockMarks }: Pick<NamespaceBase, "ids" | "erasure" | "clockMarks">,
): number {
  if (cutoff > ids.lastCreated) return ids.last;
  const marked = Math.min(clockMarks.lastIdBefore(cutoff), ids.last);
  return Math.max(erasure.lastIdBefore(cutoff, ids.last), marked);
}

/** The state as shown: a dry run's like that of other work; ACCEPTING, seen only while a hold ends, as PENDING. */
function shownState(state: DeletionState): DeletionView["state"] {
  if (state === "ACCEPTING") return "PENDING";
  if (state === "COUNTING") return "IN-PROGRESS";
  return state === "COUNTED" ? "SUCCESS" : state;
}

function isOver({ state }: DeletionRow): boolean {
  return state === "SUCCESS" || state === "COUNTED";
}

function troubleOf({ blocker, phase, attempts, due }: DeletionRow): DeletionTrouble | null {
  return blocker === null ? null : { by: blocker, phase, attempts, nextTry: due ?? 0 };
}

/** Whole percent of the work that is done; null while the mappings are counted. */
function percentOf(row: DeletionRow): number | null {
  if (!isSearch(row.target)) return percentCleared(row.cleared, totalOf(row));
  if (isOver(row)) return 100;
  const hasFirstPhaseEnded = row.phase !== firstPhase(row.target);
  return hasFirstPhaseEnded ? 99 : percentCleared(row.cursor, Math.max(1, row.cutoff_id ?? 0));
}

/** Mappings to clear: null while they are counted, and always null for an open search; at the end the number cleared. */
function totalOf(row: DeletionRow): number | null {
  if (row.state === "SUCCESS") return row.cleared;
  if (isSearch(row.target)) return null;
  return row.phase === "count" ? null : row.total;
}
