// The folders of cells: growing, shrinking, a backup, a separate ledger folder, and locks.

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { isMade, listObjects } from "../../../scripts/run/serve/object-files.ts";
import { newToken } from "../../support/node/api-client.ts";
import {
  expectAll,
  fill,
  healthOf,
  NAMES,
  startCells,
  unmaskOf,
  vaultsIn,
} from "../../support/node/cells.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { registryPath } from "../../support/node/object-files.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";
import { startService } from "../../support/node/service.ts";

afterEach(cleanUp);

it("a new database is read by others only once its maker has written to its WAL", () => {
  const path = join(temporaryFolder(), "new.sqlite");
  expect(isMade(path)).toBe(false);
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL");
  expect(isMade(path)).toBe(false);
  database.exec("CREATE TABLE one (id INTEGER)");
  expect(isMade(path)).toBe(true);
  database.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
  expect(isMade(path)).toBe(true);
});

describe("a Registry's database that cannot be read", () => {
  it("keeps only its own names from being served, and nobody else gets them", async () => {
    const service = await startCells(2);
    const { dataDir, secrets } = service;
    const tenants = await fill(service);
    await service.stop();
    const [lost] = tenants.filter(({ token }) => existsSync(registryPath(dataDir, token)));
    const damaged = registryPath(dataDir, lost?.token ?? "");
    const file = readFileSync(damaged);
    writeFileSync(damaged, file.fill(0xff, 0, 4_096));
    const isNear = ({ token }: { token: string }) =>
      basename(registryPath("", token)) === basename(damaged);
    const again = await startCells(2, { dataDir, secrets });
    await expectAll(
      again,
      tenants.filter((tenant) => !isNear(tenant)),
    );
    for (const tenant of tenants.filter(isNear)) {
      expect((await unmaskOf(again, tenant)).status).toBe(503);
      await expect(newToken(again, tenant.name, "app", ["mask"])).rejects.toThrow();
    }
    expect(again.logs()).toContain(damaged);
  });
});

describe("the number of cells", () => {
  it("grows: old namespaces stay where they are, and keep their names", async () => {
    const first = await startService();
    const { dataDir, secrets } = first;
    const tenants = await fill(first);
    await first.stop();
    const grown = await startCells(2, { dataDir, secrets });
    await expectAll(grown, tenants);
    for (const { name } of tenants) await newToken(grown, name, "second", ["mask"]);
    expect([0, 1].map((cell) => vaultsIn(grown, cell))).toEqual([NAMES.length, 0]);
    const more = await fill(
      grown,
      Array.from({ length: 12 }, (_, i) => `new ${i}`),
    );
    expect(vaultsIn(grown, 1)).toBeGreaterThan(0);
    await grown.stop();
    const args = ["--port", "0", "--data", dataDir, "--cells", "1"];
    const shrunk = await runHere("serve.ts", args, secrets);
    expect(shrunk.code).toBe(64);
    expect(shrunk.err).toMatch(/Cell 1 .* holds namespaces/);
    // Nor are they forgotten with the file that counts them.
    renameSync(join(dataDir, "cells"), join(dataDir, "counted"));
    const uncounted = await runHere("serve.ts", args.slice(0, 4), secrets);
    expect(uncounted.code).toBe(64);
    expect(uncounted.err).toMatch(/Cell 1 .* holds namespaces/);
    renameSync(join(dataDir, "counted"), join(dataDir, "cells"));
    const again = await startService({ dataDir, secrets });
    await expectAll(again, [...tenants, ...more]);
  });

  it.runIf(IS_LONG)("shrinks where the cells to go hold nothing", async () => {
    const first = await startCells(3);
    const { dataDir, secrets } = first;
    const tenants = await fill(first, ["tenant 0"]);
    await first.stop();
    const used = Math.max(...[0, 1, 2].filter((cell) => vaultsIn(first, cell) > 0));
    if (used === 2) return;
    const shrunk = await startCells(used + 1, { dataDir, secrets });
    await expectAll(shrunk, tenants);
  });
});

describe.runIf(IS_LONG)("a backup of several cells", () => {
  it("brings all of them back, also over more than it has", async () => {
    const service = await startCells(2);
    const { dataDir, secrets } = service;
    const tenants = await fill(service);
    const file = join(temporaryFolder(), "vault.tar");
    const backup = await runHere("backup.ts", ["--data", dataDir, "--to", file]);
    expect(backup.code, backup.err).toBe(0);
    expect(backup.out).toContain("8 namespaces");
    const restored = join(temporaryFolder(), "restored");
    const args = ["--from", file, "--data", restored];
    const restore = await runHere("restore.ts", args);
    expect(restore.code, restore.err).toBe(0);
    const copy = await startService({ dataDir: restored, secrets });
    expect(copy.logs()).toContain("2 cells");
    await expectAll(copy, tenants);
    await copy.stop();
    const grown = await startCells(3, { dataDir: restored, secrets });
    const later = await fill(grown, ["x", "y", "z", "u", "v", "w"]);
    expect(vaultsIn(grown, 2)).toBeGreaterThan(0);
    await grown.stop();
    const again = await runHere("restore.ts", [...args, "--force"]);
    expect(again.code, again.err).toBe(0);
    const last = await startService({ dataDir: restored, secrets });
    expect(vaultsIn(last, 2)).toBe(0);
    await expectAll(last, tenants);
    for (const tenant of later) expect((await unmaskOf(last, tenant)).status).toBe(401);
  });
});

describe("the folders", () => {
  it("are held whole and each, hold each cell's Registry, and are there again after a kill, but not where one is missing", async () => {
    const ledger = join(temporaryFolder(), "ledger");
    const service = await startCells(2, { args: ["--ledger", ledger] });
    const { dataDir, secrets } = service;
    const tenants = await fill(service);
    expect(listObjects(dataDir, "Registry")).toEqual([]);
    expect(listObjects(ledger, "Registry").length).toBeGreaterThan(0);
    expect(listObjects(join(ledger, "cell-1"), "Registry").length).toBeGreaterThan(0);
    expect(readFileSync(join(ledger, "cells"), "utf8")).toBe("2\n");
    await expectAll(service, tenants);
    const places = [
      ["--data", dataDir, "--ledger", ledger],
      ["--data", join(dataDir, "cell-1")],
    ];
    for (const place of places) {
      const second = await runHere("serve.ts", ["--port", "0", ...place], secrets);
      expect(second.code).toBe(3);
      expect(second.err).toContain(`in use by process ${service.pid}`);
    }
    expect((await healthOf(service)).status).toBe("ok");

    process.kill(service.pid, "SIGKILL");
    const again = await startService({ dataDir, secrets, args: ["--ledger", ledger] });
    await expectAll(again, tenants);

    await again.stop();
    rmSync(join(dataDir, "cell-1"), { recursive: true });
    const cut = await runHere("serve.ts", ["--port", "0", ...(places[0] ?? [])], secrets);
    expect(cut.code).toBe(1);
    expect(cut.err).toMatch(/There are 2 cells, but .*cell-1 is missing/);
    expect(existsSync(join(dataDir, "cell-1"))).toBe(false);
  });
});
