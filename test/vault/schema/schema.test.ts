import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { migrate } from "../../../src/platform/migrations.ts";
import { VAULT_MIGRATIONS } from "../../../src/vault/schema/migrations.ts";
import { JobStore } from "../../../src/vault/store/jobs.ts";
import registrySchema from "../../registry/schema.json" with { type: "json" };
import { freshRegistry } from "../../support/vault/fresh-registry.ts";
import {
  freshVault,
  maskItems,
  rows,
  submit,
  unusedVault,
} from "../../support/vault/fresh-vault.ts";
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
    await registry.calls.makeNamespace("n", null);
    expect(await schemaOf(registry), ADVICE).toEqual(registrySchema);
  });

  it("of a Vault from before policies is brought up to date, its jobs kept", async () => {
    const vault = unusedVault();
    await runInDurableObject(vault.object, (_, { storage }) => {
      migrate(storage, VAULT_MIGRATIONS.slice(0, 6), 0);
      storage.sql.exec(
        `INSERT INTO job (serial, tracking_id, kind, state, submitter, items, chunks, done_chunks,
           done_items, result_bytes, attempts, claimed, turn, due, submitted)
         VALUES (7, 't', 'mask', 'PENDING', x'00', 1, 1, 0, 0, 0, 0, 0, 1, 1, 1)`,
      );
      migrate(storage, VAULT_MIGRATIONS, 0);
      const job = new JobStore(storage.sql).find(7);
      expect(job).toMatchObject({ serial: 7, policy: null, policy_version: null });
    });
    expect(await schemaOf(vault), ADVICE).toEqual(vaultSchema);
  });

  it("keeps what came beside a job's list out of the rows that turns are given by", async () => {
    const vault = await freshVault();
    await submit(vault, maskItems(1), "mask", {
      rest: JSON.stringify({ note: "x".repeat(12_000) }),
    });
    const columns = await rows(vault, "SELECT name FROM pragma_table_info('job')");
    const bytes = columns
      .map(({ name }) => `coalesce(length(CAST(${name} AS BLOB)), 0)`)
      .join(" + ");
    const [job] = await rows(vault, `SELECT ${bytes} AS bytes FROM job`);
    expect(job?.["bytes"]).toBeLessThan(300);
  });

  it("has only STRICT tables", async () => {
    for (const { type, name, sql } of [...vaultSchema, ...registrySchema]) {
      if (type === "table") expect(sql, name).toMatch(/\bSTRICT\b/);
    }
  });
});
