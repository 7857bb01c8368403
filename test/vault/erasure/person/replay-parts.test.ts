// The replay parts of an erasure of one person: how long they are kept, lost, taken back and destroyed.

import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../../src/core/time.ts";
import type { ReplayNote } from "../../../../src/erasure/ledger-entry.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import { everyOther } from "../../../support/properties.ts";
import { namedVault } from "../../../support/vault/ending.ts";
import { expectDead, ledgerOf } from "../../../support/vault/erasing.ts";
import { keeperOf, registryOf } from "../../../support/vault/fresh-registry.ts";
import {
  freshVault,
  maskValues,
  type OpenVault,
  rows,
  tablesOf,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import { eraseValues, replayParts } from "../../../support/vault/person.ts";
import { copyOf, restore } from "../../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

/** The parts as they came to the keeper. */
async function partsOf(vault: OpenVault): Promise<ArrayBuffer[]> {
  const kept = await replayParts(vault);
  const { calls } = keeperOf(vault);
  const parts = await Promise.all(kept.map(({ sha256 }) => calls.findPart(String(sha256))));
  return parts.filter((part) => part !== null);
}

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
