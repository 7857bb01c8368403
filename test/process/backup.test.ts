// `npm run backup` and `npm run restore` as an operator meets them, in good and in bad times.

import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { REGISTRY_FILES } from "../../scripts/run/serve/object-files.ts";
import { registryOfName } from "../../src/core/registries.ts";
import { look, newToken, send, submit, untilEnded } from "../support/node/api-client.ts";
import { alarmPath, edit, jobStates, objectPaths } from "../support/node/object-files.ts";
import { cleanUp, startScript, temporaryFolder, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

afterEach(cleanUp);

type Pair = { value: string; token_value: string };

/** Run a command to its end. */
async function run(name: "backup" | "restore", ...args: string[]) {
  const script = startScript(`${name}.ts`, args);
  const { code } = await script.ended;
  return { code, said: script.stdout() + script.stderr() };
}

async function backup(dataDir: string, ...args: string[]): Promise<string> {
  const file = join(temporaryFolder(), "vault.tar");
  const { code, said } = await run("backup", "--data", dataDir, "--to", file, ...args);
  expect(code, said).toBe(0);
  return file;
}

async function restore(file: string, dataDir: string, ...args: string[]): Promise<string> {
  const { code, said } = await run("restore", "--from", file, "--data", dataDir, ...args);
  expect(code, said).toBe(0);
  return said;
}

async function mask(service: Service, token: string, ...values: string[]): Promise<Pair[]> {
  const items = values.map((value) => ({ value, token_name: "Text Token" }));
  return (await send(service, token, "mask", { mask: items })).body.data;
}

async function expectUnmasked(service: Service, token: string, pairs: Pair[]): Promise<void> {
  const unmask = pairs.map(({ token_value }) => ({ token_value }));
  const back = await send(service, token, "unmask", { unmask });
  const values = back.body.data.map((item: Pair) => item.value);
  expect(values).toEqual(pairs.map(({ value }) => value));
}

/** Make a policy that finds a word which nothing else finds. */
async function makePolicy(service: Service, token: string): Promise<void> {
  const policy = { policy_name: "projects" };
  const entity = { entity_name: "PROJECT", token_name: "Text Token", words: ["Falcon"] };
  for (const [path, data] of [
    ["metadata/policy/create", policy],
    ["metadata/custom-entity/add-or-update", { ...policy, ...entity }],
  ] as const) {
    const { status, body } = await send(service, token, path, { data });
    expect(status, JSON.stringify(body)).toBe(200);
  }
}

/** A text in which only the policy finds something. */
async function maskByPolicy(service: Service, token: string): Promise<Pair> {
  const mask = [{ value: "when the Falcon flies" }];
  const { body } = await send(service, token, "mask", { mask, policy_name: "projects" });
  expect(body.data[0].individual_tokens, JSON.stringify(body)).toHaveLength(1);
  return body.data[0];
}

/** Change the header of an archive's first entry, and its checksum with it (POSIX ustar). */
function changeHeader(file: string, change: (header: Buffer) => void): void {
  const bytes = readFileSync(file);
  const header = bytes.subarray(0, 512);
  change(header);
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  writeFileSync(file, bytes);
}

/** A service with a namespace, a few masked values and a long job that has begun. */
async function startBusy() {
  const service = await startService();
  const token = await newToken(service, "busy", "app", ["mask", "unmask"]);
  const pairs = await mask(service, token, "Ada Lovelace", "Alan Turing", "Žluťoučký kůň");
  const items = Array.from({ length: 60_000 }, (_, i) => ({
    value: `person ${i}`,
    token_name: "Text Token",
  }));
  const id = await submit(service, token, "mask", items);
  const hasBegun = async () => (await look(service, token, id)).progress.done > 1000;
  await waitFor("the job has begun", hasBegun);
  return { service, token, pairs, id, items };
}

/** Start on a restored folder, wait until its job has ended by itself, and look at everything. */
async function expectFinished(dataDir: string, before: Awaited<ReturnType<typeof startBusy>>) {
  const { service, token, pairs, id, items } = before;
  const restored = await startService({ dataDir, secrets: service.secrets });
  const [vault = ""] = objectPaths(dataDir, "Vault");
  // Read from its file: a request would set a lost alarm again.
  await waitFor("the job has ended", () => jobStates(vault)[0] === "SUCCESS", 60_000);
  await expectUnmasked(restored, token, pairs);
  const job = await untilEnded(restored, token, id);
  expect(job.result.map((item: Pair) => item.value)).toEqual(items.map((item) => item.value));
  await expectUnmasked(restored, token, job.result.slice(-500));
}

describe("a backup", () => {
  it("of a service at work holds every answer given, and the job goes on where it was", async () => {
    const before = await startBusy();
    // It stands still until the copy has begun: on a busy machine the job would be over before.
    const { workerdPid } = before.service;
    process.kill(workerdPid, "SIGSTOP");
    const folder = temporaryFolder();
    const file = join(folder, "vault.tar");
    const copying = run("backup", "--data", before.service.dataDir, "--to", file);
    await waitFor("the copy has begun", () => readdirSync(folder).length > 0).finally(() =>
      process.kill(workerdPid, "SIGCONT"),
    );
    expect(await copying).toMatchObject({ code: 0 });
    // The service went on meanwhile, with the job and with callers.
    expect((await look(before.service, before.token, before.id)).status).not.toBe("FAILED");
    await before.service.stop();
    const dataDir = join(temporaryFolder(), "restored");
    await restore(file, dataDir);
    expect(jobStates(objectPaths(dataDir, "Vault")[0] ?? "")).toEqual(["IN-PROGRESS"]);
    await expectFinished(dataDir, before);
  });

  it("of a killed service holds what is only in the -wal files", async () => {
    const service = await startService();
    const all = ["mask", "unmask", "metadata_change"];
    const token = await newToken(service, "killed", "app", all);
    await makePolicy(service, token);
    const byPolicy = await maskByPolicy(service, token);
    const pairs: Pair[] = [byPolicy];
    for (let i = 0; i < 50; i++) pairs.push(...(await mask(service, token, `last words ${i}`)));
    await service.kill9();
    const [vault = ""] = objectPaths(service.dataDir, "Vault");
    expect(statSync(vault).size).toBeLessThan(10_000);
    expect(statSync(`${vault}-wal`).size).toBeGreaterThan(50_000);
    const file = await backup(service.dataDir);
    const dataDir = temporaryFolder();
    await restore(file, dataDir);
    const restored = await startService({ dataDir, secrets: service.secrets });
    await expectUnmasked(restored, token, pairs);
    expect(await maskByPolicy(restored, token)).toEqual(byPolicy);
    for (const path of [vault, `${vault}-wal`]) {
      const bytes = readFileSync(path);
      for (const word of ["Falcon", "PROJECT", "projects"])
        expect(bytes.includes(word)).toBe(false);
    }
    // A backup changes nothing: the killed service's own folder goes on as well.
    const again = await startService({ dataDir: service.dataDir, secrets: service.secrets });
    await expectUnmasked(again, token, pairs);
  });

  it("has the alarms of its objects even when the list of alarms does not", async () => {
    const before = await startBusy();
    await before.service.kill9();
    edit(alarmPath(before.service.dataDir, "Vault"), "DELETE FROM _cf_ALARM");
    edit(alarmPath(before.service.dataDir, "Registry"), "DELETE FROM _cf_ALARM");
    const file = await backup(before.service.dataDir);
    const dataDir = temporaryFolder();
    await restore(file, dataDir);
    await expectFinished(dataDir, before);
  });

  it("is a private tar without secrets, and replaces a file only with --force", async () => {
    const service = await startService();
    await newToken(service, "listed", "app", ["mask"]);
    const file = await backup(service.dataDir);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const list = spawnSync("tar", ["-tf", file], { encoding: "utf8" });
    // Namespaces, then the first Registry, then the other one: what moves between any two is in one of both.
    expect(list.stdout.trim().split("\n")).toEqual([
      expect.stringMatching(/^objects\/masking-vault-Vault\/[0-9a-f]{64}\.sqlite$/),
      "objects/masking-vault-Vault/metadata.sqlite",
      `objects/masking-vault-Registry/${REGISTRY_FILES[0]}`,
      `objects/masking-vault-Registry/${REGISTRY_FILES[registryOfName("listed")]}`,
      "objects/masking-vault-Registry/metadata.sqlite",
      "manifest.json",
    ]);
    const content = readFileSync(file, "latin1");
    for (const secret of Object.values(service.secrets)) expect(content).not.toContain(secret);

    const twice = await run("backup", "--data", service.dataDir, "--to", file);
    expect(twice).toMatchObject({ code: 1, said: expect.stringContaining("--force") });
    expect(readFileSync(file, "latin1")).toBe(content);
    const forced = await run("backup", "--data", service.dataDir, "--to", file, "--force");
    expect(forced.code, forced.said).toBe(0);
    expect(readdirSync(join(file, ".."))).toEqual(["vault.tar"]);
  });

  it("of a folder without data, or without its Registry, is refused", async () => {
    const file = join(temporaryFolder(), "none.tar");
    const nothing = await run("backup", "--data", temporaryFolder(), "--to", file);
    expect(nothing).toMatchObject({ code: 1, said: expect.stringContaining("nothing to copy") });
    const service = await startService({ args: ["--ledger", temporaryFolder()] });
    await newToken(service, "apart", "app", ["mask"]);
    const half = await run("backup", "--data", service.dataDir, "--to", file);
    expect(half).toMatchObject({ code: 1, said: expect.stringContaining("--ledger") });
    expect(existsSync(file)).toBe(false);
  });
});

describe("a restore", () => {
  it("replaces newer data only with --force, and then none of it shines through", async () => {
    const service = await startService();
    const token = await newToken(service, "again", "app", ["mask", "unmask"]);
    const older = await mask(service, token, "in the backup");
    const file = await backup(service.dataDir);
    const newer = await mask(service, token, "not in the backup");
    // Killed: the newer rows are in a -wal file that SQLite would replay over a restored database.
    await service.kill9();
    const { dataDir, secrets } = service;
    const refused = await run("restore", "--from", file, "--data", dataDir);
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("--force") });
    const said = await restore(file, dataDir, "--force");
    const former = readdirSync(dataDir).filter((name) => name.startsWith("replaced-"));
    expect(former).toHaveLength(1);
    expect(said).toContain(join(dataDir, former[0] ?? ""));
    const restored = await startService({ dataDir, secrets });
    await expectUnmasked(restored, token, older);
    const [{ token_value }] = newer as [Pair];
    const gone = await send(restored, token, "unmask", { unmask: [{ token_value }] });
    expect(gone.status).toBe(400);
  });

  it("of the namespaces alone leaves a newer Registry on its own disk as it is", async () => {
    const args = ["--ledger", temporaryFolder()];
    const service = await startService({ args });
    const { secrets, dataDir } = service;
    const token = await newToken(service, "older", "app", ["mask", "unmask"]);
    const pairs = await mask(service, token, "on the lost disk");
    const file = await backup(dataDir, ...args);
    await newToken(service, "younger", "app", ["mask"]);
    await service.stop();
    rmSync(dataDir, { recursive: true });
    // Serving without them would answer every caller as if nothing had ever been masked.
    const empty = startScript("serve.ts", ["--port", "0", "--data", dataDir, ...args], secrets);
    expect((await empty.ended).code).toBe(1);
    expect(empty.stderr()).toContain("knows 2 namespace(s)");
    await restore(file, dataDir, "--only", "vault");
    const restored = await startService({ dataDir, secrets, args });
    await expectUnmasked(restored, token, pairs);
    const fetched = await send(
      restored,
      secrets.VAULT_MASTER_KEY,
      "super-admin/namespace/auth-token/fetch",
      { data: { namespace_name: "younger", _id: "app" } },
    );
    // Known by name, though its data is gone with the disk.
    expect(fetched.body.error.code).not.toBe("namespace_unknown");
  });

  it("of a damaged file is refused before anything is touched", async () => {
    const service = await startService();
    await newToken(service, "good", "app", ["mask"]);
    const good = await backup(service.dataDir);
    const { size } = statSync(good);
    const damage: Record<string, (file: string) => void> = {
      flipped: (file) => {
        const bytes = readFileSync(file);
        bytes[5000] = (bytes[5000] ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
      cut: (file) => truncateSync(file, size - 4096),
      "cut short": (file) => truncateSync(file, 1000),
      empty: (file) => truncateSync(file, 0),
      foreign: (file) => writeFileSync(file, "x".repeat(4096)),
      "leading elsewhere": (file) =>
        changeHeader(file, (header) => header.fill(0, 0, 100).write("../../evil.sqlite")),
      "holding a link": (file) => changeHeader(file, (header) => header.write("2", 156)),
      "with a wrong header": (file) => {
        const bytes = readFileSync(file);
        bytes.write("7", 130);
        writeFileSync(file, bytes);
      },
      "without its end": (file) => truncateSync(file, size - 1024),
    };
    for (const [name, apply] of Object.entries(damage)) {
      const bad = join(temporaryFolder(), "bad.tar");
      copyFileSync(good, bad);
      apply(bad);
      const dataDir = join(temporaryFolder(), "fresh");
      const { code, said } = await run("restore", "--from", bad, "--data", dataDir);
      expect(code, name).toBe(1);
      expect(said, name).toContain("damaged or no backup");
      expect(existsSync(dataDir), name).toBe(false);
    }
  });

  it("reads sizes in binary, as earlier versions and GNU tar write those beyond 8 GiB", async () => {
    const service = await startService();
    const token = await newToken(service, "binary", "app", ["mask", "unmask"]);
    const pairs = await mask(service, token, "large");
    const file = await backup(service.dataDir);
    changeHeader(file, (header) => {
      const bytes = Number.parseInt(header.toString("latin1", 124, 135), 8);
      header.fill(0, 124, 136).writeUInt8(0x80, 124);
      header.writeBigUInt64BE(BigInt(bytes), 128);
    });
    const dataDir = temporaryFolder();
    await restore(file, dataDir);
    await expectUnmasked(await startService({ dataDir, secrets: service.secrets }), token, pairs);
  });

  it("into a running service is refused with exit 3, and it goes on", async () => {
    const service = await startService();
    const token = await newToken(service, "live", "app", ["mask", "unmask"]);
    const pairs = await mask(service, token, "still here");
    const file = await backup(service.dataDir);
    const refused = await run("restore", "--from", file, "--data", service.dataDir, "--force");
    expect(refused.code).toBe(3);
    expect(refused.said).toContain(`in use by process ${service.pid}`);
    await expectUnmasked(service, token, pairs);
  });

  it("that was cut off half-way keeps the service from starting until it is repeated", async () => {
    const service = await startService();
    const token = await newToken(service, "half", "app", ["mask", "unmask"]);
    const pairs = await mask(service, token, "whole again");
    const file = await backup(service.dataDir);
    await service.stop();
    const { dataDir, secrets } = service;
    writeFileSync(join(dataDir, "restore.unfinished"), "");
    const script = startScript("serve.ts", ["--port", "0", "--data", dataDir], secrets);
    expect((await script.ended).code).toBe(1);
    expect(script.stderr()).toContain("cut off half-way");
    await restore(file, dataDir, "--force");
    await expectUnmasked(await startService({ dataDir, secrets }), token, pairs);
  });
});
