// What `npm run cells -- move` refuses, undoes, or leaves alone, and backups around it.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { moveNamespace, planMove } from "../../../scripts/run/cells/move.ts";
import { ask, newToken, send } from "../../support/node/api-client.ts";
import {
  cellsOf,
  expectAll,
  fill,
  move,
  startCells,
  type Tenant,
  workerdOf,
} from "../../support/node/cells.ts";
import { issue, mask, readable, untilErased } from "../../support/node/erasure.ts";
import { objectPaths } from "../../support/node/object-files.ts";
import { cleanUp, startScript, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

/** Two cells that several tests use. */
let two: Service;

beforeAll(async () => {
  two = await startCells(2);
});
afterAll(cleanUp);

/** Erase a value that nobody has, which stores replay parts; returns the tracking id. */
async function eraseNobody(service: Service, admin: string): Promise<string> {
  const data = { values: ["nobody"] };
  const asked = await send(service, admin, "namespace/delete/by-value", { data });
  const id = String(asked.body.data.tracking_id);
  await untilErased(service, admin, id);
  return id;
}

/** The replay parts of an erasure. */
async function replayOf(service: Service, admin: string, id: string): Promise<object> {
  const path = `namespace/job-status?tracking_id=${id}&include_replay=true`;
  const { body } = await ask(service, admin, path);
  expect(body.data.replay.search).toHaveLength(1);
  return body.data.replay;
}

/** Database of the only namespace in a cell. */
function vaultPathIn({ dataDir }: Service, cell: number): string {
  const [path = ""] = objectPaths(cell === 0 ? dataDir : join(dataDir, `cell-${cell}`), "Vault");
  return path;
}

describe("a move", () => {
  it("keeps the deletion it had from being begun twice with one key, in whatever cell the name is by then", async () => {
    const service = two;
    const first = await newToken(service, "moved", "app", ["mask", "unmask"]);
    const [from = 0] = cellsOf(service, 2, first);
    expect(await move(service, "moved", 1 - from)).toMatchObject({ code: 0 });
    const ask = async () => {
      const response = await fetch(`${service.url}/api/vault/super-admin/namespace/delete`, {
        method: "PUT",
        headers: {
          authorization: `Bearer ${service.secrets.VAULT_MASTER_KEY}`,
          "content-type": "application/json",
          "idempotency-key": "once",
        },
        body: JSON.stringify({ data: { namespace_to_be_deleted: "moved" } }),
      });
      const { data } = (await response.json()) as { data: { tracking_id: string } };
      return [response.status, data.tracking_id];
    };
    const answer = await ask();
    expect(answer).toEqual([200, expect.any(String)]);
    const second = await newToken(service, "moved", "app", ["mask", "unmask"]);
    expect(cellsOf(service, 2, second)).toEqual([from]);
    const pairs = await mask(service, second, "kept", 2);
    expect(await ask()).toEqual(answer);
    expect(await readable(service, second, pairs)).toHaveLength(2);
  });

  it("is refused where there is nothing to move, or no place for it", async () => {
    const service = two;
    const [tenant] = (await fill(service, ["one"])) as [Tenant];
    const [from = 0] = cellsOf(service, 2, tenant.token);
    expect(await move(service, "nobody", 1)).toMatchObject({ code: 1 });
    expect((await move(service, "one", from)).said).toContain("already");
    expect(await move(service, "one", 2)).toMatchObject({ code: 64 });
    await expectAll(service, [tenant]);
  });

  it("that fails before the namespace's database has left is undone, and its replay parts go back", async () => {
    const service = await startCells(2);
    const { dataDir, secrets } = service;
    const tenants = await fill(service);
    const [first] = tenants as [Tenant];
    const admin = await newToken(service, first.name, "admin", ["metadata_change"]);
    const erasure = await eraseNobody(service, admin);
    const parts = await replayOf(service, admin, erasure);
    await service.stop();
    const places = { Vault: dataDir, Registry: dataDir };
    const [{ name, token }] = tenants as [Tenant];
    const [from = 0] = cellsOf(service, 2, token);
    for (const last of [1, 2, 3]) {
      const plan = planMove(places, name, 1 - from);
      const fail = (step: number) => {
        if (step === last) throw new Error("no room");
      };
      expect(() => moveNamespace(places, plan, fail)).toThrow(/no room/);
      expect(existsSync(join(dataDir, "move"))).toBe(false);
      expect(cellsOf(service, 2, token)).toEqual([from]);
    }
    const again = await startService({ dataDir, secrets });
    await expectAll(again, tenants);
    expect(await replayOf(again, admin, erasure)).toEqual(parts);
  });

  it("is refused while a backup reads the namespace's database, and loses nothing that was stored meanwhile", async () => {
    const service = await startCells(2);
    const { token, admin } = await issue(service, "mover");
    const erasure = await eraseNobody(service, admin);
    const parts = await replayOf(service, admin, erasure);
    const [from = 0] = cellsOf(service, 2, token);
    const reader = new DatabaseSync(vaultPathIn(service, from), { readOnly: true });
    reader.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    const kept = await mask(service, token, "kept", 2);
    const refused = await move(service, "mover", 1 - from);
    expect(refused.said).toContain("being read");
    expect(refused.code).toBe(1);
    expect(cellsOf(service, 2, token)).toEqual([from]);
    expect(await readable(service, token, kept)).toHaveLength(2);
    expect(await replayOf(service, admin, erasure)).toEqual(parts);
    reader.close();
    expect(await move(service, "mover", 1 - from)).toMatchObject({ code: 0 });
    expect(await readable(service, token, kept)).toHaveLength(2);
    expect(await replayOf(service, admin, erasure)).toEqual(parts);
  });
});

describe("a move away from a cell that never comes up", () => {
  it("is made all the same, and the other cell serves it", async () => {
    const service = await startCells(2);
    const { token } = await issue(service, "mover");
    const kept = await mask(service, token, "kept", 2);
    const [from = 0] = cellsOf(service, 2, token);
    const killing = setInterval(() => {
      const pid = workerdOf(service, from);
      try {
        if (pid > 0) process.kill(pid, "SIGKILL");
      } catch {}
    }, 20);
    try {
      await waitFor("a restart", () => service.logs().includes("2 restarts so far"));
      expect(await move(service, "mover", 1 - from)).toMatchObject({ code: 0 });
      expect(await readable(service, token, kept)).toHaveLength(2);
    } finally {
      clearInterval(killing);
    }
  });
});

describe("a backup", () => {
  it("is not made of a folder in which a move was cut off", async () => {
    await two.stop();
    writeFileSync(join(two.dataDir, "move"), "{}");
    const file = join(temporaryFolder(), "vault.tar");
    const backup = startScript("backup.ts", ["--data", two.dataDir, "--to", file]);
    expect((await backup.ended).code).toBe(1);
    expect(backup.stderr()).toContain("being moved");
    expect(existsSync(file)).toBe(false);
  });

  it("of before a move brings the data back into the cell that the namespace is in by now", async () => {
    const service = await startCells(2);
    const { dataDir, secrets } = service;
    const tenants = await fill(service);
    const file = join(temporaryFolder(), "vault.tar");
    const backup = startScript("backup.ts", ["--data", dataDir, "--to", file]);
    expect((await backup.ended).code, backup.stderr()).toBe(0);
    await service.stop();
    const [{ name, token }] = tenants as [Tenant];
    const [from = 0] = cellsOf(service, 2, token);
    expect(await move(service, name, 1 - from)).toMatchObject({ code: 0 });
    const restore = (only: string) =>
      startScript("restore.ts", ["--from", file, "--data", dataDir, "--only", only, "--force"]);
    const registry = restore("registry");
    expect((await registry.ended).code).toBe(1);
    expect(registry.stderr()).toContain("moved");
    const vault = restore("vault");
    expect((await vault.ended).code, vault.stderr()).toBe(0);
    const restored = await startService({ dataDir, secrets });
    expect(cellsOf(restored, 2, token)).toEqual([1 - from]);
    await expectAll(restored, tenants);
  });
});
