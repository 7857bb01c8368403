// The erasure ledger: appending is idempotent per job and phase, and keeps each namespace's entries
// chained by hash.

import { hex } from "../core/ids.ts";
import { utf8 } from "../crypto/encoding.ts";
import {
  canonicalText,
  type LedgerEntry,
  type LedgerFacts,
  NO_HASH,
} from "../erasure/ledger-entry.ts";
import { REPLAY_MS } from "../erasure/receipt.ts";
import type { Clock } from "../platform/clock.ts";
import type { LedgerStore } from "./store/ledger.ts";

/** No entry's position: parts that no entry has claimed yet. A namespace ends one deletion at a time. */
const STAGED = 0;

interface Parts {
  readonly ledgerStore: LedgerStore;
  readonly storage: DurableObjectStorage;
  readonly clock: Clock;
}

/** Appends to the ledger. */
export class Ledger {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The entry of these facts, made when this job and phase has none yet, with its replay parts. */
  async append(
    nid: string,
    facts: LedgerFacts,
    replay: Uint8Array | readonly Uint8Array[] | number | null = null,
  ): Promise<LedgerEntry> {
    const { ledgerStore, storage, clock } = this.#parts;
    for (;;) {
      const known = ledgerStore.ofJob(nid, facts.trackingId, facts.phase);
      if (known !== null) return known;
      const head = ledgerStore.head(nid);
      const position = (head?.position ?? 0) + 1;
      const unhashed = { ...facts, position, previousHash: head?.hash ?? NO_HASH };
      const text = utf8(canonicalText(nid, unhashed));
      const hash = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
      // Another append may have taken the place while the hash was made.
      if ((ledgerStore.head(nid)?.position ?? 0) + 1 !== position) continue;
      const entry = { ...unhashed, hash };
      const until = clock() + REPLAY_MS;
      storage.transactionSync(() => {
        ledgerStore.append(nid, entry);
        if (typeof replay === "number") {
          this.#claim(nid, position, replay, until);
        } else if (replay !== null) {
          const parts = replay instanceof Uint8Array ? [replay] : replay;
          parts.forEach((sealed, part) => {
            ledgerStore.putPart(nid, { position, part }, sealed, until);
          });
        }
      });
      return entry;
    }
  }

  /** Keep a replay part until an entry claims it. */
  stage(nid: string, part: number, sealed: Uint8Array): void {
    const { ledgerStore, storage, clock } = this.#parts;
    const until = clock() + REPLAY_MS;
    storage.transactionSync(() => {
      if (part === 0) ledgerStore.dropParts(nid, STAGED);
      ledgerStore.putPart(nid, { position: STAGED, part }, sealed, until);
    });
  }

  #claim(nid: string, position: number, parts: number, until: number): void {
    if (parts === 0) return;
    const claimed = this.#parts.ledgerStore.moveParts(nid, STAGED, position, until);
    if (claimed !== parts) throw new Error("replay parts are missing");
  }
}
