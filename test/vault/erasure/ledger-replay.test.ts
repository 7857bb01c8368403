// A namespace whose database is an older copy, or newer than the ledger.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { RawEnv } from "../../../src/platform/objects.ts";
import { RegistryLink } from "../../../src/vault/runtime/registry-link.ts";
import {
  deletionEnded,
  erase,
  expectDead,
  ledgerOf,
  pushDeletions,
  registry,
  stallAt,
} from "../../support/vault/erasing.ts";
import { registryOf } from "../../support/vault/fresh-registry.ts";
import {
  count,
  freshVault,
  KIND,
  maskValues,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";
import { copyOf, restore } from "../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

describe("a Vault restored from an older copy", () => {
  it("gives nothing that has been erased since, from its first answer on", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a", "b"]);
    const digits = await maskValues(vault, ["1", "2"], KIND.numeric);
    const copy = await copyOf(vault);
    const { receipt, trackingId } = await erase(vault);
    const live = await maskValues(vault, ["a"]);
    await restore(vault, copy);
    await expectDead(vault, [...tokens, ...digits]);
    // Masked after the copy was made: lost with it, but never taken for something else.
    await expectDead(vault, live);
    await pushDeletions(vault);
    expect(await count(vault, "mapping")).toBe(0);
    expect(await deletionEnded(vault, trackingId)).toMatchObject({ state: "SUCCESS", receipt });
    expect((await ledgerOf(vault)).map(({ phase }) => phase)).toEqual(["accepted", "finished"]);
  });

  it("replays several deletions, and keeps what none of them covered", async () => {
    const vault = await freshVault();
    const first = await maskValues(vault, ["a"]);
    await scheduler.wait(5);
    const copies = [await copyOf(vault)];
    await erase(vault);
    const second = await maskValues(vault, ["a", "b"]);
    copies.push(await copyOf(vault));
    await scheduler.wait(5);
    await erase(vault);
    const third = await maskValues(vault, ["c"]);
    copies.push(await copyOf(vault));
    const expected = [[], [], ["c"]];
    for (const [i, copy] of copies.entries()) {
      await restore(vault, copy);
      await expectDead(vault, [...first, ...second]);
      await pushDeletions(vault);
      expect((await unmaskTokens(vault, third)).filter((value) => value !== null)).toEqual(
        expected[i],
      );
    }
    expect(await ledgerOf(vault)).toHaveLength(4);
  });

  it("looks once more when it is told to while it looks: receipts may have come in between", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a"]);
    await evictDurableObject(vault.object);
    const stall = stallAt("sync.asked", 0, 1);
    const asked = vault.calls.unmask(vault.caller, { tokens });
    await stall.reached();
    const at = Date.now();
    await registryOf(vault).calls.appendLedger(vault.nid, {
      ...{ trackingId: "fed back", phase: "accepted", target: "age", details: "{}" },
      ...{ at, watermark: null, cutoff: at + 1 },
    });
    const told = vault.calls.recheckLedger(0);
    await scheduler.wait(5);
    stall.release();
    expect((await told).ok).toBe(true);
    await asked;
    await expectDead(vault, tokens);
  });

  it("gives out no mapping id twice: its counter begins behind the Registry's ceiling", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    const copy = await copyOf(vault);
    // By hand: a copy from before the first run of ids was noted.
    const settings = copy["setting"] ?? [];
    const older = settings.filter(({ name }) => name !== "next_mapping_id");
    const lost = await maskValues(vault, ["b", "c"]);
    await restore(vault, { ...copy, setting: older });
    const { idCeiling } = await registry.calls.namespaceState(vault.nid);
    const fresh = await maskValues(vault, ["d"]);
    const [newest] = await rows(vault, "SELECT max(id) AS id FROM mapping");
    expect(newest?.["id"]).toBeGreaterThanOrEqual(idCeiling);
    await expectDead(vault, lost);
    expect(await unmaskTokens(vault, fresh)).toEqual(["d"]);
  });

  it("asks for ids with its first call, and only where values are to be masked", async () => {
    const vault = await freshVault();
    const ceiling = async () => (await registry.calls.namespaceState(vault.nid)).idCeiling;
    const tokens = await maskValues(vault, ["a"]);
    const before = await ceiling();
    await evictDurableObject(vault.object);
    expect(await unmaskTokens(vault, tokens)).toEqual(["a"]);
    expect(await ceiling()).toBe(before);
    await evictDurableObject(vault.object);
    await maskValues(vault, ["b"]);
    const after = await ceiling();
    expect(after).toBeGreaterThan(before);
    await maskValues(vault, ["c"]);
    expect(await ceiling()).toBe(after);
    const ids = await rows(vault, "SELECT id FROM mapping ORDER BY id DESC LIMIT 2");
    expect(ids).toEqual([{ id: before + 1 }, { id: before }]);
    const [noted] = await rows(vault, "SELECT value FROM setting WHERE name = 'next_mapping_id'");
    expect(noted).toEqual({ value: after });
  });

  it("destroys what it replayed without being pushed", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    const copy = await copyOf(vault);
    await erase(vault);
    await restore(vault, copy);
    await unmaskTokens(vault, ["x"]);
    const isGone = async () => (await count(vault, "mapping")) === 0;
    for (let i = 0; i < 100 && !(await isGone()); i++) {
      await unmaskTokens(vault, ["x"]);
      await scheduler.wait(10);
    }
    expect(await isGone()).toBe(true);
  });

  it("makes no numeric token again that was given out after the copy", async () => {
    const vault = await freshVault();
    const numbers = (from: number) => Array.from({ length: 40 }, (_, i) => String(from + i));
    const kept = await maskValues(vault, numbers(100_000), KIND.numeric);
    const copy = await copyOf(vault);
    // The same object continues: neither its ids nor its ledger show that the copy is older.
    const lost = await maskValues(vault, numbers(200_000), KIND.numeric);
    await restore(vault, copy);
    await expectDead(vault, lost);
    const fresh = await maskValues(vault, numbers(300_000), KIND.numeric);
    expect(fresh.filter((token) => lost.includes(token) || kept.includes(token))).toEqual([]);
    expect(fresh.every((token) => /^\d{6}$/.test(token))).toBe(true);
    // What the copy knows keeps its token.
    expect(await maskValues(vault, numbers(100_000), KIND.numeric)).toEqual(kept);
    await expectDead(vault, lost);
    // Long ones are made of ids.
    const [long = ""] = await maskValues(vault, ["4111 1111 1111 1111"], KIND.numeric);
    await restore(vault, copy);
    expect(await maskValues(vault, ["4222 2222 2222 2222"], KIND.numeric)).not.toEqual([long]);
  });

  it("makes none again that was begun when the Registry did not answer", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["warm"]);
    const refused = new RegistryLink({} as unknown as RawEnv, vault.nid);
    await inNamespace(
      vault,
      async (namespace) => {
        await expect(mask(namespace, ["111111"], KIND.numeric)).rejects.toThrow();
      },
      { registry: refused },
    );
    expect(await count(vault, "shaped_token")).toBe(0);
    expect(await rows(vault, "SELECT * FROM setting WHERE name LIKE 'token_%'")).toEqual([]);
  });
});

