// A namespace token that was revoked: refused at once, also by calls that are under way.

import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import {
  freshVault,
  issue,
  KIND,
  maskValues,
  type OpenVault,
} from "../../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

describe("a revoked token", () => {
  const refused = { ok: false, error: { code: "unauthenticated" } };

  it("is refused at once by every verb, however warm the object", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    expect(await vault.calls.deactivateToken(vault.caller.tokenId)).toEqual({
      ok: true,
      value: null,
    });
    await expectAllRefused(vault);
    await evictDurableObject(vault.object);
    await expectAllRefused(vault);
    expect(await vault.calls.deactivateToken(vault.caller.tokenId)).toEqual({
      ok: false,
      error: { code: "token_unknown" },
    });
  });

  it("does not take other tokens with it", async () => {
    const vault = await freshVault();
    const other = { ...vault, ...(await issue(vault, {})) };
    await vault.calls.deactivateToken(vault.caller.tokenId);
    expect(await maskValues(other, ["a"])).toHaveLength(1);
  });

  it.each([
    ["mask", "mask.sealed"],
    ["mask", "mask.before-commit"],
    ["unmask", "unmask.opened"],
  ] as const)("gets no answer from a %s that was under way (%s)", async (verb, point) => {
    const vault = await freshVault();
    const [token = ""] = await maskValues(vault, ["known"]);
    let reached = false;
    let released = false;
    setFailpointHook(async (at) => {
      if (at !== point) return;
      reached = true;
      while (!released) await scheduler.wait(1);
    });
    const batch = {
      values: ["known"],
      policySetVersion: 0,
      kinds: [KIND.default],
      attributes: [null],
    };
    const answer = (async () =>
      verb === "mask"
        ? await vault.calls.mask(vault.caller, batch)
        : await vault.calls.unmask(vault.caller, { tokens: [token] }))();
    while (!reached) await scheduler.wait(1);
    await vault.calls.deactivateToken(vault.caller.tokenId);
    released = true;
    expect(await answer).toEqual(refused);
  });

  async function expectAllRefused({ calls, caller }: OpenVault): Promise<void> {
    const batch = { values: ["a"], policySetVersion: 0, kinds: [KIND.default], attributes: [null] };
    expect(await calls.mask(caller, batch)).toEqual(refused);
    expect(await calls.unmask(caller, { tokens: ["a"] })).toEqual(refused);
    expect(await calls.admit(caller)).toEqual(refused);
    expect(await calls.readJobs(caller, ["a"], false)).toEqual(refused);
  }
});
