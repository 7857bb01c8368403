// The erasure ledger. Appending is idempotent per job and phase, and chains each namespace's entries by hash.

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
