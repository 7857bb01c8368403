// What `mask` and `unmask` of tables have in common: where the service is, what is read and written, how it fails.

import { VaultClient, VaultError } from "../../../clients/typescript/src/index.ts";
import { CommandFailure, EXIT, readInput, reasonOf, usageFailure } from "../cli/command.ts";
import { listenForStop } from "../cli/stop-requests.ts";
import { readCsv } from "./csv.ts";
import { type Exchange, exchangeRows } from "./exchange-rows.ts";
import { Meter } from "./meter.ts";
import { readNdjson } from "./ndjson.ts";
import { openOutput } from "./output.ts";
import { openInput } from "./text-input.ts";

/** Options of both. */
export const TABLE_OPTIONS = {
  columns: { type: "string", multiple: true },
  output: { type: "string", default: "-" },
  format: { type: "string" },
  delimiter: { type: "string", default: "," },
  policy: { type: "string" },
  url: { type: "string" },
  "token-file": { type: "string" },
  force: { type: "boolean", default: false },
} as const;

/** What both say of them. */
export const TABLE_HELP = `  --output FILE      written as FILE.partial, and renamed when it is whole; without it, standard output
  --force            replace FILE if it exists
  --format NAME      csv or ndjson; else what the name of INPUT says, and CSV where it says nothing
  --delimiter ";"    what stands between the fields of CSV; else a comma
  --policy NAME      a policy of the namespace
  --url URL          the service; else MASKING_VAULT_URL, or http://127.0.0.1:8787
  --token-file FILE  has a namespace token; else MASKING_VAULT_TOKEN is one

INPUT is UTF-8: CSV with a header, or NDJSON, whose columns are members of its objects. - is standard input. Empty values
stay empty. Any number of rows: they go as jobs, three at a time.
Exit codes: 0 all written, 1 failed, 64 wrong usage, 65 the input or a value in it is refused, 69 the service is
not reached, 75 try again later, 77 the token may not, 130 Ctrl-C. Unless it is 0 there is no FILE.`;

/** The options as they were given. */
type TableOptions = {
  readonly output: string;
  readonly format?: string | undefined;
  readonly delimiter: string;
  readonly policy?: string | undefined;
  readonly url?: string | undefined;
  readonly "token-file"?: string | undefined;
  readonly force: boolean;
};

/** Read a table, exchange its values, write it. Gives the exit code. */
export async function runTable(
  input: string,
  options: TableOptions,
  verb: string,
  exchangeOf: (client: VaultClient, policy: { policy_name?: string }) => Promise<Exchange>,
): Promise<number> {
  const { asked } = listenForStop();
  const isCsv = isCsvNamed(input, options.format);
  if (options.delimiter.length !== 1) throw usageFailure("--delimiter is one letter.");
  const client = clientOf(options);
  const source = openInput(input);
  const output = openOutput(options.output, options.force);
  try {
    const { policy } = options;
    const exchange = await exchangeOf(client, policy === undefined ? {} : { policy_name: policy });
    const { columns } = exchange;
    const table = isCsv
      ? await readCsv(source.chunks, columns, options.delimiter)
      : await readNdjson(source.chunks, columns);
    const meter = new Meter(source);
    await output.write(table.head);
    for await (const { text, rows, values } of exchangeRows(table.rows, exchange, asked)) {
      asked.throwIfAborted();
      await output.write(text);
      meter.add(rows, values);
    }
    output.finish();
    meter.end(verb);
    return EXIT.ok;
  } catch (error) {
    if (asked.aborted) throw new CommandFailure("Stopped before the end.", EXIT.interrupted);
    throw told(error);
  } finally {
    output.discard();
  }
}

function isCsvNamed(input: string, format: string | undefined): boolean {
  if (format !== undefined && format !== "csv" && format !== "ndjson") {
    throw usageFailure(`--format is csv or ndjson, not "${format}".`);
  }
  return format === undefined ? !/\.(ndjson|jsonl)$/i.test(input) : format === "csv";
}

function clientOf(options: TableOptions): VaultClient {
  const { MASKING_VAULT_URL, MASKING_VAULT_TOKEN } = process.env;
  const file = options["token-file"];
  const token = (file === undefined ? MASKING_VAULT_TOKEN : readInput(file))?.trim();
  if (!token) throw usageFailure("Give a namespace token: MASKING_VAULT_TOKEN or --token-file.");
  const url = options.url ?? MASKING_VAULT_URL ?? "http://127.0.0.1:8787";
  if (!/^https?:\/\/[^/]/.test(url)) throw usageFailure(`"${url}" is no address of a service.`);
  return new VaultClient({ url, token });
}

/** A failure in words, with an exit code. */
function told(error: unknown): unknown {
  if (error instanceof VaultError) {
    const { status, code, requestId } = error;
    const request = requestId === undefined ? "" : ` (request ${requestId})`;
    const what = status === 0 ? "The service is not reached" : `The service answered ${status}`;
    return new CommandFailure(`${what}: ${error.message}${request}`, exitCodeOf(status, code));
  }
  const isOfSystem = error instanceof Error && "syscall" in error;
  return isOfSystem ? new CommandFailure(reasonOf(error)) : error;
}

function exitCodeOf(status: number, code: string): number {
  if (status === 401 || status === 403) return EXIT.notAllowed;
  if (status === 429 || status === 503) return EXIT.tryAgain;
  if (code === "network" || code === "timeout" || status >= 502) return EXIT.unreachable;
  return status === 400 || status === 413 ? EXIT.data : EXIT.failed;
}
