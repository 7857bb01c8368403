// One life of the workerd that was installed with wrangler: start, wait until it serves, then until it is asked to stop or dies.

import { createRequire } from "node:module";
import { CommandFailure, EXIT, reasonOf } from "../cli/command.ts";
import { type GuardedProgram, type ProgramExit, spawnGuarded } from "../cli/guardian.ts";
import { waitUntilHealthy } from "../cli/health.ts";
import { identify } from "../cli/process-identity.ts";
import { aborted, type StopRequests } from "../cli/stop-requests.ts";
import type { Secrets } from "../secrets.ts";
import type { HeldFolders } from "./data-lock.ts";
import type { ServeOptions } from "./options.ts";

const START_PATIENCE_MS = 20_000;

/** What a life of workerd needs beyond its options. */
export type SuperviseInput = {
  options: ServeOptions;
  configPath: string;
  secrets: Secrets;
  lock: HeldFolders;
  stop: StopRequests;
};

/** Run workerd until it is asked to stop. Resolves after an orderly stop; fails when workerd does. */
export async function supervise(input: SuperviseInput): Promise<void> {
  const { options, configPath, secrets, lock, stop } = input;
  // Nothing of our environment but the two secrets; the configuration names them. And a place for SQLite's
  // temporary copies of pages: its own choice is /var/tmp, which may be on another disk, and one not encrypted.
  const env = { ...secrets, SQLITE_TMPDIR: options.dataDir };
  const tell = (text: string) => process.stderr.write(text);
  const workerd = await startWorkerd(configPath, options.dataDir, env, tell);
  const { program } = workerd;
  const orderlyStop = async () => {
    lock.update({ state: "stopping" });
    await program.stop(options.drainSeconds * 1000, stop.hurry);
  };
  lock.update({ workerd: identify(program.pid) });
  try {
    const url = await untilServing(workerd, options, stop.asked);
    if (url === null) return await orderlyStop();
    lock.update({ state: "running", url });
    const ledger = options.ledgerDir === null ? "" : `, Registry in ${options.ledgerDir}`;
    console.log(`masking-vault listening on ${url} (data in ${options.dataDir}${ledger})`);
    const exit = await Promise.race([program.exited, aborted(stop.asked)]);
    if (exit) throw new CommandFailure(describeExit(exit, workerd.stderr(), options.heapMb));
    await orderlyStop();
  } finally {
    program.kill();
    await program.exited;
  }
}

/** The service's address once /healthz answers 200; null when asked to stop before that. */
async function untilServing(
  { program, port, stderr }: Workerd,
  options: ServeOptions,
  asked: AbortSignal,
): Promise<string | null> {
  const listening = await Promise.race([port, program.exited, aborted(asked)]);
  if (listening === undefined) return null;
  if (typeof listening !== "number") throw startFailure(listening, stderr(), options);
  const url = toUrl(options.host, listening);
  const unhealthy = await Promise.race([
    waitUntilHealthy(toUrl(reachableHost(options.host), listening), START_PATIENCE_MS, asked),
    program.exited,
  ]);
  if (asked.aborted) return null;
  if (unhealthy === null) return url;
  if (typeof unhealthy !== "string") throw startFailure(unhealthy, stderr(), options);
  throw new CommandFailure(
    `workerd runs, but GET /healthz did not answer 200 within ${START_PATIENCE_MS / 1000} s. Last answer: ${unhealthy}`,
  );
}

function startFailure(exit: ProgramExit, stderr: string, options: ServeOptions): CommandFailure {
  if (/address already in use/i.test(stderr)) {
    return new CommandFailure(
      `Port ${options.port} on ${options.host} is in use. Choose another with --port (0 takes a free one).`,
      EXIT.portInUse,
    );
  }
  return new CommandFailure(
    `${describeExit(exit, stderr, options.heapMb)} It never came up; see its messages above.`,
  );
}

function describeExit({ code, signal }: ProgramExit, stderr: string, heapMb: number): string {
  const how = signal ? `was ended by ${signal}` : `ended by itself with exit code ${code}`;
  // What V8 prints before it gives up.
  const isHeapFull = /last few gcs|heap out of memory/i.test(stderr);
  return `workerd ${how}.${isHeapFull ? ` It reached its heap bound of ${heapMb} MB; see --heap-mb.` : ""}`;
}

function toUrl(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** "All addresses" cannot be connected to; this machine's own can. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "*") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}

/** A workerd that was started. */
type Workerd = {
  program: GuardedProgram;
  /** Resolves when it listens; never, if it ends before. */
  port: Promise<number>;
  /** The last of what it wrote to stderr. */
  stderr: () => string;
};

const KEPT_STDERR_CHARACTERS = 8000;

/** Start workerd with a configuration (its constant `config`) and an environment of its own. */
export async function startWorkerd(
  configPath: string,
  cwd: string,
  env: Record<string, string>,
  onStderr?: (text: string) => void,
): Promise<Workerd> {
  let stderr = "";
  const port = Promise.withResolvers<number>();
  const workerd = installedWorkerd().default;
  const program = await spawnGuarded([workerd, "serve", "--control-fd=4", configPath, "config"], {
    cwd,
    env,
    onStderr: (text) => {
      stderr = (stderr + text).slice(-KEPT_STDERR_CHARACTERS);
      onStderr?.(text);
    },
    onControl: (line) => {
      const message = JSON.parse(line) as { event?: string; port?: number };
      if (message.event === "listen" && message.port) port.resolve(message.port);
    },
  });
  return { program, port: port.promise, stderr: () => stderr };
}

/** The package that brings workerd: it comes with wrangler, not with us, wherever npm put it. */
export function installedWorkerd(): { default: string; version: string } {
  const require = createRequire(import.meta.url);
  try {
    return createRequire(require.resolve("wrangler/package.json"))("workerd");
  } catch (error) {
    throw new CommandFailure(
      `No workerd for this machine in node_modules. Run npm ci again on it.\n${reasonOf(error)}`,
    );
  }
}
