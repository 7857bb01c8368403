// `npm run backup` of services that run, were killed, or are incomplete.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { look, newToken, send, submit, untilEnded } from "../../support/node/api-client.ts";
import { backup, expectUnmasked, mask, restore, run } from "../../support/node/backups.ts";
import type { Pair } from "../../support/node/erasure.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { alarmPath, edit, jobStates, objectPaths } from "../../support/node/object-files.ts";
import { cleanUp, startScript, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

afterEach(cleanUp);

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

/** A service with a namespace, a few masked values and a long job that has begun. */
async function startBusy(length: number) {
  const service = await startService();
  const token = await newToken(service, "busy", "app", ["mask", "unmask"]);
  const pairs = await mask(service, token, "Ada Lovelace", "Alan Turing", "Žluťoučký kůň");
  const items = Array.from({ length }, (_, i) => ({
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
    const before = await startBusy(10_000);
    // The service is paused until the copy has begun: on a busy machine the job would be over before.
    const { workerdPid } = before.service;
    process.kill(workerdPid, "SIGSTOP");
    const folder = temporaryFolder();
    const file = join(folder, "vault.tar");
    // In a separate process: it waits until the service continues.
    const copying = startScript("backup.ts", ["--data", before.service.dataDir, "--to", file]);
    await waitFor("the copy has begun", () => readdirSync(folder).length > 0).finally(() =>
      process.kill(workerdPid, "SIGCONT"),
    );
    expect(await copying.ended).toMatchObject({ code: 0 });
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
    // A backup changes nothing: the killed service's own folder still works.
    const again = await startService({ dataDir: service.dataDir, secrets: service.secrets });
    await expectUnmasked(again, token, pairs);
  });

  it.runIf(IS_LONG)(
    "has the alarms of its objects even when the list of alarms does not",
    async () => {
      const before = await startBusy(10_000);
      await before.service.kill9();
      edit(alarmPath(before.service.dataDir, "Vault"), "DELETE FROM _cf_ALARM");
      edit(alarmPath(before.service.dataDir, "Registry"), "DELETE FROM _cf_ALARM");
      const file = await backup(before.service.dataDir);
      const dataDir = temporaryFolder();
      await restore(file, dataDir);
      await expectFinished(dataDir, before);
    },
  );

  it("of a folder without data is refused", async () => {
    const file = join(temporaryFolder(), "none.tar");
    const nothing = await run("backup", "--data", temporaryFolder(), "--to", file);
    expect(nothing).toMatchObject({ code: 1, said: expect.stringContaining("nothing to copy") });
    expect(existsSync(file)).toBe(false);
  });
});
