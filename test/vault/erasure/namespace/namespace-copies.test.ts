// The object of a deleted namespace whose database was restored from an older copy.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import {
  expectEmpty,
  expectEnded,
  namedVault,
  pushEnd,
  REFUSED,
  requestEnd,
} from "../../../support/vault/ending.ts";
import { stallAt } from "../../../support/vault/erasing.ts";
import { registryOf } from "../../../support/vault/fresh-registry.ts";
import {
  alarmOf,
  count,
  maskItems,
  maskValues,
  rows,
  submit,
  tablesOf,
} from "../../../support/vault/fresh-vault.ts";
import { create, policyNamed } from "../../../support/vault/policy.ts";
import { copyOf, putBack } from "../../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

describe("a copy of a deleted namespace", () => {
  it("answers 401 from its first answer on, and is destroyed again", async () => {
    const vault = await namedVault();
    const tokens = await maskValues(vault, ["Ada"]);
    const copy = await copyOf(vault);
    await requestEnd(vault);
    await pushEnd(vault);
    await putBack(vault, copy);
    await evictDurableObject(vault.object);
    expect(await vault.calls.unmask(vault.caller, { tokens })).toEqual(REFUSED);
    await expectEmpty(vault);
    expect(await vault.calls.unmask(vault.caller, { tokens })).toEqual(REFUSED);
    await expectEnded(vault, 1);
  });

  it("takes its policies along, and what jobs kept of them", async () => {
    const vault = await namedVault();
    const { id } = await create(vault, policyNamed("p", { allow: ["a"] }));
    const stall = stallAt("mask.before-commit");
    await submit(vault, maskItems(3), "mask", { policyName: "p" });
    await stall.reached();
    const copy = await copyOf(vault);
    expect(copy["policy"]).toMatchObject([{ id }]);
    expect(copy["policy_version"]).toMatchObject([{ policy: id }]);
    expect(copy["job"]).toMatchObject([{ placeholder_key: expect.any(Number) }]);
    // A damaged mark keeps no key alive.
    await rows(vault, "UPDATE wrapped_key SET is_free = 1");
    const gone = stallAt("namespace.keys-gone");
    await requestEnd(vault);
    stall.release();
    await gone.reached();
    // The keys are gone before the tables are: nothing that is left can be opened.
    for (const table of ["namespace_key", "wrapped_key"]) {
      const left = `${table} WHERE wrapped <> zeroblob(length(wrapped))`;
      expect(await count(vault, left), table).toBe(0);
    }
    gone.release();
    await pushEnd(vault);
    await putBack(vault, copy);
    await evictDurableObject(vault.object);
    expect(await vault.calls.readPolicySet(vault.caller, "p")).toEqual(REFUSED);
    await expectEmpty(vault);
  });

  it("that has work to do does none of it, and is destroyed by its own alarm", async () => {
    const vault = await namedVault();
    const trackingId = await submit(vault, maskItems(3));
    const copy = await copyOf(vault);
    await requestEnd(vault);
    await pushEnd(vault);
    await putBack(vault, copy);
    await rows(
      vault,
      "UPDATE job SET state = 'PENDING', due = 1 WHERE tracking_id = ?",
      trackingId,
    );
    await evictDurableObject(vault.object);
    await vault.calls.wake();
    for (let i = 0; i < 200 && (await tablesOf(vault)).length > 0; i++) await scheduler.wait(10);
    await expectEmpty(vault);
  });

  it("made between closing and destruction is destroyed as soon as its object is called", async () => {
    const vault = await namedVault();
    await maskValues(vault, ["Ada"]);
    const copy = await copyOf(vault);
    await requestEnd(vault);
    await pushEnd(vault);
    await putBack(vault, copy);
    await rows(vault, "INSERT INTO setting VALUES ('closed', 1)");
    await evictDurableObject(vault.object);
    expect(await vault.calls.unmask(vault.caller, { tokens: ["x"] })).toEqual(REFUSED);
    for (let i = 0; i < 200 && (await tablesOf(vault)).length > 0; i++) await scheduler.wait(10);
    await expectEmpty(vault);
  });

  it("refuses with unavailable, and keeps what it has, while the Registry does not answer", async () => {
    const vault = await namedVault();
    const copy = await copyOf(vault);
    await requestEnd(vault);
    await pushEnd(vault);
    await putBack(vault, copy);
    await evictDurableObject(vault.object);
    await rows(registryOf(vault), "ALTER TABLE namespace_deletion RENAME TO away");
    try {
      expect(await vault.calls.unmask(vault.caller, { tokens: ["x"] })).toEqual({
        ok: false,
        error: { code: "unavailable" },
      });
      expect(await tablesOf(vault)).not.toEqual([]);
    } finally {
      await rows(registryOf(vault), "ALTER TABLE away RENAME TO namespace_deletion");
    }
    expect(await vault.calls.unmask(vault.caller, { tokens: ["x"] })).toEqual(REFUSED);
    await expectEmpty(vault);
    expect(await alarmOf(vault)).toBeNull();
  });
});
