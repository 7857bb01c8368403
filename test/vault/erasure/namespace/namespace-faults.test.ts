// The deletion of a namespace, interrupted at each of its steps, ends as if nothing had happened.
import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import { everyOther } from "../../../support/properties.ts";
import {
  deletionRow,
  ended,
  expectEnded,
  type NamedVault,
  namedVault,
  pushEnd,
  REFUSED,
  readEnd,
  requestEnd,
} from "../../../support/vault/ending.ts";
import { claimsOf, registry, stallAt } from "../../../support/vault/erasing.ts";
import { registryOf } from "../../../support/vault/fresh-registry.ts";
import {
  alarmOf,
  KIND,
  maskValues,
  reopened,
  rows,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

const ACCEPTANCE = [
  "namespace.began",
  "namespace.closed",
  "namespace.released",
  "namespace.in-ledger",
];
const DESTRUCTION = [
  "namespace.keys-gone",
  "namespace.destroyed",
  "namespace.finish-in-ledger",
  "namespace.signed",
];
const INTERNAL = { ok: false, error: { code: "internal" } };
const VALUES = Array.from({ length: 40 }, (_, i) => `value ${i} 9`);

async function filled(): Promise<NamedVault> {
  const vault = await namedVault();
  await maskValues(vault, VALUES);
  await maskValues(vault, VALUES, KIND.numeric);
  return vault;
}

/** The same namespace through a new stub. */
const again = (vault: NamedVault): NamedVault => ({ ...vault, ...reopened(vault) });

describe("the deletion of a namespace that fails once", () => {
  it.each(everyOther([...ACCEPTANCE, ...DESTRUCTION]))(
    "at %s ends SUCCESS and whole",
    async (point) => {
      const vault = await filled();
      let failures = 0;
      setFailpointHook(async (at) => {
        await scheduler.wait(0);
        if (at !== point || failures > 0) return;
        failures += 1;
        throw new Error("failpoint");
      });
      const reply = await registry.calls.deleteNamespace(vault.namespace);
      if (ACCEPTANCE.includes(point)) {
        expect(reply).toEqual({ ok: false, error: { code: "unavailable" } });
      } else {
        expect(reply.ok).toBe(true);
        expect(await vault.calls.unmask(vault.caller, { tokens: ["x"] })).toEqual(REFUSED);
      }
      await pushEnd(vault);
      expect(failures).toBe(1);
      await expectEnded(vault, 80);
    },
  );
});

describe("the deletion of a namespace whose upgrade fails", () => {
  it("destroys the keys that are there", async () => {
    const vault = await filled();
    // As before step 22, which fails: its columns of `job` are there.
    await rows(vault, "ALTER TABLE day_key DROP COLUMN key");
    await rows(vault, "ALTER TABLE day_key ADD COLUMN wrapped BLOB");
    await rows(vault, "UPDATE day_key SET wrapped = randomblob(92)");
    await rows(vault, "INSERT INTO day_key VALUES (1, 1, NULL)");
    await rows(vault, "ALTER TABLE wrapped_key RENAME TO job_key");
    await rows(vault, "DELETE FROM migration WHERE id = 22");
    await evictDurableObject(vault.object);
    expect(await vault.calls.unmask(vault.caller, { tokens: ["x"] })).toEqual(INTERNAL);
    const gone = stallAt("namespace.keys-gone");
    await requestEnd(vault);
    await gone.reached();
    for (const table of ["namespace_key", "day_key", "job_key"]) {
      const left = `SELECT 1 FROM ${table} WHERE wrapped <> zeroblob(length(wrapped))`;
      expect(await rows(vault, left), table).toEqual([]);
    }
    gone.release();
    await pushEnd(vault);
    await expectEnded(vault, 80);
    const { receipt } = await readEnd(String((await deletionRow(vault))?.["tracking_id"]));
    expect(claimsOf(receipt)).toMatchObject({ destroyed_keys: [expect.anything()] });
  });
});

describe("the deletion of a namespace whose objects die", () => {
  it.each(everyOther([...ACCEPTANCE, ...DESTRUCTION], 1))(
    "at %s ends SUCCESS and whole",
    async (point) => {
      const before = await filled();
      const stall = stallAt(point);
      const asked = registry.calls.deleteNamespace(before.namespace).catch(() => null);
      await stall.reached();
      const gone = abortAllDurableObjects();
      await scheduler.wait(5);
      stall.release();
      await gone;
      const answer = await asked;
      setFailpointHook(null);
      const vault = again(before);
      if (answer?.ok)
        expect(await vault.calls.unmask(vault.caller, { tokens: ["x"] })).toEqual(REFUSED);
      await pushEnd(vault);
      await expectEnded(vault, 80);
    },
  );
});

describe("a Vault that cannot be reached", () => {
  it("has the deletion answered with 503 and nothing lost: the alarm goes on with it", async () => {
    const vault = await filled();
    const tokens = await maskValues(vault, ["value 0 9"]);
    // By hand: the Vault fails whenever it reads a setting.
    await rows(vault, "ALTER TABLE setting RENAME TO setting_away");
    expect(await registry.calls.deleteNamespace(vault.namespace)).toEqual({
      ok: false,
      error: { code: "unavailable" },
    });
    const row = await deletionRow(vault);
    expect(row).toMatchObject({ state: "ACCEPTING", mappings: null });
    expect(await alarmOf(registryOf(vault))).toBeGreaterThan(Date.now());
    await rows(vault, "ALTER TABLE setting_away RENAME TO setting");
    expect(await unmaskTokens(vault, tokens)).toEqual(["value 0 9"]);
    await pushEnd(vault);
    await expectEnded(vault, 80);
    expect((await deletionRow(vault))?.["tracking_id"]).toBe(row?.["tracking_id"]);
  });
});

describe("the Registry's alarm", () => {
  it("destroys without being pushed, also when the Registry was away", async () => {
    const vault = await filled();
    const { trackingId } = await requestEnd(vault);
    await evictDurableObject(registryOf(vault).object);
    expect((await ended(trackingId)).cleared).toBe(80);
    await expectEnded(vault, 80);
  });

  it("that was lost is set again when the Registry starts", async () => {
    const vault = await filled();
    const stall = stallAt("namespace.destroyed");
    const { trackingId } = await requestEnd(vault);
    await stall.reached();
    const gone = abortAllDurableObjects();
    stall.release();
    await gone;
    setFailpointHook(null);
    // By hand: a restored file without its alarm.
    await runInDurableObject(registryOf(vault).object, (_, { storage }) => storage.deleteAlarm());
    await evictDurableObject(registryOf(vault).object);
    await ended(trackingId);
    await expectEnded(again(vault), 80);
  });
});

describe("the deletion of a namespace with damaged tables", () => {
  it("counts what can be read, and destroys everything", async () => {
    const vault = await filled();
    await rows(vault, "ALTER TABLE mapping RENAME TO mapping_away");
    await requestEnd(vault);
    await pushEnd(vault);
    await expectEnded(vault, 0);
    const { receipt } = await readEnd(String((await deletionRow(vault))?.["tracking_id"]));
    expect(claimsOf(receipt)).toMatchObject({ destroyed_keys: [expect.anything()] });
  });
});
