// Shared by the commands that call a service: options, the client, printing of answers, failures.

import type { ParseArgsOptionsConfig } from "node:util";
import type { VaultClient } from "../../../clients/typescript/src/index.ts";
import {
  CommandFailure,
  EXIT,
  parseWordsAndOptions,
  runCommand,
  usageFailure,
} from "../cli/command.ts";
import { listenForStop } from "../cli/stop-requests.ts";
import { openOutput } from "../table/output.ts";
import {
  asFailure,
  CONNECTION_OPTIONS,
  type ConnectionOptions,
  connect,
  type Secret,
} from "./connection.ts";

/** Options of all these commands. */
export const CLIENT_OPTIONS = {
  ...CONNECTION_OPTIONS,
  output: { type: "string", default: "-" },
  force: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/** Their help on these options and on exit codes. `secret` names the credential that the command needs. */
export const clientHelp = (secret: string) => `
  --json             print JSON, an object on each line
  --output FILE      write to a file; --force replaces an existing one
  --url URL          else MASKING_VAULT_URL, or http://127.0.0.1:8787
  --token-file FILE  has ${secret}
Exit codes: 0 done, 1 failed, 64 wrong usage, 65 refused, 69 no connection, 75
try later, 77 not allowed, 130 Ctrl-C.`;

/** The same for commands that need a namespace token. */
export const TOKEN_HELP = clientHelp("a namespace token; else MASKING_VAULT_TOKEN is one");

/** One run of a command. */
export type Call<Options extends ParseArgsOptionsConfig> = {
  readonly client: VaultClient;
  readonly words: readonly string[];
  readonly options: ReturnType<typeof parseWordsAndOptions<Options>>["options"];
  /** Fires at Ctrl-C. */
  readonly signal: AbortSignal;
  /** Print an answer: as JSON with --json, else as text. */
  say(data: object, text: string): Promise<void>;
};

/** Run a command that calls the service; `body` returns the exit code. */
export function runClient<Options extends ParseArgsOptionsConfig & typeof CLIENT_OPTIONS>(
  help: string,
  allOptions: Options,
  body: (call: Call<Options>) => Promise<number | undefined>,
  secret: Secret = "MASKING_VAULT_TOKEN",
): Promise<void> {
  return runCommand(async () => {
    const { asked } = listenForStop();
    const { words, options } = parseWordsAndOptions(help, allOptions);
    const given = options as ConnectionOptions & { json: boolean; output: string; force: boolean };
    const { json, output: path, force } = given;
    const client = connect(given, secret);
    const output = openOutput(path, null, force);
    const say = (data: object, text: string) =>
      output.write(`${json ? JSON.stringify(data) : text}\n`);
    try {
      const code = await body({ client, words, options, signal: asked, say });
      output.finish();
      return code;
    } catch (error) {
      throw asked.aborted || isAbort(error)
        ? new CommandFailure("Stopped.", EXIT.interrupted)
        : asFailure(error);
    } finally {
      output.stop(false);
    }
  });
}

/** Run a command whose first word names the action. */
export function runActions<Options extends ParseArgsOptionsConfig & typeof CLIENT_OPTIONS>(
  help: string,
  options: Options,
  actions: Readonly<Record<string, (call: Call<Options>) => Promise<void>>>,
  secret?: Secret,
): Promise<void> {
  const run = async (call: Call<Options>): Promise<undefined> => {
    const [word = ""] = call.words;
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    const names = Object.keys(actions).join(", ");
    if (action === undefined) throw usageFailure(`Say what to do: ${names}.`);
    await action(call);
  };
  return runClient(help, options, run, secret);
}

/** The last word, after `before` others; a usage failure naming `what` when it is missing or more words follow. */
export function wordOf(words: readonly string[], before: number, what: string): string {
  const word = words[before];
  if (word !== undefined && words.length === before + 1) return word;
  throw usageFailure(`Give one ${what}.`);
}

/** A usage failure when there are words behind the first `count`: what nobody reads may be a mistake. */
export function noMoreWords(words: readonly string[], count: number): void {
  if (words.length > count) throw usageFailure(`What is "${words[count]}"?`);
}

/** Show progress on a terminal; an empty `text` clears the line. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** Whether Ctrl-C ended a question on a terminal. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
