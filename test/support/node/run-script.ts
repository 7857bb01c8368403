// Starts the project's scripts as processes that end with the test run.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../../../scripts/run/cli/process-identity.ts";
import { COMPILE_CACHE, PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";

/** A started script: its output so far, and how it ended. */
export type RunningScript = {
  child: ChildProcess;
  pid: number;
  stdout: () => string;
  stderr: () => string;
  /** Resolves once the process has ended and all its output has arrived. */
  ended: Promise<{ code: number | null; signal: string | null }>;
};

const running = new Set<RunningScript>();
const folders = new Set<string>();
/** Not ended by `cleanUp`. */
const kept = new Set<RunningScript>();

/**
 * Start `node scripts/commands/<name>` with its own environment, without the test's secrets. The shell runs
 * `shell` before it becomes the script.
 */
export function startScript(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  shell = "",
): RunningScript {
  const { PATH, HOME, TMPDIR } = process.env;
  const command = [process.execPath, join(PROJECT_ROOT, "scripts", "commands", name), ...args];
  // As under npm: the script then also stops when the test runner is killed and cannot stop it.
  const asUnderNpm = { PATH, HOME, TMPDIR, npm_lifecycle_event: "test" };
  return startProgram("/bin/sh", ["-c", `${shell}\nexec "$@"`, "sh", ...command], {
    cwd: PROJECT_ROOT,
    env: { ...asUnderNpm, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  });
}

/** Start a program that ends with the test run. */
export function startProgram(
  program: string,
  args: string[],
  place: { cwd: string; env: NodeJS.ProcessEnv },
): RunningScript {
  const child = spawn(program, args, { ...place, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  const script: RunningScript = {
    child,
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
  };
  running.add(script);
  void ended.then(() => running.delete(script));
  return script;
}

/** A new folder, which `cleanUp` removes. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "masking-vault-"));
  folders.add(folder);
  return folder;
}

/** Wait until a condition holds; the failure names what it waited for. */
export async function waitFor(
  what: string,
  condition: () => boolean | Promise<boolean>,
  patienceMs = 10_000,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited ${patienceMs} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Whether a process runs; one that has ended but was not reaped does not. */
export function isRunning(pid: number): boolean {
  return isAlive({ pid, startTime: null });
}

/** End all scripts that still run, and remove the folders; for afterEach or afterAll. */
export async function cleanUp(): Promise<void> {
  const left = [...running];
  // The guardian of a killed wrapper kills workerd.
  for (const script of left) script.child.kill("SIGKILL");
  await Promise.all(left.map((script) => script.ended));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  folders.clear();
}

/** Keep a script after the test file that started it, until this process ends; and its folder, which goes with the run. */
export function keepForOthers(pid: number, folder: string): void {
  for (const script of running) if (script.pid === pid) kept.add(script);
  for (const script of kept) running.delete(script);
  folders.delete(folder);
}

process.on("exit", () => {
  for (const script of [...running, ...kept]) script.child.kill("SIGKILL");
});
