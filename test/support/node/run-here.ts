// Runs a command inside the test's own process: the same file and options, with its output and exit code, but
// without the third of a second of CPU that a process takes to start. For commands that end by themselves,
// one at a time; at least one test per command starts it as a real process (run-script.ts).

import { join } from "node:path";
import { format } from "node:util";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";

/** How a command ended, and what it printed. */
export type CommandResult = { code: number; out: string; err: string; said: string };

type Writer = (text: unknown, ...more: unknown[]) => boolean;

/** Thrown in place of the process's exit. */
class Ended extends Error {}

/** Variables that commands read: none of the test process's own may reach them. */
const OURS = /^(VAULT|MASKING|METRICS|LLM|CALLBACKS|RECOGNIZERS)_/;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** For commands that do not end, like a serve that should have refused; bundling the Worker takes a minute of it. */
const PATIENCE_MS = 120_000;
let runs = 0;

/** Run scripts/commands/NAME with these arguments, and with only these secrets and settings. */
export async function runHere(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<CommandResult> {
  const printed = { out: "", err: "", said: "" };
  let code: number | null = null;
  const noting: (stream: "out" | "err") => Writer =
    (stream) =>
    (text, ...more) => {
      // Output after the end does not count.
      if (code === null) {
        printed[stream] += String(text);
        printed.said += String(text);
      }
      const written = more.at(-1);
      if (typeof written === "function") written();
      return true;
    };
  const putBack = standIn(args, env, noting("out"), noting("err"), (given) => {
    code ??= given;
    throw new Ended();
  });
  try {
    runs += 1;
    const path = join(PROJECT_ROOT, "scripts", "commands", name);
    // A different address each time, because a module runs only once.
    const over = import(/* @vite-ignore */ `${path}?run=${runs}`);
    await Promise.race([over, isLate(name)]);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  } finally {
    putBack();
  }
  return { code: code ?? 0, ...printed };
}

/** Rejects when the time is over, without keeping the process alive. */
function isLate(name: string): Promise<never> {
  return new Promise((_, reject) => {
    const message = `${name} has not ended within ${PATIENCE_MS / 1000} s`;
    setTimeout(() => reject(new Error(message)), PATIENCE_MS).unref();
  });
}

/** Replace what a command uses of the process; returns a function that restores it. */
function standIn(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  out: Writer,
  err: Writer,
  exit: (code: number) => never,
): () => void {
  const { argv, exit: realExit, stdout, stderr } = process;
  const writers = [stdout.write, stderr.write] as const;
  const { log, error } = console;
  const variables = { ...process.env };
  const [umask, folder] = [process.umask(), process.cwd()];
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  process.argv = [process.execPath, "command", ...args];
  process.exit = exit as typeof process.exit;
  stdout.write = out;
  stderr.write = err;
  console.log = (...texts: unknown[]) => out(`${format(...texts)}\n`);
  console.error = (...texts: unknown[]) => err(`${format(...texts)}\n`);
  for (const key of Object.keys(variables)) if (OURS.test(key)) delete process.env[key];
  Object.assign(process.env, env);
  return () => {
    process.argv = argv;
    process.exit = realExit;
    [stdout.write, stderr.write] = writers;
    Object.assign(console, { log, error });
    for (const key of Object.keys(process.env)) if (!(key in variables)) delete process.env[key];
    Object.assign(process.env, variables);
    process.umask(umask);
    process.chdir(folder);
    SIGNALS.forEach((signal, i) => {
      for (const listener of process.listeners(signal))
        if (!listeners[i]?.includes(listener)) process.off(signal, listener);
    });
  };
}
