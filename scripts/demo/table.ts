// What the demo shows: some rows before and after masking, in a table that fits the terminal in any script,
// and what was found in the notes.

import stringWidth from "string-width";
import { count } from "../run/cli/report.ts";
import { isMasked, type MaskedCell } from "./checks.ts";

const SHOWN_ROWS = 5;
/** The table of an 80-column terminal would cut longer texts. */
const READABLE_LENGTH = 80;
/** Number of entity types shown by name; the rest is "other". */
const NAMED_TYPES = 3;
const GAP = "  ";
/** Wider columns are no easier to read. */
const [MIN_TEXT_WIDTH, MAX_TEXT_WIDTH] = [10, 60];
const MAX_LINES = 3;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A table of the first rows with the most masked columns, preferably without texts too long to read. */
export function renderMaskedRows(masked: readonly MaskedCell[], width: number): string {
  const rows = [...Map.groupBy(masked, (cell) => cell.row).values()];
  const maskedIn = (row: readonly MaskedCell[]) => row.filter(isMasked).length;
  const isLong = (row: readonly MaskedCell[]) =>
    row.some(({ token }) => token.length > READABLE_LENGTH);
  const shown = rows
    .toSorted((a, b) => maskedIn(b) - maskedIn(a) || Number(isLong(a)) - Number(isLong(b)))
    .slice(0, SHOWN_ROWS);

  const fieldWidth = Math.max(0, ...shown.flat().map(({ column }) => stringWidth(column)));
  const free = Math.floor((width - fieldWidth - 3 * GAP.length) / 2);
  const textWidth = Math.min(MAX_TEXT_WIDTH, Math.max(MIN_TEXT_WIDTH, free));
  const line = (field: string, before: string, after: string): string =>
    `${GAP}${pad(field, fieldWidth)}${GAP}${pad(before, textWidth)}${GAP}${after}`.trimEnd();
  const lines = [line("", "before", "after")];
  for (const cells of shown) {
    const label = `row ${(cells[0]?.row ?? 0) + 1} `;
    lines.push(`${GAP}${label.padEnd(fieldWidth + 2 * (GAP.length + textWidth), "─")}`);
    for (const { column, item, token } of cells) {
      const [before, after] = [wrap(item.value, textWidth), wrap(token, textWidth)];
      for (let i = 0; i < Math.max(before.length, after.length); i++) {
        lines.push(line(i === 0 ? column : "", before[i] ?? "", after[i] ?? ""));
      }
    }
  }
  return lines.join("\n");
}

/** One line about the notes: how many entities were found, by type. */
export function describeFound(masked: readonly MaskedCell[]): string {
  const found = masked.flatMap((cell) => cell.found);
  const counts = [...Map.groupBy(found, String)].map(([type, all]) => ({
    type,
    times: all.length,
  }));
  counts.sort((a, b) => b.times - a.times);
  const named = counts.slice(0, NAMED_TYPES).map(({ type, times }) => `${type} ${count(times)}`);
  const rest = counts.slice(NAMED_TYPES).reduce((sum, { times }) => sum + times, 0);
  if (rest > 0) named.push(`other ${count(rest)}`);
  return named.join(", ") || "nothing";
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}

/** Cut a text into at most three lines of a width, after a blank where possible. */
function wrap(text: string, width: number): string[] {
  // Line breaks become a sign; other control characters are removed, because they could control the terminal.
  const printable = text.replace(/\r?\n/g, " ↵ ").replace(/\p{Cc}/gu, "");
  const lines: string[] = [];
  let line = "";
  for (const { segment } of graphemes.segment(printable)) {
    if (segment !== " " && stringWidth(line + segment) > width) {
      const blank = line.lastIndexOf(" ") + 1 || line.length;
      lines.push(line.slice(0, blank).trimEnd());
      line = line.slice(blank);
    }
    line += segment;
  }
  lines.push(line.trimEnd());
  if (lines.length > MAX_LINES) lines[MAX_LINES - 1] = ellipsis(lines[MAX_LINES - 1] ?? "", width);
  return lines.slice(0, MAX_LINES);
}

function ellipsis(text: string, width: number): string {
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment);
  while (stringWidth(parts.join("")) > width - 1) parts.pop();
  return `${parts.join("")}…`;
}
