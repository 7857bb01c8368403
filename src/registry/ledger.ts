// The erasure ledger. Appending is idempotent per job and phase, and chains each namespace's entries by hash. Entries older
// than a year are folded, so that ledgers do not grow for ever: some namespaces in each round of the watch, including
// deleted ones. docs/decisions/ledger-checkpoints.md.

import { hex, newTrackingId } from "../core/ids.ts";
import { utf8 } from "../crypto/encoding.ts";
import { CHECKPOINT_TYPE, receiptSignerOf } from "../crypto/receipt.ts";
import {
  CHECKPOINT_AGE_MS,
  type CheckpointDetails,
  checkpointOf,
  checkpointText,
  MAX_ENTRIES,
  MIN_ENTRIES,
} from "../erasure/checkpoint.ts";
import {
  canonicalText,
  type LedgerEntry,
  type LedgerFacts,
  NO_HASH,
} from "../erasure/ledger-entry.ts";
import { failpoint } from "../platform/failpoint.ts";
import { errorName, log } from "../platform/log.ts";
import { yieldToCallers } from "../platform/yield-to-callers.ts";
import { RegistryPart } from "./registry-base.ts";
import type { Takeover } from "./takeover.ts";

/** Namespaces checked in one round: 26 hours for all of 15,625 with a round every five minutes. */
const NAMESPACES_PER_ROUND = 50;

interface Parts {
  /** Nothing is folded while namespaces move to or from this Registry, because their entries are sent again. */
  readonly takeover: Pick<Takeover, "isSettled">;
}

/** Folds ledgers. */
export class LedgerFolder extends RegistryPart<Parts> {
  /** The nid that the last round ended with; lost at a restart, which begins again. */
  #after = "";

  /** Run one round. Never throws. */
  async runDue(): Promise<void> {
    const { ledgerStore, clock, takeover } = this.parts;
    if (!takeover.isSettled()) return;
    try {
      const before = clock() - CHECKPOINT_AGE_MS;
      const looked = { limit: NAMESPACES_PER_ROUND, fewest: MIN_ENTRIES, before };
      const found = ledgerStore.namespacesAfter(this.#after, looked);
      this.#after = (found.length < NAMESPACES_PER_ROUND ? undefined : found.at(-1)?.nid) ?? "";
      for (const { nid, isOld } of found) {
        if (isOld === 0) continue;
        await this.#foldLedger(nid, before);
        await yieldToCallers();
      }
    } catch (error) {
      log("registry.fold-failed", { error: errorName(error) });
    }
  }

  async #foldLedger(nid: string, before: number): Promise<void> {
    const { storage, ledgerStore, clock, random, rootKeyText } = this.parts;
    const checkpoint = checkpointOf(ledgerStore.lowest(nid, MAX_ENTRIES), before);
    if (checkpoint === null) return;
    const { sign } = await receiptSignerOf(rootKeyText);
    const signed = await sign(checkpointText(nid, checkpoint), CHECKPOINT_TYPE);
    if (TEST_BUILD) await failpoint("registry.fold-signed");
    const { searches, audit } = checkpoint;
    const details: CheckpointDetails = { signed, searches, audit };
    const trackingId = newTrackingId(random, clock());
    storage.transactionSync(() =>
      ledgerStore.replaceFolded(nid, trackingId, checkpoint, JSON.stringify(details)),
    );
  }
}

/** Appends to the ledger. */
export class Ledger extends RegistryPart {
  /** Append an entry with these facts, or return the existing one of this job and phase. */
  async append(nid: string, facts: LedgerFacts): Promise<LedgerEntry> {
    const { ledgerStore } = this.parts;
    for (;;) {
      const known = ledgerStore.ofJob(nid, facts.trackingId, facts.phase);
      if (known !== null) return known;
      const head = ledgerStore.head(nid);
      const position = (head?.position ?? 0) + 1;
      const unhashed = { ...facts, position, previousHash: head?.hash ?? NO_HASH };
      const text = utf8(canonicalText(nid, unhashed));
      const hash = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
      // Another append may have taken this position while the hash was computed.
      if ((ledgerStore.head(nid)?.position ?? 0) + 1 !== position) continue;
      const entry = { ...unhashed, hash };
      ledgerStore.append(nid, entry);
      return entry;
    }
  }
}
