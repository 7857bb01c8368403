// A database restored from before an erasure repeats it before it serves.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../../src/core/time.ts";
import type { ReplayNote } from "../../../../src/erasure/ledger-entry.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import { everyOther } from "../../../support/properties.ts";
import { namedVault } from "../../../support/vault/ending.ts";
import {
  deletionEnded,
  expectDead,
  ledgerOf,
  pushDeletions,
  readDeletion,
  stallAt,
} from "../../../support/vault/erasing.ts";
import { keeperOf, registryOf } from "../../../support/vault/fresh-registry.ts";
import {
  count,
  ended,
  freshVault,
  KIND,
  maskValues,
  type OpenVault,
  readJob,
  rows,
  submit,
  tablesOf,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import {
  erasePerson,
  eraseValues,
  maskWith,
  requestErasure,
} from "../../../support/vault/person.ts";
import { copyOf, restore } from "../../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

const replayParts = (vault: OpenVault) =>
  rows(
    keeperOf(vault),
    "SELECT sha256, until, length(sealed) AS bytes FROM replay_part ORDER BY id",
  );

/** The parts as they came to the keeper. */
async function partsOf(vault: OpenVault): Promise<ArrayBuffer[]> {
  const kept = await replayParts(vault);
  const { calls } = keeperOf(vault);
  const parts = await Promise.all(kept.map(({ sha256 }) => calls.findPart(String(sha256))));
  return parts.filter((part) => part !== null);
}

describe("a copy from before an erasure by value", () => {
  it("gives no match of any sort from its first answer on, and the same counts and receipt", async () => {
    const vault = await freshVault();
    const dead = [
      ...(await maskValues(vault, ["Ann", "ANN", "dear Ann"])),
      ...(await maskValues(vault, ["Ann"], KIND.special)),
    ];
    const live = await maskValues(vault, ["Bob"]);
    await maskWith(vault, [["Bob", { of: "Ann", at: "x" }]]);
    const job = await submit(vault, [{ token_value: "ann came" }], "unmask");
    await ended(vault, job);
    const copy = await copyOf(vault);
    const { trackingId, matches, receipt } = await eraseValues(vault, "Ann");
    const ledger = await ledgerOf(vault);
    for (let round = 0; round < 2; round++) {
      await restore(vault, copy);
      await expectDead(vault, dead);
      expect(await unmaskTokens(vault, live)).toEqual(["Bob"]);
      expect(await count(vault, "attribute")).toBe(1);
      await pushDeletions(vault);
      const view = await deletionEnded(vault, trackingId);
      expect(view).toMatchObject({ state: "SUCCESS", cleared: 4, matches, receipt });
      expect((await readJob(vault, job))?.state).toBe("PURGED");
      expect(await ledgerOf(vault)).toEqual(ledger);
      expect(await count(vault, "deletion_find")).toBe(0);
    }
  });

  it("by attribute loses the holder's mappings, the shared pair, and the jobs that speak of them", async () => {
    const vault = await freshVault();
    const tokens = await maskWith(vault, [
      ["Ann", { c: 1 }],
      ["Oslo", { c: 1 }],
      ["Oslo", { c: 2 }],
    ]);
    const attributes = { room: 5 };
    const job = await submit(vault, [{ value: "Ann", token_name: "Default Token", attributes }]);
    await ended(vault, job);
    const copy = await copyOf(vault);
    await erasePerson(vault, { target: "attribute", key: "c", value: 1 });
    await restore(vault, copy);
    expect(await unmaskTokens(vault, tokens)).toEqual([null, "Oslo", "Oslo"]);
    await pushDeletions(vault);
    expect(await count(vault, "attribute")).toBe(1);
    expect(await rows(vault, "SELECT count(*) AS n FROM job WHERE key IS NOT NULL")).toEqual([
      { n: 0 },
    ]);
    expect((await readJob(vault, job))?.state).toBe("PURGED");
  });

  it("leaves a later mapping alone that has been given an id of the lost time", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["ANN"]);
    const copy = await copyOf(vault);
    expect(await eraseValues(vault, "Ann")).toMatchObject({ cleared: 1 });
    // By hand: made after the erasure, in a time line that has begun at the copy.
    const created = Date.now() + 1;
    const mapping = (copy["mapping"] ?? []).map((row) => ({ ...row, created }));
    await restore(vault, { ...copy, mapping });
    await unmaskTokens(vault, ["x"]);
    await pushDeletions(vault);
    expect(await count(vault, "mapping")).toBe(1);
  });

  it("that holds the deletion half-done ends it with the numbers of its receipt", async () => {
    const vault = await freshVault();
    const dead = await maskValues(vault, ["Ann", "ANN", "dear Ann"]);
    const stall = stallAt("delete.searched");
    const { trackingId } = await requestErasure(vault, { target: "value", values: ["Ann"] });
    await stall.reached();
    const copy = await copyOf(vault);
    stall.release();
    const { receipt, matches } = await deletionEnded(vault, trackingId);
    await restore(vault, copy);
    await expectDead(vault, dead);
    await pushDeletions(vault);
    expect(await readDeletion(vault, trackingId)).toMatchObject({ receipt, matches, cleared: 3 });
  });

  it("takes many parts, one by one", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["Ann", "Bob"]);
    const stall = stallAt("delete.job-data");
    const { trackingId } = await requestErasure(vault, { target: "value", values: ["Ann"] });
    await stall.reached();
    // By hand: as if 40,000 more had been found.
    await rows(
      vault,
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) INSERT INTO deletion_find SELECT 1, 1000000 + i, zeroblob(16) FROM n",
    );
    const copy = await copyOf(vault);
    stall.release();
    await deletionEnded(vault, trackingId);
    const parts = await replayParts(vault);
    const named = (await ledgerOf(vault)).flatMap(
      ({ details }) => (JSON.parse(details) as { replay: ReplayNote }).replay.sha256,
    );
    expect(named).toHaveLength(4);
    expect(parts.map(({ sha256 }) => sha256)).toEqual(named);
    for (const { bytes } of parts) expect(Number(bytes)).toBeLessThan(1_000_000);
    await restore(vault, copy);
    expect(await unmaskTokens(vault, tokens)).toEqual([null, "Bob"]);
  });
});

