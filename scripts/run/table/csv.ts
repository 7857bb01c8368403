// CSV (RFC 4180): header line, quotes, line breaks in quotes. Written with quotes only where needed.

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parse } from "csv-parse";
import { badInput, beginningOf, LONGEST_LINE, type Row, type Table } from "./rows.ts";

/** Read a table; `columns` are names in its header. The BOM and the kind of line end are kept. */
export async function readCsv(
  input: AsyncIterable<string>,
  columns: readonly string[],
  delimiter: string,
): Promise<Table> {
  const { bom, lineEnd, chunks } = await beginningOf(input);
  const records = recordsOf(chunks, delimiter);
  const { value: header } = await records.next();
  if (header === undefined) throw badInput("The input is empty: a CSV file begins with a header.");
  const places = columns.map((column) => header.indexOf(column));
  const missing = columns.filter((_, n) => places[n] === -1);
  if (missing.length > 0) {
    throw badInput(`There is no column ${quoted(missing)}; the header has ${quoted(header)}.`);
  }
  // The second column of that name would stay unmasked.
  const twice = columns.filter((column, n) => header.lastIndexOf(column) !== places[n]);
  if (twice.length > 0) throw badInput(`More than one column is called ${quoted(twice)}.`);
  const line = (fields: readonly string[]) => lineOf(fields, delimiter) + lineEnd;
  async function* rows(): AsyncGenerator<Row> {
    let number = 0;
    for await (const record of records) {
      number++;
      yield {
        place: `row ${number}`,
        values: places.map((place) => record[place] || null),
        withValues: (values) => {
          const fields = [...record];
          for (const [n, place] of places.entries()) fields[place] = values[n] ?? "";
          return line(fields);
        },
      };
    }
  }
  return { head: bom + line(header), rows: rows() };
}

async function* recordsOf(chunks: AsyncIterable<string>, delimiter: string) {
  const parser = parse({ delimiter, max_record_size: LONGEST_LINE });
  const reading = pipeline(Readable.from(chunks), parser);
  // The reader of the records gets the failure.
  reading.catch(() => {});
  try {
    for await (const record of parser) yield record as string[];
  } catch (error) {
    const isOfCsv = error instanceof Error && error.name === "Error" && "lines" in error;
    throw isOfCsv ? badInput(`This is no proper CSV: ${withoutValues(error.message)}`) : error;
  }
}

/** The parser's message without the values that it quotes, and what is wrong most often. */
function withoutValues(message: string): string {
  return `${message.replace(/".*"/s, '"…"')}. Are its fields separated by --delimiter?`;
}

function lineOf(fields: readonly string[], delimiter: string): string {
  // Quoted, because a single empty field would be an empty line, which is not a row.
  if (fields.length === 1 && fields[0] === "") return '""';
  return fields
    .map((field) =>
      /["\r\n]/.test(field) || field.includes(delimiter)
        ? `"${field.replaceAll('"', '""')}"`
        : field,
    )
    .join(delimiter);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
