// The result of `npm run package`, as an operator installs and runs it: in a separate folder, without the sources.

import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import lock from "../../../package-lock.json" with { type: "json" };
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { generateSecrets } from "../../../scripts/run/secrets.ts";
import { newToken, send } from "../../support/node/api-client.ts";
import {
  cleanUp,
  startProgram,
  startScript,
  temporaryFolder,
} from "../../support/node/run-script.ts";
import { type Service, startInstalled, startService } from "../../support/node/service.ts";

/** Where it is installed. */
let folder: string;
let installed: string;
let program: string;

beforeAll(async () => {
  folder = temporaryFolder();
  const packing = startScript("release/package.ts", ["--to", folder]);
  expect((await packing.ended).code, packing.stderr()).toBe(0);
  const file = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(join(folder, "package.json"), "{}");
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", join(folder, file)];
  // What npm itself says about this run aside: the new one would be part of it.
  const isOurs = ([name]: readonly [string, unknown]) => !/^(npm_|NODE_OPTIONS$)/i.test(name);
  const env = Object.fromEntries(Object.entries(process.env).filter(isOurs));
  const npm = startProgram("npm", args, { cwd: folder, env });
  expect((await npm.ended).code, npm.stderr()).toBe(0);
  installed = join(folder, "node_modules", "masking-vault");
  program = join(folder, "node_modules", ".bin", "masking-vault");
}, 120_000);

afterAll(cleanUp);

/** Run a command of it to its end. */
async function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const script = startInstalled(program, args, env);
  const { code } = await script.ended;
  return { code, stdout: script.stdout(), stderr: script.stderr() };
}

describe("what is installed", () => {
  it("is the package, workerd, and workerd's program for this machine", () => {
    const others = readdirSync(join(folder, "node_modules", "@cloudflare"));
    expect(
      readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")),
    ).toEqual(["@cloudflare", "masking-vault", "workerd"]);
    expect(others).toHaveLength(1);
    const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    // What the tests of this project ran on, no more and no less.
    expect(dependencies).toEqual({ workerd: lock.packages["node_modules/workerd"].version });
  });

  it("holds no sources, and imports nothing but its own files and what Node has", () => {
    const names = readdirSync(installed, { recursive: true }).map(String);
    expect(names.filter((name) => /\.(ts|map)$/.test(name))).toEqual([]);
    const bin = join(installed, "bin");
    const texts = readdirSync(bin).map((name) => readFileSync(join(bin, name), "utf8"));
    const imported = texts.flatMap((text) =>
      [
        ...text.matchAll(/^(?:import|export)\b[^;]*?["'](.+?)["'];$|\bimport\(["'](.+?)["']\)/gm),
      ].map(([, fixed, late]) => fixed ?? late ?? ""),
    );
    expect(imported.length).toBeGreaterThan(50);
    const foreign = imported.filter((name) => !/^(\.\/|node:)/.test(name));
    expect(foreign.filter((name) => !builtinModules.includes(name))).toEqual([]);
    // An operator has no npm scripts.
    expect(texts.filter((text) => /npm run (-s )?[a-z]/.test(text))).toEqual([]);
  });

  it("tells its version, its commands, and the help of each", async () => {
    const { stdout } = await run([]);
    const names = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name = ""]) => name);
    expect(names).toContain("serve");
    for (const name of names) {
      const help = await run([name, "--help"]);
      expect([name, help.code]).toEqual([name, 0]);
      expect(help.stdout).toContain(`masking-vault ${name}`);
      // Its name is longer than what a clone's sources have in its place.
      expect(help.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    }
    expect((await run(["--version"])).stdout.trim()).toBe(lock.version);
    expect(await run(["sevre"])).toMatchObject({ code: 64, stdout: "" });
  });
});

