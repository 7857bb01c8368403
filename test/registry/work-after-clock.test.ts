// A deletion of a namespace that was requested while the clock was ahead ends once it is right, and not when time has caught up.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, expect, it } from "vitest";
import { setFailpointHook } from "../../src/platform/failpoint.ts";
import { ended, namedVault, requestEnd } from "../support/vault/ending.ts";
import { stallAt } from "../support/vault/erasing.ts";
import { registryOf } from "../support/vault/fresh-registry.ts";
import { rows } from "../support/vault/fresh-vault.ts";

const AHEAD_MS = 300 * 3_600_000;

afterEach(() => setFailpointHook(null));

it("a deletion of that time ends", async () => {
  const vault = await namedVault();
  const stall = stallAt("namespace.began");
  const asked = requestEnd(vault);
  await stall.reached();
  await vault.calls.setHold(true);
  stall.release();
  const { trackingId } = await asked;
  setFailpointHook(null);
  // By hand, and the end of the hold as well, of which the Registry hears only when it asks.
  await rows(
    registryOf(vault),
    "UPDATE namespace_deletion SET due = ? WHERE due IS NOT NULL AND nid = ?",
    Date.now() + AHEAD_MS,
    vault.nid,
  );
  await rows(registryOf(vault), "UPDATE namespace SET held = 0 WHERE nid = ?", vault.nid);
  await rows(vault, "UPDATE setting SET value = 0 WHERE name = 'held'");
  await evictDurableObject(vault.object);
  await evictDurableObject(registryOf(vault).object);
  expect((await ended(trackingId)).state).toBe("SUCCESS");
});
