// Shared by `mask` and `unmask` of tables: input, output, resuming, failures.

import type { VaultClient } from "../../../clients/typescript/src/index.ts";
import { CommandFailure, EXIT, usageFailure, wholeNumber } from "../cli/command.ts";
import { count, countOf, printLine, seconds } from "../cli/report.ts";
import { listenForStop } from "../cli/stop-requests.ts";
import {
  addressOf,
  asFailure,
  CONNECTION_OPTIONS,
  type ConnectionOptions,
  connect,
} from "../client/connection.ts";
import { readCsv } from "./csv.ts";
import { type Exchange, type ExchangeOptions, exchangeRows } from "./exchange-rows.ts";
import type { Done, Task } from "./journal.ts";
import { readNdjson } from "./ndjson.ts";
import { openOutput, type TableOutput } from "./output.ts";
import type { Table } from "./rows.ts";
import type { TextInput } from "./text-input.ts";
import { digestOf, openInput } from "./text-input.ts";

/** Options of both commands. */
export const TABLE_OPTIONS = {
  ...CONNECTION_OPTIONS,
  columns: { type: "string", multiple: true },
  output: { type: "string", default: "-" },
  format: { type: "string" },
  delimiter: { type: "string", default: "," },
  policy: { type: "string" },
  "on-error": { type: "string", default: "fail" },
  retries: { type: "string", default: "8" },
  force: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/** Help on these options. */
export const TABLE_HELP = `  --output FILE      written as FILE.partial and renamed when complete; else
                     standard output. The same command continues a stopped run
  --force            replace FILE if it exists
  --format NAME      csv or ndjson; else by the input's name, or csv
  --delimiter ";"    separates the fields of CSV ("\\t": tabs); else a comma
  --policy NAME      a policy of the namespace
  --retries N        how often to retry, with growing pauses, while the service
                     is away; else 8 (half a minute)
  --json             with --output: print the counts as a JSON object
  --url URL          else MASKING_VAULT_URL, or http://127.0.0.1:8787
  --token-file FILE  contains a namespace token; else MASKING_VAULT_TOKEN
The input is UTF-8: CSV with a header, or NDJSON; - is standard input.
Exit codes: 0 written, else no FILE: 1 failed, 64 wrong usage, 65 input or value
refused, 69 no connection, 75 try later, 77 not allowed, 130 Ctrl-C.`;

type TableOptions = ConnectionOptions & {
  readonly columns?: readonly string[] | undefined;
  readonly output: string;
  readonly format?: string | undefined;
  readonly delimiter: string;
  readonly policy?: string | undefined;
  readonly "on-error": string;
  readonly retries: string;
  readonly force: boolean;
  readonly json: boolean;
};

type Counts = { -readonly [Name in Exclude<keyof Done, "bytes">]: number };

/** What a command does with values: its verb in messages, and its exchange. */
export type TableWork = {
  readonly verb: "masked" | "unmasked";
  exchangeOf(client: VaultClient, options: ExchangeOptions, signal: AbortSignal): Promise<Exchange>;
};

/** Read a table, exchange its values, write it. */
export async function runTable(
  input: string,
  options: TableOptions,
  work: TableWork,
): Promise<undefined> {
  const { asked } = listenForStop();
  const { output: path, json } = options;
  const isCsv = isCsvNamed(input, options.format);
  const delimiter = options.delimiter === "\\t" ? "\t" : options.delimiter;
  if (delimiter.length !== 1) throw usageFailure("--delimiter is one character, or \\t for a tab.");
  if (json && path === "-") throw usageFailure("--json needs --output FILE.");
  const exchangeOptions = exchangeOptionsOf(options);
  const retries = wholeNumber("retries", options.retries, 0, 100);
  const client = connect(options, "MASKING_VAULT_TOKEN", retries);
  const source = openInput(input);
  const isResumable = source.total !== null && path !== "-";
  const task = isResumable ? await taskOf(input, options, work.verb, isCsv) : null;
  const output = openOutput(path, task, options.force);
  const meter = new Meter(source, output.before.rows);
  const done = { ...output.before };
  try {
    const exchange = await work.exchangeOf(client, exchangeOptions, asked);
    const { columns } = exchange;
    const table = isCsv
      ? await readCsv(source.chunks, columns, delimiter)
      : await readNdjson(source.chunks, columns);
    await writeTable(table, exchange, output, done, meter, asked);
    output.finish();
  } catch (error) {
    const failure = asked.aborted
      ? new CommandFailure("Stopped before the end.", EXIT.interrupted)
      : asFailure(error);
    // With refused input, a corrected input will be another task.
    const isOfInput = failure instanceof CommandFailure && failure.exitCode === EXIT.data;
    const isKept = isResumable && !isOfInput && (done.parts > 0 || asked.aborted);
    output.stop(isKept);
    throw isKept ? withWayOn(failure, path, done.rows) : failure;
  }
  const { rows, values, errors } = done;
  const took = meter.elapsedMs();
  if (json) {
    console.log(JSON.stringify({ output: path, rows, values, errors, seconds: took / 1000 }));
  } else {
    const bad = errors === 0 ? "" : `, ${count(errors)} of them refused,`;
    const counts = `${countOf(rows, "row")}, ${countOf(values, "value")}`;
    printLine(`${counts} ${work.verb}${bad} in ${seconds(took)}`);
  }
}

/** Write what is not written yet, and count it in `done`. */
async function writeTable(
  table: Table,
  exchange: Exchange,
  output: TableOutput,
  done: Counts,
  meter: Meter,
  asked: AbortSignal,
): Promise<void> {
  const { key, isResumed } = output;
  if (done.parts === 0) await output.write(table.head);
  else printLine(`Going on after ${countOf(done.rows, "row")} that are done.`);
  const beginning = { parts: done.parts, key, isResumed };
  for await (const part of exchangeRows(table.rows, exchange, beginning, asked)) {
    asked.throwIfAborted();
    for (const error of part.errors) printLine(error);
    await output.write(part.text);
    const next = {
      parts: done.parts + 1,
      rows: done.rows + part.rows,
      values: done.values + part.values,
      errors: done.errors + part.errors.length,
    };
    output.note(next);
    Object.assign(done, next);
    meter.show(done.rows, part.rowsRead);
  }
}

async function taskOf(
  input: string,
  options: TableOptions,
  verb: string,
  isCsv: boolean,
): Promise<Task> {
  return {
    command: verb,
    input: await digestOf(input),
    "--columns": JSON.stringify(options.columns ?? []),
    "--url": addressOf(options),
    "--policy": options.policy ?? "",
    "--on-error": options["on-error"],
    "--format": isCsv ? "csv" : "ndjson",
    "--delimiter": options.delimiter,
  };
}

function withWayOn(failure: unknown, path: string, rows: number): unknown {
  if (!(failure instanceof CommandFailure)) return failure;
  const way = `${countOf(rows, "row")} are in ${path}.partial: run the same command again, and it goes on behind them.`;
  return new CommandFailure(`${failure.message}\n${way}`, failure.exitCode);
}

function exchangeOptionsOf(options: TableOptions): ExchangeOptions {
  const { policy, "on-error": on_error } = options;
  if (on_error === "fail" || on_error === "continue") {
    return { ...(policy === undefined ? {} : { policy_name: policy }), on_error };
  }
  throw usageFailure(`--on-error is fail or continue, not "${on_error}".`);
}

function isCsvNamed(input: string, format: string | undefined): boolean {
  if (format !== undefined && format !== "csv" && format !== "ndjson") {
    throw usageFailure(`--format is csv or ndjson, not "${format}".`);
  }
  return format === undefined ? !/\.(ndjson|jsonl)$/i.test(input) : format === "csv";
}

const EVERY_MS = 500;

/** Counts rows and reports them on standard error; progress is shown only on a terminal. */
class Meter {
  readonly #input: TextInput;
  readonly #before: number;
  readonly #began = performance.now();
  #last = 0;
  #rows = 0;
  #rowsRead = 0;

  /** `before`: rows done by an earlier run. */
  constructor(input: TextInput, before: number) {
    this.#input = input;
    this.#before = before;
  }

  /** Show that `rows` of `rowsRead` rows are done. */
  show(rows: number, rowsRead: number): void {
    this.#rows = rows;
    this.#rowsRead = rowsRead;
    if (!process.stderr.isTTY || performance.now() - this.#last < EVERY_MS) return;
    this.#last = performance.now();
    process.stderr.write(`\r\x1b[K${this.#line()}`);
  }

  /** Milliseconds since the start. */
  elapsedMs(): number {
    return Math.round(performance.now() - this.#began);
  }

  #line(): string {
    const took = performance.now() - this.#began;
    const now = this.#rows - this.#before;
    const rate = `${count(this.#rows)} rows, ${count((now / took) * 1000)} rows/s`;
    const { total } = this.#input;
    if (!total) return rate;
    // Input is read some jobs ahead of finished rows: a file of 60,000 rows is read before the first of them.
    const part = Math.min(1, ((this.#input.read() / total) * this.#rows) / this.#rowsRead);
    const left = (took / (part * (now / this.#rows))) * (1 - part);
    return `${Math.floor(part * 100)} %  ${rate}, ${seconds(left)} left`;
  }
}
