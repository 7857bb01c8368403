// Accepts deletions, in three steps that can each be repeated after a crash:
// 1. here: the deletion's row, ACCEPTING, with cutoff and watermark fixed;
// 2. in the Registry: the ledger entry, stored apart from the data it is about;
// 3. here: watermark, PENDING and the ledger position in one transaction. From then on the deletion is in effect.
// A request repeated with its Idempotency-Key gets the deletion that the first one made.
import type { VaultError } from "../../core/errors.ts";
import { newTrackingId } from "../../core/ids.ts";
import { MAX_DELETIONS_PER_DAY, MAX_OPEN_DELETIONS } from "../../core/limits.ts";
import { err } from "../../core/result.ts";
import { type Age, DAY_MS } from "../../core/time.ts";
import { auditDayOf, cutoffOf } from "../../erasure/deletion.ts";
import type { AcceptanceDetails, DeletionTarget, LedgerEntry } from "../../erasure/ledger-entry.ts";
import { REPLAY_MS } from "../../erasure/receipt.ts";
import type { Search } from "../../erasure/search.ts";
import { failpoint } from "../../platform/failpoint.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { AgeTarget, DeletionView, PersonQuery, RepeatableRequest } from "../deletion-rpc.ts";
import type { TokensIssued } from "../keys/tokens-issued.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import { KeeperUnreachable } from "../runtime/registry-link.ts";
import type { DeletionRow, NewDeletion } from "../store/deletion-row.ts";
import { digestsOfRequest, factsOf } from "./deletion-request.ts";
import { type DeletionViews, lastCovered } from "./deletion-views.ts";
import type { PersonEraser } from "./person/person-eraser.ts";
import type { SearchTermsMaker } from "./person/search-terms.ts";
import { type Searches, UnreadableSearch } from "./person/searches.ts";
import type { ReplayParts } from "./replay-parts.ts";

/** Held deletions accepted in one step, at a few ms each. */
const HELD_AT_ONCE = 10;

type Asked = Omit<NewDeletion, "cutoff" | "cutoffId" | "search"> & Pick<Asker, "tokenId">;
/** Who asks for a deletion; the standing retention has no token. */
type Asker = { readonly userId: string; readonly tokenId?: string | undefined };

