// `npm run serve -- --ledger DIR2`: the Registry on a separate disk, and never an empty one by mistake.

import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { generateSecrets } from "../../scripts/run/secrets.ts";
import { readRecord } from "../../scripts/run/serve/data-lock.ts";
import {
  classFolder,
  listObjects,
  objectsFolder,
  REGISTRY_FILES,
} from "../../scripts/run/serve/object-files.ts";
import { newToken, send, submit, untilEnded } from "../support/node/api-client.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import {
  alarmPath,
  edit,
  jobStates,
  objectPaths,
  query,
  registryPath,
} from "../support/node/object-files.ts";
import { runHere } from "../support/node/run-here.ts";
import { cleanUp, temporaryFolder, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

const VALUE = { value: "Ada Lovelace", token_name: "Text Token" };

afterEach(cleanUp);

async function startWithLedger(ledgerDir: string, former?: Service): Promise<Service> {
  const { dataDir, secrets } = former ?? {};
  return startService({
    args: ["--ledger", ledgerDir],
    ...(dataDir && secrets ? { dataDir, secrets } : {}),
  });
}

/** Start where it has to refuse; gives exit code and message. */
async function refusal(service: Pick<Service, "secrets">, dataDir: string, ledgerDir?: string) {
  const args = ["--port", "0", "--data", dataDir, ...(ledgerDir ? ["--ledger", ledgerDir] : [])];
  const { code, err } = await runHere("serve.ts", args, service.secrets);
  return { code, message: err };
}

describe("a Registry on its own disk", () => {
  it("is stored there alone, is asked for by each start and backup, and namespaces are there again after one", async () => {
    const ledgerDir = join(temporaryFolder(), "ledger");
    let service = await startWithLedger(ledgerDir);
    const token = await newToken(service, "apart", "app", ["mask", "unmask"]);
    const masked = await send(service, token, "mask", { mask: [VALUE] });
    expect(readRecord(ledgerDir)).toMatchObject({ pid: service.pid, state: "running" });
    expect(await service.stop()).toBe(0);
    expect(readRecord(ledgerDir)).toBeNull();

    const registries = listObjects(ledgerDir, "Registry");
    expect(registries).toContain(REGISTRY_FILES[0]);
    expect(registries.filter((file) => !REGISTRY_FILES.includes(file))).toEqual([]);
    // The one that is asked by the name and by the nid is one and the same.
    expect(registries.length).toBeLessThanOrEqual(2);
    expect(listObjects(service.dataDir, "Vault")).toHaveLength(1);
    expect(existsSync(classFolder(service.dataDir, "Registry"))).toBe(false);
    expect(existsSync(classFolder(ledgerDir, "Vault"))).toBe(false);

    // Without it, or with another one, the service would look as if it had never been used.
    const without = await refusal(service, service.dataDir);
    expect(without).toMatchObject({ code: 1, message: expect.stringContaining("with --ledger") });
    const other = await refusal(service, service.dataDir, temporaryFolder());
    expect(other).toMatchObject({ code: 1, message: expect.stringContaining("no Registry") });
    expect(existsSync(classFolder(service.dataDir, "Registry"))).toBe(false);
    const copy = ["--data", service.dataDir, "--to", join(temporaryFolder(), "half.tar")];
    const half = await runHere("backup.ts", copy);
    expect(half).toMatchObject({ code: 1, said: expect.stringContaining("--ledger") });
    expect(existsSync(copy[3] ?? "")).toBe(false);

    service = await startWithLedger(ledgerDir, service);
    const again = await send(service, token, "mask", { mask: [VALUE] });
    expect(again.body.data).toEqual(masked.body.data);
    // The name leads to the same namespace, so the Registry is the same.
    const second = await newToken(service, "apart", "other", ["unmask"]);
    const [{ token_value }] = masked.body.data;
    const back = await send(service, second, "unmask", { unmask: [{ token_value }] });
    expect(back.body.data[0].value).toBe(VALUE.value);
  });

  it.runIf(IS_LONG)("wakes namespaces whose own alarm is lost", async () => {
    const ledgerDir = temporaryFolder();
    let service = await startWithLedger(ledgerDir);
    const token = await newToken(service, "woken", "app", ["mask"]);
    const items = [VALUE, { ...VALUE, value: "Grace Hopper" }];
    const id = await submit(service, token, "mask", items);
    await untilEnded(service, token, id);
    await service.kill9();
    const [vault = ""] = objectPaths(service.dataDir, "Vault");
    const registry = registryPath(ledgerDir, token);
    // By hand: the job as it was when it had been accepted.
    edit(vault, "DELETE FROM job_chunk WHERE part = 2");
    edit(
      vault,
      "UPDATE job SET state = 'PENDING', done_chunks = 0, done_items = 0, result_bytes = 0, due = submitted, started = NULL, finished = NULL",
    );
    expect(jobStates(vault)).toEqual(["PENDING"]);
    // As if the Registry's watch were due and the namespace had lost its alarm.
    edit(alarmPath(service.dataDir, "Vault"), "DELETE FROM _cf_ALARM");
    edit(vault, "DELETE FROM _cf_METADATA WHERE key = 1");
    edit(registry, "UPDATE due_work SET due = 1");
    edit(registry, "UPDATE _cf_METADATA SET value = 1000000000 WHERE key = 1");
    edit(alarmPath(ledgerDir, "Registry"), "UPDATE _cf_ALARM SET scheduled_time = 1000000000");

    service = await startWithLedger(ledgerDir, service);
    // Read from its file: a request would wake it.
    await waitFor("the job has ended", () => jobStates(vault)[0] === "SUCCESS", 60_000);
    // Told at the end of the alarm that finished the job.
    await waitFor("the Registry knows when the next work is due", () => {
      const [{ due } = { due: 0 }] = query(registry, "SELECT due FROM due_work");
      return Number(due) > Date.now();
    });
    expect((await untilEnded(service, token, id)).result).toHaveLength(items.length);
  });

  it.runIf(IS_LONG)(
    "is held like the data: a second service on it is refused with exit 3",
    async () => {
      const ledgerDir = temporaryFolder();
      const service = await startWithLedger(ledgerDir);
      const otherDir = temporaryFolder();
      const { code, message } = await refusal(service, otherDir, ledgerDir);
      expect(code).toBe(3);
      expect(message).toContain(`${ledgerDir} is in use by process ${service.pid}`);
      // What it had taken before is free again.
      expect(readRecord(otherDir)).toBeNull();
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    },
  );
});

describe("a Registry that is not where --ledger says", () => {
  it("stops the start, with the command that moves it; moved as told, all is there", async () => {
    let service = await startService();
    const token = await newToken(service, "moved", "app", ["mask"]);
    const masked = await send(service, token, "mask", { mask: [VALUE] });
    await service.stop();
    const { dataDir } = service;
    const ledgerDir = join(temporaryFolder(), "ledger");
    const { code, message } = await refusal(service, dataDir, ledgerDir);
    expect(code).toBe(1);
    const from = classFolder(dataDir, "Registry");
    expect(message).toContain(`mkdir -p '${objectsFolder(ledgerDir)}'`);
    expect(message).toContain(`mv '${from}' '${objectsFolder(ledgerDir)}/'`);
    expect(listObjects(ledgerDir, "Registry")).toEqual([]);

    mkdirSync(objectsFolder(ledgerDir), { recursive: true });
    renameSync(from, classFolder(ledgerDir, "Registry"));
    service = await startWithLedger(ledgerDir, service);
    const again = await send(service, token, "mask", { mask: [VALUE] });
    expect(again.body.data).toEqual(masked.body.data);
  });

  it("refuses the same folder for both with exit 64", async () => {
    const dir = temporaryFolder();
    expect(await refusal({ secrets: generateSecrets() }, dir, join(dir, "."))).toMatchObject({
      code: 64,
    });
  });
});

describe("a Registry's file that is missing", () => {
  it("stops the start, and is named; put back, all is there", async () => {
    const ledgerDir = temporaryFolder();
    let service = await startWithLedger(ledgerDir);
    const names = ["one", "two", "three"];
    for (const name of names) await newToken(service, name, "app", ["mask"]);
    // What the first Registry knows of the others is in its log alone.
    await service.kill9();
    const folder = classFolder(ledgerDir, "Registry");
    const others = listObjects(ledgerDir, "Registry").filter((file) => file !== REGISTRY_FILES[0]);
    expect(others.length).toBeGreaterThan(1);
    const [file = ""] = others;
    const aside = temporaryFolder();
    for (const end of ["", "-wal", "-shm"])
      renameSync(join(folder, file + end), join(aside, file + end));
    const refused = await refusal(service, service.dataDir, ledgerDir);
    expect(refused).toMatchObject({ code: 1, message: expect.stringContaining(file) });
    expect(refused.message).toContain("given out twice");
    expect(listObjects(ledgerDir, "Registry")).not.toContain(file);
    const copy = join(temporaryFolder(), "vault.tar");
    const from = ["--data", service.dataDir, "--ledger", ledgerDir];
    expect((await runHere("backup.ts", [...from, "--to", copy])).code).toBe(1);

    for (const end of ["", "-wal", "-shm"])
      renameSync(join(aside, file + end), join(folder, file + end));
    service = await startWithLedger(ledgerDir, service);
    for (const name of names) {
      const token = await newToken(service, name, "app", ["mask"]);
      expect(listObjects(service.dataDir, "Vault")).toHaveLength(names.length);
      expect((await send(service, token, "mask", { mask: [VALUE] })).status).toBe(200);
    }
    expect(listObjects(service.dataDir, "Vault")).toHaveLength(names.length);
  });
});
