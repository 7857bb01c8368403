// Gets the root key from a command that runs once, when `serve` starts. So the key can stay in a key
// management service or another source on this machine. docs/operations.md has such commands.

import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandFailure, EXIT } from "../cli/command.ts";

/** Time limit of the command; enough for one that asks over a network. */
const PATIENCE_MS = 30_000;
/** Longer than the text of 255 versions. */
const MAX_BYTES = 64 * 1024;

/** The environment with VAULT_ROOT_KEY set to a shell command's output, which is never shown. Fails with exit code 2. */
export async function withRootKeyOf(
  command: string | null,
  env: NodeJS.ProcessEnv,
  patienceMs = PATIENCE_MS,
): Promise<NodeJS.ProcessEnv> {
  if (command === null) return env;
  if (env["VAULT_ROOT_KEY"] !== undefined) {
    throw failure("is given, and VAULT_ROOT_KEY is set as well: take away one of them");
  }
  // In its own process group, so that everything the shell started can be ended with it.
  const child = spawn("sh", ["-c", command], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
  });
  const ended = new Promise<string | null>((resolve) => {
    child.on("error", () => resolve("cannot be run"));
    child.on("close", (code, signal) => {
      resolve(code === 0 ? null : `ended with ${code === null ? signal : `exit code ${code}`}`);
    });
  });
  const waiting = new AbortController();
  const tooLate = `did not end within ${patienceMs / 1000} seconds`;
  const late = sleep(patienceMs, tooLate, { signal: waiting.signal }).catch(() => "");
  const problem = await Promise.race([ended, late]);
  waiting.abort();
  if (problem !== null) {
    // The shell may be gone while a process that it started still holds the pipe.
    if (problem === tooLate && child.pid !== undefined) end(child.pid);
    throw failure(problem);
  }
  if (bytes === 0 || bytes > MAX_BYTES) throw failure("printed no root key");
  return { ...env, VAULT_ROOT_KEY: Buffer.concat(chunks).toString("utf8").trim() };
}

function end(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // The group has already ended.
  }
}

function failure(problem: string): CommandFailure {
  return new CommandFailure(`--root-key-command ${problem}.`, EXIT.secrets);
}
