// `npm run cells -- move`: a namespace moves completely to another cell, whatever interrupts it, and all others are
// served.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { finishMove } from "../../../scripts/run/cells/move.ts";
import { COMPILE_CACHE, PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { ask, newToken, send, submit, untilEnded } from "../../support/node/api-client.ts";
import {
  cellsOf,
  expectAll,
  fill,
  move,
  startCells,
  unmaskOf,
  vaultsIn,
} from "../../support/node/cells.ts";
import { issue, mask, readable, untilErased } from "../../support/node/erasure.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { nidOf } from "../../support/node/object-files.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

afterEach(cleanUp);

describe("moving a namespace", () => {
  it("takes all of it along while everybody is served, everybody else without a pause, and is finished wherever it is cut off", async () => {
    const service = await startCells(3);
    const { token, admin } = await issue(service, "mover");
    const erased = await mask(service, token, "erased", 3);
    const kept = await mask(service, token, "kept", 3);
    const data = { values: erased.map(({ value }) => value) };
    const asked = await send(service, admin, "namespace/delete/by-value", { data });
    const id = String(asked.body.data.tracking_id);
    const { receipt } = await untilErased(service, admin, id);
    const items = Array.from({ length: 5_000 }, (_, i) => ({
      value: `person ${i}`,
      token_name: "Text Token",
    }));
    const job = await submit(service, token, "mask", items);
    const tenants = await fill(service);
    const [from = 0] = cellsOf(service, 3, token);
    const to = (from + 1) % 3;
    const seen = new Map<boolean, Set<number>>([
      [true, new Set()],
      [false, new Set()],
    ]);
    let isOver = false;
    const callers = tenants.map(async (tenant) => {
      const [cell = 0] = cellsOf(service, 3, tenant.token);
      while (!isOver) {
        seen.get(cell === from || cell === to)?.add((await unmaskOf(service, tenant)).status);
        await new Promise((resolve) => setTimeout(resolve, 25));
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

    const check = async (running: Service, cell: number) => {
      expect(cellsOf(running, 3, token)).toEqual([cell]);
      expect(await readable(running, token, kept)).toHaveLength(3);
      expect(await readable(running, token, erased)).toEqual([]);
      expect((await untilErased(running, admin, id)).receipt).toBe(receipt);
      expect(nidOf(await newToken(running, "mover", "other", ["mask"]))).toBe(nidOf(token));
      const ledger = `super-admin/ledger?namespace=mover`;
      const { body } = await ask(running, service.secrets.VAULT_MASTER_KEY, ledger);
      expect(body.data.length).toBeGreaterThan(1);
      await expectAll(running, tenants);
    };
    await check(service, to);
    const { status, result } = await untilEnded(service, token, job);
    expect([status, result.length]).toEqual(["SUCCESS", items.length]);
    // Another erasure in its new cell: its ledger continues.
    await send(service, admin, "namespace/delete/by-value", { data: { values: ["nobody"] } });
    await service.stop();
    const last = cutOffMoves(service, token, tenants.length + 1, [from, to]);
    const again = await startService({ dataDir: service.dataDir, secrets: service.secrets });
    expect(existsSync(join(service.dataDir, "move"))).toBe(false);
    await check(again, last);
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
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
  });
  expect(status, stderr.toString()).toBe(9);
}

/** Cut a move off at each of its steps, there and back again; gives where the namespace is in the end. */
function cutOffMoves(service: Service, token: string, count: number, between: [number, number]) {
  const { dataDir } = service;
  for (let step = 0; step <= 6; step++) {
    const [from = 0] = cellsOf(service, 3, token);
    const to = from === between[0] ? between[1] : between[0];
    moveUntil(dataDir, "mover", to, step);
    // It is what a start begins with, which does it the last time.
    if (step === 6) return to;
    finishMove({ Vault: dataDir, Registry: dataDir });
    // Before it was written down what is to be done, nothing is.
    expect(cellsOf(service, 3, token)).toEqual([step === 0 ? from : to]);
    expect(existsSync(join(dataDir, "move"))).toBe(false);
    expect([0, 1, 2].reduce((sum, cell) => sum + vaultsIn(service, cell), 0)).toBe(count);
  }
  return -1;
}

describe.runIf(IS_LONG)("a move that is cut off", () => {
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
      const [from = 0] = cellsOf(service, 2, token);
      moveUntil(dataDir, "mover", 1 - from, step);
      // It is what a start begins with.
      service = await startService({ dataDir, secrets });
      // Before it was written down what is to be done, nothing is.
      expect(cellsOf(service, 2, token)).toEqual([step === 0 ? from : 1 - from]);
      expect(existsSync(join(dataDir, "move"))).toBe(false);
      expect(vaultsIn(service, 0) + vaultsIn(service, 1)).toBe(tenants.length + 1);
      expect(await readable(service, token, kept)).toHaveLength(2);
      expect(await readable(service, token, erased)).toEqual([]);
      await expectAll(service, tenants);
      await service.stop();
    }
  });
});
