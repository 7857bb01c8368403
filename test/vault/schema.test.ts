import { describe, expect, it } from "vitest";
import { freshRegistry } from "../registry/fresh-registry.ts";
import registrySchema from "../registry/schema.json" with { type: "json" };
import { freshVault, rows } from "./fresh-vault.ts";
import vaultSchema from "./schema.json" with { type: "json" };

const ADVICE =
  "the schema changed: databases in the field have the old one, so append a migration, then update schema.json";

async function schemaOf(target: { object: DurableObjectStub }) {
  const found = await rows(
    target,
    "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name",
  );
  return found
    .filter((row) => !String(row["name"]).startsWith("_cf_"))
    .map(({ type, name, sql }) => ({ type, name, sql: String(sql).replace(/\s+/g, " ") }));
}

describe("the schema", () => {
  it("of a Vault is the stored one", async () => {
    expect(await schemaOf(await freshVault()), ADVICE).toEqual(vaultSchema);
  });

  it("of the Registry is the stored one", async () => {
    const registry = freshRegistry();
    await registry.calls.openNamespace("n", null);
    expect(await schemaOf(registry), ADVICE).toEqual(registrySchema);
  });

  it("has only STRICT tables", async () => {
    for (const { type, name, sql } of [...vaultSchema, ...registrySchema]) {
      if (type === "table") expect(sql, name).toMatch(/\bSTRICT\b/);
    }
  });
});
