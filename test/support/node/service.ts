// A real service for process tests: scripts/commands/serve.ts on a free port, with its own secrets.

import { generateSecrets, type Secrets } from "../../../scripts/run/secrets.ts";
import { readRecord } from "../../../scripts/run/serve/data-lock.ts";
import {
  isRunning,
  keepForOthers,
  startProgram,
  startScript,
  temporaryFolder,
  waitFor,
} from "./run-script.ts";

/** How to start it; everything has a default. To restart it, pass the same `dataDir` and `secrets`. */
export type ServiceOptions = {
  dataDir?: string;
  port?: number;
  secrets?: Secrets;
  env?: NodeJS.ProcessEnv;
  testBuild?: boolean;
  /** Path from scripts/ of another script with the options of serve.ts. */
  script?: string;
  /** Program of an installed masking-vault, instead of this clone's. */
  program?: string;
  args?: string[];
  /** Shell commands to run before the start: limits, umask. */
  shell?: string;
};

/** A service that has answered /healthz. */
export type Service = {
  url: string;
  /** Process id of the wrapper, scripts/commands/serve.ts. */
  pid: number;
  workerdPid: number;
  secrets: Secrets;
  dataDir: string;
  /** Everything printed so far by the wrapper and by workerd. */
  logs(): string;
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** Send SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** Kill workerd and the wrapper at once, as when the machine runs out of memory. */
  kill9(): Promise<void>;
};

/** A start may first bundle the Worker: a minute on a busy machine, beside others that do the same. */
const START_PATIENCE_MS = 120_000;

/** Start a service and wait until it serves. Call `cleanUp` (run-script.ts) when the test is over. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const secrets = options.secrets ?? generateSecrets();
  const dataDir = options.dataDir ?? temporaryFolder();
  const args = ["--port", String(options.port ?? 0), "--data", dataDir, ...(options.args ?? [])];
  if (options.testBuild) args.push("--test-build");
  // Tests send many bad credentials on purpose.
  if (!args.includes("--bad-credentials")) args.push("--bad-credentials", "0");
  // Tests that do not read the first cell's files can be run with several cells.
  const { TEST_CELLS } = process.env;
  if (TEST_CELLS !== undefined && !args.includes("--cells")) args.push("--cells", TEST_CELLS);
  const env = { ...secrets, ...options.env };
  const script =
    options.program === undefined
      ? startScript(options.script ?? "serve.ts", args, env, options.shell)
      : startInstalled(options.program, ["serve", ...args], env);
  const logs = () => script.stdout() + script.stderr();

  const ready = /^masking-vault listening on (http:\S+) /m;
  let isOver = false;
  void script.ended.then(() => {
    isOver = true;
  });
  await waitFor("serve is ready", () => isOver || ready.test(script.stdout()), START_PATIENCE_MS);
  const url = ready.exec(script.stdout())?.[1];
  const workerdPid = readRecord(dataDir)?.workerd?.pid;
  if (!url || !workerdPid) throw new Error(`serve did not come up:\n${logs()}`);

  const { pid, ended } = script;
  return {
    url,
    pid,
    workerdPid,
    secrets,
    dataDir,
    logs,
    ended,
    async stop() {
      script.child.kill("SIGTERM");
      return (await ended).code;
    },
    async kill9() {
      // workerd's present process: the first one may have died.
      const present = readRecord(dataDir)?.workerd?.pid ?? workerdPid;
      if (isRunning(present)) process.kill(present, "SIGKILL");
      script.child.kill("SIGKILL");
      await ended;
      await waitFor("workerd is gone", () => !isRunning(present));
    },
  };
}

/** What a test may use of a shared service. */
export type SharedService = Pick<Service, "url" | "secrets">;

let shared: Promise<Service> | undefined;

/**
 * A service shared by all test files of a runner's worker; it runs until the worker ends. For tests that neither
 * stop it nor look at its files, log or memory, each with its own namespace names.
 */
export function sharedService(): Promise<SharedService> {
  shared ??= startService().then((service) => {
    keepForOthers(service.pid, service.dataDir);
    return service;
  });
  return shared;
}

/** Start a command of an installed masking-vault, in a folder unrelated to this project. */
export function startInstalled(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const { PATH, HOME } = process.env;
  return startProgram(program, args, { cwd: temporaryFolder(), env: { PATH, HOME, ...env } });
}
