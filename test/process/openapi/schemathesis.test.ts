// schemathesis, a fuzzer of others, against a real service: what it makes of the OpenAPI document is answered as that says.
// In CI and with LONG_TESTS=1, where Python and its packages are to be had.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { newToken } from "../../support/node/api-client.ts";
import { IS_LONG, SEED } from "../../support/node/long/settings.ts";
import { cleanUp, startProgram, temporaryFolder } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";
import { type StubModel, startStubModel } from "../../support/node/stub-model.ts";

const VERSION = "4.32.5";
/** It is kept: to install it takes half a minute. */
const VENV = join(PROJECT_ROOT, "node_modules/.cache", `schemathesis-${VERSION}`);
const PROGRAM = join(VENV, "bin/st");
const CONFIG = join(PROJECT_ROOT, "test/process/openapi/schemathesis.toml");
const KEY = "sk-test-of-the-operator-0123456789";
/** Cases that are drawn for each operation, beside those that cover its schemas one by one. */
const CASES = IS_LONG ? 100 : 5;
const PATIENCE_MS = 1_500_000;
/** Of each step: without a way to Python's packages nobody waits for more than two minutes. */
const INSTALL_PATIENCE_MS = 120_000;

let missing =
  IS_LONG || process.env["CI"] === "true" ? "" : "It runs in CI, and with LONG_TESTS=1.";
let service: Service;
let stub: StubModel;

/** Run a program in a folder that goes, to its end or for so long. */
async function run(program: string, args: string[], patienceMs = PATIENCE_MS) {
  const place = { cwd: temporaryFolder(), env: process.env };
  const started = startProgram(program, args, place);
  const timer = setTimeout(() => started.child.kill("SIGKILL"), patienceMs);
  const { code } = await started.ended.catch(() => ({ code: null }));
  clearTimeout(timer);
  return { code, said: started.stdout() + started.stderr() };
}

/** Why it cannot be had; empty: it can. */
async function install(): Promise<string> {
  if (existsSync(PROGRAM)) return "";
  for (const [program, args] of [
    ["python3", ["-m", "venv", VENV]],
    [join(VENV, "bin/pip"), ["install", "--quiet", `schemathesis==${VERSION}`]],
  ] as const) {
    const { code, said } = await run(program, [...args], INSTALL_PATIENCE_MS);
    if (code !== 0) return `schemathesis cannot be installed: ${said.slice(-500)}`;
  }
  return "";
}

beforeAll(async () => {
  if (missing === "") missing = await install();
  if (missing !== "") return;
  stub = await startStubModel();
  service = await startService({
    args: ["--llm", `openai=${stub.url}`, "--llm", `anthropic=${stub.url}`],
    env: { LLM_OPENAI_KEY: KEY, LLM_ANTHROPIC_KEY: KEY },
  });
}, 300_000);

afterAll(async () => {
  await stub?.stop();
  await cleanUp();
});

async function fuzz(bearer: string, paths: string[]): Promise<void> {
  const { code, said } = await run(PROGRAM, [
    ...["--config-file", CONFIG, "run", `${service.url}/openapi.json`, ...paths],
    ...["-H", `Authorization: Bearer ${bearer}`, "--phases", "examples,coverage,fuzzing"],
    ...["-n", String(CASES), "--seed", String(SEED), "--workers", "2"],
    ...["--suppress-health-check", "all", "--warnings", "off", "--no-color"],
  ]);
  expect(said).toContain("No issues found");
  expect(code).toBe(0);
}

describe("schemathesis", () => {
  it("finds nothing in what holders of a token may do", {
    timeout: PATIENCE_MS,
  }, async (context) => {
    context.skip(missing !== "", missing);
    const all = ["mask", "unmask", "metadata_change"];
    await fuzz(await newToken(service, "fuzz", "fuzz", all), [
      "--exclude-path-regex",
      "/super-admin/",
    ]);
  });

  it("finds nothing in what the operator may do", { timeout: PATIENCE_MS }, async (context) => {
    context.skip(missing !== "", missing);
    const { VAULT_MASTER_KEY } = service.secrets;
    await fuzz(VAULT_MASTER_KEY, ["--include-path-regex", "/super-admin/"]);
  });
});
