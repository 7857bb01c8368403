// Whatever the umask: only one user can read data folders and all files in them.

import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ensureDevVars } from "../../../scripts/run/first-run.ts";
import { generateSecrets } from "../../../scripts/run/secrets.ts";
import { newToken, send, submit, untilEnded } from "../../support/node/api-client.ts";
import { acceptEraseAll, issue, restart, untilErased } from "../../support/node/erasure.ts";
import { cleanUp, startScript, temporaryFolder } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

const OPEN = "umask 000";
const OTHERS = 0o077;
const onlyRoot = it.runIf(process.geteuid?.() === 0);

afterEach(cleanUp);

/** What other users may do something with: `mode path`, of a folder and all in it. */
function openPaths(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return [folder, ...paths].flatMap((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || (stat.mode & OTHERS) === 0) return [];
    return [`${(stat.mode & 0o777).toString(8)} ${path}`];
  });
}

async function use(service: Service): Promise<void> {
  const { token, admin } = await issue(service, "private");
  const mask = [{ value: "v", token_name: "Text Token", attributes: { ref: "1" } }];
  expect((await send(service, token, "mask", { mask })).status).toBe(200);
  await untilEnded(service, token, await submit(service, token, "mask", mask));
  await untilErased(service, admin, await acceptEraseAll(service, admin));
}

async function run(name: string, ...args: string[]) {
  const script = startScript(name, args, {}, OPEN);
  const { code } = await script.ended;
  return { code, output: script.stdout() + script.stderr() };
}

describe("what the commands write", () => {
  it("is for this user only, while serving and after a stop, backup and restore", async () => {
    const folder = temporaryFolder();
    const [dataDir, ledger] = [join(folder, "data"), join(folder, "ledger")];
    const service = await startService({ dataDir, args: ["--ledger", ledger], shell: OPEN });
    await use(service);
    expect(readdirSync(join(dataDir, "objects"), { recursive: true }).length).toBeGreaterThan(3);
    expect([...openPaths(dataDir), ...openPaths(ledger)]).toEqual([]);
    const file = join(folder, "copy.tar");
    const copied = await run("backup.ts", "--data", dataDir, "--ledger", ledger, "--to", file);
    expect(copied.code, copied.output).toBe(0);
    expect(statSync(file).mode & OTHERS).toBe(0);
    expect(await service.stop()).toBe(0);
    for (const target of [dataDir, join(folder, "new")]) {
      const places = ["--data", target, "--ledger", target === dataDir ? ledger : `${target}-2`];
      const restored = await run("restore.ts", "--from", file, ...places, "--force");
      expect(restored.code, restored.output).toBe(0);
      expect([...openPaths(target), ...openPaths(String(places[3]))]).toEqual([]);
    }
  });

  it("includes .dev.vars, also one that was open", () => {
    const folder = temporaryFolder();
    const mode = () => (statSync(join(folder, ".dev.vars")).mode & 0o777).toString(8);
    ensureDevVars(folder);
    expect(mode()).toBe("600");
    chmodSync(join(folder, ".dev.vars"), 0o644);
    ensureDevVars(folder);
    expect(mode()).toBe("600");
  });
});

describe("a data folder that others can read", () => {
  it("is closed before it is served, whatever of it was open", async () => {
    const service = await startService();
    await use(service);
    await service.kill9();
    const { dataDir } = service;
    for (const name of readdirSync(dataDir, { recursive: true }).map(String)) {
      const path = join(dataDir, name);
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    }
    chmodSync(dataDir, 0o755);
    const again = await restart(service);
    expect(again.logs()).toContain("could be read by other users");
    expect(openPaths(dataDir)).toEqual([]);
    await newToken(again, "private", "app", ["mask"]);
  });

  it("is refused when it is not ours alone, and left as it is", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, "holiday.jpg"), "");
    const script = startScript("serve.ts", ["--port", "0", "--data", folder], generateSecrets());
    expect((await script.ended).code).toBe(1);
    expect(script.stderr()).toContain("holds other things (holiday.jpg)");
    expect(script.stderr()).toContain(`chmod 700 '${folder}'`);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    expect(existsSync(join(folder, "serve.lock"))).toBe(false);
  });

  onlyRoot("is refused when it is somebody else's, with what to do", async () => {
    const folder = join(temporaryFolder(), "theirs");
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, 12_345, 12_345);
    const script = startScript("serve.ts", ["--port", "0", "--data", folder], generateSecrets());
    expect((await script.ended).code).toBe(1);
    expect(script.stderr()).toContain(`${folder} belongs to another user (id 12345)`);
    expect(script.stderr()).toContain("chown -R 0");
    expect(readdirSync(folder)).toEqual([]);
  });
});
