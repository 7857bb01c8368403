// What is known of a namespace through copies of its database and of its ledger, for random tests of erasures. What is erased
// in either is never returned; what is erased in neither stays.
import { evictDurableObject } from "cloudflare:test";
import type { LedgerEntry } from "../../../src/erasure/ledger-entry.ts";
import type { ReplayRequest } from "../../../src/registry/rpc.ts";
import { deletionEnded, ledgerOf } from "./erasing.ts";
import { registryOf } from "./fresh-registry.ts";
import { accepted, rows } from "./fresh-vault.ts";
import { NamespaceModel } from "./namespace-model.ts";
import type { Erasure } from "./namespace-state.ts";

/** A namespace as in NamespaceModel, with an audit, whose ledger is copied, restored, and given receipts. */
export class LedgerModel extends NamespaceModel {
  #saved: { readonly entries: LedgerEntry[]; readonly ledger: Set<Erasure> } | null = null;
  readonly #receipts = new Map<Erasure, ReplayRequest>();
  #batches = 0;

  /** A namespace with erasures that the ledger has lost serves nobody. */
  protected override async steps() {
    const ofOperators = [
      ...[this.audit, this.audit, this.restore, this.saveLedger],
      ...[this.restoreLedger, this.feedBack, this.wait],
    ];
    return (await this.isServed())
      ? [...(await super.steps()), ...ofOperators, this.finish]
      : ofOperators;
  }

  protected override async isServed(): Promise<boolean> {
    const { calls, caller } = this.vault;
    const reply = await calls.unmask(caller, { tokens: [] });
    if (!reply.ok && reply.error.code === "ledger_ahead") return false;
    accepted(reply);
    // What the ledger has was repeated now.
    for (const erasure of this.ledger) this.state.erased.add(erasure);
    return true;
  }

  /** One copy alone: of several, one may have as many erasures as a restored ledger, but others. */
  override async copy(): Promise<void> {
    this.copies.length = 0;
    await super.copy();
  }

  /** Wait for the end of an erasure, and keep its receipt. */
  async finish(): Promise<void> {
    const open = [...this.state.erased].find((erasure) => !this.#receipts.has(erasure));
    if (open === undefined || this.state.isHeld) return;
    this.say("finish");
    const { receipt } = await deletionEnded(this.vault, open.trackingId);
    const parts = await this.vault.calls.readReplay(this.vault.caller, open.trackingId);
    if (receipt !== null && parts.ok) this.#receipts.set(open, { ...parts.value, receipt });
  }

  /** A record, of another day than the last one. */
  async audit(): Promise<void> {
    const { calls, caller } = this.vault;
    this.say("audit");
    await rows(this.vault, "DELETE FROM setting WHERE name = 'audit_anchored'");
    this.#batches += 1;
    const one = {
      ...{ time: new Date().toISOString(), request_id: `${this.#batches}`, operation: "GET /x" },
      ...{ token_id: caller.tokenId, user: caller.userId, outcome: "ok", duration_ms: 1 },
    };
    const sender = crypto.randomUUID();
    await calls.recordAudit({ sender, records: [one], unchecked: [] });
  }

  async saveLedger(): Promise<void> {
    this.say("save ledger");
    this.#saved = { entries: await ledgerOf(this.vault), ledger: new Set(this.ledger) };
  }

  /** Only the ledger: ceilings stay, so that no id and no token is given out twice, which is another matter. */
  async restoreLedger(): Promise<void> {
    if (this.#saved === null) return;
    this.say("restore ledger");
    const { entries, ledger } = this.#saved;
    await evictDurableObject(this.vault.object).catch(() => undefined);
    const registry = registryOf(this.vault);
    const last = entries.at(-1)?.position ?? 0;
    const query = "DELETE FROM ledger WHERE nid = ? AND position > ?";
    // What was written since the copy goes; what was written anew at the same positions is another matter again.
    await rows(registry, query, this.vault.nid, last);
    const left = await ledgerOf(this.vault);
    for (const entry of entries.slice(left.length)) {
      await rows(
        registry,
        `INSERT INTO ledger (nid, position, tracking_id, phase, target, at, watermark, cutoff,
           details, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[this.vault.nid, entry.position, entry.trackingId, entry.phase, entry.target, entry.at],
        ...[entry.watermark, entry.cutoff, entry.details, entry.previousHash, entry.hash],
      );
    }
    this.ledger = new Set(ledger);
  }

  /** Receipts that there are, some of them perhaps, in any order. */
  async feedBack(): Promise<void> {
    const given = [...this.#receipts].filter(() => this.random(3) > 0);
    given.sort(() => this.random(3) - 1);
    if (given.length === 0) return;
    this.say("feed back");
    const receipts = given.map(([, receipt]) => receipt);
    const { places } = accepted(await registryOf(this.vault).calls.replayReceipts(receipts));
    for (const place of places) await this.vault.calls.recheckLedger(place.behind);
    for (const [erasure] of given) this.ledger.add(erasure);
  }
}
