// A backup from before an erasure, restored in part: namespaces without their Registry, and the Registry without its
// namespaces.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { classFolder, listObjects, REGISTRY_FILES } from "../../scripts/run/serve/object-files.ts";
import { send } from "../support/node/api-client.ts";
import {
  acceptEraseAll,
  eraseAll,
  issue,
  lookAtErasure,
  mask,
  type Pair,
  readable,
  restart,
  statementsOf,
  unmask,
  untilErased,
  vaultPath,
} from "../support/node/erasure.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { edit, query, registryPath, vaultPathOf } from "../support/node/object-files.ts";
import { runHere } from "../support/node/run-here.ts";
import { cleanUp, temporaryFolder, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

/** Whose entry of the day in the ledger comes some time. */
const WITHOUT_AUDIT = { AUDIT: "off" };

afterEach(cleanUp);

/** Each is asked for alone, again and again. */
const FEW = 20;

const valuesOf = (pairs: readonly Pair[]) => pairs.map(({ value }) => value);

/** Run a command that has to succeed. */
async function run(name: "backup" | "restore", ...args: string[]): Promise<void> {
  const { code, said } = await runHere(`${name}.ts`, args);
  expect(code, said).toBe(0);
}

/** Copy everything a service stores, its Registry on its own disk included. */
async function backup(service: Service, ledgerDir: string): Promise<string> {
  const file = join(temporaryFolder(), "vault.tar");
  await run("backup", "--data", service.dataDir, "--ledger", ledgerDir, "--to", file);
  return file;
}

const short = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    value: String(from + i),
    token_name: "Numeric Token",
  }));

/** Mask so many numbers of six digits; gives their tokens. */
async function maskShort(on: Service, token: string, from: number, count: number) {
  const found: string[] = [];
  for (let at = 0; at < count; at += 1_000) {
    const body = { mask: short(from + at, Math.min(1_000, count - at)) };
    const answer = await send(on, token, "mask", body);
    expect(answer.status).toBe(200);
    found.push(...answer.body.data.map((pair: Pair) => pair.token_value));
  }
  return found;
}

// One service with a namespace for each case: all is copied together, erased, and brought back together.
describe("a backup from before an erasure", () => {
  it("gives nothing back, of one person neither, and no short token twice: the Registry on its own disk has erasures repeated", async () => {
    const ledger = ["--ledger", temporaryFolder()] as const;
    const service = await startService({ args: [...ledger] });
    const { token, admin } = await issue(service, "restored");
    const inBackup = await mask(service, token, "in the backup", FEW);
    const person = await issue(service, "person");
    const texts = ["Ann Miller", "ANN MILLER", "for Ann Miller!", "Bob"];
    const items = texts.map((value) => ({ value, token_name: "Text Token" }));
    const pairs: Pair[] = (await send(service, person.token, "mask", { mask: items })).body.data;
    const numbers = await issue(service, "short");
    await mask(service, numbers.token, "first", 1);
    const file = await backup(service, ledger[1]);

    const behind = await mask(service, token, "after the backup", FEW);
    const id = await acceptEraseAll(service, admin);
    const first = await untilErased(service, admin, id);
    expect(first.response.cleared_records).toBe(2 * FEW);
    const young = await mask(service, token, "after the erasure", FEW);
    // Of 900,000 that there are: drawn without regard to these, nine of the later ones would be among them.
    const given = new Set(await maskShort(service, numbers.token, 100_000, 4_000));
    await untilErased(service, numbers.admin, await acceptEraseAll(service, numbers.admin));
    const later = await erasePerson(service, ledger[1], person.admin);
    await service.stop();

    await run("restore", "--from", file, "--data", service.dataDir, "--only", "vault", "--force");
    const restored = await restart(service, ...ledger);
    const all = [...inBackup, ...behind, ...young];
    expect(await readable(restored, token, all)).toEqual([]);
    const { status, body } = await lookAtErasure(restored, admin, id);
    expect(status).toBe(200);
    expect(["PENDING", "IN-PROGRESS", "SUCCESS"]).toContain(body.data.status);
    expect(await readable(restored, person.token, pairs)).toEqual(["Bob"]);
    const shortAnew = await maskShort(restored, numbers.token, 500_000, 2_000);
    expect(shortAnew.filter((one) => given.has(one))).toEqual([]);

    // The same values and others: tokens that were never seen, and that work.
    const seen = new Set(all.map((pair) => pair.token_value));
    const anew = [
      ...(await mask(restored, token, "in the backup", FEW)),
      ...(await mask(restored, token, "after the backup", FEW)),
      ...(await mask(restored, token, "brand new", 2 * FEW)),
    ];
    expect(anew.filter((pair) => seen.has(pair.token_value))).toEqual([]);
    expect(await unmask(restored, token, anew)).toEqual(valuesOf(anew));
    expect(await readable(restored, token, all)).toEqual([]);
    await restored.stop();

    const again = await restart(restored, ...ledger);
    const job = await untilErased(again, admin, id, 30_000);
    expect(job.status).toBe("SUCCESS");
    const statements = await statementsOf(again, job.receipt);
    expect(statements).toMatchObject({ job_id: id, counts: { mappings: 2 * FEW } });
    expect(await unmask(again, token, anew)).toEqual(valuesOf(anew));
    await again.stop();
    const path = vaultPathOf(restored, token);
    const [{ cutoff_id } = {}] = query(path, "SELECT cutoff_id FROM deletion");
    const left = `SELECT count(*) AS n FROM mapping WHERE id <= ${cutoff_id}`;
    expect(query(path, left)).toEqual([{ n: 0n }]);

    // The ledger's folder as of the later copy, the namespaces as of the first: the parts are in it.
    await run("restore", "--from", later, "--only", "registry", "--ledger", ledger[1], "--force");
    await run("restore", "--from", file, "--data", service.dataDir, "--only", "vault", "--force");
    const both = await restart(service, ...ledger);
    expect(await readable(both, person.token, pairs)).toEqual(["Bob"]);
  });

  // Known defect: after a replay nothing sets the alarm, so the erasure waits for the next restart.
  it.runIf(IS_LONG)("finishes the repeated erasure by itself", async () => {
    const ledger = ["--ledger", temporaryFolder()] as const;
    const service = await startService({ args: [...ledger] });
    const { token, admin } = await issue(service, "alone");
    await mask(service, token, "in the backup", FEW);
    const file = await backup(service, ledger[1]);
    await untilErased(service, admin, await acceptEraseAll(service, admin));
    await service.stop();
    await run("restore", "--from", file, "--data", service.dataDir, "--only", "vault", "--force");
    const restored = await restart(service, ...ledger);
    // One request, which wakes the namespace.
    await mask(restored, token, "x", 1);
    const rows = () => query(vaultPath(restored), "SELECT state FROM deletion");
    const hasEnded = () => rows()[0]?.["state"] === "SUCCESS";
    await waitFor("the repeated erasure has ended", hasEnded, 15_000);
  });
});

