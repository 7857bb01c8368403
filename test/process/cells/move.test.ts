// `npm run cells -- move`: a namespace goes to another cell whole, whatever interrupts it, and everybody else is served.

import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finishMove, moveNamespace, planMove } from "../../../scripts/run/cells/move.ts";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { ask, newToken, send, submit, untilEnded } from "../../support/node/api-client.ts";
import {
  expectAll,
  fill,
  isIn,
  startCells,
  type Tenant,
  unmaskOf,
  vaultsIn,
} from "../../support/node/cells.ts";
import { issue, mask, readable, untilErased } from "../../support/node/erasure.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { nidOf } from "../../support/node/object-files.ts";
import { cleanUp, startScript, temporaryFolder } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

/** Two cells that several tests use. */
let two: Service;

beforeAll(async () => {
  two = await startCells(2);
});
afterAll(cleanUp);

async function move(service: Service, name: string, to: number, ...more: string[]) {
  const args = ["move", name, "--to", String(to), "--data", service.dataDir, ...more];
  const script = startScript("cells.ts", args);
  const { code } = await script.ended;
  return { code, said: script.stdout() + script.stderr() };
}

const cellOf = (service: Service, cells: number, token: string) =>
  Array.from({ length: cells }, (_, cell) => cell).filter((cell) => isIn(service, cell, token));

