// Reads a CSV file of customers and decides how each cell is masked.

import { readFileSync } from "node:fs";
import { CsvError, parse } from "csv-parse/sync";
import type { MaskItem } from "../../clients/typescript/src/index.ts";
import { CommandFailure, reasonOf } from "../run/cli/command.ts";

/** How columns are masked, by header; all other columns stay as they are. */
export const COLUMN_RULES: Readonly<Record<string, Omit<MaskItem, "value">>> = {
  name: { token_name: "Text Token", format: "Person Name" },
  email: { token_name: "Text Token", format: "Email Address" },
  phone: { token_name: "Numeric Token", format: "Phone Number" },
  address: { token_name: "Text Token", format: "Address" },
  card: { token_name: "Numeric Token", format: "Credit Card" },
  // Without a token name, the service detects the personal data in the text.
  note: {},
};

/** A cell to mask. `row` counts from 0, without the header. */
export type Cell = { row: number; column: string; item: MaskItem & { value: string } };

/** The cells of a file that are masked. */
export type CustomerFile = {
  cells: readonly Cell[];
  rowCount: number;
  columnCount: number;
  maskedColumnCount: number;
};

/** Read a file (UTF-8, header line, RFC 4180). Empty cells are skipped: they have nothing to mask. */
export function readCustomerFile(path: string): CustomerFile {
  const [header = [], ...rows] = readRows(path);
  const columns = header.map((name) => name.trim().toLowerCase());
  const maskedColumns = columns.filter((name) => Object.hasOwn(COLUMN_RULES, name));
  if (maskedColumns.length === 0) {
    const known = Object.keys(COLUMN_RULES).join(", ");
    throw new CommandFailure(`${path} has none of the columns the demo masks: ${known}.`);
  }
  const cells = rows.flatMap((values, row) => cellsOf(columns, values, row));
  if (cells.length === 0) throw new CommandFailure(`${path} holds nothing to mask.`);
  const counts = { columnCount: columns.length, maskedColumnCount: maskedColumns.length };
  return { cells, rowCount: rows.length, ...counts };
}

function cellsOf(columns: readonly string[], values: readonly string[], row: number): Cell[] {
  return columns.flatMap((column, index) => {
    const rule = Object.hasOwn(COLUMN_RULES, column) ? COLUMN_RULES[column] : undefined;
    const value = values[index] ?? "";
    return rule === undefined || value === "" ? [] : [{ row, column, item: { value, ...rule } }];
  });
}

function readRows(path: string): string[][] {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
    return parse(text, { skip_empty_lines: true });
  } catch (error) {
    const what =
      error instanceof CsvError
        ? "The file is not a CSV file the demo can read"
        : `Cannot read ${path}`;
    throw new CommandFailure(`${what}: ${reasonOf(error)}`);
  }
}
