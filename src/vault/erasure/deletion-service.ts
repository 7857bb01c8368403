// Accepts deletions by age, in three steps that can each be done again after a crash:
// 1. here: the deletion's row, ACCEPTING, with cutoff and watermark fixed;
// 2. in the Registry: the ledger entry, kept apart from the data it speaks of;
// 3. here: watermark, PENDING and the ledger position in one block. From then on it is in effect.
// One that is asked for again with the same Idempotency-Key is the one of then.
import type { VaultError } from "../../core/errors.ts";
import { newTrackingId } from "../../core/ids.ts";
import { MAX_DELETIONS_PER_DAY, MAX_OPEN_DELETIONS } from "../../core/limits.ts";
import { err } from "../../core/result.ts";
import { type Age, DAY_MS } from "../../core/time.ts";
import { auditDayOf, cutoffOf } from "../../erasure/deletion.ts";
import type {
  DeletionTarget,
  LedgerEntry,
  LedgerFacts,
  ReplayNote,
} from "../../erasure/ledger-entry.ts";
import { REPLAY_MS } from "../../erasure/receipt.ts";
import type { Search } from "../../erasure/search.ts";
import { failpoint } from "../../platform/failpoint.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { AgeTarget, DeletionView, PersonQuery, RepeatableRequest } from "../deletion-rpc.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import { KeeperUnreachable } from "../runtime/registry-link.ts";
import type { DeletionRow, NewDeletion } from "../store/deletion-row.ts";
import { digestsOfRequest } from "./deletion-request.ts";
import { type DeletionViews, lastCovered } from "./deletion-views.ts";
import type { PersonEraser } from "./person/person-eraser.ts";
import { type Searches, UnreadableSearch } from "./person/searches.ts";
import type { ReplayParts } from "./replay-parts.ts";

/** Acceptances in one step, a few ms each. */
const HELD_AT_ONCE = 10;

interface Parts extends NamespaceBase {
  readonly audit: AuditLog;
  readonly searches: Searches;
  readonly eraser: PersonEraser;
  readonly replayParts: ReplayParts;
  readonly views: DeletionViews;
}

type Asked = Omit<NewDeletion, "cutoff" | "cutoffId" | "search">;
type Asker = { readonly userId: string; readonly target: DeletionTarget };

/** What the ledger says of a deletion's acceptance; `note` tells of its replay part, when it has one. */
export function acceptanceOf(
  row: DeletionRow,
  note: { readonly replay?: ReplayNote },
): LedgerFacts {
  return {
    trackingId: row.tracking_id,
    phase: "accepted",
    target: row.target,
    at: row.accepted,
    watermark: row.cutoff_id,
    cutoff: row.cutoff,
    details: JSON.stringify(note),
  };
}

/** Accepts deletions of one namespace. */
export class DeletionService extends NamespacePart<Parts> {
  readonly #underWay = new Map<string, Promise<void>>();

  /**
   * Accept a deletion by age. Fails with a code of erasure/deletion.ts. Throws RegistryUnreachable when
   * the ledger cannot be written: then nobody is served until it has been read again.
   */
  async accept(
    age: Age,
    target: AgeTarget | "retention",
    userId: string,
    request?: RepeatableRequest,
  ): Promise<Reply<DeletionView>> {
    const asked = await this.#asked({ userId, target }, request);
    if (target === "audit") return this.#acceptAudit(age, asked);
    const { ids } = this.parts;
    const cutoff = cutoffOf(age, asked.accepted, ids.lastCreated);
    if (!cutoff.ok) return cutoff;
    ids.observeClock();
    const cutoffId = lastCovered(cutoff.value, this.parts);
    // Mappings planned before this moment are planned again, with a time the cutoff does not cover.
    ids.advanceTo(cutoff.value);
    return this.#begin({ ...asked, cutoff: cutoff.value, cutoffId, search: null });
  }

  /**
   * Accept an erasure by value, token or attribute: its exact matches are dead when this returns.
   * Throws as `accept`; when what would repeat it cannot be kept, it is as if it had not been asked for.
   */
  async acceptPerson(
    person: PersonQuery,
    userId: string,
    request?: RepeatableRequest,
  ): Promise<Reply<DeletionView>> {
    const { searches, ids } = this.parts;
    const asked = await this.#asked({ userId, target: person.target }, request);
    const search = await searches.seal(await searches.of(person), asked.accepted);
    return this.#begin({ ...asked, cutoff: null, cutoffId: ids.last, search });
  }

