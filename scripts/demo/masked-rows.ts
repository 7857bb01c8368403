// What the person looks at: a few rows before and after, and what was found in the notes.

import { count } from "../run/cli/report.ts";
import type { MaskedCell } from "./mask-job.ts";
import { renderTable } from "./table.ts";

const SHOWN_ROWS = 5;
/** Longer texts would be cut in the table of an 80-column terminal. */
const READABLE_LENGTH = 80;
/** Kinds of personal data named one by one; the rest is "other". */
const NAMED_KINDS = 3;

/** A table of the first rows that show the most: all columns masked, and no text too long to read. */
export function renderMaskedRows(masked: readonly MaskedCell[], width: number): string {
  const rows = [...Map.groupBy(masked, (cell) => cell.row).values()];
  const fullest = Math.max(0, ...rows.map(countMasked));
  const full = rows.filter((row) => countMasked(row) === fullest);
  const shown = [...full.filter(isReadable), ...full.filter((row) => !isReadable(row))].slice(
    0,
    SHOWN_ROWS,
  );
  const lines = shown.flat().map(({ row, column, item, token }) => ({
    group: `row ${row + 1}`,
    field: column,
    before: item.value,
    after: token,
  }));
  return renderTable(lines, width);
}

/** One line about the free text: how many pieces of personal data were found, by kind. */
export function describeFound(masked: readonly MaskedCell[]): string {
  const kinds = Map.groupBy(
    masked.flatMap((cell) => cell.found),
    (kind) => kind,
  );
  const counts = [...kinds].map(([kind, all]) => ({ kind, times: all.length }));
  counts.sort((a, b) => b.times - a.times);
  const named = counts.slice(0, NAMED_KINDS).map(({ kind, times }) => `${kind} ${count(times)}`);
  const rest = counts.slice(NAMED_KINDS).reduce((sum, { times }) => sum + times, 0);
  if (rest > 0) named.push(`other ${count(rest)}`);
  return named.length === 0 ? "nothing" : named.join(", ");
}

function isReadable(cells: readonly MaskedCell[]): boolean {
  return cells.every(({ token }) => token.length <= READABLE_LENGTH);
}

function countMasked(cells: readonly MaskedCell[]): number {
  return cells.filter(({ item, token }) => token !== item.value).length;
}
