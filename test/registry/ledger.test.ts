import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { canonicalText, type LedgerFacts, NO_HASH } from "../../src/erasure/ledger-entry.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { freshRegistry } from "../support/vault/fresh-registry.ts";
import { tablesOf } from "../support/vault/fresh-vault.ts";

const NID = "ab".repeat(16);
const FACTS: LedgerFacts = {
  trackingId: "T1",
  phase: "accepted",
  target: "age",
  at: 1_700_000_000_000,
  watermark: 5,
  cutoff: 1_700_000_000_001,
  details: "{}",
};

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

describe("the erasure ledger", () => {
  it("chains a namespace's entries by the hash of their canonical texts", async () => {
    const { calls } = freshRegistry();
    for (const trackingId of ["T1", "T2", "T3"]) {
      await calls.appendLedger(NID, { ...FACTS, trackingId });
    }
    const entries = await calls.ledgerSince(NID, 0, 10);
    expect(entries.map(({ position, trackingId }) => [position, trackingId])).toEqual([
      [1, "T1"],
      [2, "T2"],
      [3, "T3"],
    ]);
    let previous = NO_HASH;
    for (const entry of entries) {
      expect(entry.previousHash).toBe(previous);
      expect(entry.hash).toBe(await sha256(canonicalText(NID, entry)));
      previous = entry.hash;
    }
  });

  it("takes one entry per job and phase, whatever is said the second time", async () => {
    const registry = freshRegistry();
    const first = await registry.calls.appendLedger(NID, FACTS);
    await evictDurableObject(registry.object);
    expect(await registry.calls.appendLedger(NID, { ...FACTS, at: 9, watermark: 99 })).toEqual(
      first,
    );
    const finished = await registry.calls.appendLedger(NID, { ...FACTS, phase: "finished" });
    expect(finished).toMatchObject({ position: 2, previousHash: first.hash });
  });

  it("stays a chain without gaps when many append at the same time", async () => {
    const { calls } = freshRegistry();
    const jobs = Array.from({ length: 40 }, (_, i) => `T${i % 20}`);
    await Promise.all(jobs.map((trackingId) => calls.appendLedger(NID, { ...FACTS, trackingId })));
    const entries = await calls.ledgerSince(NID, 0, 100);
    expect(entries.map(({ position }) => position)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    entries.forEach((entry, i) => {
      expect(entry.previousHash).toBe(entries[i - 1]?.hash ?? NO_HASH);
    });
  });

  it("keeps namespaces apart", async () => {
    const { calls } = freshRegistry();
    await calls.appendLedger(NID, FACTS);
    const other = await calls.appendLedger("cd".repeat(16), FACTS);
    expect(other).toMatchObject({ position: 1, previousHash: NO_HASH });
    expect(await calls.ledgerSince(NID, 0, 10)).toHaveLength(1);
  });

  it("is read page by page behind a position", async () => {
    const { calls } = freshRegistry();
    for (let i = 0; i < 5; i++) await calls.appendLedger(NID, { ...FACTS, trackingId: `T${i}` });
    const read = async (after: number, limit: number) =>
      (await calls.ledgerSince(NID, after, limit)).map(({ position }) => position);
    expect([await read(0, 2), await read(2, 2), await read(4, 2), await read(5, 2)]).toEqual([
      [1, 2],
      [3, 4],
      [5],
      [],
    ]);
  });
});

describe("what a Vault must know", () => {
  it("is its ledger's length, the highest id and how far tokens went, which never go down", async () => {
    const registry = freshRegistry();
    const { calls } = registry;
    const nothing = {
      position: 0,
      idCeiling: 0,
      tokenCeilings: [],
      fate: "kept",
      isHeld: false,
      due: null,
      raisedTo: null,
    };
    expect(await calls.namespaceState(NID)).toEqual(nothing);
    expect(await calls.ledgerSince(NID, 0, 9)).toEqual([]);
    expect(await tablesOf(registry)).toEqual([]);
    await calls.raiseIdCeiling(NID, 70);
    await calls.raiseIdCeiling(NID, 60);
    const [seven, six] = [
      { space: 7, ceiling: 70 },
      { space: 6, ceiling: 60 },
    ] as const;
    await calls.raiseTokenCeilings(NID, [seven, { space: 6, ceiling: 5 }]);
    await calls.raiseTokenCeilings(NID, [six, { space: 7, ceiling: 7 }]);
    await calls.appendLedger(NID, FACTS);
    await evictDurableObject(registry.object);
    expect(await calls.namespaceState(NID)).toEqual({
      position: 1,
      idCeiling: 70,
      tokenCeilings: [six, seven],
      fate: "kept",
      isHeld: false,
      due: null,
      raisedTo: null,
    });
    expect(await calls.namespaceState("cd".repeat(16))).toEqual(nothing);
  });

  it("is how it was, where ids are wanted as well; the ceiling is above that afterwards", async () => {
    const { calls } = freshRegistry();
    const wanted = { from: 5, count: 10 };
    expect(await calls.namespaceState(NID, wanted)).toMatchObject({ idCeiling: 0, raisedTo: null });
    await calls.raiseIdCeiling(NID, 70);
    expect(await calls.namespaceState(NID, wanted)).toMatchObject({ idCeiling: 70, raisedTo: 80 });
    // A Vault that knows more than a Registry restored from an older copy.
    const more = { from: 100, count: 10 };
    expect(await calls.namespaceState(NID, more)).toMatchObject({ idCeiling: 80, raisedTo: 110 });
    expect(await calls.namespaceState(NID)).toMatchObject({ idCeiling: 110, raisedTo: null });
  });
});

describe("an entry that a Vault of the former version sends with its replay parts", () => {
  it("is refused, so that the parts are not lost: it tries again when it runs this version", async () => {
    const { calls, object } = freshRegistry();
    // Inside: what is thrown over RPC would be reported as unhandled in the object as well.
    await runInDurableObject(object, async (registry) => {
      const inside = registry as unknown as Registry;
      await expect(inside.appendLedger(NID, FACTS, new Uint8Array(40))).rejects.toThrow();
      await expect(inside.appendLedger(NID, FACTS, 2)).rejects.toThrow();
      expect(await inside.appendLedger(NID, FACTS, 0)).toMatchObject({ position: 1 });
    });
    expect(await calls.ledgerSince(NID, 0, 10)).toHaveLength(1);
  });
});
