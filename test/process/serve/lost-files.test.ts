// Files of a data folder that are lost, empty or damaged: serve makes anew what it can, refuses to start with what would
// give a name out twice, and the doctor tells of the rest.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bringAlarmsForward, writeAlarms } from "../../../scripts/run/serve/alarm-list.ts";
import type { ObjectClass } from "../../../scripts/run/serve/object-files.ts";
import { newToken, submit, untilEnded } from "../../support/node/api-client.ts";
import {
  alarmPath,
  jobStates,
  query,
  registryPath,
  vaultPathOf,
} from "../../support/node/object-files.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

let service: Service;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await newToken(service, "lost", "app", ["mask"]);
});

afterAll(cleanUp);

const restart = async () => {
  const { dataDir, secrets } = service;
  service = await startService({ dataDir, secrets });
};

/** What the doctor says of one thing. */
async function doctor(what: string): Promise<{ verdict: string; said: string }> {
  const args = ["--data", service.dataDir, "--json"];
  const { out } = await runHere("doctor.ts", args, service.secrets);
  const { findings } = JSON.parse(out) as { findings: { what: string }[] };
  return findings.find((one) => one.what === what) as never;
}

const backup = async () =>
  runHere("backup.ts", ["--data", service.dataDir, "--to", `${service.dataDir}.tar`, "--force"]);

describe("a list of alarms", () => {
  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ["missing", (path) => rmSync(path)],
    ["damaged", (path) => writeFileSync(path, "no database ".repeat(1_000))],
  ];

  it.each(damages)(
    "that is %s is made anew, and jobs go on without being asked about",
    async (flaw, damage) => {
      const items = Array.from({ length: 8_000 }, (_, i) => ({
        value: `${flaw} ${i}`,
        token_name: "Text Token",
      }));
      const id = await submit(service, token, "mask", items);
      await service.kill9();
      const vault = vaultPathOf(service, token);
      for (const objectClass of ["Vault", "Registry"] satisfies ObjectClass[]) {
        damage(alarmPath(service.dataDir, objectClass));
      }
      expect(await doctor("alarms")).toMatchObject({ verdict: "watch" });
      expect((await backup()).said).toContain("1 namespace");
      await restart();
      expect(service.logs()).toContain("made anew");
      const isDone = () => jobStates(vault).every((state) => state === "SUCCESS");
      await waitFor("the job has ended", isDone, 60_000);
      expect((await untilEnded(service, token, id)).result).toHaveLength(items.length);
      expect(await doctor("alarms")).toMatchObject({ verdict: "good" });
    },
  );
});

it("alarms that were written down by a clock that was ahead go off soon at the next start", () => {
  const dir = temporaryFolder();
  const list = alarmPath(dir, "Vault");
  mkdirSync(dirname(list), { recursive: true });
  const time = BigInt(Date.now() + 300 * 3_600_000) * 1_000_000n;
  writeAlarms(list, [{ objectId: "late", time }], new Map());
  const times = () => query(list, "SELECT scheduled_time FROM _cf_ALARM");
  const start = () => bringAlarmsForward({ Vault: dir, Registry: dir }, false);
  start();
  expect(times()).toEqual([{ scheduled_time: time }]);
  const ahead = Date.now() / 1_000 + 3_600;
  utimesSync(list, ahead, ahead);
  start();
  expect(times()[0]?.["scheduled_time"]).toBeLessThan(time - 3_600_000_000_000n);
});

describe("a database", () => {
  it("of a Registry that is empty is missing: neither serve nor backup goes on with it", async () => {
    await service.stop();
    const path = registryPath(service.dataDir, token);
    truncateSync(path, 0);
    const refusal = "missing or empty";
    await expect(restart()).rejects.toThrow(refusal);
    const { code, said } = await backup();
    expect([code, said]).toEqual([1, expect.stringContaining(refusal)]);
    const told = await doctor("registry");
    expect(told).toEqual({
      what: "registry",
      verdict: "bad",
      said: expect.stringContaining(path.split("/").at(-1) ?? ""),
    });
  });

  it("that is lost or damaged shows", async () => {
    const path = registryPath(service.dataDir, token);
    writeFileSync(path, "no database ".repeat(1_000));
    const damaged = await doctor("registry");
    expect(damaged).toMatchObject({ verdict: "bad", said: expect.stringContaining(path) });
    const other = await startService();
    const named = await newToken(other, "without-a-file", "app", ["mask"]);
    await other.stop();
    rmSync(vaultPathOf(other, named));
    service = other;
    const lost = await doctor("registry");
    expect(lost).toMatchObject({ verdict: "bad", said: expect.stringContaining("without-a-file") });
    // What is left is copied nevertheless, but not as if it were all.
    const { code, said } = await backup();
    expect([code, said]).toEqual([5, expect.stringContaining("without-a-file")]);
    expect(existsSync(`${service.dataDir}.tar`)).toBe(true);
    // Nothing else is stored of a namespace that a crash cut off while it was made. What is advised then ends it.
    expect(said).toContain("issue a token for its name again");
    await restart();
    await newToken(service, "without-a-file", "app", ["mask"]);
    expect(await backup()).toMatchObject({ code: 0 });
    expect(await doctor("registry")).toMatchObject({ verdict: "good" });
  });
});

describe("a disk that is mounted read-only", () => {
  const folder = temporaryFolder();
  const mount = (...args: string[]) => spawnSync("mount", [...args, folder]).status === 0;
  // Only root may mount, and in a container not even root.
  const canMount = mount("-t", "tmpfs", "-o", "size=8m,mode=0700", "none");

  it.runIf(canMount)("is named as the reason, and no database as damaged", async () => {
    try {
      const objects = join(folder, "objects", "masking-vault-Vault");
      mkdirSync(objects, { recursive: true, mode: 0o700 });
      writeFileSync(join(objects, `${"0".repeat(64)}.sqlite`), "x".repeat(10_000));
      expect(mount("-o", "remount,ro")).toBe(true);
      const args = ["--data", folder];
      const run = (name: string, more: string[] = []) =>
        runHere(name, [...args, ...more], service.secrets);
      const refusal = { code: 1, said: expect.stringContaining(`${folder} is on a disk`) };
      expect(await run("serve.ts", ["--port", "0"])).toMatchObject(refusal);
      expect(await run("backup.ts", ["--to", `${folder}.tar`])).toMatchObject(refusal);
      const { code, said } = await run("doctor.ts");
      expect([code, said]).toEqual([1, expect.stringContaining("mounted read-only")]);
      expect(said).not.toContain("restored");
    } finally {
      spawnSync("umount", [folder]);
    }
  });
});
