// Whether this database may serve at all: it must not be older than the erasure ledger (a restored copy
// would give back what was erased) nor newer (the ledger has lost something). Asked once per object
// life, and again whenever a ledger write has failed.
import type { ErrorCode } from "../../core/errors.ts";
import { err, ok } from "../../core/result.ts";
import { errorName, log } from "../../platform/log.ts";
import type { Reply } from "../rpc.ts";
import { type RegistryLink, RegistryUnreachable } from "../runtime/registry-link.ts";
import type { MappingIds } from "../state/mapping-ids.ts";
import type { TokenSpaces } from "../state/token-spaces.ts";
import type { DeletionStore } from "../store/deletions.ts";
import type { DueStore } from "../store/due.ts";
import type { SettingStore } from "../store/settings.ts";
import type { DeletionService } from "./deletion-service.ts";
import { ReplayExpired } from "./replays.ts";

/** Ledger entries read at a time. */
const PAGE = 200;

interface Parts {
  readonly settings: SettingStore;
  readonly deletions: DeletionStore;
  readonly due: DueStore;
  readonly deletionService: DeletionService;
  readonly ids: MappingIds;
  readonly spaces: TokenSpaces;
  readonly registry: RegistryLink;
}

/** Guards the namespace until its standing is known. */
export class LedgerSync {
  readonly #parts: Parts;
  #isGood = false;
  #isFirst = true;
  #hasNews = false;
  #checking: Promise<ErrorCode | null> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * True once after a check that may have brought deletions into effect, or found that the Registry has another due
   * time noted: an alarm is to be set, and the Registry to be told.
   */
  takeNews(): boolean {
    const hadNews = this.#hasNews;
    this.#hasNews = false;
    return hadNews;
  }

  /** Ask again before anybody is served. */
  invalidate(): void {
    this.#isGood = false;
  }

  /**
   * Ok when the namespace may serve. Fails with `unavailable` when the Registry does not answer,
   * `ledger_ahead` when this database knows more than the ledger, `replay_expired` when it is older than
   * the parts that would repeat an erasure are kept, `unauthenticated` when the whole namespace has been
   * deleted and this is a copy of what it was. `isForNewValues`: ids are asked for in the same call.
   */
  async ensure(isForNewValues = false): Promise<Reply<null>> {
    if (this.#isGood) return ok(null);
    this.#checking ??= this.#check(isForNewValues).finally(() => {
      this.#checking = null;
    });
    const problem = await this.#checking;
    return problem === null ? ok(null) : err({ code: problem });
  }

  async #check(isForNewValues: boolean): Promise<ErrorCode | null> {
    try {
      const { registry, ids, spaces, settings, deletions, deletionService, due } = this.#parts;
      const standing = await registry.standing(isForNewValues ? ids.wanted() : null);
      if (standing.fate === "deleted") return "unauthenticated";
      // A hold that was set after this copy was made. Only at the start: later this database knows best.
      const isNewlyHeld = this.#isFirst && standing.isHeld;
      const own = settings.number("ledger_position") ?? 0;
      const isBehind = own < standing.position;
      // At a start the alarm has been looked at; the Registry may have something else noted.
      const isNews = !this.#isFirst || isNewlyHeld || isBehind || due.next() !== standing.due;
      if (isNewlyHeld) settings.put("held", 1);
      this.#isFirst = false;
      if (own > standing.position) {
        log("vault.ledger-ahead", { own, ledger: standing.position });
        return "ledger_ahead";
      }
      ids.skipTo(standing.idCeiling - 1);
      if (standing.raisedTo !== null) ids.allow(standing.raisedTo);
      spaces.skipTo(standing.tokenCeilings);
      if (isBehind) await this.#replay(own);
      const accepting = deletions.accepting();
      for (const trackingId of accepting) await deletionService.complete(trackingId);
      this.#isGood = true;
      if (isNews || accepting.length > 0) this.#hasNews = true;
      return null;
    } catch (error) {
      if (error instanceof RegistryUnreachable) return "unavailable";
      if (error instanceof ReplayExpired) return "replay_expired";
      log("vault.standing-failed", { error: errorName(error) });
      return "internal";
    }
  }

  /** Erase again what was erased after this copy was made. */
  async #replay(from: number): Promise<void> {
    const { registry, deletionService } = this.#parts;
    for (let position = from; ; ) {
      const after = position;
      const entries = await registry.call((calls, nid) => calls.ledgerSince(nid, after, PAGE));
      for (const entry of entries) {
        await deletionService.replay(entry);
        position = entry.position;
      }
      if (entries.length < PAGE) return;
    }
  }
}
