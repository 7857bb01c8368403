// Whether all Registries are in place is also asked (by backup, doctor) while a service runs, which may begin another one.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterAll, expect, it } from "vitest";
import { classFolder, REGISTRY_FILES } from "../../../scripts/run/serve/object-files.ts";
import { requireConsistentPlaces } from "../../../scripts/run/serve/registry-place.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";

const PLACE = new URL("../../../scripts/run/serve/registry-place.ts", import.meta.url);
/** Enough to list a folder; with less, nothing is tested, and nothing fails. */
const LISTED_MS = 500;

afterAll(cleanUp);

it("a Registry that a kill left empty at its very beginning is none, and needs no first one", () => {
  const dir = temporaryFolder();
  const folder = classFolder(dir, "Registry");
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, REGISTRY_FILES[1] ?? ""));
  const check = () => requireConsistentPlaces({ Vault: dir, Registry: dir });
  database.exec("PRAGMA journal_mode = WAL");
  expect(check).not.toThrow();
  database.exec("CREATE TABLE namespace (name TEXT)");
  expect(check).toThrow("The first Registry");
  database.close();
});

it("a Registry that begins while the others are read is not missing", async () => {
  const dir = temporaryFolder();
  const folder = classFolder(dir, "Registry");
  mkdirSync(folder, { recursive: true });
  const [first = "", second = ""] = REGISTRY_FILES;
  const database = new DatabaseSync(join(folder, first));
  database.exec("CREATE TABLE used_registry (number INTEGER)");
  // Without a WAL, who reads waits for who writes.
  database.exec("BEGIN EXCLUSIVE");
  const reader = new Worker(
    `import(${JSON.stringify(PLACE.href)}).then(({ requireConsistentPlaces }) => {
      const { parentPort } = require("node:worker_threads");
      parentPort.postMessage("begins");
      requireConsistentPlaces(${JSON.stringify({ Vault: dir, Registry: dir })});
      parentPort.postMessage("consistent");
    })`,
    { eval: true },
  );
  const said: unknown[] = [];
  reader.on("message", (message) => said.push(message));
  const ended = new Promise<string | null>((resolve) => {
    reader.on("error", ({ message }) => resolve(message));
    reader.on("exit", () => resolve(null));
  });
  while (said.length === 0) await pause(10);
  await pause(LISTED_MS);
  writeFileSync(join(folder, second), "x".repeat(10_000));
  database.exec("INSERT INTO used_registry VALUES (1)");
  database.exec("COMMIT");
  database.close();
  expect(await ended).toBeNull();
  expect(said).toEqual(["begins", "consistent"]);
});