describe("moving a namespace", () => {
  it("takes all of it along while everybody is served, and everybody else without a pause", async () => {
    const service = await startCells(3);
    const { token, admin } = await issue(service, "mover");
    const erased = await mask(service, token, "erased", 3);
    const kept = await mask(service, token, "kept", 3);
    const data = { values: erased.map(({ value }) => value) };
    const asked = await send(service, admin, "namespace/delete/by-value", { data });
    const id = String(asked.body.data.tracking_id);
    const { receipt } = await untilErased(service, admin, id);
    const items = Array.from({ length: 20_000 }, (_, i) => ({
      value: `person ${i}`,
      token_name: "Text Token",
    }));
    const job = await submit(service, token, "mask", items);
    const tenants = await fill(service);
    const [from = 0] = cellOf(service, 3, token);
    const to = (from + 1) % 3;
    const seen = new Map<boolean, Set<number>>([
      [true, new Set()],
      [false, new Set()],
    ]);
    let isOver = false;
    const callers = tenants.map(async (tenant) => {
      const [cell = 0] = cellOf(service, 3, tenant.token);
      while (!isOver) {
        seen.get(cell === from || cell === to)?.add((await unmaskOf(service, tenant)).status);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    const moved = await move(service, "mover", to);
    expect(moved, moved.said).toMatchObject({ code: 0 });
    isOver = true;
    await Promise.all(callers);
    expect([...(seen.get(false) ?? [])]).toEqual([200]);
    // On a busy machine the two may be away for longer than a request waits.
    const others = [...(seen.get(true) ?? [])].filter((status) => status !== 200);
    expect(others.every((status) => status === 503)).toBe(true);

    const check = async (running: Service) => {
      expect(cellOf(running, 3, token)).toEqual([to]);
      expect(await readable(running, token, kept)).toHaveLength(3);
      expect(await readable(running, token, erased)).toEqual([]);
      expect((await untilErased(running, admin, id)).receipt).toBe(receipt);
      expect(nidOf(await newToken(running, "mover", "other", ["mask"]))).toBe(nidOf(token));
      const ledger = `super-admin/ledger?namespace=mover`;
      const { body } = await ask(running, service.secrets.VAULT_MASTER_KEY, ledger);
      expect(body.data.length).toBeGreaterThan(1);
      await expectAll(running, tenants);
    };
    await check(service);
    const { status, result } = await untilEnded(service, token, job);
    expect([status, result.length]).toEqual(["SUCCESS", items.length]);
    // Once more erased where it is now: its ledger goes on.
    await send(service, admin, "namespace/delete/by-value", { data: { values: ["nobody"] } });
    await service.stop();
    const again = await startService({ dataDir: service.dataDir, secrets: service.secrets });
    await check(again);
  });

  it("keeps the deletion it had from being begun twice with one key, in whatever cell the name is by then", async () => {
    const service = two;
    const first = await newToken(service, "moved", "app", ["mask", "unmask"]);
    const [from = 0] = cellOf(service, 2, first);
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
    expect(cellOf(service, 2, second)).toEqual([from]);
    const pairs = await mask(service, second, "kept", 2);
    expect(await ask()).toEqual(answer);
    expect(await readable(service, second, pairs)).toHaveLength(2);
  });

  it("is refused where there is nothing to move, or no place for it", async () => {
    const service = two;
    const [tenant] = (await fill(service, ["one"])) as [Tenant];
    const [from = 0] = cellOf(service, 2, tenant.token);
    expect(await move(service, "nobody", 1)).toMatchObject({ code: 1 });
    expect((await move(service, "one", from)).said).toContain("already");
    expect(await move(service, "one", 2)).toMatchObject({ code: 64 });
    await expectAll(service, [tenant]);
  });
});

/** Move in a process that ends at a step, as if it were killed. */
function moveUntil(dataDir: string, name: string, to: number, last: number): void {
  const path = join(PROJECT_ROOT, "scripts/run/cells/move.ts");
  const code = `
    const { moveNamespace, planMove } = await import(${JSON.stringify(path)});
    const places = { Vault: ${JSON.stringify(dataDir)}, Registry: ${JSON.stringify(dataDir)} };
    moveNamespace(places, planMove(places, ${JSON.stringify(name)}, ${to}), (step) => {
      if (step === ${last}) process.exit(9);
    });`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code]);
  expect(status, stderr.toString()).toBe(9);
}

describe("a move that is cut off", () => {
  it("at any step is finished by the next start, with the namespace in one cell, whole", async () => {
    let service = await startCells(2);
    const { dataDir, secrets } = service;
    const { token, admin } = await issue(service, "mover");
    const [erased, kept] = [
      await mask(service, token, "erased", 2),
      await mask(service, token, "kept", 2),
    ];
    const data = { values: erased.map(({ value }) => value) };
    const asked = await send(service, admin, "namespace/delete/by-value", { data });
    await untilErased(service, admin, String(asked.body.data.tracking_id));
    const tenants = await fill(service);
    await service.stop();
    for (let step = 0; step <= 6; step++) {
      const [from = 0] = cellOf(service, 2, token);
      moveUntil(dataDir, "mover", 1 - from, step);
      const isServed = IS_LONG || step % 3 === 0;
      // It is what a start begins with.
      if (isServed) service = await startService({ dataDir, secrets });
      else finishMove({ Vault: dataDir, Registry: dataDir });
      // Before it was written down what is to be done, nothing is.
      expect(cellOf(service, 2, token)).toEqual([step === 0 ? from : 1 - from]);
      expect(existsSync(join(dataDir, "move"))).toBe(false);
      expect(vaultsIn(service, 0) + vaultsIn(service, 1)).toBe(tenants.length + 1);
      if (!isServed) continue;
      expect(await readable(service, token, kept)).toHaveLength(2);
      expect(await readable(service, token, erased)).toEqual([]);
      await expectAll(service, tenants);
      await service.stop();
    }
  });

  it("that fails before anything has left is undone", async () => {
    const service = await startCells(2);
    const { dataDir, secrets } = service;
    const tenants = await fill(service);
    await service.stop();
    const places = { Vault: dataDir, Registry: dataDir };
    const [{ name, token }] = tenants as [Tenant];
    const [from = 0] = cellOf(service, 2, token);
    for (const last of [1, 2, 3]) {
      const plan = planMove(places, name, 1 - from);
      const fail = (step: number) => {
        if (step === last) throw new Error("no room");
      };
      expect(() => moveNamespace(places, plan, fail)).toThrow(/no room/);
      expect(existsSync(join(dataDir, "move"))).toBe(false);
      expect(cellOf(service, 2, token)).toEqual([from]);
    }
    await expectAll(await startService({ dataDir, secrets }), tenants);
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
    const [from = 0] = cellOf(service, 2, token);
    expect(await move(service, name, 1 - from)).toMatchObject({ code: 0 });
    const restore = (only: string) =>
      startScript("restore.ts", ["--from", file, "--data", dataDir, "--only", only, "--force"]);
    const registry = restore("registry");
    expect((await registry.ended).code).toBe(1);
    expect(registry.stderr()).toContain("moved");
    const vault = restore("vault");
    expect((await vault.ended).code, vault.stderr()).toBe(0);
    const restored = await startService({ dataDir, secrets });
    expect(cellOf(restored, 2, token)).toEqual([1 - from]);
    await expectAll(restored, tenants);
  });
});