describe("a Vault that knows more than the ledger", () => {
  it("refuses with ledger_ahead, also after waking up, until the ledger is back", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a"]);
    await rows(vault, "INSERT INTO setting VALUES ('ledger_position', 3)");
    const refused = { ok: false, error: { code: "ledger_ahead" } };
    for (let round = 0; round < 2; round++) {
      await evictDurableObject(vault.object);
      expect(await vault.calls.unmask(vault.caller, { tokens })).toEqual(refused);
      expect(await vault.calls.requestDeletion(vault.caller, { duration: 1 })).toEqual(refused);
    }
    await rows(vault, "DELETE FROM setting WHERE name = 'ledger_position'");
    expect(await unmaskTokens(vault, tokens)).toEqual(["a"]);
  });

  it("destroys nothing either", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    await erase(vault);
    const tokens = await maskValues(vault, ["b"]);
    // By hand: an open deletion, in a database the ledger knows less of. An alarm may come at any time, so the object has to
    // know of the second before there is the first.
    await rows(vault, "UPDATE setting SET value = 9 WHERE name = 'ledger_position'");
    await evictDurableObject(vault.object);
    const refused = { ok: false, error: { code: "ledger_ahead" } };
    expect(await vault.calls.unmask(vault.caller, { tokens })).toEqual(refused);
    await rows(
      vault,
      "UPDATE deletion SET state = 'PENDING', phase = 'rows', cutoff_id = 1000000, due = 1",
    );
    await vault.calls.wake();
    await scheduler.wait(100);
    expect(await count(vault, "mapping")).toBe(1);
  });
});
