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
import { RegistryPart } from "./registry-base.ts";

/** Appends to the ledger. */
export class Ledger extends RegistryPart {
  /** The entry of these facts, made when this job and phase has none yet. */
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
      // Another append may have taken the place while the hash was made.
      if ((ledgerStore.head(nid)?.position ?? 0) + 1 !== position) continue;
      const entry = { ...unhashed, hash };
      ledgerStore.append(nid, entry);
      return entry;
    }
  }
}
