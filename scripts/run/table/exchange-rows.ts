// Sends a table's values to the service as jobs, several at a time, and writes the rows in order with the
// returned values. Only the rows of those jobs are in memory.

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

/** How values are sent, and what is returned for each. */
export type Exchange = {
  /** Submit one list's values under an idempotency key; yields outcomes in order. `column` counts chosen columns. */
  send(cells: readonly Cell[], key: string, signal: AbortSignal): AsyncIterable<Outcome>;
  /** Names of the chosen columns, for messages. */
  readonly columns: readonly string[];
};

type Cell = { readonly column: number; readonly value: string };

/** The replacement of a value, and why it was refused, if it was. */
type Outcome = { readonly text: string; readonly error?: string };

/** Options sent with every list. */
export type ExchangeOptions = {
  readonly policy_name?: string;
  /** `continue`: a refused value does not fail the job. */
  readonly on_error: "fail" | "continue";
};

/** Finished rows as text, with counts and refusals. */
type Part = {
  readonly text: string;
  readonly rows: number;
  readonly values: number;
  readonly errors: readonly string[];
};

/** What an earlier run finished, and the key for the remaining jobs. */
export type Beginning = {
  readonly parts: number;
  readonly key: string;
  readonly isResumed: boolean;
};

/** Size of one job: enough to keep the service busy, small enough for memory. Letters are UTF-16 units. */
const [MAX_VALUES, MAX_ROWS, MAX_LETTERS] = [20_000, 50_000, 4 * 1024 * 1024];
/** Jobs in flight: one is read and one written while another is masked. */
const AT_A_TIME = 3;

/** Error codes for a key whose job's data is gone, or whose list another version of the service words differently. */
const WITHOUT_RESULT = new Set<string>([
  "no_result",
  "idempotency_key_spent",
  "idempotency_key_reused",
]);

type Batch = { readonly rows: readonly Row[]; readonly cells: readonly (Cell & { row: number })[] };

/** Exchange by masking. A refused value becomes empty: it may be personal data and must not stay in clear. */
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
      const ids = await client.jobs.submit("mask", items, { ...options, idempotencyKey, signal });
      for await (const item of client.jobs.results<Masked | BadItem>(ids, { signal })) {
        yield "error" in item
          ? { text: "", error: item.error.message }
          : { text: item.token_value };
      }
    },
  };
}

/** Exchange by unmasking. A refused token stays: it has no mapping any more, and is no secret. */
export function unmasking(
  client: VaultClient,
  columns: readonly string[],
  options: ExchangeOptions,
): Exchange {
  return {
    columns,
    async *send(cells, idempotencyKey, signal) {
      const items = cells.map(({ value }): UnmaskItem => ({ token_value: value }));
      const ids = await client.jobs.submit("unmask", items, { ...options, idempotencyKey, signal });
      let n = 0;
      for await (const item of client.jobs.results<Unmasked | BadItem>(ids, { signal })) {
        const { value = "" } = cells[n++] ?? {};
        yield "error" in item ? { text: value, error: item.error.message } : { text: item.value };
      }
    },
  };
}

/** A part, and the number of rows read when it was done, including earlier ones. */
type PartInTurn = Part & { readonly rowsRead: number };

/** Yields finished parts in order, after the `parts` that an earlier run has finished. */
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
    // It is awaited later, where its failure is handled.
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
    // The earlier run's job may have been deleted since, or have ended without a result.
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

/** Whether a job failed without a faulty item, or its data is gone. */
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
    if (length < MAX_VALUES && batch.rows.length < MAX_ROWS && letters < MAX_LETTERS) continue;
    yield batch;
    batch = { rows: [], cells: [] };
    letters = 0;
  }
  if (batch.rows.length > 0) yield batch;
}
