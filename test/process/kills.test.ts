// Mixed load on three namespaces, with holds and their deletion, while the service is killed repeatedly. A model knows
// every acknowledged answer: nothing acknowledged is lost, and nothing erased returns.

import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { readRecord } from "../../scripts/run/serve/data-lock.ts";
import { isMade } from "../../scripts/run/serve/object-files.ts";
import { KILLS, randomNumbers, SEED, tell } from "../support/node/long/settings.ts";
import { countsOf, Tenant, wrongOf } from "../support/node/long/tenant.ts";
import { pause, Wire } from "../support/node/long/wire.ts";
import { objectPaths } from "../support/node/object-files.ts";
import { cleanUp, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";
import { startStubModel } from "../support/node/stub-model.ts";

const NAMESPACES = 3;
const CALLERS = 3;
const MAX_LIFE_MS = 2_000;
/** Share of kills that hit the runtime alone, which `serve` starts again. */
const ALONE = 0.2;
/** Share of lives in which a database is locked for part of the time, as by an operator's sqlite3. */
const LOCKED = 0.3;
const KILL_PATIENCE_MS = 15_000;
const END_PATIENCE_MS = 120_000;
const HAS_MAPPINGS = "SELECT 1 FROM sqlite_master WHERE name = 'mapping'";
/** Mappings that their digest does not lead to: their values would get another token. */
const UNFOUND = `SELECT id FROM mapping AS m WHERE NOT EXISTS (SELECT 1 FROM mapping_by_digest AS d
  WHERE d.digest = m.digest AND d.kind = m.kind AND d.id = m.id)`;

/** Lock the database of one object, any of them, and leave it after a moment. */
async function lockOne(
  place: { locks: number },
  dataDir: string,
  random: () => number,
): Promise<void> {
  const all = [...objectPaths(dataDir, "Vault"), ...objectPaths(dataDir, "Registry")];
  const made = all.filter(isMade);
  const path = made[Math.floor(random() * made.length)];
  if (path === undefined) return;
  const database = new DatabaseSync(path, { timeout: 5_000 });
  place.locks += 1;
  database.exec("BEGIN IMMEDIATE");
  await pause((random() * MAX_LIFE_MS) / 2);
  database.close();
  place.locks += 1;
}

describe(`${KILLS} SIGKILLs under mixed load (LONG_SEED=${SEED})`, () => {
  afterAll(cleanUp);

  it(
    "lose nothing that was acknowledged, and bring nothing back that was erased",
    async () => {
      const random = randomNumbers(SEED);
      const model = await startStubModel();
      const args = ["--llm", `openai=${model.url}`];
      let service: Service = await startService({ args });
      const { secrets, dataDir } = service;
      const place = { url: service.url, secrets, life: 1, isDown: false, locks: 0 };
      const wire = new Wire(place);
      const tenants: Tenant[] = [];
      for (let n = 0; n < NAMESPACES; n++) {
        tenants.push(await Tenant.create(wire, `long-${n}`, randomNumbers(SEED + 1 + n)));
      }
      let isOver = false;
      const run = async (tenant: Tenant, isFirst: boolean) => {
        while (!isOver) await tenant.step(isFirst);
      };
      const callers = tenants.flatMap((one) =>
        Array.from({ length: CALLERS }, (_, i) => run(one, i === 0)),
      );
      const wrong = () => wrongOf(wire, tenants);
      for (let kill = 1; kill <= KILLS && wrong().length === 0; kill++) {
        await pause(random() * MAX_LIFE_MS);
        if (random() < LOCKED) await lockOne(place, dataDir, random);
        place.isDown = true;
        if (random() < ALONE) {
          const before = readRecord(dataDir)?.workerd?.pid ?? 0;
          process.kill(before, "SIGKILL");
          const isBack = () => {
            const record = readRecord(dataDir);
            return record?.state === "running" && record.workerd?.pid !== before;
          };
          await waitFor("the runtime was started again", isBack, 60_000);
        } else {
          await service.kill9();
          service = await startService({ dataDir, secrets, args });
        }
        for (const one of tenants) one.settle();
        Object.assign(place, { url: service.url, life: place.life + 1, isDown: false });
        if (kill % 10 === 0 || kill === KILLS)
          tell(`kill ${kill} of ${KILLS}: ${countsOf(tenants)}`);
      }
      await pause(MAX_LIFE_MS);
      isOver = true;
      await Promise.all(callers);
      for (const one of tenants) await one.untilEnded(END_PATIENCE_MS);
      for (const one of tenants) await one.audit(200);
      const known = tenants.map((one) => one.known);
      tell(`${known} tokens known; ${JSON.stringify(wire.counts)}; ${countsOf(tenants)}`);
      expect(wrong().slice(0, 10)).toEqual([]);
      expect(Math.min(...known)).toBeGreaterThan(Math.min(100, 5 * KILLS));
      expect(await service.stop()).toBe(0);
      await model.stop();
      for (const path of [...objectPaths(dataDir, "Vault"), ...objectPaths(dataDir, "Registry")]) {
        const database = new DatabaseSync(path, { readOnly: true });
        expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
        const isNamespace = database.prepare(HAS_MAPPINGS).get() !== undefined;
        if (isNamespace) expect(database.prepare(UNFOUND).all()).toEqual([]);
        database.close();
      }
    },
    KILLS * KILL_PATIENCE_MS + 2 * END_PATIENCE_MS,
  );
});