describe("replay parts", () => {
  it("that are gone leave an older copy closed, with replay_expired", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["Ann", "ANN"]);
    const copy = await copyOf(vault);
    await eraseValues(vault, "Ann");
    const after = await copyOf(vault);
    const refused = { ok: false, error: { code: "replay_expired" } };
    for (const last of [2, 1]) {
      await rows(keeperOf(vault), "DELETE FROM replay_part WHERE id = ?", last);
      await restore(vault, copy);
      expect(await vault.calls.unmask(vault.caller, { tokens })).toEqual(refused);
      expect(await vault.calls.requestDeletion(vault.caller, { duration: 1 })).toEqual(refused);
    }
    // A copy from after it needs none.
    await restore(vault, after);
    await expectDead(vault, tokens);
  });

  it("that are lost come back with the receipt, for no longer than it says", async () => {
    const vault = await namedVault();
    const tokens = await maskValues(vault, ["Ann", "ANN", "Bob"]);
    const copy = await copyOf(vault);
    const { trackingId, receipt } = await eraseValues(vault, "Ann");
    const parts = await vault.calls.readReplay(vault.caller, trackingId);
    if (!parts.ok || receipt === null) throw new Error("no receipt");
    const until = (await replayParts(vault)).map((part) => Number(part["until"]));
    await keeperOf(vault).calls.dropParts();
    await restore(vault, copy);
    const refused = { ok: false, error: { code: "replay_expired" } };
    expect(await vault.calls.unmask(vault.caller, { tokens })).toEqual(refused);
    const again = await registryOf(vault).calls.replayReceipts([{ receipt, ...parts.value }]);
    expect(again).toMatchObject({ value: { jobs: [{ trackingId, isNew: false }] } });
    const behind = again.ok ? again.value.places.map((place) => place.behind) : [];
    expect(await vault.calls.recheckLedger(behind[0] ?? 0)).toMatchObject({ ok: true });
    expect(await unmaskTokens(vault, tokens)).toEqual([null, null, "Bob"]);
    const kept = (await replayParts(vault)).map((part) => Number(part["until"]));
    expect(kept.length).toBe(2);
    expect(Math.max(...kept)).toBeLessThanOrEqual(Math.max(...until) + 1_000);
  });

  it("are kept for 60 days and dropped then; the entries stay, and their chain holds", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann"]);
    await eraseValues(vault, "Ann");
    const ledger = await ledgerOf(vault);
    for (const { until } of await replayParts(vault)) {
      expect(Number(until) - Date.now()).toBeGreaterThan(60 * DAY_MS - 60_000);
      expect(Number(until) - Date.now()).toBeLessThanOrEqual(60 * DAY_MS);
    }
    expect(await replayParts(vault)).toHaveLength(2);
    await rows(keeperOf(vault), "UPDATE replay_part SET until = ?", Date.now());
    await runDurableObjectAlarm(keeperOf(vault).object);
    expect(await tablesOf(keeperOf(vault))).toEqual([]);
    expect(await ledgerOf(vault)).toEqual(ledger);
    const former = "SELECT * FROM ledger_replay WHERE nid = ?";
    expect(await rows(registryOf(vault), former, vault.nid)).toEqual([]);
    await evictDurableObject(vault.object);
    expect(await unmaskTokens(vault, ["x"])).toEqual([null]);
  });

  it("of an earlier version are with the Registry, and are found there", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["Ann", "ANN", "Bob"]);
    const copy = await copyOf(vault);
    const { trackingId } = await eraseValues(vault, "Ann");
    // By hand: as the earlier version has left them.
    for (const [i, sealed] of (await partsOf(vault)).entries())
      await rows(
        registryOf(vault),
        "INSERT INTO ledger_replay VALUES (?, ?, 0, ?, 9000000000000)",
        vault.nid,
        i + 1,
        sealed,
      );
    await keeperOf(vault).calls.dropParts();
    await restore(vault, copy);
    expect(await unmaskTokens(vault, tokens)).toEqual([null, null, "Bob"]);
    const view = await vault.calls.readReplay(vault.caller, trackingId);
    expect(view).toMatchObject({
      value: { search: [expect.any(String)], found: [expect.any(String)] },
    });
    await rows(registryOf(vault), "DELETE FROM ledger_replay WHERE nid = ?", vault.nid);
  });

  it.each(
    everyOther([
      "delete.part-kept",
      "delete.in-ledger",
      "delete.staged",
      "delete.finish-in-ledger",
    ]),
  )("are all there when the object dies at %s, and again", async (point) => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["Ann", "ANN", "Bob"]);
    const copy = await copyOf(vault);
    let deaths = 2;
    setFailpointHook(async (here) => {
      if (here === point && deaths-- > 0) throw new Error("dies");
    });
    await vault.calls.requestErasure(vault.caller, { target: "value", values: ["Ann"] });
    for (let i = 0; i < 200 && (await ledgerOf(vault)).length < 2; i++) {
      await evictDurableObject(vault.object);
      await vault.calls.unmask(vault.caller, { tokens });
      await runDurableObjectAlarm(vault.object).catch(() => undefined);
      await scheduler.wait(5);
    }
    setFailpointHook(null);
    const entries = await ledgerOf(vault);
    expect(entries.map(({ phase }) => phase)).toEqual(["accepted", "finished"]);
    for (const { details } of entries)
      for (const hash of (JSON.parse(details) as { replay: ReplayNote }).replay.sha256)
        expect(await keeperOf(vault).calls.findPart(hash), point).not.toBeNull();
    await restore(vault, copy);
    expect(await unmaskTokens(vault, tokens)).toEqual([null, null, "Bob"]);
  });

  it("go with their namespace", async () => {
    const vault = await freshVault();
    await eraseValues(vault, "Ann");
    expect((await tablesOf(keeperOf(vault))).sort()).toEqual(["part_key", "replay_part"]);
    await rows(
      registryOf(vault),
      "INSERT OR IGNORE INTO namespace (name, nid, creation_tracking_id, created) VALUES (?, ?, ?, 1)",
      vault.nid,
      vault.nid,
      vault.nid,
    );
    expect((await registryOf(vault).calls.deleteNamespace(vault.nid, vault.nid)).ok).toBe(true);
    for (let i = 0; i < 100; i++) {
      await registryOf(vault).calls.wakeOverdue();
      if ((await tablesOf(keeperOf(vault))).length === 0) return;
      await scheduler.wait(10);
    }
    throw new Error("the parts stay");
  });

  it("hold nothing that tells a value, not even its length in clear", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann Miller", "ANN MILLER"]);
    await eraseValues(vault, "Ann Miller");
    const sealed = await partsOf(vault);
    expect(sealed).toHaveLength(2);
    for (const bytes of sealed) {
      const text = new TextDecoder("latin1").decode(bytes);
      expect(text).not.toMatch(/ann|miller|digest|ids/i);
    }
  });
});
