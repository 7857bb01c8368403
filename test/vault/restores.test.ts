// Erasures, the audit log, and older copies of data and ledger, in random order, compared with a model of the erasures
// that each copy knows. What is erased in either is never returned; what is erased in neither stays.
import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { LedgerEntry } from "../../src/erasure/ledger-entry.ts";
import type { DeletionView } from "../../src/vault/deletion-rpc.ts";
import { chance, IS_LONG } from "../support/properties.ts";
import { deletionEnded, ledgerOf, requestDeletion } from "../support/vault/erasing.ts";
import { registryOf } from "../support/vault/fresh-registry.ts";
import {
  accepted,
  maskValues,
  namedVault,
  type OpenVault,
  rows,
} from "../support/vault/fresh-vault.ts";
import { requestErasure } from "../support/vault/person.ts";
import { type Copy, copyOf, restore } from "../support/vault/restoring.ts";

const VALUES = ["ann", "bob", "cyd", "dan"];
/** Of 250, each of these gave something back while the audit could carry the position past an erasure. */
const SEEDS = IS_LONG ? Array.from({ length: 250 }, (_, i) => i + 1) : [35, 137, 139];
const STEPS = 30;

type Erasure = {
  readonly view: DeletionView;
  readonly value: string | null;
  /** Tokens that there were, whether or not a copy has them. */
  readonly covered: ReadonlySet<string>;
  receipt: { receipt: string; search: readonly string[]; found: readonly string[] } | null;
};
type Known = { readonly tokens: Map<string, string>; readonly erased: Set<Erasure> };
type Saved = { data: Copy; known: Known } | null;

/** One namespace, its ledger, and what is known of both. */
class Model {
  readonly #vault: OpenVault;
  readonly #random: (below: number) => number;
  /** Of the data: tokens that were made, and erasures that were accepted, as far as this copy has them. */
  #data: Known = { tokens: new Map(), erased: new Set() };
  #ledger = new Set<Erasure>();
  #savedData: Saved = null;
  #savedLedger: { entries: LedgerEntry[]; erased: Set<Erasure> } | null = null;
  readonly #all: Erasure[] = [];
  #batches = 0;
  readonly steps: string[] = [];

  constructor(vault: OpenVault, random: (below: number) => number) {
    this.#vault = vault;
    this.#random = random;
  }

