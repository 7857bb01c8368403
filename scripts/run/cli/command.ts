// What every command shares: options, exit codes, and failures told in one plain sentence.

import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** Exit codes of all commands. `--help` of each names the ones it uses. */
export const EXIT = {
  ok: 0,
  failed: 1,
  secrets: 2,
  dataInUse: 3,
  portInUse: 4,
  usage: 64,
} as const;

/** A failure to tell the person as it is: no stack, no jargon, its own exit code. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Parse options strictly; an unknown or malformed one is a usage failure that points to --help. */
export function parseOptions<T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  return asUsage(() => parseArgs({ args, options, strict: true, allowPositionals: false }).values);
}

/** As `parseOptions`, for a command that also takes operands such as a file's name. */
export function parseCommandLine<T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  const parse = () => parseArgs({ args, options, strict: true, allowPositionals: true });
  const { values, positionals } = asUsage(parse);
  return { values, operands: positionals };
}

function asUsage<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`${reason}\nTry --help.`, EXIT.usage);
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

/** Run a command's body and exit with its code, whatever handles are still open. */
export async function runCommand(body: () => Promise<number>): Promise<void> {
  // A reader that went away (`| head`, a closed terminal) must not crash a running service.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  requireNode();
  let code: number;
  try {
    code = await body();
  } catch (error) {
    if (error instanceof CommandFailure) console.error(`error: ${error.message}`);
    else console.error(error);
    code = error instanceof CommandFailure ? error.exitCode : EXIT.failed;
  }
  process.exit(code);
}

/**
 * What to throw in place of an error from outside (a full disk, a missing right, a wish to stop): without a
 * stack, and with what it means for the files.
 */
export function explained(error: unknown, signal: AbortSignal, outcome: string): unknown {
  if (!(error instanceof Error) || error instanceof CommandFailure) return error;
  if (signal.aborted && error.name === "AbortError") {
    return new CommandFailure(`Stopped as asked. ${outcome}`);
  }
  // Node's own description of a failed system call names the call and the path.
  return "syscall" in error ? new CommandFailure(`${error.message}. ${outcome}`) : error;
}

function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  console.error(
    `error: Node ${process.versions.node} is too old for the scripts (22.18 or newer).\n` +
      "Use npm (`npm run ...`, `npm start`, `npm test`): it runs them on the Node that npm ci installed.",
  );
  process.exit(EXIT.failed);
}