/**
 * Erase Ann Miller. The keeper of its replay parts lies beside the ledger, closes its files, and is copied after the Registries.
 * Gives a copy of everything from after that.
 */
async function erasePerson(service: Service, ledgerDir: string, admin: string): Promise<string> {
  const data = { values: ["Ann Miller"] };
  const asked = await send(service, admin, "namespace/delete/by-value", { data });
  await untilErased(service, admin, String(asked.body.data.tracking_id));
  const keepers = () =>
    listObjects(ledgerDir, "Registry").filter((name) => !REGISTRY_FILES.includes(name));
  const [keeper = ""] = keepers();
  const log = join(classFolder(ledgerDir, "Registry"), `${keeper}-wal`);
  // By itself the runtime closes it after ten seconds.
  await waitFor("the keeper has closed", () => !existsSync(log), 8_000);
  expect(keepers()).toHaveLength(1);
  expect(listObjects(service.dataDir, "Registry")).toEqual([]);

  const later = await backup(service, ledgerDir);
  const order = execFileSync("tar", ["-tf", later], { encoding: "utf8" }).split("\n");
  const at = (name: string) => order.findIndex((path) => path.endsWith(name));
  const registries = listObjects(ledgerDir, "Registry").filter((name) => name !== keeper);
  for (const name of registries) expect(at(name)).toBeLessThan(at(keeper));
  expect(at(REGISTRY_FILES[0] ?? "")).toBeGreaterThan(0);
  return later;
}

