// Holds that race with the closing of their namespace, and those that a restored copy does not know of.

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import {
  deletionRow,
  expectEnded,
  namedVault,
  pushEnd,
  readEnd,
  requestEnd,
} from "../../../support/vault/ending.ts";
import { registry, stallAt } from "../../../support/vault/erasing.ts";
import { registryOf } from "../../../support/vault/fresh-registry.ts";
import {
  alarmOf,
  GRANT,
  issue,
  maskValues,
  rows,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import { copyOf, putBack, restore } from "../../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

describe("a hold", () => {
  it("that comes between request and closing keeps the namespace, and the ledger clean", async () => {
    const vault = await namedVault();
    const tokens = await maskValues(vault, ["Ada"]);
    const stall = stallAt("namespace.began");
    const asked = requestEnd(vault);
    await stall.reached();
    expect((await vault.calls.setHold(true)).ok).toBe(true);
    stall.release();
    expect((await asked).state).toBe("HELD");
    expect(await registry.calls.ledgerSince(vault.nid, 0, 9)).toEqual([]);
    expect((await registry.calls.findNamespace(vault.namespace)).ok).toBe(true);
    await evictDurableObject(vault.object);
    await evictDurableObject(registryOf(vault).object);
    expect(await unmaskTokens(vault, tokens)).toEqual(["Ada"]);
    await rows(registryOf(vault), "UPDATE namespace_deletion SET due = 1 WHERE due IS NOT NULL");
    await registryOf(vault).calls.wakeOverdue();
    expect(await unmaskTokens(vault, tokens)).toEqual(["Ada"]);
    expect((await issue(vault, {})).caller.userId).toBe(GRANT.userId);
  });

  it("whose end nobody told the Registry is asked for by its alarm", async () => {
    const vault = await namedVault();
    await vault.calls.setHold(true);
    const { trackingId, state } = await requestEnd(vault);
    expect(state).toBe("HELD");
    expect((await deletionRow(vault))?.["due"]).toBeGreaterThan(Date.now() + 60_000);
    expect(await alarmOf(registryOf(vault))).not.toBeNull();
    await vault.calls.setHold(false);
    expect((await readEnd(trackingId)).state).toBe("HELD");
    await pushEnd(vault);
    await expectEnded(vault, 0);
  });

  it("that a restored copy does not know of keeps the namespace, also one whose data are gone", async () => {
    const vault = await namedVault();
    const tokens = await maskValues(vault, ["Ada"]);
    const copy = await copyOf(vault);
    await vault.calls.setHold(true);
    await restore(vault, copy);
    const { trackingId, state } = await requestEnd(vault);
    expect(state).toBe("HELD");
    await runInDurableObject(vault.object, (_, { storage }) => storage.deleteAll());
    await evictDurableObject(vault.object);
    await rows(registryOf(vault), "UPDATE namespace_deletion SET due = 1 WHERE due IS NOT NULL");
    await registryOf(vault).calls.wakeOverdue();
    expect((await readEnd(trackingId)).state).toBe("HELD");
    await putBack(vault, copy);
    await evictDurableObject(vault.object);
    expect(await unmaskTokens(vault, tokens)).toEqual(["Ada"]);
    await vault.calls.setHold(false);
    await pushEnd(vault);
    await expectEnded(vault, 1);
  });

  it("told to the Registry while the namespace closes does not keep the closed namespace", async () => {
    const vault = await namedVault();
    setFailpointHook(async (point) => {
      await scheduler.wait(0);
      if (point !== "namespace.closed") return;
      setFailpointHook(null);
      await registryOf(vault).calls.noteHold(vault.nid, true);
      throw new Error("failpoint");
    });
    expect((await registry.calls.deleteNamespace(vault.namespace)).ok).toBe(false);
    await pushEnd(vault);
    await expectEnded(vault, 0);
  });

  it("comes too late for a closed namespace", async () => {
    const vault = await namedVault();
    await requestEnd(vault);
    const unknown = { ok: false, error: { code: "namespace_unknown" } };
    expect(await vault.calls.setHold(true)).toEqual(unknown);
    await pushEnd(vault);
    expect(await vault.calls.setHold(true)).toEqual(unknown);
    await expectEnded(vault, 0);
  });
});
