// The root key from outside: what a command prints, once, when `serve` starts. So it can stay with a key management service,
// or whatever else gives it to this machine. docs/operations.md has such commands.

import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandFailure, EXIT } from "../cli/command.ts";

/** A command that has to ask over a network is patient enough with less. */
const PATIENCE_MS = 30_000;
/** More than 255 versions come to. */
const MOST_BYTES = 64 * 1024;

/**
 * The environment with VAULT_ROOT_KEY as a command of the shell prints it. What it prints is never shown; what it says on
 * stderr is. Fails with exit code 2, in words for the operator.
 */
export async function withRootKeyOf(
  command: string | null,
  env: NodeJS.ProcessEnv,
  patienceMs = PATIENCE_MS,
): Promise<NodeJS.ProcessEnv> {
  if (command === null) return env;
  if (env["VAULT_ROOT_KEY"] !== undefined) {
    throw failure("is given, and VAULT_ROOT_KEY is set as well: take away one of them");
  }
  // A group of its own, so that what the shell has started ends with it.
  const child = spawn("sh", ["-c", command], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
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
    // The shell may be gone, and what it has left behind still hold the pipe.
    if (problem === tooLate && child.pid !== undefined) end(child.pid);
    throw failure(problem);
  }
  if (bytes === 0 || bytes > MOST_BYTES) throw failure("printed no root key");
  return { ...env, VAULT_ROOT_KEY: Buffer.concat(chunks).toString("utf8").trim() };
}

function end(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function failure(problem: string): CommandFailure {
  return new CommandFailure(`--root-key-command ${problem}.`, EXIT.secrets);
}
