// A table of before and after that fits the terminal, whatever script the text is written in.

import stringWidth from "string-width";

/** One line of the table; a new `group` is set apart. */
export type TableRow = { group: string; field: string; before: string; after: string };

const GAP = "  ";
const MARGIN = "  ";
/** Wider columns are no easier to read. */
const MAX_TEXT_WIDTH = 60;
const MIN_TEXT_WIDTH = 10;
const MAX_LINES = 3;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Lay rows out within `width` columns; long texts take up to three lines, then an ellipsis. */
export function renderTable(rows: readonly TableRow[], width: number): string {
  const fieldWidth = Math.max(0, ...rows.map((row) => stringWidth(row.field)));
  const free = width - MARGIN.length - fieldWidth - 2 * GAP.length;
  const textWidth = Math.min(MAX_TEXT_WIDTH, Math.max(MIN_TEXT_WIDTH, Math.floor(free / 2)));
  const line = (field: string, before: string, after: string): string =>
    `${MARGIN}${pad(field, fieldWidth)}${GAP}${pad(before, textWidth)}${GAP}${after}`.trimEnd();

  const lines = [line("", "before", "after")];
  let group: string | null = null;
  for (const row of rows) {
    if (row.group !== group) lines.push(rule(row.group, fieldWidth + 2 * (GAP.length + textWidth)));
    group = row.group;
    const [before, after] = [wrap(row.before, textWidth), wrap(row.after, textWidth)];
    for (let i = 0; i < Math.max(before.length, after.length); i++) {
      lines.push(line(i === 0 ? row.field : "", before[i] ?? "", after[i] ?? ""));
    }
  }
  return lines.join("\n");
}

function rule(label: string, width: number): string {
  return `${MARGIN}${label} ${"─".repeat(Math.max(0, width - stringWidth(label) - 1))}`;
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}

/** Cut a text into lines of at most `width` columns, after a blank where there is one. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of printable(text).split(/(?<= )/)) {
    if (line !== "" && stringWidth(line + word.trimEnd()) > width) {
      lines.push(line);
      line = "";
    }
    for (const { segment } of graphemes.segment(word)) {
      if (segment !== " " && stringWidth(line + segment) > width) {
        lines.push(line);
        line = "";
      }
      line += segment;
    }
  }
  lines.push(line);
  const kept = lines.slice(0, MAX_LINES).map((part) => part.trimEnd());
  if (lines.length > MAX_LINES) kept[MAX_LINES - 1] = ellipsis(kept[MAX_LINES - 1] ?? "", width);
  return kept;
}

function ellipsis(text: string, width: number): string {
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment);
  while (stringWidth(parts.join("")) > width - 1) parts.pop();
  return `${parts.join("")}…`;
}

/** Line breaks as a sign; other control characters would drive the terminal, so they are dropped. */
function printable(text: string): string {
  return text.replace(/\r?\n/g, " ↵ ").replace(/\p{Cc}/gu, "");
}
