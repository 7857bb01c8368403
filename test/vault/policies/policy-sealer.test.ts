// What is opened of policies, how often, and that sealed parts are bound to their row.
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, type PolicyView } from "../../../src/core/policy.ts";
import { contextMaker } from "../../../src/crypto/context.ts";
import { importSealingKey } from "../../../src/crypto/seal.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { RecordSealer } from "../../../src/vault/keys/record-sealer.ts";
import { PolicySealer } from "../../../src/vault/policies/policy-sealer.ts";
import type { PolicyVersionStore, SealedDefinition } from "../../../src/vault/store/policies.ts";
import {
  accepted,
  count,
  freshVault,
  maskItems,
  maskSubmission,
  payloadOf,
  rows,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";
import { create, policyNamed, wordsEntity } from "../../support/vault/policy.ts";

/** A box over rows in memory, counting how often one is read. */
async function boxOf(nid = "0".repeat(32)) {
  const stored = new Map<string, SealedDefinition>();
  const read: string[] = [];
  const policyVersions = {
    find(policy: number, version: number) {
      read.push(`${policy}.${version}`);
      return stored.get(`${policy}.${version}`) ?? null;
    },
  } as PolicyVersionStore;
  const key = await importSealingKey(new Uint8Array(32).fill(7));
  const keyring = { recordKey: async () => key };
  const records = new RecordSealer({ keyring, context: contextMaker(nid), random: systemRandom });
  const box = new PolicySealer({ policyVersions, records });
  const keep = async (view: PolicyView) => {
    const { outline, lists } = await box.seal(view);
    stored.set(`${view.id}.${view.version}`, { outline: outline.buffer, lists: lists.buffer });
  };
  return { box, keep, read, stored };
}

const viewOf = (id: number, bytes: number): PolicyView => ({
  id,
  version: 1,
  definition: policyNamed(`p${id}`, { custom: [wordsEntity("W", ["w".repeat(bytes)])] }),
});

describe("opened policies", () => {
  it("are read and opened once, however many ask at once", async () => {
    const { box, keep, read } = await boxOf();
    const view = viewOf(1, 100);
    await keep(view);
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => box.view(1, 1)));
    expect(first).toEqual(view);
    for (const other of [...others, await box.view(1, 1)]) expect(other).toBe(first);
    expect(read).toEqual(["1.1"]);
  });

  it("are forgotten when they are many: those asked for last stay", async () => {
    const { box, keep, read } = await boxOf();
    for (const id of [0, 1, 2]) await keep(viewOf(id, 1_400_000));
    for (const id of [0, 1, 0, 2, 0, 1]) await box.view(id, 1);
    expect(read).toEqual(["0.1", "1.1", "2.1", "1.1"]);
  });

  it("that do not open are not remembered, nor those that are not there", async () => {
    const { box, keep, stored } = await boxOf();
    await keep(viewOf(1, 10));
    const good = stored.get("1.1") as SealedDefinition;
    stored.set("1.1", { ...good, lists: good.outline });
    await expect(box.view(1, 1)).rejects.toThrow();
    await expect(box.view(2, 1)).rejects.toThrow("missing");
    stored.set("1.1", good);
    expect(await box.view(1, 1)).toEqual(viewOf(1, 10));
  });

  it("that were stored before there were settings or languages have those of a policy that says nothing", async () => {
    const { box, keep } = await boxOf();
    const view = viewOf(1, 10);
    const { tokenStyle: _, link: __, partial: ___, llm: ____, ...other } = view.definition;
    const { languages, addresses, ...former } = other;
    await keep({ ...view, definition: former as PolicyView["definition"] });
    // Its addresses stay the values that they were.
    const stored = { ...view, definition: { ...view.definition, addresses: "whole" } };
    expect(await box.view(1, 1)).toEqual(stored);
    expect([languages, addresses, view.definition]).toMatchObject([null, null, DEFAULT_SETTINGS]);
    const said = { tokenStyle: "word", partial: true } as const;
    await keep({ ...view, version: 2, definition: { ...view.definition, ...said } });
    expect((await box.view(1, 2)).definition).toMatchObject(said);
  });

  it("open nowhere else: not as another policy, another version or in another namespace", async () => {
    const { box, keep, stored } = await boxOf();
    await keep(viewOf(1, 10));
    const sealed = stored.get("1.1") as SealedDefinition;
    stored.set("2.1", sealed);
    stored.set("1.2", sealed);
    await expect(box.view(2, 1)).rejects.toThrow();
    await expect(box.view(1, 2)).rejects.toThrow();
    const elsewhere = await boxOf("1".repeat(32));
    elsewhere.stored.set("1.1", sealed);
    await expect(elsewhere.box.view(1, 1)).rejects.toThrow();
  });
});

describe("wrappers", () => {
  it("open in their own row only", async () => {
    const vault = await freshVault();
    const pair = (prefix: string) => ({ PERSON: { prefix, suffix: "}" } });
    await create(vault, policyNamed("one", { wrappers: pair("{1 ") }));
    await create(vault, policyNamed("two", { wrappers: pair("{2 ") }));
    await rows(vault, "UPDATE wrapper SET sealed = (SELECT max(sealed) FROM wrapper)");
    await inNamespace(vault, async ({ policies }) => {
      await expect(policies.policySet()).rejects.toThrow();
    });
  });
});

describe("slices of a job", () => {
  it("read their policy once, whatever its size", async () => {
    const vault = await freshVault();
    const words = Array.from({ length: 5_000 }, (_, i) => `${i} ${"x".repeat(240)}`);
    const large = policyNamed("large", { custom: [wordsEntity("WORD", words)] });
    await create(vault, large);
    const one = JSON.stringify(maskItems(1)).slice(1, -1);
    const submission = { ...maskSubmission(), policyName: "large" };
    await inNamespace(vault, async ({ intake, runner, jobs }, { queries }) => {
      const payload = payloadOf(Array.from({ length: 5 }, () => [1, one]));
      accepted(await intake.submit(vault.caller, submission, payload));
      queries.length = 0;
      for (let slice = 0; slice < 5; slice++) expect(await runner.runSlice(1)).toBe(true);
      expect(jobs.countOpen()).toBe(0);
      const reads = queries.filter((query) => query.includes("SELECT outline, lists"));
      expect(reads).toHaveLength(1);
    });
    expect(await count(vault, "policy_version")).toBe(1);
  });
});
