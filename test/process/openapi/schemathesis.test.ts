// schemathesis, an independent fuzzer, with a real service: requests that it derives from the OpenAPI document are
// answered as the document says. In CI and with LONG_TESTS=1, where Python and its packages are available.
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { newToken } from "../../support/node/api-client.ts";
import { type ForeignPackage, pythonPackage } from "../../support/node/foreign-program.ts";
import { IS_LONG, SEED } from "../../support/node/long/settings.ts";
import { cleanUp, startProgram, temporaryFolder } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";
import { type StubModel, startStubModel } from "../../support/node/stub-model.ts";

const VERSION = "4.32.5";
const CONFIG = join(PROJECT_ROOT, "test/process/openapi/schemathesis.toml");
const KEY = "sk-test-of-the-operator-0123456789";
/** Cases that are drawn for each operation, beside those that cover its schemas one by one. */
const CASES = IS_LONG ? 100 : 5;
const PATIENCE_MS = 1_500_000;

let schemathesis: ForeignPackage;
let service: Service;
let stub: StubModel;

/** Run a program to its end, in a folder that goes. */
async function run(program: string, args: string[]) {
  const place = { cwd: temporaryFolder(), env: process.env };
  const started = startProgram(program, args, place);
  const { code } = await started.ended.catch(() => ({ code: null }));
  return { code, said: started.stdout() + started.stderr() };
}

beforeAll(async () => {
  schemathesis = await pythonPackage("schemathesis", VERSION);
  if (schemathesis.missing !== "") return;
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
  const { code, said } = await run(join(schemathesis.bin, "st"), [
    ...["--config-file", CONFIG, "run", `${service.url}/openapi.json`, ...paths],
    ...["-H", `Authorization: Bearer ${bearer}`, "--phases", "examples,coverage,fuzzing"],
    ...["-n", String(CASES), "--seed", String(SEED), "--workers", "1"],
    ...["--suppress-health-check", "all", "--warnings", "off", "--no-color"],
  ]);
  // Its findings are between the first of its headings and the summary.
  const found = /^=+ (?:ERRORS|FAILURES) =+$[\s\S]*/m.exec(said)?.[0] ?? said;
  if (code !== 0 || !said.includes("No issues found")) throw new Error(found.slice(0, 8_000));
}

describe("schemathesis", () => {
  it("finds nothing in what holders of a token may do", {
    timeout: PATIENCE_MS,
  }, async (context) => {
    context.skip(schemathesis.missing !== "", schemathesis.missing);
    const all = ["mask", "unmask", "metadata_change"];
    await fuzz(await newToken(service, "fuzz", "fuzz", all), [
      "--exclude-path-regex",
      "/super-admin/",
    ]);
  });

  it("finds nothing in what the operator may do", { timeout: PATIENCE_MS }, async (context) => {
    context.skip(schemathesis.missing !== "", schemathesis.missing);
    const { VAULT_MASTER_KEY } = service.secrets;
    await fuzz(VAULT_MASTER_KEY, ["--include-path-regex", "/super-admin/"]);
  });
});