describe("where something is missing", () => {
  const serve = () => ["serve", "--port", "0", "--data", join(temporaryFolder(), "data")];

  it("tells that workerd is for another system", async () => {
    const [platform = ""] = readdirSync(join(folder, "node_modules", "@cloudflare"));
    const workerd = join(folder, "node_modules", "@cloudflare", platform, "bin", "workerd");
    chmodSync(workerd, 0o644);
    const { code, stderr } = await run(serve(), generateSecrets());
    chmodSync(workerd, 0o755);
    expect([code, stderr]).toEqual([1, expect.stringContaining("needs glibc 2.35 or newer")]);
  });

  it("tells whoever serves from a clone without wrangler what to install instead", async () => {
    const clone = temporaryFolder();
    for (const name of ["scripts", "src", "models", "package.json", "wrangler.toml"]) {
      cpSync(join(PROJECT_ROOT, name), join(clone, name), { recursive: true });
    }
    // What npm ci --omit=dev leaves.
    const kept = Object.entries(lock.packages).filter(([, facts]) => !("dev" in facts));
    for (const [path] of kept.filter(([path]) => existsSync(join(PROJECT_ROOT, path)))) {
      if (path === "") continue;
      mkdirSync(dirname(join(clone, path)), { recursive: true });
      symlinkSync(join(PROJECT_ROOT, path), join(clone, path));
    }
    const script = join(clone, "scripts", "commands", "masking-vault.ts");
    const { PATH } = process.env;
    const node = startProgram(process.execPath, [script, ...serve()], {
      cwd: clone,
      env: { PATH, ...generateSecrets() },
    });
    expect((await node.ended).code).toBe(1);
    expect(node.stderr()).toMatch(
      /^error: wrangler, .*\n.*install what npm run package makes.*\n$/,
    );
  });
});

describe("the installed service", () => {
  /** A value there and back. */
  async function expectToServe(service: Service) {
    const token = await newToken(service, "demo", "me", ["mask", "unmask"]);
    const value = "Mail ada@example.com";
    const { body: masked } = await send(service, token, "mask", { mask: [{ value }] });
    const { token_value } = masked.data[0];
    expect(token_value).toContain("<EMAIL>");
    const { body: unmasked } = await send(service, token, "unmask", { unmask: [{ token_value }] });
    expect(JSON.stringify(unmasked.data[0])).toContain(value);
  }

  it("of two cells serves, and ends in order when asked to", async () => {
    const service = await startService({ program, args: ["--cells", "2"] });
    await expectToServe(service);
    expect(await service.stop()).toBe(0);
  });

  it("of one serves, is backed up and brought back by the installed commands", async () => {
    const keys = await run(["keygen"]);
    expect(keys.stdout).toMatch(/^VAULT_ROOT_KEY=\S+\nVAULT_MASTER_KEY=\S+\n$/);
    const service = await startService({ program });
    await expectToServe(service);
    const [copy, restored] = [join(temporaryFolder(), "copy.tar"), join(temporaryFolder(), "data")];
    expect(await run(["backup", "--data", service.dataDir, "--to", copy])).toMatchObject({
      code: 0,
    });
    expect(await service.stop()).toBe(0);
    expect(await run(["restore", "--from", copy, "--data", restored])).toMatchObject({ code: 0 });
    const again = await startService({ program, dataDir: restored, secrets: service.secrets });
    expect(await again.stop()).toBe(0);
  });

  /** Run a command while one of the files is damaged; it has to refuse, and to name the file. */
  async function expectRefusal(args: string[], name: string, damage: (path: string) => void) {
    const path = join(installed, name);
    const content = readFileSync(path);
    damage(path);
    try {
      const { code, stdout, stderr } = await run(args, generateSecrets());
      expect([code, stdout]).toEqual([5, ""]);
      expect(stderr).toMatch(/^error: .*\n.*Install the package again\.\n$/);
      expect(stderr).toContain(`${name} in `);
    } finally {
      writeFileSync(path, content, { mode: 0o755 });
    }
  }

  it.each([
    ["a changed Worker", "dist/release/index.js", (path: string) => appendFileSync(path, " ")],
    ["a changed command", "bin/masking-vault.js", (path: string) => appendFileSync(path, "\n")],
    ["a missing setting", "wrangler.toml", (path: string) => rmSync(path)],
    ["no sums", "SHA256SUMS", (path: string) => rmSync(path)],
    ["empty sums", "SHA256SUMS", (path: string) => truncateSync(path)],
  ])("refuses to start with %s", async (_, name, damage) => {
    const data = join(temporaryFolder(), "data");
    await expectRefusal(["serve", "--data", data], name, damage);
    expect(existsSync(data)).toBe(false);
  });

  it("names a file that can no longer be loaded, also when every command loads it", async () => {
    const importsOf = (name: string) =>
      [...readFileSync(join(installed, name), "utf8").matchAll(/ from "\.\/(.+?)";/g)].map(
        ([, file]) => `bin/${file}`,
      );
    expect(importsOf("bin/masking-vault.js")).toEqual([]);
    const shared = importsOf("bin/dispatch.js");
    expect(shared.length).toBeGreaterThan(0);
    for (const name of ["bin/dispatch.js", ...shared]) {
      await expectRefusal(["keygen"], name, (path) => appendFileSync(path, " ((("));
      await expectRefusal(["--help"], name, (path) => rmSync(path));
    }
  });
});
