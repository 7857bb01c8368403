// A real service for process tests: scripts/commands/serve.ts on a free port with secrets of its own.

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

/** How to start it; everything has a default. Give `dataDir` and `secrets` again to restart. */
export type ServiceOptions = {
  dataDir?: string;
  port?: number;
  secrets?: Secrets;
  env?: NodeJS.ProcessEnv;
  testBuild?: boolean;
  /** Another script than serve.ts that takes its options, by its path from scripts/. */
  script?: string;
  /** An installed masking-vault instead of the clone's own. */
  program?: string;
  args?: string[];
  /** Commands of the shell that starts it: limits, umask. */
  shell?: string;
};

/** A service that answered /healthz. */
export type Service = {
  url: string;
  /** The wrapper, scripts/commands/serve.ts. */
  pid: number;
  workerdPid: number;
  secrets: Secrets;
  dataDir: string;
  /** Everything printed so far by the wrapper and by workerd. */
  logs(): string;
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL to workerd and the wrapper at once, as when the machine's memory ran out. */
  kill9(): Promise<void>;
};

/** It bundles the Worker first when that has changed: on a busy machine, beside others that do the same, a minute. */
const START_PATIENCE_MS = 120_000;

/** Start a service and wait until it serves. Call `cleanUp` (run-script.ts) when the test is over. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const secrets = options.secrets ?? generateSecrets();
  const dataDir = options.dataDir ?? temporaryFolder();
  const args = ["--port", String(options.port ?? 0), "--data", dataDir, ...(options.args ?? [])];
  if (options.testBuild) args.push("--test-build");
  // Tests send many, on purpose.
  if (!args.includes("--bad-credentials")) args.push("--bad-credentials", "0");
  // Any test can be run over several cells that does not look into files of the first.
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
      // Another one than at first when that has died.
      const present = readRecord(dataDir)?.workerd?.pid ?? workerdPid;
      if (isRunning(present)) process.kill(present, "SIGKILL");
      script.child.kill("SIGKILL");
      await ended;
      await waitFor("workerd is gone", () => !isRunning(present));
    },
  };
}

/** What a test may do with a service that others use, too. */
export type SharedService = Pick<Service, "url" | "secrets">;

let shared: Promise<Service> | undefined;

/**
 * A service as `startService()` gives it, one for all files that a test runner's worker runs: it is there until the worker ends.
 * For tests that neither stop it nor look at its files, its log or its memory, each in a namespace whose name no other has.
 */
export function sharedService(): Promise<SharedService> {
  shared ??= startService().then((service) => {
    keepForOthers(service.pid, service.dataDir);
    return service;
  });
  return shared;
}

/** Start a command of an installed masking-vault, in a folder that has nothing to do with this project. */
export function startInstalled(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const { PATH, HOME } = process.env;
  return startProgram(program, args, { cwd: temporaryFolder(), env: { PATH, HOME, ...env } });
}
