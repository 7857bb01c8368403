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

describe("replay parts", () => {
  const part = (byte: number) => new Uint8Array(40).fill(byte);
  const byteOf = (sealed: ArrayBuffer | null) =>
    sealed === null ? null : new Uint8Array(sealed)[0];

  it("that were staged belong to the next entry that claims them, in order, to no other", async () => {
    const { calls } = freshRegistry();
    const other = "cd".repeat(16);
    for (const n of [0, 1, 2]) await calls.stageReplay(NID, n, part(10 + n));
    await calls.stageReplay(other, 0, part(99));
    // An acceptance in between brings its own part.
    await calls.appendLedger(NID, { ...FACTS, trackingId: "T2" }, part(7));
    const closing = { ...FACTS, phase: "finished" } as const;
    expect((await calls.appendLedger(NID, closing, 3)).position).toBe(2);
    const found = await Promise.all([0, 1, 2, 3].map((n) => calls.ledgerReplay(NID, 2, n)));
    expect(found.map(byteOf)).toEqual([10, 11, 12, null]);
    expect(byteOf(await calls.ledgerReplay(NID, 1, 0))).toBe(7);
    expect(byteOf(await calls.ledgerReplay(other, 0, 0))).toBe(99);
  });

  it("are staged anew from the first one, and an entry never claims fewer than it says", async () => {
    const { calls, object } = freshRegistry();
    const closing = { ...FACTS, phase: "finished" } as const;
    for (const n of [0, 1, 2]) await calls.stageReplay(NID, n, part(10 + n));
    await calls.stageReplay(NID, 0, part(20));
    // Inside: what is thrown over RPC would be reported as unhandled in the object as well.
    await runInDurableObject(object, async (registry) => {
      const inside = registry as unknown as Registry;
      await expect(inside.appendLedger(NID, closing, 3)).rejects.toThrow();
    });
    expect(await calls.ledgerSince(NID, 0, 10)).toEqual([]);
    await calls.stageReplay(NID, 0, part(21));
    await calls.appendLedger(NID, closing, 1);
    expect(byteOf(await calls.ledgerReplay(NID, 1, 0))).toBe(21);
    expect(await calls.ledgerReplay(NID, 1, 1)).toBeNull();
  });

  it("of an entry that is there already are left as they were", async () => {
    const { calls } = freshRegistry();
    const closing = { ...FACTS, phase: "finished" } as const;
    await calls.stageReplay(NID, 0, part(1));
    const first = await calls.appendLedger(NID, closing, 1);
    await calls.stageReplay(NID, 0, part(2));
    expect(await calls.appendLedger(NID, closing, 1)).toEqual(first);
    expect(byteOf(await calls.ledgerReplay(NID, 1, 0))).toBe(1);
  });
});
