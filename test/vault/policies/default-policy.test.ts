// The choice of a default policy in the vault: stored, and never a policy that does not exist.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { stallAt } from "../../support/vault/erasing.ts";
import {
  accepted,
  ended,
  freshVault,
  type OpenVault,
  rows,
  submit,
} from "../../support/vault/fresh-vault.ts";
import { create, policyNamed, policySetOf } from "../../support/vault/policy.ts";

afterEach(() => setFailpointHook(null));

const refused = (code: string) => ({ ok: false, error: { code } });
const choose = ({ calls, caller }: OpenVault, name: string | null) =>
  calls.chooseDefaultPolicy(caller, name);

async function withPolicy() {
  const vault = await freshVault();
  return { vault, policy: await create(vault, policyNamed("P")) };
}

describe("a default policy", () => {
  it("outlives the object, changes of the policy and other policies", async () => {
    const { vault, policy } = await withPolicy();
    const { version } = (await policySetOf(vault)).policySet;
    accepted(await choose(vault, "P"));
    expect((await policySetOf(vault)).policySet.version).toBeGreaterThan(version);
    await evictDurableObject(vault.object);
    expect((await policySetOf(vault)).policy).toEqual(policy);
    const renamed = policyNamed("renamed", { threshold: 0.9 });
    const { calls, caller } = vault;
    const changed = accepted(await calls.replacePolicy(caller, policy.id, policy.version, renamed));
    expect((await policySetOf(vault)).policy).toEqual(changed);
    accepted(await choose(vault, null));
    await evictDurableObject(vault.object);
    expect((await policySetOf(vault)).policy).toBeNull();
  });

  it("is not deleted while it is chosen, nor chosen while it is deleted", async () => {
    const { vault } = await withPolicy();
    const { calls, caller } = vault;
    const removing = stallAt("policy.removing");
    const deleted = calls.deletePolicy(caller, "P");
    await removing.reached();
    accepted(await choose(vault, "P"));
    removing.release();
    expect(await deleted).toEqual(refused("policy_is_default"));
    accepted(await choose(vault, null));
    const choosing = stallAt("policy.choosing");
    const chosen = choose(vault, "P");
    await choosing.reached();
    accepted(await calls.deletePolicy(caller, "P"));
    choosing.release();
    expect(await chosen).toEqual(refused("policy_unknown"));
    expect((await policySetOf(vault)).policy).toBeNull();
  });

  it("that cannot be read lets nothing through until another is chosen", async () => {
    const { vault } = await withPolicy();
    accepted(await choose(vault, "P"));
    await rows(vault, "UPDATE setting SET value = 'x' WHERE name = 'default_policy'");
    await evictDurableObject(vault.object);
    const { calls, caller } = vault;
    expect(await calls.readPolicySet(caller, null)).toEqual(refused("policy_unknown"));
    const kind = { values: ["Ada"], kinds: [1], attributes: [null] };
    const planned = { ...kind, policySetVersion: { defaultPolicy: 0 } };
    expect(await calls.mask(caller, planned)).toEqual(refused("policy_changed"));
    accepted(await choose(vault, null));
    expect((await policySetOf(vault)).policy).toBeNull();
  });

  it.each([
    ["P", 1],
    [null, null],
  ])("of a job is the one there is when all of it has arrived: %s", async (name, expected) => {
    const { vault } = await withPolicy();
    accepted(await choose(vault, name === null ? "P" : null));
    const stall = stallAt("submit.stored");
    const submitted = submit(vault, [{ value: "x" }]);
    await stall.reached();
    accepted(await choose(vault, name));
    stall.release();
    const job = await submitted;
    const pinned = await rows(vault, "SELECT policy FROM job WHERE tracking_id = ?", job);
    expect(pinned).toEqual([{ policy: expected }]);
    expect((await ended(vault, job)).state).toBe("SUCCESS");
  });
});
