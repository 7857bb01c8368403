// Checks whether this database may serve at all. It must not be older than the erasure ledger (a restored copy would return
// erased values) nor newer (the ledger has lost entries). Checked once per object life, and again after each failed ledger
// write.

import type { ErrorCode } from "../../core/errors.ts";
import { err, ok } from "../../core/result.ts";
import { entriesToRepeat, foldedSearches } from "../../erasure/checkpoint.ts";
import type { LedgerEntry } from "../../erasure/ledger-entry.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { log } from "../../platform/log.ts";
import type { NamespaceState } from "../../registry/rpc.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import { RegistryUnreachable } from "../runtime/registry-link.ts";
import type { DeletionService } from "./deletion-service.ts";
import { ReplayExpired } from "./replay-parts.ts";

/** Ledger entries read in one call. */
const PAGE = 200;

/** Keeps one namespace from serving until its database has every erasure of the ledger. */
export class LedgerSync extends NamespacePart<{ readonly deletionService: DeletionService }> {
  #isFirst = true;
  #isAlarmStale = false;
  #syncing: Promise<ErrorCode | null> | null = null;

  /**
   * True once after each check. The check may have brought deletions into effect or found a legal hold, so the caller must
   * set the alarm again, which also tells the Registry the due time.
   */
  takeStaleAlarm(): boolean {
    const wasStale = this.#isAlarmStale;
    this.#isAlarmStale = false;
    return wasStale;
  }

  /**
   * Ok when the namespace may serve. Fails with `unavailable` when the Registry does not answer, `ledger_ahead` when this
   * database has entries that the ledger has not, `replay_expired` when the replay parts of an erasure missing here are no
   * longer kept, `unauthenticated` when the namespace was deleted and this is an older copy. Throws RootKeyMismatch when the
   * stored keys do not open with the root key, and any other error. `isForNewValues`: the same call also asks the Registry
   * for mapping ids.
   */
  async ensure(isForNewValues = false): Promise<Reply<null>> {
    while (!this.parts.ledgerPosition.isSynced) {
      this.#syncing ??= this.#sync(isForNewValues).finally(() => {
        this.#syncing = null;
      });
      const problem = await this.#syncing;
      if (problem !== null) return err({ code: problem });
    }
    return ok(null);
  }

  /** Read the ledger again, from the entry after a position. Fails as `ensure` does. */
  recheck(after: number): Promise<Reply<null>> {
    this.parts.ledgerPosition.rereadFrom(after);
    return this.ensure();
  }

  /** Set or end the legal hold, then check the ledger again. Fails as `ensure` does, after the hold has changed. */
  async setHold(isOn: boolean): Promise<Reply<null>> {
    await this.parts.deletionService.setHold(isOn);
    // A deletion under way meanwhile is in effect before the hold, or recorded without effect.
    this.parts.ledgerPosition.invalidate();
    return this.ensure();
  }

  /** Run work while new requests wait in `ensure`; afterwards they check the ledger again. */
  async runAlone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#syncing !== null) await this.#syncing;
    const { promise, resolve } = Promise.withResolvers<null>();
    this.parts.ledgerPosition.invalidate();
    this.#syncing = promise;
    try {
      return await work();
    } finally {
      this.#syncing = null;
      resolve(null);
    }
  }

  async #sync(isForNewValues: boolean): Promise<ErrorCode | null> {
    const { registry, ids, settings, ledgerPosition, keyring } = this.parts;
    const { invalidations } = ledgerPosition;
    await keyring.requireRoot();
    try {
      const known = await registry.namespaceState(isForNewValues ? ids.wanted() : null);
      if (TEST_BUILD) await failpoint("sync.asked");
      if (known.fate === "deleted") return "unauthenticated";
      const position = ledgerPosition.ofErasures;
      // Takes over a hold set after this copy was made. Only at the first check: later this database knows better.
      if (this.#isFirst && known.isHeld) settings.put("held", 1);
      this.#isFirst = false;
      if (position > known.position) {
        log("vault.ledger-ahead", { own: position, ledger: known.position });
        return "ledger_ahead";
      }
      await this.#catchUp(known);
      ledgerPosition.markSynced(invalidations);
      this.#isAlarmStale = true;
      return null;
    } catch (error) {
      if (error instanceof RegistryUnreachable) return "unavailable";
      if (error instanceof ReplayExpired) return "replay_expired";
      throw error;
    }
  }

  /** Skip all ids and tokens ever given out, repeat the erasures missing here, and complete those being accepted. */
  async #catchUp(known: NamespaceState): Promise<void> {
    const { ids, spaces, deletionService, ledgerPosition } = this.parts;
    ids.skipTo(known.idCeiling - 1);
    if (known.raisedTo !== null) ids.raiseCeiling(known.raisedTo);
    spaces.skipTo(known.tokenCeilings);
    const from = ledgerPosition.readFrom(known.position);
    if (from < known.position) await this.#replay(from);
    ledgerPosition.noteKnown(known.position);
    await deletionService.completeAll();
  }

  /** Repeat the erasures made after this copy. Throws ReplayExpired when one cannot be repeated. */
  async #replay(from: number): Promise<void> {
    for await (const entry of this.#entries(from)) {
      if (foldedSearches(entry) > 0) throw new ReplayExpired();
      for (const one of entriesToRepeat(entry)) await this.parts.deletionService.replay(one);
      const name = entry.phase === "audited" ? "ledger_read" : "ledger_position";
      this.parts.ledgerPosition.noteEffectOfRead(name, entry.position);
    }
  }

  /** The ledger's entries after a position, oldest first. Throws RegistryUnreachable. */
  async entriesAfter(position: number): Promise<LedgerEntry[]> {
    const entries: LedgerEntry[] = [];
    for await (const entry of this.#entries(position)) entries.push(entry);
    return entries;
  }

  async *#entries(from: number): AsyncGenerator<LedgerEntry> {
    const { registry } = this.parts;
    for (let position = from; ; ) {
      const after = position;
      const entries = await registry.call((calls, nid) => calls.ledgerSince(nid, after, PAGE));
      yield* entries;
      position = entries.at(-1)?.position ?? position;
      if (entries.length < PAGE) return;
    }
  }
}
