// A data folder of a version with one Registry, killed repeatedly while its records move to the Registries that the
// nids name: nothing is lost or stored twice, and the move completes by itself.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { classFolder, REGISTRY_FILES } from "../../scripts/run/serve/object-files.ts";
import { registryOfNid } from "../../src/core/registries.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { edit, objectPaths, query } from "../support/node/object-files.ts";
import { cleanUp, temporaryFolder, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";
import { unpack } from "../upgrade/archive.ts";
import { expectDead, expectSameTokens, expectUnmasked } from "../upgrade/check/exchanges.ts";
import { expectHeldDeletions, expectHeldNamespace } from "../upgrade/check/held.ts";
import { expectDeleted, expectErasures } from "../upgrade/check/records.ts";
import { KEPT, readExpected } from "../upgrade/expected.ts";

const KILLS = IS_LONG ? 8 : 1;
const FOLDER = fileURLToPath(new URL("../upgrade", import.meta.url));
/** Versions with one Registry. */
const VERSIONS = readdirSync(FOLDER).filter((name) => /^v0\.[1-8]\./.test(name));
/** By table: the columns that identify its rows. */
const KEYS = {
  namespace: "nid",
  namespace_deletion: "nid",
  ledger: "nid || ' ' || position || ' ' || hash",
  ledger_replay: "nid || ' ' || position || ' ' || part || ' ' || hex(sealed)",
  id_ceiling: "nid",
  token_ceiling: "nid || ' ' || space",
} as const;

afterAll(cleanUp);

type Rows = { key: string; nid: string; registry: number }[];

/** Rows of a table in every Registry of a data folder. */
function rowsOf(dataDir: string, table: keyof typeof KEYS): Rows {
  return objectPaths(dataDir, "Registry").flatMap((path) => {
    const registry = REGISTRY_FILES.indexOf(
      path.slice(classFolder(dataDir, "Registry").length + 1),
    );
    const tables = `SELECT 1 FROM sqlite_schema WHERE name = '${table}'`;
    if (query(path, tables, true).length === 0) return [];
    return query(path, `SELECT ${KEYS[table]} AS key, nid FROM ${table}`, true).map((row) => ({
      key: String(row["key"]),
      nid: String(row["nid"]),
      registry,
    }));
  });
}

/** By hand: so many namespaces more, or the move is over before anything is killed. */
function addNamespaces(dataDir: string, count: number): void {
  const [first = ""] = objectPaths(dataDir, "Registry");
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  // Nids that name every Registry.
  const nid = "printf('%030x%02x', i * 7919, i % 256)";
  edit(
    first,
    `INSERT INTO namespace ${numbers} SELECT 'n' || i, ${nid}, NULL, 'c' || i, 1, 0 FROM n`,
  );
  edit(first, `INSERT INTO id_ceiling ${numbers} SELECT ${nid}, i FROM n`);
  edit(first, `INSERT INTO token_ceiling ${numbers} SELECT ${nid}, 7, i FROM n`);
  edit(
    first,
    `INSERT INTO ledger ${numbers} SELECT ${nid}, 1, 't', 'accepted', 'age', 1, NULL, 1, '{}', 'p', 'h' || i FROM n`,
  );
  edit(
    first,
    `INSERT INTO ledger_replay ${numbers} SELECT ${nid}, 1, 0, x'0102', 9000000000000 FROM n`,
  );
}

const isSettled = (dataDir: string) => {
  const first = join(classFolder(dataDir, "Registry"), REGISTRY_FILES[0] ?? "");
  const made = query(first, "SELECT 1 FROM sqlite_schema WHERE name = 'setting'").length > 0;
  return made && query(first, "SELECT 1 FROM setting WHERE name = 'settled'").length > 0;
};

it("there are folders of versions with one Registry", () => {
  expect(VERSIONS).toContain("v0.1.0");
});

it.each(VERSIONS)("the Registry of %s moves under SIGKILLs, and is whole", async (version) => {
  const folder = join(FOLDER, version);
  const expected = readExpected(folder);
  const { people, erasures, held, access, secrets } = expected;
  const dataDir = temporaryFolder();
  await unpack(join(folder, KEPT.archive), dataDir);
  addNamespaces(dataDir, IS_LONG ? 500 : 150);
  const tables = Object.keys(KEYS) as (keyof typeof KEYS)[];
  const before = new Map(tables.map((table) => [table, rowsOf(dataDir, table)]));
  let service: Service | null = null;
  const found: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    service = await startService({ dataDir, secrets });
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
    await service.kill9();
    for (const table of ["ledger", "id_ceiling", "namespace"] as const) {
      const keys = new Set(rowsOf(dataDir, table).map(({ key }) => key));
      const lost = before.get(table)?.filter(({ key }) => !keys.has(key));
      expect(lost, `${table} after kill ${kill}`).toEqual([]);
    }
    found.push(rowsOf(dataDir, "namespace").filter(({ registry }) => registry === 0).length);
  }
  console.log("namespaces in the first Registry after each kill:", found.join(" "));
  service = await startService({ dataDir, secrets });
  await waitFor("all is moved", () => isSettled(dataDir), 120_000);
  for (const table of tables) {
    const after = rowsOf(dataDir, table);
    for (const { nid, registry } of after) expect(registry, table).toBe(registryOfNid(nid));
    expect(new Set(after.map(({ key }) => key)).size).toBe(after.length);
  }
  const { token } = people;
  await expectUnmasked(service, token, people.exchanges);
  await expectSameTokens(service, token, people.exchanges);
  await expectErasures(service, erasures);
  await expectDead(service, erasures.token, erasures.dead);
  await expectDeleted(service, access);
  await expectHeldDeletions(service, held);
  await expectHeldNamespace(service, held);
  expect(await service.stop()).toBe(0);
});
