import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { MAX_POLICIES } from "../../../src/core/limits.ts";
import {
  accepted,
  count,
  freshVault,
  type OpenVault,
  rows,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";
import { create, policyNamed, policySetOf, wordsEntity } from "../../support/vault/policy.ts";

const refused = (code: string) => ({ ok: false, error: { code } });
const FULL = policyNamed("billing", {
  actions: { PERSON: "anonymize", URL: "exclude" },
  wrappers: { PERSON: { prefix: "{{", suffix: "}}" }, PROJECT: { prefix: "[p ", suffix: "]" } },
  threshold: 0.7,
  thresholds: { ADDRESS: 0.4 },
  recall: -0.25,
  allow: ["Contoso", "Zürich"],
  deny: [{ value: "Ada", entity: "PERSON" }],
  custom: [wordsEntity("PROJECT", ["Falcon", "オリオン"]), wordsEntity("SITE", [])],
});

async function names({ calls, caller }: OpenVault): Promise<string[]> {
  return accepted(await calls.listPolicies(caller));
}

describe("a policy", () => {
  it("comes back as it was created, also after the object was away", async () => {
    const vault = await freshVault();
    const none = await policySetOf(vault);
    expect(none).toMatchObject({ policySet: { version: 0, wrappers: [] }, policy: null });
    expect(none.tokenKey.length).toBe(16);
    const view = await create(vault, FULL);
    expect(view.definition).toEqual(FULL);
    for (let life = 0; life < 2; life++) {
      const { policySet, policy } = await policySetOf(vault, "billing");
      expect(policy).toEqual(view);
      expect(policySet.version).toBeGreaterThan(view.version);
      // A custom entity without a wrapper has its name as a tag.
      expect([...policySet.wrappers].sort((a, b) => (a.prefix < b.prefix ? -1 : 1))).toEqual([
        { prefix: "<SITE>", suffix: "</SITE>" },
        { prefix: "[p ", suffix: "]" },
        { prefix: "{{", suffix: "}}" },
      ]);
      await evictDurableObject(vault.object);
    }
  });

  it("is found by its exact name only", async () => {
    const vault = await freshVault();
    await create(vault, FULL);
    for (const name of ["Billing", "billing ", "", "__proto__"]) {
      expect(await vault.calls.readPolicySet(vault.caller, name)).toEqual(
        refused("policy_unknown"),
      );
      expect(await vault.calls.deletePolicy(vault.caller, name)).toEqual(refused("policy_unknown"));
    }
    expect(await vault.calls.createPolicy(vault.caller, FULL)).toEqual(refused("policy_exists"));
    expect(await names(vault)).toEqual(["billing"]);
  });

  it("is replaced under its id, once per version", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const first = await create(vault, FULL);
    const changed = policyNamed("billing", { allow: ["other"] });
    const second = accepted(await calls.replacePolicy(caller, first.id, first.version, changed));
    expect(second.id).toBe(first.id);
    expect(second.version).toBeGreaterThan(first.version);
    expect((await policySetOf(vault, "billing")).policy).toEqual(second);
    const stale = await calls.replacePolicy(caller, first.id, first.version, FULL);
    expect(stale).toEqual(refused("policy_changed"));
    const unknown = await calls.replacePolicy(caller, first.id + 1, first.version, FULL);
    expect(unknown).toEqual(refused("policy_unknown"));
    expect(await count(vault, "policy_version")).toBe(1);
    // Wrappers outlive the definition that had them.
    expect((await policySetOf(vault)).policySet.wrappers).toHaveLength(3);
  });

  it("can be renamed, not to a name that another has", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const first = await create(vault, FULL);
    await create(vault, policyNamed("other"));
    const taken = { ...FULL, name: "other" };
    expect(await calls.replacePolicy(caller, first.id, first.version, taken)).toEqual(
      refused("policy_exists"),
    );
    const renamed = { ...FULL, name: "invoices" };
    accepted(await calls.replacePolicy(caller, first.id, first.version, renamed));
    expect(await names(vault)).toEqual(["invoices", "other"]);
    expect(await calls.readPolicySet(caller, "billing")).toEqual(refused("policy_unknown"));
  });

  it("gives its name away when it is deleted, its id never, not even to a restored copy", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const first = await create(vault, FULL);
    expect(await calls.deletePolicy(caller, "billing")).toEqual({ ok: true, value: null });
    const { policySet } = await policySetOf(vault);
    expect(policySet.version).toBeGreaterThan(first.version);
    expect(policySet.wrappers).toHaveLength(3);
    expect(await count(vault, "policy_version")).toBe(0);
    const second = await create(vault, FULL);
    expect(second.id).toBeGreaterThan(first.id);
    // As in a database from before: the Registry remembers how far ids went.
    await rows(vault, "DELETE FROM policy");
    await rows(vault, "DELETE FROM policy_version");
    await rows(vault, "DELETE FROM setting WHERE name IN ('token_ceiling_-2', 'book_version')");
    await evictDurableObject(vault.object);
    const third = await create(vault, FULL);
    expect(third.id).toBeGreaterThan(second.id);
    expect(third.version).toBeGreaterThan(second.version);
  });

  it("of a megabyte and a half fits", async () => {
    const vault = await freshVault();
    const words = Array.from({ length: 5_000 }, (_, i) => `${i} ${"x".repeat(240)}`);
    const large = policyNamed("large", { custom: [wordsEntity("WORD", words)], allow: ["x"] });
    const view = await create(vault, large);
    await evictDurableObject(vault.object);
    expect((await policySetOf(vault, "large")).policy).toEqual(view);
  });
});