/** Accepts deletions of one namespace. */
export class DeletionService extends NamespacePart<{
  readonly tokens: TokensIssued;
  readonly audit: AuditLog;
  readonly searches: Searches;
  readonly searchTerms: SearchTermsMaker;
  readonly eraser: PersonEraser;
  readonly replayParts: ReplayParts;
  readonly views: DeletionViews;
}> {
  readonly #underWay = new Map<string, Promise<void>>();

  /**
   * Accept a deletion by age. Fails with a code of erasure/deletion.ts, or when there are too many deletions. Throws
   * RegistryUnreachable when the ledger cannot be written; no request is served then until the ledger has been read again.
   */
  async accept(
    age: Age,
    target: AgeTarget,
    by: Asker,
    request?: RepeatableRequest,
  ): Promise<Reply<DeletionView>> {
    const asked = await this.asked(by, target, request);
    return target === "audit" ? this.#acceptAudit(age, asked) : this.acceptByAge(age, asked);
  }

  /** Accept a deletion by age, as `accept` does; its row is written before the first await. */
  async acceptByAge(age: Age, asked: Asked): Promise<Reply<DeletionView>> {
    const { ids } = this.parts;
    const cutoff = cutoffOf(age, asked.accepted, ids.lastCreated);
    if (!cutoff.ok) return cutoff;
    ids.observeClock();
    const cutoffId = lastCovered(cutoff.value, this.parts);
    // Mappings that are planned but not written yet are planned again, with a creation time after the cutoff.
    ids.advanceTo(cutoff.value);
    return this.#begin({ ...asked, cutoff: cutoff.value, cutoffId, search: null });
  }

  /**
   * Accept an erasure by value, token or attribute: its exact matches are dead when this returns. Throws as `accept` does;
   * when its replay part cannot be stored, the request leaves no trace.
   */
  async acceptPerson(
    person: PersonQuery,
    by: Asker,
    request?: RepeatableRequest,
  ): Promise<Reply<DeletionView>> {
    const { searches, searchTerms, ids } = this.parts;
    const asked = await this.asked(by, person.target, request);
    const search = await searches.seal(await searchTerms.of(person), asked.accepted);
    return this.#begin({ ...asked, cutoff: null, cutoffId: ids.last, search });
  }

  /** Accept a deletion of audit records: no caller can read them when this returns. */
  async #acceptAudit(age: Age, asked: Asked): Promise<Reply<DeletionView>> {
    const day = auditDayOf(age, asked.accepted);
    if (!day.ok) return day;
    const { audit } = this.parts;
    await audit.endDays();
    const { upTo: cutoffId } = audit.coveredBefore(day.value);
    return this.#begin({ ...asked, cutoff: null, cutoffId, search: null });
  }

  /** The members of a new deletion that come from its request, for any target. */
  async asked(
    { userId, tokenId }: Asker,
    target: DeletionTarget,
    repeatable?: RepeatableRequest,
  ): Promise<Asked> {
    const { random, clock, views } = this.parts;
    const accepted = clock();
    const request = await digestsOfRequest(this.parts, { userId, target }, repeatable);
    const requester = await views.sealRequester(userId, accepted);
    const trackingId = newTrackingId(random, accepted);
    if (TEST_BUILD) await failpoint("delete.asked");
    return { target, tokenId, accepted, requester, trackingId, request };
  }

  /** Do step 1, then the others, unless the token was revoked meanwhile. Outdates all plans among what it covers. */
  async #begin(deletion: NewDeletion & Asked): Promise<Reply<DeletionView>> {
    const { deletions, liveness, tokens } = this.parts;
    const { request = null, tokenId } = deletion;
    if (tokenId !== undefined && !tokens.isActive(tokenId)) return err({ code: "unauthenticated" });
    const known = request === null ? null : deletions.requested(request);
    if (known !== null) {
      if (known.is_same === 0) return err({ code: "idempotency_key_reused" });
      await this.complete(known.tracking_id);
      return this.parts.views.read(known.tracking_id);
    }
    // Checked without an await before `begin`. The limits do not apply to the standing retention, which begins one a day.
    const refusal = deletion.target === "retention" ? null : this.#refusal(deletion.accepted);
    if (refusal !== null) return err(refusal);
    liveness.outdatePlans();
    deletions.begin(deletion);
    if (TEST_BUILD) await failpoint("delete.began");
    try {
      await this.complete(deletion.trackingId);
    } catch (error) {
      // The ledger has no entry of it and its caller gets an error, so it is dropped and does not delay other requests.
      const isRefused = error instanceof KeeperUnreachable;
      if (isRefused && !this.#underWay.has(deletion.trackingId))
        deletions.drop(deletion.trackingId);
      throw error;
    }
    return this.parts.views.read(deletion.trackingId);
  }

  /** Why a caller may begin no deletion now, else null. Held deletions count for the day's limit, not as open. */
  #refusal(now: number): VaultError | null {
    const { deletions, settings } = this.parts;
    const accepted = deletions.acceptedBefore(MAX_DELETIONS_PER_DAY - 1) ?? 0;
    const waitMs = accepted + DAY_MS - now;
    // A deletion accepted while the clock was ahead does not count.
    if (waitMs > 0 && accepted <= now) {
      return { code: "too_many_deletions_per_day", detail: String(Math.ceil(waitMs / 1_000)) };
    }
    if (settings.isHeld || deletions.countOpen() < MAX_OPEN_DELETIONS) return null;
    return { code: "too_many_deletions" };
  }

  /** Do steps 2 and 3 of a deletion that is ACCEPTING; does nothing in another state. */
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
   * Accept some of the deletions that a legal hold kept back; false when none is left, or there is a hold. Each waits for
   * the Registry and there may be thousands, so a failure half-way leaves only this step for later requests to complete.
   */
  async acceptHeld(): Promise<boolean> {
    const { settings, deletions } = this.parts;
    if (settings.isHeld || !deletions.resumeSome(HELD_AT_ONCE)) return false;
    await this.completeAll();
    return true;
  }

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
    const entry = await registry.append(factsOf(row, "accepted", row.accepted, note));
    ledgerPosition.noteWritten(entry.position);
    if (TEST_BUILD) await failpoint("delete.in-ledger");
    await this.#activate(row, entry);
    if (TEST_BUILD) await failpoint("delete.active");
  }

  /**
   * Do step 3. Exact matches are removed before the deletion is in effect. A search that does not open takes effect without
   * that, so that no request waits for it; its first slice then fails and shows the reason.
   */
  async #activate(row: DeletionRow, entry: LedgerEntry): Promise<void> {
    const { storage, deletions, liveness, clock, eraser, ids, audit, ledgerPosition } = this.parts;
    const search = await this.#searchOf(row);
    if (search !== null) await eraser.eraseExact(row, search);
    storage.transactionSync(() => {
      deletions.activate(row.serial, clock());
      if (search !== null) eraser.coverPair(search);
      if (row.target === "audit") {
        const days = audit.dropUpTo(row.cutoff_id ?? 0).map((day) => ({ day, version: 1 }));
        deletions.noteDestroyed(row, days);
      }
      ledgerPosition.noteEffectOfWritten("ledger_position", entry.position);
      // Not above the last id: otherwise later mappings would be dead as soon as they are made.
      if (row.cutoff === null) liveness.takeEffect();
      else liveness.raise(Math.min(row.cutoff_id ?? 0, ids.last), row.cutoff);
    });
  }

  /** A deletion's search; null for a deletion by age, and for a search that does not open. */
  async #searchOf(row: DeletionRow): Promise<Search | null> {
    try {
      return row.search === null ? null : await this.parts.searches.open(row);
    } catch (error) {
      if (error instanceof UnreadableSearch) return null;
      throw error;
    }
  }

  /**
   * Heed a legal hold once it is recorded: deletions are then recorded without effect, and destruction that has begun pauses.
   * What is already unreadable stays so; cutoffs stay those of the request's time. After its end, accept what it kept back.
   */
  async setHold(isOn: boolean): Promise<void> {
    if (isOn) {
      // Acceptances under way end first, because they may be erasing already.
      await Promise.allSettled(this.#underWay.values());
      return;
    }
    // What fails here is completed by the next ledger check or alarm.
    while (await this.acceptHeld());
    // Waits also for those that the alarm is accepting.
    await this.completeAll();
  }

  /** Repeat a deletion from the ledger (see `entriesToRepeat`) that this database, restored from an older copy, does not have. */
  async replay(entry: LedgerEntry): Promise<void> {
    const { deletions, searches, replayParts } = this.parts;
    const { trackingId, target, cutoff, at: accepted } = entry;
    // The entry may be one that this object wrote while it read the ledger.
    await this.#underWay.get(trackingId);
    const begun = deletions.find(trackingId);
    if (entry.phase === "accepted") {
      if (begun !== null && begun.effective !== null) return;
      const requester = await this.parts.views.sealRequester("", accepted);
      const { value: part = null } = await replayParts.fetch(entry).next();
      const search = part === null ? null : await searches.adopt(part, accepted);
      const cutoffId = await this.#covered(entry);
      deletions.begin({ trackingId, target, requester, cutoff, cutoffId, accepted, search });
      const row = deletions.find(trackingId);
      if (row !== null) await this.#activate(row, entry);
    } else if (begun !== null && begun.state !== "SUCCESS") {
      await replayParts.apply(entry, begun);
    }
  }

  /**
   * The last id that a replayed deletion covers here, by time as well as by id: when the Registry was restored too, ids
   * above the copy's may have been given to later mappings (audit: batches).
   */
  async #covered(entry: LedgerEntry): Promise<number> {
    if (entry.target === "audit") {
      const { audit } = this.parts;
      await audit.endDays();
      if (entry.watermark !== null) return Math.min(entry.watermark, audit.head.batch);
      const { beforeDay = 0 } = JSON.parse(entry.details) as AcceptanceDetails;
      return audit.coveredBefore(beforeDay).upTo;
    }
    if (entry.watermark !== null && entry.cutoff !== null) return entry.watermark;
    const last = lastCovered(entry.cutoff ?? entry.at + 1, this.parts);
    return Math.min(entry.watermark ?? last, last);
  }
}
