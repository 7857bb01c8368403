// NDJSON: one object per line, whose chosen members are strings. Numbers keep their digits.

import { badInput, beginningOf, linesOf, type Row, type Table } from "./rows.ts";

type Members = Record<string, unknown>;
type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown;

/** Read a table; a missing, null or empty member stays as it is, and so do empty lines. */
export async function readNdjson(
  input: AsyncIterable<string>,
  columns: readonly string[],
): Promise<Table> {
  const { bom, lineEnd, chunks } = await beginningOf(input);
  async function* rows(): AsyncGenerator<Row> {
    const unseen = new Set(columns);
    let number = 0;
    for await (const line of linesOf(chunks)) {
      number++;
      const place = `line ${number}`;
      if (line.trim() === "") {
        yield { place, values: columns.map(() => null), withValues: () => lineEnd };
        continue;
      }
      const members = membersOf(line, place);
      for (const column of unseen) if (Object.hasOwn(members, column)) unseen.delete(column);
      yield {
        place,
        values: columns.map((column) => textOf(members, column, place)),
        withValues: (values) => {
          const changes = columns.flatMap((column, n) =>
            values[n] === null ? [] : [[column, values[n]] as const],
          );
          return JSON.stringify({ ...members, ...Object.fromEntries(changes) }) + lineEnd;
        },
      };
    }
    // A misspelt name would leave all its values in clear.
    const [column] = unseen;
    if (column !== undefined) throw badInput(`No object has a member "${column}".`);
  }
  return { head: bom, rows: rows() };
}

function membersOf(line: string, place: string): Members {
  const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };
  const keepDigits: Reviver = (_, value, { source }) =>
    typeof value === "number" && source !== undefined ? rawJSON(source) : value;
  let value: unknown;
  try {
    value = JSON.parse(line, keepDigits as Parameters<typeof JSON.parse>[1]);
  } catch {
    throw badInput(`There is no JSON in ${place}.`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw badInput(`There is no object in ${place}.`);
}

function textOf(members: Members, column: string, place: string): string | null {
  const value = Object.hasOwn(members, column) ? members[column] : null;
  if (value === null || typeof value === "string") return value || null;
  throw badInput(`"${column}" is no text in ${place}.`);
}