describe("many policies", () => {
  it("are listed in order of creation and read page by page", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const expected: string[] = [];
    for (let from = 0; from < 150; from += 50) {
      const some = Array.from({ length: 50 }, (_, i) => `policy ${from + i}`);
      const made = await Promise.all(
        some.map((name) => create(vault, policyNamed(name, { allow: [name] }))),
      );
      const byId = made.sort((a, b) => a.id - b.id);
      for (const { definition } of byId) expected.push(definition.name);
    }
    expect(await names(vault)).toEqual(expected);
    const read: string[] = [];
    for (let after = 0; ; ) {
      const page = accepted(await calls.readPolicies(caller, after, 60));
      for (const { definition } of page) read.push(definition.name);
      expect(page.every(({ definition }) => definition.allow.length === 0)).toBe(true);
      if (page.length < 60) break;
      after = page.at(-1)?.id ?? 0;
    }
    expect(read).toEqual(expected);
  });

  it("are a thousand at most: one more is refused until another has gone", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    await create(vault, policyNamed("first"));
    // By hand: rows that only count.
    await rows(
      vault,
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO policy (id, name_digest, version, name) SELECT 100000 + i, randomblob(16), 1, zeroblob(1) FROM n",
      MAX_POLICIES - 1,
    );
    const again = await calls.createPolicy(caller, policyNamed("one more"));
    expect(again).toEqual(refused("too_many_policies"));
    accepted(await calls.deletePolicy(caller, "first"));
    await create(vault, policyNamed("one more"));
    expect(await count(vault, "policy")).toBe(MAX_POLICIES);
  });
});

describe("a page of policies", () => {
  it("leaves lists out, and ends at four megabytes", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    // Patterns and context words belong to the outline, so it can be large as well.
    const entity = { ...wordsEntity("A", ["w"]), contextWords: ["c".repeat(1_400_000)] };
    for (const name of ["one", "two", "three", "four"]) {
      const definition = policyNamed(name, { custom: [entity], allow: ["a"] });
      await create(vault, { ...definition, deny: [{ value: "d", entity: "A" }] });
    }
    const page = accepted(await calls.readPolicies(caller, 0, 100));
    expect(page.map(({ definition }) => definition.name)).toEqual(["one", "two"]);
    const bare = policyNamed("one", { custom: [{ ...entity, words: [] }] });
    expect(page[0]?.definition).toEqual(bare);
    const rest = accepted(await calls.readPolicies(caller, page[1]?.id ?? 0, 100));
    expect(rest.map(({ definition }) => definition.name)).toEqual(["three", "four"]);
  });
});

describe("what a namespace has no room for", () => {
  it("is refused as a whole; deleting a policy always works", async () => {
    const vault = await freshVault();
    await create(vault, FULL);
    await inNamespace(
      vault,
      async ({ policies }) => {
        const { policy } = accepted(await policies.read("billing"));
        if (policy === null) throw new Error("no policy");
        expect(await policies.create(policyNamed("new"))).toEqual(refused("storage_full"));
        const replaced = await policies.replace(policy.id, policy.version, FULL);
        expect(replaced).toEqual(refused("storage_full"));
        expect(await policies.remove("billing")).toEqual({ ok: true, value: null });
        expect(await policies.names()).toEqual([]);
      },
      { capacityBytes: 1 },
    );
    expect(await count(vault, "policy_version")).toBe(0);
  });

  it("too many wrappers are refused, and nothing of their policy stays", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const wrappers = (from: number, to: number) =>
      Object.fromEntries(
        Array.from({ length: to - from }, (_, i) => [
          `E${i}`,
          { prefix: `{${from + i}:`, suffix: "}" },
        ]),
      );
    await create(vault, policyNamed("many", { wrappers: wrappers(0, 9_990) }));
    const over = policyNamed("over", { wrappers: wrappers(9_985, 10_001) });
    expect(await calls.createPolicy(caller, over)).toEqual(refused("too_many_wrappers"));
    expect(await count(vault, "wrapper")).toBe(9_990);
    expect(await names(vault)).toEqual(["many"]);
    await create(vault, policyNamed("exact", { wrappers: wrappers(9_985, 10_000) }));
    // What is known already needs no room.
    await create(vault, policyNamed("known", { wrappers: wrappers(0, 50) }));
    await evictDurableObject(vault.object);
    const { policySet } = await policySetOf(vault);
    expect(new Set(policySet.wrappers.map(({ prefix }) => prefix)).size).toBe(10_000);
  });
});