describe("a backup of everything, brought back as a whole", () => {
  it("does not give a token of the lost time to another value", async () => {
    const service = await startService();
    const { token } = await issue(service, "whole");
    await mask(service, token, "base", 10);
    const file = join(temporaryFolder(), "vault.tar");
    await run("backup", "--data", service.dataDir, "--to", file);
    const one = async (on: Service, value: string, name = "Text Token"): Promise<Pair> => {
      const body = { mask: [{ value, token_name: name }] };
      return (await send(on, token, "mask", body)).body.data[0];
    };
    const lost = await one(service, "Alice Smith");
    const digits = await one(service, "111111", "Numeric Token");
    const state = await one(service, "Texas", "State Token");
    await service.stop();
    await run("restore", "--from", file, "--data", service.dataDir, "--force");
    const restored = await restart(service);
    const other = await one(restored, "Peter Jones");
    expect(other.token_value).not.toBe(lost.token_value);
    // Of six digits half a million could be lost: the next ones are longer than all of those.
    const longer = await one(restored, "222222", "Numeric Token");
    expect(digits.token_value).toMatch(/^\d{6}$/);
    expect(longer.token_value).toMatch(/^\d{10}$/);
    // A token space that was not yet used when the backup was made.
    const longerState = await one(restored, "Ohio", "State Token");
    expect(state.token_value).toMatch(/^[A-Z]{2}$/);
    expect(longerState.token_value).toMatch(/^[A-Z]{2}\d{12}$/);
  });
});

describe("a Registry older than its namespaces", () => {
  it("stops them from serving until the operator has decided", async () => {
    const ledgerDir = temporaryFolder();
    const service = await startService({ args: ["--ledger", ledgerDir], env: WITHOUT_AUDIT });
    const { token, admin } = await issue(service, "ahead");
    const pairs = await mask(service, token, "in the backup", 20);
    const file = await backup(service, ledgerDir);
    await untilErased(service, admin, await acceptEraseAll(service, admin));
    const young = await mask(service, token, "after the erasure", 20);
    await service.stop();
    await run("restore", "--from", file, "--only", "registry", "--ledger", ledgerDir, "--force");
    const restored = await restart(service, "--ledger", ledgerDir);
    const [{ token_value }] = young as [Pair];
    const answers = [
      await send(restored, token, "unmask", { unmask: [{ token_value }] }),
      await send(restored, token, "mask", { mask: [{ value: "x", token_name: "Text Token" }] }),
      await eraseAll(restored, admin),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(503);
      expect(body).toMatchObject({ data: null, error: { code: "ledger_ahead" } });
    }
    const master = restored.secrets.VAULT_MASTER_KEY;
    const anchor = (key: string, confirm?: object) => {
      const data = { namespace_name: "ahead", ...(confirm === undefined ? {} : { confirm }) };
      return send(restored, key, "super-admin/erasure/re-anchor", { data });
    };
    const positions = { namespace_position: 2, ledger_position: 0 };
    expect((await anchor(admin)).status).toBe(401);
    const shown = await anchor(master);
    expect(shown.body.data).toMatchObject({ ...positions, problem: "ledger_ahead", done: false });
    expect(shown.body.data.written_again).toHaveLength(1);
    expect((await eraseAll(restored, admin)).status).toBe(503);
    const others = await anchor(master, { ...positions, ledger_position: 1 });
    expect([others.status, others.body.error.code]).toEqual([409, "anchor_changed"]);
    expect((await anchor(master, positions)).body.data).toMatchObject({ done: true });
    expect(await unmask(restored, token, young)).toEqual(young.map(({ value }) => value));
    expect(await readable(restored, token, pairs.slice(0, 3))).toEqual([]);
  });
});

describe("an acceptance that was cut off", () => {
  // As a kill leaves it: before the ledger was written, and before the namespace knew that it was.
  async function cutOff(entriesLeft: number) {
    const service = await startService({ env: WITHOUT_AUDIT });
    const { token, admin } = await issue(service, "cut");
    const pairs = await mask(service, token, "older", 20);
    const id = await acceptEraseAll(service, admin);
    await untilErased(service, admin, id);
    await service.stop();
    const registry = registryPath(service.dataDir, token);
    edit(registry, `DELETE FROM ledger WHERE position > ${entriesLeft}`);
    const path = vaultPath(service);
    edit(path, "UPDATE setting SET value = 0 WHERE name IN ('ledger_position', 'watermark')");
    edit(
      path,
      `UPDATE deletion SET state = 'ACCEPTING', phase = 'count', due = NULL, effective = NULL,
         started = NULL, finished = NULL, next_version = NULL, receipt = NULL`,
    );
    const restarted = await restart(service);
    expect(await readable(restarted, token, pairs)).toEqual([]);
    const ended = () => query(path, "SELECT state FROM deletion")[0]?.["state"] === "SUCCESS";
    const { status } = await lookAtErasure(restarted, admin, id);
    expect(status).toBe(200);
    await waitFor("the deletion has ended", ended, 15_000);
    await restarted.stop();
  }

  // Known defect: as above, nothing sets the alarm.
  it("before the ledger entry is completed and carried out", () => cutOff(0));
  it.runIf(IS_LONG)("behind the ledger entry is completed and carried out", () => cutOff(1));
});
