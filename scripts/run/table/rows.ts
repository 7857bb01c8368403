// Tables as rows, whatever their format: what is to be masked of each, and how it is written again.

import { CommandFailure, EXIT } from "../cli/command.ts";

/** A row of a table. */
export type Row = {
  /** Where it stands, for people: `row 3`, `line 3`. */
  readonly place: string;
  /** What the chosen columns hold; null where there is nothing to mask. */
  readonly values: readonly (string | null)[];
  /** The row with these in their places, with its line end. */
  readonly withValues: (values: readonly (string | null)[]) => string;
};

/** A table that is read: what stands before its rows, and these. */
export type Table = { readonly head: string; readonly rows: AsyncIterable<Row> };

/** The text up to its first line end, that line end, and all of it. A BOM is taken off. */
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

/** Longer lines are a mistake: a quote that is never closed. In UTF-16 units. */
export const LONGEST_LINE = 8 * 1024 * 1024;

/** What to throw where the input is not what it should be. */
export function badInput(what: string): CommandFailure {
  return new CommandFailure(what, EXIT.data);
}

/** The lines of a text, without line feeds; the last may have none. */
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
