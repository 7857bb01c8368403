// Sends a table's values to the service as jobs, several under way at a time, and writes the rows in their order with what
// comes back. Never more than those jobs' rows are in memory.

import {
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
  /** One list's jobs; gives what comes back in its order. `column` counts the chosen columns. */
  send(cells: readonly Cell[], signal: AbortSignal): AsyncIterable<string>;
  /** What the columns are called, for people. */
  readonly columns: readonly string[];
};

/** One value to send. */
type Cell = { readonly column: number; readonly value: string };

/** Rows and values that are done. */
export type Done = { readonly rows: number; readonly values: number };

/** What one job takes: enough to keep the service busy, little enough for memory. Letters are UTF-16 units. */
const [MOST_VALUES, MOST_ROWS, MOST_LETTERS] = [20_000, 50_000, 4 * 1024 * 1024];
/** Jobs under way at a time: one is read and one written while another is masked. */
const AT_A_TIME = 3;

type Batch = { readonly rows: readonly Row[]; readonly cells: readonly (Cell & { row: number })[] };

/** Exchanges by masking. */
export function masking(
  client: VaultClient,
  columns: readonly string[],
  rules: readonly Omit<MaskItem, "value">[],
  options: { readonly policy_name?: string },
): Exchange {
  return {
    columns,
    async *send(cells, signal) {
      const items = cells.map(({ column, value }) => ({ value, ...rules[column] }));
      const ids = await client.jobs.submit("mask", items, { ...options, signal });
      for await (const item of client.jobs.results<Masked>(ids, { signal })) yield item.token_value;
    },
  };
}

/** Exchanges by unmasking. */
export function unmasking(
  client: VaultClient,
  columns: readonly string[],
  options: { readonly policy_name?: string },
): Exchange {
  return {
    columns,
    async *send(cells, signal) {
      const items = cells.map(({ value }): UnmaskItem => ({ token_value: value }));
      const ids = await client.jobs.submit("unmask", items, { ...options, signal });
      for await (const item of client.jobs.results<Unmasked>(ids, { signal })) yield item.value;
    },
  };
}

/** The rows as texts, in their order, with what they were exchanged for. */
export async function* exchangeRows(
  rows: AsyncIterable<Row>,
  exchange: Exchange,
  signal: AbortSignal,
): AsyncGenerator<Done & { readonly text: string }> {
  const underWay: Promise<Done & { text: string }>[] = [];
  for await (const batch of batchesOf(rows)) {
    const work = exchangeBatch(batch, exchange, signal);
    // Its turn comes later, and with it whoever looks at its failure.
    work.catch(() => {});
    underWay.push(work);
    const first = underWay.length === AT_A_TIME ? underWay.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const work of underWay) yield await work;
}

async function exchangeBatch({ rows, cells }: Batch, exchange: Exchange, signal: AbortSignal) {
  const changed = rows.map(({ values }) => [...values]);
  let done = 0;
  try {
    for await (const value of exchange.send(cells, signal)) {
      const { row = 0, column = 0 } = cells[done++] ?? {};
      (changed[row] ?? [])[column] = value;
    }
  } catch (error) {
    const cell = error instanceof VaultError ? cells[error.itemIndex ?? -1] : undefined;
    if (cell === undefined) throw error;
    const where = `${rows[cell.row]?.place}, column "${exchange.columns[cell.column]}"`;
    throw new CommandFailure(`${where}: ${(error as VaultError).message}`, EXIT.data);
  }
  if (done !== cells.length) {
    throw new CommandFailure(`${done} values came back of ${cells.length} that were sent.`);
  }
  const text = rows.map((row, n) => row.withValues(changed[n] ?? [])).join("");
  return { text, rows: rows.length, values: cells.length };
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
