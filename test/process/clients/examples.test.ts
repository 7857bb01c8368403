// The examples, as a reader runs them, against a real service.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { COMPILE_CACHE, PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { newToken } from "../../support/node/api-client.ts";
import { pythonPackage } from "../../support/node/foreign-program.ts";
import { cleanUp, startProgram, temporaryFolder } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

const FOLDER = join(PROJECT_ROOT, "examples");

let service: Service;
let token: string;
let modelPort: number;

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  modelPort = await freePort();
  service = await startService({
    args: ["--llm", `openai=http://127.0.0.1:${modelPort}/v1`],
    env: { LLM_OPENAI_KEY: "sk-test-of-the-operator-0123456789" },
  });
  token = await newToken(service, "demo", "me", ["mask", "unmask", "metadata_change"]);
});
afterAll(cleanUp);

/** Run a program in the project's folder; gives what it prints. */
async function run(program: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...more };
  const { url } = service;
  const ours = { VAULT_URL: url, VAULT_TOKEN: token, MASKING_VAULT_URL: url };
  const place = { cwd: PROJECT_ROOT, env: { ...env, ...ours, MASKING_VAULT_TOKEN: token } };
  const started = startProgram(program, args, place);
  const { code } = await started.ended;
  expect(code, started.stderr() + started.stdout()).toBe(0);
  return started.stdout();
}

it("the CSV pipeline gives the analyst tokens, and gets names back", async () => {
  const folder = temporaryFolder();
  const said = await run("bash", [join(FOLDER, "csv-pipeline.sh"), folder]);
  expect(said).toBe("customer,revenue\nCy Young,310.25\nAda Lane,180.00\nBo Hart,100.00\n");
  const masked = readFileSync(join(folder, "masked.csv"), "utf8");
  expect(masked).not.toMatch(/Ada|Bo Hart|Cy Young|ada@/);
});

it("the nightly retention counts, erases, and keeps the receipt", async () => {
  const folder = join(temporaryFolder(), "receipts");
  const script = [join(FOLDER, "nightly-retention.ts")];
  const early = await run(process.execPath, [...script, "365", folder]);
  expect(early).toMatch(/^0 mappings are from before \d{4}-\d\d-\d\d\n$/);
  // Before tomorrow: all.
  const said = await run(process.execPath, [...script, "-1", folder]);
  expect(said).toMatch(/^[1-9]\d* mappings .*\n\{"cleared_records":[1-9].*\nreceipt: .*\.jws\n$/);
  const [receipt = ""] = readdirSync(folder);
  expect(readFileSync(join(folder, receipt), "utf8").split(".")).toHaveLength(3);
});

it("the proxy shows the model tokens, and the caller values", async () => {
  const env = { MODEL_PORT: String(modelPort) };
  const said = await run(process.execPath, [join(FOLDER, "llm-proxy.ts")], env);
  const [, content = "", seen = "", answer] =
    /^said: {4}(.*)\nseen: {4}(.*)\nanswer: {2}(.*)\n$/.exec(said) ?? [];
  expect(seen).not.toMatch(/Ada|ada@|555/);
  expect(seen).toMatch(/moves out\. Write to /);
  expect(answer).toBe(`I have written down: ${content}`);
});

it("the notebook counts on tokens", { timeout: 120_000 }, async (context) => {
  const httpx = await pythonPackage("httpx", "0.28.1");
  context.skip(httpx.missing !== "", httpx.missing);
  const PYTHONPATH = join(PROJECT_ROOT, "clients/python/src");
  const env = { PYTHONPATH, PYTHONDONTWRITEBYTECODE: "1" };
  const said = await run(join(httpx.bin, "python"), [join(FOLDER, "notebook.py")], env);
  expect(said).toMatch(/\nAda Lane: 2 notes\nunknown_token_name 0\n$/);
});
