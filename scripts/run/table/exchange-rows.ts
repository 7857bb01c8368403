// Sends a table's values to the service as jobs, several under way at a time, and writes the rows in their order with what
// comes back. Never more than those jobs' rows are in memory.

import { randomUUID } from "node:crypto";
import {
  type BadItem,
  type Masked,
  type MaskItem,
  type Unmasked,
  type UnmaskItem,
  type VaultClient,
  VaultError,
} from "../../../clients/typescript/src/index.ts";
import { CommandFailure, EXIT } from "../cli/command.ts";
import type { Row } from "./rows.ts";

/** What becomes of values: how they are sent, and what comes back of each. */
export type Exchange = {
  /** One list's jobs, the same for the same key; gives what comes back in its order. `column` counts the chosen columns. */
  send(cells: readonly Cell[], key: string, signal: AbortSignal): AsyncIterable<Outcome>;
  /** What the columns are called, for people. */
  readonly columns: readonly string[];
};

/** One value to send. */
type Cell = { readonly column: number; readonly value: string };

/** What comes in its place, and why it was refused, if it was. */
type Outcome = { readonly text: string; readonly error?: string };

/** What is said beside every list. */
export type ExchangeOptions = {
  readonly policy_name?: string;
  /** `continue`: a value that is refused does not end it. */
  readonly on_error: "fail" | "continue";
};

/** Rows that are done, as text, and what was refused in them. */
type Part = {
  readonly text: string;
  readonly rows: number;
  readonly values: number;
  readonly errors: readonly string[];
};

/** What was done before, and under which key the rest is submitted. */
export type Beginning = {
  readonly parts: number;
  readonly key: string;
  readonly isResumed: boolean;
};

/** What one job takes: enough to keep the service busy, little enough for memory. Letters are UTF-16 units. */
const [MOST_VALUES, MOST_ROWS, MOST_LETTERS] = [20_000, 50_000, 4 * 1024 * 1024];
/** Jobs under way at a time: one is read and one written while another is masked. */
const AT_A_TIME = 3;

/** What a key is answered whose job's data has gone, or whose list another version of the service words otherwise. */
const WITHOUT_RESULT = new Set<string>([
  "no_result",
  "idempotency_key_spent",
  "idempotency_key_reused",
]);

type Batch = { readonly rows: readonly Row[]; readonly cells: readonly (Cell & { row: number })[] };

/** Exchanges by masking. What is refused becomes empty: it may be a value, and must not stay in clear. */
export function masking(
  client: VaultClient,
  columns: readonly string[],
  rules: readonly Omit<MaskItem, "value">[],
  options: ExchangeOptions,
): Exchange {
  return {
    columns,
    async *send(cells, idempotencyKey, signal) {
      const items = cells.map(({ column, value }) => ({ value, ...rules[column] }));
      const call = { ...options, idempotencyKey, signal };
      const ids = await client.jobs.submit("mask", items, call);
      for await (const item of client.jobs.results<Masked | BadItem>(ids, { signal })) {
        yield isBad(item) ? refused("", item) : { text: item.token_value };
      }
    },
  };
}

/** Exchanges by unmasking. What is refused stays: it stands for nothing any more, and is no secret. */
export function unmasking(
  client: VaultClient,
  columns: readonly string[],
  options: ExchangeOptions,
): Exchange {
  return {
    columns,
    async *send(cells, idempotencyKey, signal) {
      const items = cells.map(({ value }): UnmaskItem => ({ token_value: value }));
      const call = { ...options, idempotencyKey, signal };
      const ids = await client.jobs.submit("unmask", items, call);
      let n = 0;
      for await (const item of client.jobs.results<Unmasked | BadItem>(ids, { signal })) {
        const { value = "" } = cells[n++] ?? {};
        yield isBad(item) ? refused(value, item) : { text: item.value };
      }
    },
  };
}

function isBad(item: object): item is BadItem {
  return "error" in item;
}

function refused(text: string, { error }: BadItem): Outcome {
  return { text, error: error.message };
}

