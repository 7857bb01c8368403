// Tables as rows, independent of their format: the values to mask, and how the row is written again.

import { CommandFailure, EXIT } from "../cli/command.ts";

/** A row of a table. */
export type Row = {
  /** Its position for messages: `row 3`, `line 3`. */
  readonly place: string;
  /** Values of the chosen columns; null where there is nothing to mask. */
  readonly values: readonly (string | null)[];
  /** The row with these values in the chosen columns, including its line end. */
  readonly withValues: (values: readonly (string | null)[]) => string;
};

/** A table being read: the text before its rows, and the rows. */
export type Table = { readonly head: string; readonly rows: AsyncIterable<Row> };

/** Read up to the first line end; returns the BOM, the line end, and the whole text without its BOM. */
export async function beginningOf(chunks: AsyncIterable<string>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let text = "";
  for (;;) {
    const { done, value } = await iterator.next();
    text += value ?? "";
    if (done || text.includes("\n") || text.length > LONGEST_LINE) break;
  }
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? "\n";
  async function* all() {
    yield text.slice(bom.length);
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { bom, lineEnd, chunks: all() };
}

/** A longer line is an error, such as a quote that is never closed. In UTF-16 units. */
export const LONGEST_LINE = 8 * 1024 * 1024;

/** The failure to throw for invalid input. */
export function badInput(what: string): CommandFailure {
  return new CommandFailure(what, EXIT.data);
}

/** Lines of a text, without line feeds; the last line may lack one. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LONGEST_LINE) throw badInput(`A line has more than ${LONGEST_LINE} letters.`);
    yield* lines;
  }
  if (rest !== "") yield rest;
}
