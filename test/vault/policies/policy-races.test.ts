// Policies that change while calls use them, and concurrent changes.
import { afterEach, describe, expect, it } from "vitest";
import { MAX_POLICIES } from "../../../src/core/limits.ts";
import type { PolicyView } from "../../../src/core/policy.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { Reply } from "../../../src/vault/rpc.ts";
import { namedVault, pushEnd, REFUSED, requestEnd } from "../../support/vault/ending.ts";
import { stallAt } from "../../support/vault/erasing.ts";
import {
  accepted,
  count,
  freshVault,
  issue,
  KIND,
  maskValues,
  type OpenVault,
  rows,
} from "../../support/vault/fresh-vault.ts";
import { create, policyNamed, policySetOf } from "../../support/vault/policy.ts";

afterEach(() => setFailpointHook(null));

const CHANGED = { ok: false, error: { code: "policy_changed" } };
const refused = (code: string) => ({ ok: false, error: { code } });

const batch = (values: string[], policySetVersion: number) => ({
  values,
  policySetVersion,
  kinds: values.map(() => KIND.default),
  attributes: values.map(() => null),
});

type Change = (vault: OpenVault, policy: PolicyView) => Promise<unknown>;
const CHANGES: [string, Change][] = [
  ["created", (vault) => create(vault, policyNamed("second"))],
  [
    "replaced",
    async ({ calls, caller }, { id, version, definition }) =>
      accepted(await calls.replacePolicy(caller, id, version, { ...definition, recall: 1 })),
  ],
  ["deleted", async ({ calls, caller }) => accepted(await calls.deletePolicy(caller, "first"))],
];

describe.each(CHANGES)("a policy that is %s", (_, change) => {
  it.each(["mask.sealed", "mask.before-commit"])(
    "while a batch is on its way (%s): nothing of it is written",
    async (point) => {
      const vault = await freshVault();
      const policy = await create(vault, policyNamed("first"));
      const { version } = (await policySetOf(vault)).policySet;
      const stall = stallAt(point);
      const answer = vault.calls.mask(vault.caller, batch(["Ada"], version));
      await stall.reached();
      await change(vault, policy);
      stall.release();
      expect(await answer).toEqual(CHANGED);
      expect(await count(vault, "mapping")).toBe(0);
      const now = (await policySetOf(vault)).policySet.version;
      expect(now).toBeGreaterThan(version);
      expect(await maskValues(vault, ["Ada"], KIND.default, now)).toHaveLength(1);
    },
  );

  it("while known values are looked up: their tokens are not given", async () => {
    const vault = await freshVault();
    const policy = await create(vault, policyNamed("first"));
    const { version } = (await policySetOf(vault)).policySet;
    await maskValues(vault, ["Ada"], KIND.default, version);
    const stall = stallAt("mask.before-commit");
    const answer = vault.calls.mask(vault.caller, batch(["Ada"], version));
    await stall.reached();
    await change(vault, policy);
    stall.release();
    expect(await answer).toEqual(CHANGED);
    expect(await vault.calls.mask(vault.caller, batch([], version))).toEqual(CHANGED);
  });

  it("while values are opened: they are not given to who asked with the older policy set", async () => {
    const vault = await freshVault();
    const policy = await create(vault, policyNamed("first"));
    const { version } = (await policySetOf(vault)).policySet;
    const tokens = await maskValues(vault, ["Ada"], KIND.default, version);
    const stall = stallAt("unmask.opened");
    const answer = vault.calls.unmask(vault.caller, { tokens, policySetVersion: version });
    const unchecked = vault.calls.unmask(vault.caller, { tokens });
    await stall.reached();
    await change(vault, policy);
    stall.release();
    expect(await answer).toEqual(CHANGED);
    expect(await unchecked).toMatchObject({ ok: true, value: { values: ["Ada"] } });
  });
});