/** A part, and how many rows of the table had been read when it was done, its own and those before it among them. */
type PartInTurn = Part & { readonly rowsRead: number };

/** The rows as texts, in their order, with what they were exchanged for, behind those of the parts that are done. */
export async function* exchangeRows(
  rows: AsyncIterable<Row>,
  exchange: Exchange,
  { parts, key, isResumed }: Beginning,
  signal: AbortSignal,
): AsyncGenerator<PartInTurn> {
  const underWay: Promise<Part>[] = [];
  let number = 0;
  let rowsRead = 0;
  for await (const batch of batchesOf(rows)) {
    signal.throwIfAborted();
    rowsRead += batch.rows.length;
    if (number++ < parts) continue;
    const isSubmittedBefore = isResumed && number <= parts + AT_A_TIME;
    const work = exchangeBatch(batch, exchange, `${key}-${number}`, isSubmittedBefore, signal);
    // Its turn comes later, and with it whoever looks at its failure.
    work.catch(() => {});
    underWay.push(work);
    const first = underWay.length === AT_A_TIME ? underWay.shift() : undefined;
    if (first !== undefined) yield { ...(await first), rowsRead };
  }
  for (const work of underWay) yield { ...(await work), rowsRead };
}

async function exchangeBatch(
  batch: Batch,
  exchange: Exchange,
  key: string,
  isSubmittedBefore: boolean,
  signal: AbortSignal,
): Promise<Part> {
  try {
    return await exchangeOnce(batch, exchange, key, signal);
  } catch (error) {
    // The job of an earlier run may have gone since, or have ended without a result.
    if (!isSubmittedBefore || !isWithoutResult(error)) throw error;
    return exchangeOnce(batch, exchange, randomUUID(), signal);
  }
}

async function exchangeOnce(
  { rows, cells }: Batch,
  exchange: Exchange,
  key: string,
  signal: AbortSignal,
): Promise<Part> {
  const changed = rows.map(({ values }) => [...values]);
  const errors: string[] = [];
  const placeOf = ({ row, column }: Batch["cells"][number]) =>
    `${rows[row]?.place}, column "${exchange.columns[column]}"`;
  let done = 0;
  try {
    for await (const { text, error } of exchange.send(cells, key, signal)) {
      const cell = cells[done++];
      if (cell === undefined) break;
      (changed[cell.row] ?? [])[cell.column] = text;
      if (error !== undefined) errors.push(`${placeOf(cell)}: ${error}`);
    }
  } catch (error) {
    const cell = error instanceof VaultError ? cells[error.itemIndex ?? -1] : undefined;
    if (cell === undefined) throw error;
    throw new CommandFailure(`${placeOf(cell)}: ${(error as VaultError).message}`, EXIT.data);
  }
  if (done !== cells.length) {
    throw new CommandFailure(`${done} values came back of ${cells.length} that were sent.`);
  }
  const text = rows.map((row, n) => row.withValues(changed[n] ?? [])).join("");
  return { text, rows: rows.length, values: cells.length, errors };
}

/** A job that did not end well, though no item is to blame, or whose data has gone. */
function isWithoutResult(error: unknown): boolean {
  if (!(error instanceof VaultError)) return false;
  return error.trackingId !== undefined || WITHOUT_RESULT.has(error.code);
}

async function* batchesOf(rows: AsyncIterable<Row>): AsyncGenerator<Batch> {
  let batch: { rows: Row[]; cells: (Cell & { row: number })[] } = { rows: [], cells: [] };
  let letters = 0;
  for await (const row of rows) {
    for (const [column, value] of row.values.entries()) {
      if (value === null) continue;
      batch.cells.push({ row: batch.rows.length, column, value });
      letters += value.length;
    }
    batch.rows.push(row);
    const { length } = batch.cells;
    if (length < MOST_VALUES && batch.rows.length < MOST_ROWS && letters < MOST_LETTERS) continue;
    yield batch;
    batch = { rows: [], cells: [] };
    letters = 0;
  }
  if (batch.rows.length > 0) yield batch;
}
