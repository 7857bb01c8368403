// How a namespace starts: when ids are recorded, and what is reported to the Registry.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../src/platform/failpoint.ts";
import { registryNamed } from "../support/vault/fresh-registry.ts";
import {
  freshVault,
  KIND,
  maskItems,
  maskValues,
  rows,
  submit,
  unmaskTokens,
} from "../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../support/vault/inside.ts";

const registry = registryNamed("registry");
const NOTED = "SELECT value FROM setting WHERE name = 'next_mapping_id'";

afterEach(() => setFailpointHook(null));

describe("the first mask of a start", () => {
  it("notes the end of the run of ids together with its first row, and not before", async () => {
    const vault = await freshVault();
    await inNamespace(vault, async (namespace, { queries }) => {
      await namespace.ledgerSync.ensure(true);
      let before: readonly string[] = [];
      setFailpointHook((point) => {
        if (point === "mask.before-commit") before = [...queries];
      });
      await mask(namespace, ["a"], KIND.text);
      expect(before.filter((query) => query.startsWith("INSERT INTO setting"))).toEqual([]);
      const [noting, adding] = queries.slice(before.length);
      expect(noting).toMatch(/^INSERT INTO setting/);
      expect(adding).toMatch(/^INSERT INTO mapping/);
    });
    const { idCeiling } = await registry.calls.namespaceState(vault.nid);
    expect(await rows(vault, NOTED)).toEqual([{ value: idCeiling }]);
  });

  it("that ends before its block leaves ids behind that nobody gets", async () => {
    const vault = await freshVault();
    setFailpointHook((point) => {
      if (point === "mask.before-commit") throw new Error("failpoint");
    });
    await expect(maskValues(vault, ["lost"])).rejects.toThrow();
    setFailpointHook(null);
    expect(await rows(vault, NOTED)).toEqual([]);
    const { idCeiling } = await registry.calls.namespaceState(vault.nid);
    await evictDurableObject(vault.object);
    const tokens = await maskValues(vault, ["a"]);
    expect(await rows(vault, "SELECT id FROM mapping")).toEqual([{ id: idCeiling }]);
    expect(await unmaskTokens(vault, tokens)).toEqual(["a"]);
  });
});

describe("a start", () => {
  it("tells the Registry when the namespace has work that is not noted there", async () => {
    const vault = await freshVault();
    await submit(vault, maskItems(1));
    await registry.calls.noteDue(vault.nid, null);
    await evictDurableObject(vault.object);
    await maskValues(vault, ["any"]);
    const [job] = await rows(vault, "SELECT min(due) AS due FROM job");
    const { due } = await registry.calls.namespaceState(vault.nid);
    expect([due === null, job?.["due"] === null]).toEqual([false, false]);
  });
});
