// Runs `npm run serve` as a child process on a free port, for the demo and the benchmark.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { CommandFailure } from "../cli/command.ts";
import { aborted } from "../cli/stop-requests.ts";
import { PROJECT_ROOT } from "../cli/tool.ts";
import type { Secrets } from "../secrets.ts";

/** A running service at `url`. */
export type ServiceProcess = {
  url: string;
  hasEnded(): boolean;
  /** The end of its stderr output. */
  complaints(): string;
  /** Stop it and wait for its end; fails when it did not exit with 0. */
  stop(): Promise<void>;
};

type Exit = { code: number | null; signal: string | null };

const READY = /^masking-vault listening on (http:\S+) /m;
// We have no requests in flight when we stop it, so this limit is for the worst case.
const DRAIN_SECONDS = "2";
const KEPT_STDERR_CHARACTERS = 4000;

/** Start the service on a folder and wait until it is ready. */
export async function startService(
  dataDir: string,
  secrets: Secrets,
  signal: AbortSignal,
): Promise<ServiceProcess> {
  const { PATH, HOME, TMPDIR } = process.env;
  const args = ["--port", "0", "--data", dataDir, "--drain-seconds", DRAIN_SECONDS];
  const child = spawn(
    process.execPath,
    [join(PROJECT_ROOT, "scripts", "commands", "serve.ts"), ...args],
    {
      cwd: PROJECT_ROOT,
      // As under npm: the service then also stops when we are killed and cannot stop it.
      env: { PATH, HOME, TMPDIR, npm_lifecycle_event: "demo", ...secrets },
      stdio: ["ignore", "pipe", "pipe"],
      // In its own group: Ctrl-C in the terminal reaches only us, and we stop it after our last request.
      detached: true,
    },
  );
  let [stdout, stderr] = ["", ""];
  const ready = Promise.withResolvers<void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (READY.test(stdout)) ready.resolve();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-KEPT_STDERR_CHARACTERS);
  });
  let exit: Exit | null = null;
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("close", (code, how) => {
      exit = { code, signal: how };
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    if (exit?.code !== 0) throw new CommandFailure(`The service did not stop in order.\n${stderr}`);
  };
  await Promise.race([ready.promise, ended, aborted(signal)]);
  const url = READY.exec(stdout)?.[1];
  if (url && !signal.aborted) {
    return { url, hasEnded: () => exit !== null, complaints: () => stderr.trim(), stop };
  }
  if (exit === null) await stop();
  signal.throwIfAborted();
  throw new CommandFailure(`The service ended by itself before it was ready.\n${stderr}`);
}
