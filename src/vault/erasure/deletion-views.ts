// Deletions as others see them: one that has been accepted, and a dry run of one by age. Nothing is written here.

import { err, ok } from "../../core/result.ts";
import type { Age } from "../../core/time.ts";
import { fromUtf8, utf8 } from "../../crypto/encoding.ts";
import { open, seal } from "../../crypto/seal.ts";
import {
  auditDayOf,
  cutoffOf,
  type DeletionState,
  firstPhase,
  isSearch,
  percentOf as percentCleared,
} from "../../erasure/deletion.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { AgeTarget, DeletionPreview, DeletionTrouble, DeletionView } from "../deletion-rpc.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import type { DeletionRow } from "../store/deletion-row.ts";
import { countsOf } from "./person/person-eraser.ts";

interface Parts extends NamespaceBase {
  readonly audit: AuditLog;
}

/** Ids one step of a dry run looks at. */
const PREVIEW_WINDOW = 20_000;

/** Shows deletions of one namespace. */
export class DeletionViews extends NamespacePart<Parts> {
  /** An accepted deletion; fails with `tracking_id_unknown`. */
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
      requestedUser: await this.#openRequester(row),
      requested: row.accepted,
      finished: isOver(row) ? row.finished : null,
      cleared: row.cleared,
      total: totalOf(row),
      percent: percentOf(row),
      matches: isSearch(row.target) ? countsOf(row) : null,
      receipt: row.state === "SUCCESS" ? row.receipt : null,
    });
  }

  /** What a deletion would cover now; starts nothing and writes nothing. */
  async preview(age: Age, target: AgeTarget = "age"): Promise<Reply<DeletionPreview>> {
    const { erasure, liveness, clock, ids, audit } = this.parts;
    if (target === "audit") {
      const day = auditDayOf(age, clock());
      return day.ok ? ok({ records: audit.covered(day.value).records, days: [] }) : day;
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
      await scheduler.wait(0);
    }
    const days = [...byDay].map(([day, mappings]) => ({ day, mappings }));
    return ok({ records: days.reduce((sum, day) => sum + day.mappings, 0), days });
  }

  /** Seal the user id of whoever asks for a deletion; `accepted` is when. */
  async sealRequester(userId: string, accepted: number): Promise<Uint8Array<ArrayBuffer>> {
    const { keyring, context, random } = this.parts;
    const key = await keyring.recordKey();
    return seal(key, utf8(userId), context("requester", accepted), random);
  }

  #renewalOf({ phase, state, blocker, due }: DeletionRow): number | null {
    const isWaiting = phase === "renew" && state === "IN-PROGRESS" && blocker === null;
    return isWaiting && due !== null && due > this.parts.clock() ? due : null;
  }

  async #openRequester(row: DeletionRow): Promise<string> {
    const { keyring, context } = this.parts;
    const key = await keyring.recordKey();
    return fromUtf8(await open(key, row.requester, context("requester", row.accepted)));
  }
}

/** The last id a cutoff (milliseconds since 1970) covers: by the times of mappings, or by what the clock was seen at. */
export function lastCovered(
  cutoff: number,
  { ids, erasure, clockMarks }: Pick<NamespaceBase, "ids" | "erasure" | "clockMarks">,
): number {
  if (cutoff > ids.lastCreated) return ids.last;
  const marked = Math.min(clockMarks.lastIdBefore(cutoff), ids.last);
  return Math.max(erasure.lastIdBefore(cutoff, ids.last), marked);
}

/** A dry run is shown as other work is; and what a hold has kept while its end accepts it, for its caller knows its id. */
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

/** Whole percent of the work that is done; null while it is counted. */
function percentOf(row: DeletionRow): number | null {
  if (!isSearch(row.target)) return percentCleared(row.cleared, totalOf(row));
  if (isOver(row)) return 100;
  const isBehindValues = row.phase !== firstPhase(row.target);
  return isBehindValues ? 99 : percentCleared(row.cursor, Math.max(1, row.cutoff_id ?? 0));
}

/** What there is to clear: unknown while it is counted, and what was cleared once all is done. */
function totalOf(row: DeletionRow): number | null {
  if (row.state === "SUCCESS") return row.cleared;
  if (isSearch(row.target)) return null;
  return row.phase === "count" ? null : row.total;
}
