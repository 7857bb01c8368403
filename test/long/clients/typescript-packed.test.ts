// The TypeScript client as npm packs it: what is in it, and that programs and compilers of others find it. publint and attw
// judge it in CI and with LONG_TESTS=1: attw alone brings 30 MB, among them a compiler of its own.
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { npmPackage } from "../../support/node/foreign-program.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";

const FOLDER = join(PROJECT_ROOT, "clients/typescript");
const TSC = join(PROJECT_ROOT, "node_modules/.bin/tsc");
const PATIENCE = { timeout: 120_000 };

const PROGRAM = `import { type MaskedItem, VaultClient, VaultError } from "masking-vault-client";
const vault = new VaultClient({ url: "http://127.0.0.1:9", token: "t", retries: 0 });
try {
  const items: Pick<MaskedItem, "value">[] = await vault.mask([{ value: "x" }]);
  // @ts-expect-error: what is answered is typed.
  items[0]?.there_is_no_such_member;
} catch (error) {
  if (error instanceof VaultError) console.log(error.code);
}
`;

let tarball: string;
/** A project that has it installed. */
let project: string;

/** Gives what it prints; throws with that where it fails. */
async function run(program: string, ...args: string[]): Promise<string> {
  const options = { cwd: project, encoding: "utf8" } as const;
  const ended = await promisify(execFile)(program, args, options).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return ended.stdout;
}

beforeAll(async () => {
  project = temporaryFolder();
  const packed = await run("npm", "pack", FOLDER, "--pack-destination", project, "--json");
  tarball = join(project, JSON.parse(packed)[0].filename);
  const installed = join(project, "node_modules/masking-vault-client");
  mkdirSync(installed, { recursive: true });
  await run("tar", "xzf", tarball, "-C", installed, "--strip-components", "1");
  writeFileSync(join(project, "program.mts"), PROGRAM);
}, 120_000);
afterAll(cleanUp);

it("has what its sources make, its licence and its page", async () => {
  const made = readdirSync(join(FOLDER, "src")).flatMap((name) =>
    ["js", "d.ts"].map((kind) => `package/dist/${name.replace(/ts$/, kind)}`),
  );
  const beside = ["LICENSE", "README.md", "package.json"].map((name) => `package/${name}`);
  const inside = (await run("tar", "tzf", tarball)).trim().split("\n");
  expect(inside.sort()).toEqual([...made, ...beside].sort());
});

it.each(["nodenext", "bundler"])("has types for %s", PATIENCE, async (resolution) => {
  const module = resolution === "nodenext" ? resolution : "esnext";
  const options = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom"];
  const how = ["--module", module, "--moduleResolution", resolution];
  await run(TSC, ...options, ...how, "program.mts");
});

it("is found by Node", async () => {
  expect(await run(process.execPath, "program.mts")).toBe("network\n");
});

/** A test that a program of others, with these arguments, has nothing against it. */
const judged = (name: string, version: string, program: string, args: string[]) =>
  it(`${program} has nothing against it`, { timeout: 300_000 }, async (context) => {
    const tool = await npmPackage(name, version);
    context.skip(tool.missing !== "", tool.missing);
    await run(join(tool.bin, program), ...args, tarball);
  });
judged("publint", "0.3.25", "publint", ["run", "--strict"]);
judged("@arethetypeswrong/cli", "0.18.5", "attw", ["--profile", "esm-only"]);