describe("changes that meet", () => {
  it("of one name: one policy is created", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const all = await Promise.all(
      Array.from({ length: 8 }, () => calls.createPolicy(caller, policyNamed("same"))),
    );
    const made = all.filter((reply) => reply.ok);
    expect(made).toHaveLength(1);
    expect(all.filter((reply) => !reply.ok)).toEqual(Array(7).fill(refused("policy_exists")));
    expect(await count(vault, "policy_version")).toBe(1);
    expect((await policySetOf(vault, "same")).policy).toEqual(made[0]?.value);
  });

  it("of one version: one replaces it, and every later read gives that one", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const { id, version } = await create(vault, policyNamed("p"));
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        calls.replacePolicy(caller, id, version, policyNamed("p", { allow: [`v${i}`] })),
      ),
    );
    const made = all.filter((reply) => reply.ok);
    expect(made).toHaveLength(1);
    expect(all.filter((reply) => !reply.ok)).toEqual(Array(7).fill(CHANGED));
    expect((await policySetOf(vault, "p")).policy).toEqual(made[0]?.value);
  });

  it("a policy that is deleted while it is replaced stays deleted", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const { id, version } = await create(vault, policyNamed("p"));
    const stall = stallAt("policy.sealed");
    const answer = calls.replacePolicy(caller, id, version, policyNamed("p", { recall: 1 }));
    await stall.reached();
    accepted(await calls.deletePolicy(caller, "p"));
    stall.release();
    expect(await answer).toEqual(refused("policy_unknown"));
    expect(await count(vault, "policy_version")).toBe(0);
  });

  it("do not slip past the limit by arriving at the same time", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    await create(vault, policyNamed("p"));
    await rows(
      vault,
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO policy SELECT 100000 + i, randomblob(16), 1, x'00' FROM n`,
      MAX_POLICIES - 3,
    );
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, i) => calls.createPolicy(caller, policyNamed(`new ${i}`))),
    );
    expect(all.filter((reply) => reply.ok)).toHaveLength(2);
    expect(await count(vault, "policy")).toBe(MAX_POLICIES);
  });

  it("wrappers that could not be told apart: the second is to be checked again", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const wrapped = (name: string, prefix: string) =>
      policyNamed(name, { wrappers: { PERSON: { prefix, suffix: "}" } } });
    const first = await create(vault, policyNamed("first"));
    const stall = stallAt("policy.sealed", 0, 1);
    const answer = calls.replacePolicy(caller, first.id, first.version, wrapped("first", "{{"));
    await stall.reached();
    await create(vault, wrapped("second", "[{{"));
    stall.release();
    expect(await answer).toEqual(CHANGED);
    expect((await policySetOf(vault)).policySet.wrappers).toEqual([{ prefix: "[{{", suffix: "}" }]);
    expect((await policySetOf(vault, "first")).policy).toEqual(first);
  });
});

describe("whoever may no longer ask", () => {
  const VERBS: [string, (vault: OpenVault) => Promise<Reply<unknown>>][] = [
    ["create", ({ calls, caller }) => calls.createPolicy(caller, policyNamed("new"))],
    ["delete", ({ calls, caller }) => calls.deletePolicy(caller, "p")],
  ];

  it.each(VERBS)("gets no answer when its token is revoked meanwhile (%s)", async (verb, run) => {
    const vault = await freshVault();
    await create(vault, policyNamed("p"));
    const { caller } = await issue(vault, {});
    const stall = stallAt(verb === "create" ? "policy.sealed" : "policy.removing");
    const answer = run({ ...vault, caller });
    await stall.reached();
    accepted(await vault.calls.deactivateToken(caller.tokenId));
    stall.release();
    expect(await answer).toEqual(REFUSED);
  });

  it.each(VERBS)("writes nothing once the namespace is closed (%s)", async (verb, run) => {
    const vault = await namedVault();
    await create(vault, policyNamed("p"));
    const stall = stallAt(verb === "create" ? "policy.sealed" : "policy.removing");
    const answer = run(vault);
    await stall.reached();
    await vault.calls.closeNamespace();
    stall.release();
    expect(await answer).toEqual(REFUSED);
    expect(await count(vault, "policy")).toBe(1);
    await requestEnd(vault);
    await pushEnd(vault);
  });
});
