// NDJSON: one object per line, whose chosen members, or those of objects within, are strings. Numbers keep their digits.

import { badInput, beginningOf, linesOf, type Row, type Table } from "./rows.ts";

type Members = Record<string, unknown>;
type Home = { readonly members: Members; readonly name: string };
type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown;

const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: (text: string) => unknown;
  isRawJSON: (value: unknown) => boolean;
};

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
      const homes = columns.map((column) => homeOf(members, column, place));
      for (const [n, column] of columns.entries()) if (homes[n] !== null) unseen.delete(column);
      yield {
        place,
        values: columns.map((column, n) => textOf(homes[n] ?? null, column, place)),
        withValues: (values) => {
          for (const [n, home] of homes.entries()) {
            if (home !== null && values[n] !== null) home.members[home.name] = values[n];
          }
          return JSON.stringify(members) + lineEnd;
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
  const keepDigits: Reviver = (_, value, { source }) =>
    typeof value === "number" && source !== undefined ? rawJSON(source) : value;
  let value: unknown;
  try {
    value = JSON.parse(line, keepDigits as Parameters<typeof JSON.parse>[1]);
  } catch {
    throw badInput(`There is no JSON in ${place}.`);
  }
  if (isObject(value)) return value;
  throw badInput(`There is no object in ${place}.`);
}

/** Whether it has members; a number that keeps its digits is none. */
function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRawJSON(value);
}

/** Where a column's value is: a member of that name, or with dots one of objects within ("user.mail"); null if there is none. */
function homeOf(members: Members, column: string, place: string): Home | null {
  const homes: Home[] = Object.hasOwn(members, column) ? [{ members, name: column }] : [];
  for (let dot = column.indexOf("."); dot !== -1; dot = column.indexOf(".", dot + 1)) {
    const inner = members[column.slice(0, dot)];
    const found = isObject(inner) ? homeOf(inner, column.slice(dot + 1), place) : null;
    if (found !== null) homes.push(found);
  }
  // The other one would stay in clear.
  if (homes.length > 1) throw badInput(`"${column}" leads to two members in ${place}.`);
  return homes[0] ?? null;
}

function textOf(home: Home | null, column: string, place: string): string | null {
  const value = home === null ? null : home.members[home.name];
  if (value === null || typeof value === "string") return value || null;
  throw badInput(`"${column}" is no text in ${place}.`);
}
