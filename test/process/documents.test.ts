// Every shell block of README and docs, against a real service, as a reader pastes them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../scripts/run/cli/tool.ts";
import { firstSteps, type ShellBlock, shellBlocks } from "../../scripts/run/first-run.ts";
import { readEnvFile, requireSecrets } from "../../scripts/run/secrets.ts";
import { newToken } from "../support/node/api-client.ts";
import { filesBelow } from "../support/node/imports.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { runHere } from "../support/node/run-here.ts";
import { cleanUp } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";
import { projectFolder, runBlocks } from "../support/node/shell-blocks.ts";
import { type StubModel, startStubModel } from "../support/node/stub-model.ts";

const PAGES = ["README.md", ...filesBelow("docs").filter((path) => path.endsWith(".md"))];
const blocksOf = (page: string) => shellBlocks(readFileSync(join(PROJECT_ROOT, page), "utf8"));
const README = blocksOf("README.md");

let service: Service;
let stub: StubModel;
let masterKey: string;
/** Where the service's secrets lie as `npm run keygen` wrote them, and its data. */
let folder: string;

beforeAll(async () => {
  const build = await runHere("build.ts", []);
  expect(build.code, build.said).toBe(0);
  const keygen = await runHere("keygen.ts", []);
  expect(keygen.code, keygen.err).toBe(0);
  folder = projectFolder({ "vault.env": keygen.out });
  stub = await startStubModel();
  service = await startService({
    args: ["--llm", `openai=${stub.url}`],
    dataDir: join(folder, "vault-data"),
    secrets: requireSecrets(readEnvFile(join(folder, "vault.env"), {})),
  });
  masterKey = service.secrets.VAULT_MASTER_KEY;
  // A service that somebody has used: a Registry without namespaces has no tables to look into.
  await newToken(service, "demo", "me", ["mask"]);
});

afterAll(async () => {
  await stub.stop();
  await cleanUp();
});

/** All of a page's commands succeed, and no answer among what they print is an error. */
async function expectToWork(
  blocks: readonly ShellBlock[],
  cwd: string,
  variables: Record<string, string>,
) {
  const { code, stdout, stderr } = await runBlocks(blocks, cwd, variables);
  expect(code, `${stderr}\n${stdout}`).toBe(0);
  expect(stdout).not.toContain('"success":false');
  return stdout;
}

describe("the shell blocks of", () => {
  it.each(PAGES.filter((page) => blocksOf(page).length > 0))("%s work", async (page) => {
    await expectToWork(blocksOf(page), folder, { URL: service.url });
  });

  it("more than one page are found", () => {
    expect(README).toHaveLength(4);
    expect(PAGES.filter((page) => blocksOf(page).length > 0).length).toBeGreaterThan(5);
  });

  it("a page that asks for something wrong would be found out", async () => {
    const wrong = README.map(({ line, text }) => ({
      line,
      text: text.replace('"mask":[', '"msk":['),
    }));
    const { code, stderr } = await runBlocks(wrong, folder, { URL: service.url });
    expect(code).not.toBe(0);
    expect(stderr).toContain(`(the block at line ${README[1]?.line})`);
    expect(stderr).not.toContain(`(the block at line ${README[2]?.line})`);
  });
});

describe("the first requests", () => {
  it.runIf(IS_LONG)("work with the master key in the environment alone", async () => {
    const variables = { URL: service.url, VAULT_MASTER_KEY: masterKey };
    const stdout = await expectToWork(README, projectFolder(), variables);
    expect(stdout).toContain('"value":"Mail ada@example.com or call (212) 555-0123"');
    expect(stdout).toContain('"status":"SUCCESS"');
  });

  it.runIf(IS_LONG)(
    "work with the master key in .dev.vars alone, as npm start keeps it",
    async () => {
      const developer = projectFolder({ ".dev.vars": `VAULT_MASTER_KEY=${masterKey}\n` });
      await expectToWork(README, developer, { URL: service.url });
    },
  );

  it.runIf(IS_LONG)("are printed by npm start as they are in README", async () => {
    const developer = projectFolder({ ".dev.vars": `VAULT_MASTER_KEY=${masterKey}\n` });
    const printed = firstSteps(service.url);
    const text = printed.slice(printed.indexOf("URL="), printed.indexOf("Ctrl-C"));
    const stdout = await expectToWork([{ line: 1, text }], developer, {});
    expect(stdout).toContain('"value":"Mail ada@example.com or call (212) 555-0123"');
  });

  it("say so when there is no master key", async () => {
    const { code, stderr } = await runBlocks(README, projectFolder(), { URL: service.url });
    expect(code).not.toBe(0);
    expect(stderr).toContain("NO TOKEN.");
  });
});