  async step(): Promise<void> {
    const steps = [
      ...[this.mask, this.mask, this.mask, this.erase, this.erase, this.eraseAll, this.finish],
      ...[this.audit, this.audit, this.saveData, this.restoreData, this.restoreData],
      ...[this.saveLedger, this.restoreLedger, this.feedBack, this.goAway],
    ];
    const step = steps[this.#random(steps.length)] ?? this.mask;
    this.steps.push(step.name);
    await step.call(this);
    await scheduler.wait(2);
    if (this.#random(3) === 0) await this.check();
  }

  async mask(): Promise<void> {
    const value = this.#value();
    const token = await this.#served(async () => (await maskValues(this.#vault, [value]))[0]);
    if (token !== null && token !== undefined) this.#data.tokens.set(token, value);
  }

  async erase(): Promise<void> {
    const value = this.#value();
    const person = { target: "value", values: [value] } as const;
    const view = await this.#served(() => requestErasure(this.#vault, person));
    if (view !== null) this.#accepted(view, value);
  }

  async eraseAll(): Promise<void> {
    const view = await this.#served(() => requestDeletion(this.#vault));
    if (view !== null) this.#accepted(view, null);
  }

  /** Wait for the end of an erasure, and keep its receipt. */
  async finish(): Promise<void> {
    for (const erasure of this.#data.erased) {
      if (erasure.receipt !== null) continue;
      const { trackingId } = erasure.view;
      const view = await this.#served(() => deletionEnded(this.#vault, trackingId));
      const parts = await this.#vault.calls.readReplay(this.#vault.caller, trackingId);
      if (view?.receipt && parts.ok) erasure.receipt = { ...parts.value, receipt: view.receipt };
      return;
    }
  }

  /** A record, of another day than the last one. */
  async audit(): Promise<void> {
    const { calls, caller } = this.#vault;
    await rows(this.#vault, "DELETE FROM setting WHERE name = 'audit_anchored'");
    this.#batches += 1;
    const one = {
      ...{ time: new Date().toISOString(), request_id: `${this.#batches}`, operation: "GET /x" },
      ...{ token_id: caller.tokenId, user: caller.userId, outcome: "ok", duration_ms: 1 },
    };
    const sender = crypto.randomUUID();
    await calls.recordAudit({ sender, records: [one], unchecked: [] });
  }

  async saveData(): Promise<void> {
    const known = { tokens: new Map(this.#data.tokens), erased: new Set(this.#data.erased) };
    this.#savedData = { data: await copyOf(this.#vault), known };
  }

  async saveLedger(): Promise<void> {
    const entries = await ledgerOf(this.#vault);
    this.#savedLedger = { entries, erased: new Set(this.#ledger) };
  }

  async restoreData(): Promise<void> {
    if (this.#savedData === null) return;
    const { data, known } = this.#savedData;
    await restore(this.#vault, data);
    this.#data = { tokens: new Map(known.tokens), erased: new Set(known.erased) };
  }

  /** Only the ledger: ceilings stay, so that no id and no token is given out twice, which is another matter. */
  async restoreLedger(): Promise<void> {
    if (this.#savedLedger === null) return;
    const { entries, erased } = this.#savedLedger;
    await this.goAway();
    const registry = registryOf(this.#vault);
    const last = entries.at(-1)?.position ?? 0;
    const query = "DELETE FROM ledger WHERE nid = ? AND position > ?";
    // What was written since the copy goes; what was written anew at the same positions is another matter again.
    await rows(registry, query, this.#vault.nid, last);
    const left = await ledgerOf(this.#vault);
    for (const entry of entries.slice(left.length)) {
      await rows(
        registry,
        `INSERT INTO ledger (nid, position, tracking_id, phase, target, at, watermark, cutoff,
           details, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[this.#vault.nid, entry.position, entry.trackingId, entry.phase, entry.target, entry.at],
        ...[entry.watermark, entry.cutoff, entry.details, entry.previousHash, entry.hash],
      );
    }
    this.#ledger = new Set(erased);
  }

  /** All receipts there are, in any order, some of them perhaps. */
  async feedBack(): Promise<void> {
    const given = this.#all.filter(({ receipt }) => receipt !== null && this.#random(3) > 0);
    given.sort(() => this.#random(3) - 1);
    if (given.length === 0) return;
    const registry = registryOf(this.#vault).calls;
    const receipts = given.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]));
    const reply = accepted(await registry.replayReceipts(receipts));
    for (const place of reply.places) await this.#vault.calls.recheckLedger(place.behind);
    for (const erasure of given) this.#ledger.add(erasure);
  }

  async goAway(): Promise<void> {
    await evictDurableObject(this.#vault.object).catch(() => undefined);
  }

  /** Every token, against all that was erased in the data or in the ledger. */
  async check(): Promise<void> {
    const { calls, caller } = this.#vault;
    const tokens = [...this.#data.tokens.keys()];
    const reply = await calls.unmask(caller, { tokens });
    if (!reply.ok) {
      expect(reply.error.code).toBe("ledger_ahead");
      expect(this.steps).toContain("restoreLedger");
      return;
    }
    const erased = [...this.#data.erased, ...this.#ledger];
    tokens.forEach((token, i) => {
      const isErased = erased.some(({ covered }) => covered.has(token));
      const expected = isErased ? null : this.#data.tokens.get(token);
      expect([token, reply.value.values[i]]).toEqual([token, expected]);
    });
  }

  #value(): string {
    return VALUES[this.#random(VALUES.length)] ?? "";
  }

  #accepted(view: DeletionView, value: string | null): void {
    const covered = new Set<string>();
    for (const [token, of] of this.#data.tokens)
      if (value === null || of === value) covered.add(token);
    const erasure = { view, value, covered, receipt: null };
    this.#data.erased.add(erasure);
    this.#ledger.add(erasure);
    this.#all.push(erasure);
  }

  /** Null when the namespace refuses to serve, or has too many open erasures. */
  async #served<T>(run: () => Promise<T>): Promise<T | null> {
    try {
      return await run();
    } catch (error) {
      const code = error instanceof Error ? error.message : "";
      if (["ledger_ahead", "tracking_id_unknown"].includes(code)) return null;
      throw error;
    }
  }
}

describe("data and ledger of any two moments", () => {
  it.each(SEEDS)(
    "give back nothing that was erased, and lose nothing else (seed %i)",
    async (seed) => {
      const model = new Model(await namedVault(), chance(seed));
      try {
        for (let step = 0; step < STEPS; step++) await model.step();
        await model.check();
      } catch (error) {
        console.log(model.steps.join(" "));
        throw error;
      }
    },
  );
});
