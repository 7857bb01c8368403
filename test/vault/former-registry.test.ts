// A Vault of this version beside a Registry of the former one, as while a new version is rolled out.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { RawEnv } from "../../src/platform/objects.ts";
import type { NamespaceState, RegistryRpc } from "../../src/registry/rpc.ts";
import { RegistryLink } from "../../src/vault/runtime/registry-link.ts";
import { freshVault, KIND, maskValues, rows, unmaskTokens } from "../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../support/vault/inside.ts";

/** The Registry there is, with answers as the former one gave them: no `due`, no `raisedTo`. */
function formerRegistry(told: number[]): RawEnv {
  // Anew for each call: a stub belongs to the request that made it.
  const real = () =>
    (env as unknown as RawEnv).REGISTRY.getByName("registry") as unknown as RegistryRpc;
  const former: Partial<RegistryRpc> = {
    namespaceState: async (nid: string) => {
      const { due: _, raisedTo: __, ...standing } = await real().namespaceState(nid, null);
      return standing as NamespaceState;
    },
    raiseIdCeiling: async (nid, ceiling) => {
      told.push(ceiling);
      await real().raiseIdCeiling(nid, ceiling);
    },
  };
  return { REGISTRY: { getByName: () => former } } as unknown as RawEnv;
}

it("asks for ids as before, and gives none twice", async () => {
  const vault = await freshVault();
  const before = await maskValues(vault, ["known"], KIND.text);
  const told: number[] = [];
  let tokens: string[] = [];
  const registry = new RegistryLink(formerRegistry(told), vault.nid);
  await inNamespace(
    vault,
    async (namespace) => {
      expect(await namespace.ledgerSync.ensure(true)).toEqual({ ok: true, value: null });
      tokens = await mask(namespace, ["known", "new"], KIND.text);
    },
    { registry },
  );
  expect(tokens[0]).toBe(before[0]);
  expect(told).toHaveLength(1);
  expect(await unmaskTokens(vault, tokens)).toEqual(["known", "new"]);
  const [row] = await rows(vault, "SELECT value FROM setting WHERE name = 'next_mapping_id'");
  expect(Number(row?.["value"])).toBe(told[0]);
});