  /** Records are gone for every reader when this returns. */
  async #acceptAudit(age: Age, asked: Asked): Promise<Reply<DeletionView>> {
    const day = auditDayOf(age, asked.accepted);
    if (!day.ok) return day;
    const { audit } = this.parts;
    await audit.endDays();
    const { upTo: cutoffId } = audit.covered(day.value);
    return this.#begin({ ...asked, cutoff: null, cutoffId, search: null });
  }

  /** What a deletion has of its request, whatever it is aimed at. */
  async #asked(by: Asker, repeatable: RepeatableRequest | undefined): Promise<Asked> {
    const { random, clock, views } = this.parts;
    const accepted = clock();
    const request = await digestsOfRequest(this.parts, by, repeatable);
    const requester = await views.sealRequester(by.userId, accepted);
    const trackingId = newTrackingId(random, accepted);
    return { target: by.target, accepted, requester, trackingId, request };
  }

  /** Step 1, then the others. Plans made before it are outdated: nothing planned earlier is covered. */
  async #begin(deletion: NewDeletion): Promise<Reply<DeletionView>> {
    const { deletions, liveness } = this.parts;
    const { request = null } = deletion;
    const known = request === null ? null : deletions.requested(request);
    if (known !== null) {
      if (known.is_same === 0) return err({ code: "idempotency_key_reused" });
      await this.complete(known.tracking_id);
      return this.parts.views.read(known.tracking_id);
    }
    // Looked at in the same step that takes the place. The standing retention begins one a day, whatever callers do.
    const refusal = deletion.target === "retention" ? null : this.#refusal(deletion.accepted);
    if (refusal !== null) return err(refusal);
    liveness.overtake();
    deletions.begin(deletion);
    if (TEST_BUILD) await failpoint("delete.began");
    try {
      await this.complete(deletion.trackingId);
    } catch (error) {
      // No ledger speaks of it, and its caller hears that it was refused: it keeps nobody else waiting.
      const isRefused = error instanceof KeeperUnreachable;
      if (isRefused && !this.#underWay.has(deletion.trackingId))
        deletions.drop(deletion.trackingId);
      throw error;
    }
    return this.parts.views.read(deletion.trackingId);
  }

  /** Why callers may begin no deletion now, if so. What a hold keeps from beginning is not open, but of its day. */
  #refusal(now: number): VaultError | null {
    const { deletions, settings } = this.parts;
    const accepted = deletions.acceptedBefore(MAX_DELETIONS_PER_DAY - 1) ?? 0;
    const waitMs = accepted + DAY_MS - now;
    // One from when the clock was ahead keeps nobody waiting.
    if (waitMs > 0 && accepted <= now) {
      return { code: "too_many_deletions_per_day", detail: String(Math.ceil(waitMs / 1_000)) };
    }
    if (settings.isHeld || deletions.countOpen() < MAX_OPEN_DELETIONS) return null;
    return { code: "too_many_deletions" };
  }

  /** Steps 2 and 3 of a deletion that is ACCEPTING; does nothing to any other. */
  async complete(trackingId: string): Promise<void> {
    const underWay = this.#underWay.get(trackingId);
    if (underWay !== undefined) return underWay;
    const completing = this.#recordAndActivate(trackingId).finally(() =>
      this.#underWay.delete(trackingId),
    );
    this.#underWay.set(trackingId, completing);
    return completing;
  }

  /**
   * One bounded step of accepting what a hold has kept; false when there is nothing left, or a hold is on. Each waits for the
   * Registry, and a hold may have kept thousands: whatever stops them half-way leaves only this step to whoever comes next.
   */
  async acceptHeld(): Promise<boolean> {
    const { settings, deletions } = this.parts;
    if (settings.isHeld || !deletions.resumeSome(HELD_AT_ONCE)) return false;
    await this.completeAll();
    return true;
  }

  /** Complete all that are ACCEPTING. */
  async completeAll(): Promise<void> {
    for (const trackingId of this.parts.deletions.accepting()) await this.complete(trackingId);
  }

  async #recordAndActivate(trackingId: string): Promise<void> {
    const { deletions, searches, replayParts, registry, settings, clock, ledgerPosition } =
      this.parts;
    const row = deletions.find(trackingId);
    if (row?.state !== "ACCEPTING") return;
    if (settings.isHeld) {
      deletions.hold(row.serial);
      return;
    }
    const part = row.search === null ? null : await searches.sealForLedger(row);
    const note = part === null ? {} : { replay: await replayParts.keep(part, clock() + REPLAY_MS) };
    if (TEST_BUILD) await failpoint("delete.part-kept");
    const facts = acceptanceOf(row, note);
    const entry = await registry.call((calls, nid) => calls.appendLedger(nid, facts));
    ledgerPosition.wrote(entry.position);
    if (TEST_BUILD) await failpoint("delete.in-ledger");
    await this.#activate(row, entry);
    if (TEST_BUILD) await failpoint("delete.active");
  }

  /**
   * Step 3. Values that match exactly go before it is in effect. A search that does not open is in effect all the same, so
   * that nobody is kept waiting for it: its first slice says what is wrong.
   */
  async #activate(row: DeletionRow, entry: LedgerEntry): Promise<void> {
    const { storage, deletions, liveness, clock, eraser, ids, audit, ledgerPosition } = this.parts;
    const search = await this.#searchOf(row);
    if (search !== null) await eraser.eraseExact(row, search);
    storage.transactionSync(() => {
      deletions.activate(row.serial, clock());
      if (search !== null) eraser.coverPair(search);
      if (row.target === "audit") {
        const days = audit.drop(row.cutoff_id ?? 0).map((day) => ({ day, version: 1 }));
        deletions.noteDestroyed(row, days);
      }
      ledgerPosition.note("ledger_position", entry.position);
      // Never beyond what there is: later mappings would be dead as they are made.
      if (row.cutoff !== null) liveness.raise(Math.min(row.cutoff_id ?? 0, ids.last), row.cutoff);
    });
  }

  /** Null by age, and for a search that does not open. */
  async #searchOf(row: DeletionRow): Promise<Search | null> {
    try {
      return row.search === null ? null : await this.parts.searches.open(row);
    } catch (error) {
      if (error instanceof UnreadableSearch) return null;
      throw error;
    }
  }

  /**
   * Set or end the legal hold, which the operator asks for: deletions are recorded but have no effect, and destruction
   * that has begun pauses. What is already unreadable stays so; cutoffs keep the moment they were asked for. The
   * Registry hears it first: no restored copy is to forget a hold.
   */
  async setHold(isOn: boolean): Promise<void> {
    const { settings, registry } = this.parts;
    await registry.call((calls, nid) => calls.noteHold(nid, isOn));
    if (isOn) {
      settings.put("held", 1);
      // An acceptance that is under way comes first: it may be erasing already.
      await Promise.allSettled(this.#underWay.values());
      return;
    }
    settings.put("held", 0);
    // Whatever is not completed now is by the next check, or by the alarm.
    while (await this.acceptHeld());
    // The alarm may be at the last of them.
    await this.completeAll();
  }

  /**
   * A deletion the ledger knows and this database does not: it was restored from an older copy. A checkpoint is repeated as
   * one erasure by age, which comes to the same as all that it stands for; searches among those nobody can repeat.
   */
  async replay(entry: LedgerEntry): Promise<void> {
    const { deletions, searches, replayParts } = this.parts;
    const { trackingId, target, cutoff, at: accepted } = entry;
    const isFold = entry.phase === "checkpoint" && cutoff !== null;
    // One of this object's own, which has been written while the ledger was read.
    await this.#underWay.get(trackingId);
    const begun = deletions.find(trackingId);
    if (entry.phase === "accepted" || isFold) {
      if (begun !== null && begun.effective !== null) return;
      const requester = await this.parts.views.sealRequester("", accepted);
      const { value: part = null } = await replayParts.fetch(entry).next();
      const search = part === null ? null : await searches.adopt(part, accepted);
      const cutoffId = this.#covered(entry);
      deletions.begin({ trackingId, target, requester, cutoff, cutoffId, accepted, search });
      const row = deletions.find(trackingId);
      if (row !== null) await this.#activate(row, entry);
    } else if (begun !== null && begun.state !== "SUCCESS") {
      await replayParts.apply(entry, begun);
    }
  }

  /**
   * The last id a replayed deletion covers here. By time as well as by id: when everything was
   * restored, ids beyond the copy may have been given out again, to later mappings.
   */
  #covered(entry: LedgerEntry): number {
    const { batch } = this.parts.audit.head;
    if (entry.target === "audit") return Math.min(entry.watermark ?? 0, batch);
    if (entry.watermark !== null && entry.cutoff !== null) return entry.watermark;
    const last = lastCovered(entry.cutoff ?? entry.at + 1, this.parts);
    return Math.min(entry.watermark ?? last, last);
  }
}
