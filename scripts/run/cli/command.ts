// Shared by all commands: options, exit codes, and failures printed as one plain sentence.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { listenForStop } from "./stop-requests.ts";

/** Exit codes of all commands. Each command's `--help` names the ones it uses. */
export const EXIT = {
  ok: 0,
  failed: 1,
  secrets: 2,
  dataInUse: 3,
  portInUse: 4,
  damaged: 5,
  usage: 64,
  data: 65,
  unreachable: 69,
  tryAgain: 75,
  notAllowed: 77,
  /** What a shell reports for Ctrl-C. */
  interrupted: 130,
} as const;

/** A failure whose message is printed as it is, without a stack, and which has its own exit code. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Options of this process's command line. A wrong one is a usage failure; --help prints the help and ends the command. */
export function parseOptions<T extends ParseArgsOptionsConfig>(help: string, options: T) {
  return parseCommandLine(help, options, false).values;
}

/** Like `parseOptions`, for a command that also takes one file name. */
export function parseFileAndOptions<T extends ParseArgsOptionsConfig>(help: string, options: T) {
  const { values, positionals } = parseCommandLine(help, options, true);
  const [file, ...more] = positionals;
  if (file !== undefined && more.length === 0) return { file, options: values };
  throw usageFailure("Give one FILE.");
}

/** Like `parseOptions`, for a command that also takes words. */
export function parseWordsAndOptions<T extends ParseArgsOptionsConfig>(help: string, options: T) {
  const { values, positionals } = parseCommandLine(help, options, true);
  return { words: positionals, options: values };
}

/** Print the help and end the command when the arguments contain --help or -h. */
export function endIfHelpWanted(help: string, args: readonly string[]): void {
  if (!args.includes("--help") && !args.includes("-h")) return;
  console.log(help);
  process.exit(EXIT.ok);
}

/** The message of an error that came from outside. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Text of a file named on the command line. A usage failure when it cannot be read. */
export function readInput(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw readError(path, error);
  }
}

/** The failure to throw when a file named on the command line cannot be read. */
export function readError(path: string, error: unknown): CommandFailure {
  return new CommandFailure(`Cannot read ${path}: ${reasonOf(error)}`, EXIT.usage);
}

/** The failure to throw when the command line is wrong. */
export function usageFailure(what: string): CommandFailure {
  return new CommandFailure(`${what}\nTry --help.`, EXIT.usage);
}

function parseCommandLine<T extends ParseArgsOptionsConfig>(
  help: string,
  options: T,
  allowPositionals: boolean,
) {
  const args = process.argv.slice(2);
  endIfHelpWanted(help, args);
  try {
    return parseArgs({ args, options, strict: true, allowPositionals });
  } catch (error) {
    throw usageFailure(reasonOf(error));
  }
}

/** A whole number within bounds, or a usage failure that names the option and the bounds. */
export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new CommandFailure(
    `--${option} must be a whole number from ${min} to ${max}, not "${text}".`,
    EXIT.usage,
  );
}

/** The absolute path given by an option; a usage failure where it is missing. */
export function requiredPath(option: string, path: string | undefined): string {
  if (path) return resolve(path);
  throw usageFailure(`--${option} is missing.`);
}

/** The absolute path given by an option, or null. */
export function optionalPath(path: string | undefined): string | null {
  return path === undefined ? null : resolve(path);
}

/** Run a command's body and exit with its code (0 where it gives none), even while handles are open. */
export async function runCommand(body: () => Promise<number | undefined>): Promise<void> {
  // A closed reader (`| head`, a closed terminal) must not crash a running service.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  requireNode();
  let code: number;
  try {
    code = (await body()) ?? EXIT.ok;
  } catch (error) {
    if (error instanceof CommandFailure) console.error(`error: ${error.message}`);
    else console.error(error);
    code = error instanceof CommandFailure ? error.exitCode : EXIT.failed;
  }
  process.exit(code);
}

/**
 * Like `runCommand`, for work that a signal can stop. System errors (full disk, missing permission) and the stop
 * itself are printed without a stack and followed by `outcome`, which says what they mean for the files.
 */
export function runStoppable(
  outcome: string,
  body: (asked: AbortSignal) => Promise<number | undefined>,
) {
  return runCommand(async () => {
    const { asked } = listenForStop();
    try {
      return await body(asked);
    } catch (error) {
      throw explained(error, asked, outcome);
    }
  });
}

function explained(error: unknown, asked: AbortSignal, outcome: string): unknown {
  if (!(error instanceof Error) || error instanceof CommandFailure) return error;
  if (asked.aborted && error.name === "AbortError") {
    return new CommandFailure(`Stopped as asked. ${outcome}`);
  }
  // Node's own description of a failed system call names the call and the path.
  return "syscall" in error ? new CommandFailure(`${error.message}. ${outcome}`) : error;
}

/** The oldest Node version that runs the commands: it has node:sqlite and runs TypeScript. */
export const OLDEST_NODE = "22.18.0";

/** End the command when Node is too old, before a module is loaded that it lacks. */
function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(
    `error: Node ${process.versions.node} is too old: it has to be ${OLDEST_NODE} or newer.\n` +
      "In a clone, use npm (`npm run`, `npm start`, `npm test`): it runs the Node that npm ci installed.",
  );
  process.exit(EXIT.failed);
}
