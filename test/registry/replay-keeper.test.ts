// The object with the replay parts of one namespace: each part is kept for its time, and then nothing is left.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/core/time.ts";
import type { LedgerFacts } from "../../src/erasure/ledger-entry.ts";
import type { ReplayKeeperRpc } from "../../src/registry/rpc.ts";
import { freshRegistry, keeperOf } from "../support/vault/fresh-registry.ts";
import { rows, tablesOf } from "../support/vault/fresh-vault.ts";

const fresh = () => keeperOf({ nid: crypto.randomUUID().replaceAll("-", "") });
const part = (byte: number, length = 40) => new Uint8Array(length).fill(byte);
const byteOf = (sealed: ArrayBuffer | null) =>
  sealed === null ? null : [new Uint8Array(sealed)[0], sealed.byteLength];
const soon = () => Date.now() + DAY_MS;
const FACTS: LedgerFacts = {
  trackingId: "T1",
  phase: "accepted",
  target: "age",
  at: Date.now(),
  watermark: 5,
  cutoff: 1,
  details: "{}",
};

describe("a keeper of replay parts", () => {
  it("makes nothing when it is asked for a part, and one table for the first", async () => {
    const keeper = fresh();
    expect(await keeper.calls.findPart("a")).toBeNull();
    expect(await tablesOf(keeper)).toEqual([]);
    await keeper.calls.keepPart("a", part(1, 900_000), soon());
    await evictDurableObject(keeper.object);
    expect(byteOf(await keeper.calls.findPart("a"))).toEqual([1, 900_000]);
    expect(await keeper.calls.findPart("b")).toBeNull();
    expect((await tablesOf(keeper)).sort()).toEqual(["part_key", "replay_part"]);
  });

  it("stores a part sealed with a key of its own, and gives none that is damaged", async () => {
    const keeper = fresh();
    await keeper.calls.keepPart("a", part(1), soon());
    const [{ sealed } = {}] = await rows(keeper, "SELECT hex(sealed) AS sealed FROM replay_part");
    expect(sealed).not.toContain("0101010101");
    for (const bytes of ["randomblob(32)", "x'00'"]) {
      await rows(keeper, `UPDATE part_key SET bytes = ${bytes} WHERE id > 2`);
      expect(await keeper.calls.findPart("a")).toBeNull();
      // A receipt that is submitted again brings it back.
      await keeper.calls.keepPart("a", part(1), soon());
      expect(byteOf(await keeper.calls.findPart("a"))).toEqual([1, 40]);
    }
    const keys = "SELECT count(*) AS n FROM part_key WHERE is_free = 0 AND id > 2";
    expect(await rows(keeper, keys)).toEqual([{ n: 1 }]);
  });

  it("keeps a part that comes again as it was, for the longer time", async () => {
    const keeper = fresh();
    const until = soon();
    await keeper.calls.keepPart("a", part(1), until);
    await keeper.calls.keepPart("a", part(1), until + 5);
    await keeper.calls.keepPart("a", part(1), until);
    expect(await rows(keeper, "SELECT until FROM replay_part")).toEqual([{ until: until + 5 }]);
  });

  it("drops what is over its time, then itself with the last of it, and begins anew", async () => {
    const keeper = fresh();
    for (let i = 0; i < 25; i++) await keeper.calls.keepPart(`old ${i}`, part(i), Date.now() - 1);
    await keeper.calls.keepPart("young", part(7), soon());
    const left = async () =>
      Number((await rows(keeper, "SELECT count(*) AS n FROM replay_part"))[0]?.["n"]);
    await runDurableObjectAlarm(keeper.object);
    const first = await left();
    expect(first).toBeLessThanOrEqual(6);
    for (let i = 0; i < 50 && (await left()) > 1; i++) {
      await runDurableObjectAlarm(keeper.object);
      await scheduler.wait(5);
    }
    expect(byteOf(await keeper.calls.findPart("young"))).toEqual([7, 40]);
    // What SQLite may have left of the others in the file is sealed with keys that are gone.
    const keys = "SELECT count(*) AS n FROM part_key WHERE id > 2 AND bytes <> zeroblob(32)";
    expect(await rows(keeper, keys)).toEqual([{ n: 1 }]);
    await rows(keeper, "UPDATE replay_part SET until = 1");
    await runDurableObjectAlarm(keeper.object);
    expect(await tablesOf(keeper)).toEqual([]);
    expect(await runDurableObjectAlarm(keeper.object)).toBe(false);
    await keeper.calls.keepPart("again", part(8), soon());
    expect(byteOf(await keeper.calls.findPart("again"))).toEqual([8, 40]);
    await keeper.calls.dropParts();
    expect(await tablesOf(keeper)).toEqual([]);
  });
});

describe("a Registry, which is of the same class", () => {
  it("keeps no replay parts, and drops nothing as if it did", async () => {
    const registry = freshRegistry();
    await registry.calls.appendLedger("ab".repeat(16), FACTS);
    const tables = await tablesOf(registry);
    const keeper = registry.object as unknown as ReplayKeeperRpc;
    const keep = async () => {
      await keeper.keepPart("a", part(1), soon());
    };
    await expect(keep()).rejects.toThrow("no keeper");
    await keeper.dropParts();
    expect(tables).toContain("ledger");
    expect(await tablesOf(registry)).toEqual(tables);
  });
});
