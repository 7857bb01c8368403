// Folds ledger entries older than a year, so that this Registry's ledgers do not grow for ever: some namespaces in
// each round of the watch, including deleted ones. docs/decisions/ledger-checkpoints.md.

import { newTrackingId } from "../core/ids.ts";
import { CHECKPOINT_TYPE, type ReceiptSigner, receiptSignerOf } from "../crypto/receipt.ts";
import {
  type CheckpointDetails,
  checkpointText,
  FEWEST_FOLDED,
  FOLD_AGE_MS,
  foldOf,
  MOST_FOLDED,
} from "../erasure/checkpoint.ts";
import { failpoint } from "../platform/failpoint.ts";
import { errorName, log } from "../platform/log.ts";
import { yieldToCallers } from "../platform/yield-to-callers.ts";
import { RegistryPart } from "./registry-base.ts";
import type { Takeover } from "./takeover.ts";

/** Namespaces checked in one round: 26 hours for all of 15,625 with a round every five minutes. */
const LOOKED_AT = 50;

interface Others {
  /** Nothing is folded while namespaces move to or from this Registry, because their entries are sent again. */
  readonly takeover: Pick<Takeover, "isSettled">;
}

/** Folds ledgers. */
export class Folding extends RegistryPart<Others> {
  #signer: Promise<ReceiptSigner> | null = null;
  /** The nid that the last round ended with; lost at a restart, which begins again. */
  #after = "";

  /** Run one round. Never throws. */
  async runDue(): Promise<void> {
    const { ledgerStore, clock, takeover } = this.parts;
    if (!takeover.isSettled()) return;
    try {
      const before = clock() - FOLD_AGE_MS;
      const looked = { limit: LOOKED_AT, fewest: FEWEST_FOLDED, before };
      const found = ledgerStore.look(this.#after, looked);
      this.#after = (found.length < LOOKED_AT ? undefined : found.at(-1)?.nid) ?? "";
      for (const { nid, isOld } of found) {
        if (isOld === 0) continue;
        await this.#fold(nid, before);
        await yieldToCallers();
      }
    } catch (error) {
      log("registry.fold-failed", { error: errorName(error) });
    }
  }

  async #fold(nid: string, before: number): Promise<void> {
    const { storage, ledgerStore, clock, random, rootKeyText } = this.parts;
    const fold = foldOf(ledgerStore.lowest(nid, MOST_FOLDED), before);
    if (fold === null) return;
    this.#signer ??= receiptSignerOf(rootKeyText);
    const { sign } = await this.#signer;
    const signed = await sign(checkpointText(nid, fold), CHECKPOINT_TYPE);
    if (TEST_BUILD) await failpoint("registry.fold-signed");
    const { searches, audit } = fold;
    const details: CheckpointDetails = { signed, searches, audit };
    const trackingId = newTrackingId(random, clock());
    storage.transactionSync(() => ledgerStore.fold(nid, trackingId, fold, JSON.stringify(details)));
  }
}
