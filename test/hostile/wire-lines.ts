// Submissions of jobs as they may be sent beside plain JSON: line by line (NDJSON), and in gzip. Whole, and in the ways that
// lines and gzip members can be bad.
import { gzipSync } from "node:zlib";
import { fc } from "../support/properties.ts";
import { queryOf } from "./wire-slips.ts";

/** Type of a body of lines. */
export const LINES = "application/x-ndjson";

/** How a submission is written. */
export interface Writing {
  /** Null: as one JSON text, of which nothing is changed here. */
  readonly lines: {
    readonly between: string;
    readonly atEnd: string;
    readonly slip: LineSlip;
    /** Of which line, and where in it. */
    readonly where: number;
  } | null;
  readonly gzip: Gzip | null;
}

/** A submission as it is sent. */
interface Written {
  readonly query: string;
  readonly type: string;
  readonly encoding: string | null;
  readonly body: Uint8Array<ArrayBuffer>;
}

type Bytes = Uint8Array<ArrayBuffer>;
type LineSlip = keyof typeof LINE_SLIPS;
type Gzip = keyof typeof GZIP;

/** The longest line that is read: 1 MiB. */
const LONGEST_LINE = 1024 ** 2;
/** More lines than a chunk of a job takes. */
const MANY = 600;
const MANY_BYTES = 64 * 1024;

/** What becomes of one line, of which `half` is the first half. */
const LINE_SLIPS = {
  none: (line) => line,
  "cut in the middle": (_, half) => half,
  "a break within": (line, half) => `${half}\n${line.slice(half.length)}`,
  "two in one": (line) => line + line,
  "a comma behind": (line) => `${line},`,
  "a list around": (line) => `[${line}]`,
  "a body's member around": (line) => `{"mask":[${line}],"unmask":[${line}]}`,
  "a text instead": () => '"x"',
  "null instead": () => "null",
  "a number without end": () => "9".repeat(400),
  "too deep": () => "[".repeat(5_000),
  "a byte order mark before": (line) => `\ufeff${line}`,
  "a zero byte within": (line, half) => `${half}\0${line.slice(half.length)}`,
  "another break": (line) => `${line}\u2028${line}`,
  "a lone carriage return": (line) => `${line}\r${line}`,
  "the longest with blanks": (line) => line.padEnd(LONGEST_LINE),
  "too long": (line) => line.padEnd(LONGEST_LINE + 1),
  "many times": (line) =>
    Array(Math.min(MANY, MANY_BYTES / line.length) | 1)
      .fill(line)
      .join("\n"),
  "many blank ones behind": (line) => line + "\n".repeat(10 * MANY),
} satisfies Record<string, (line: string, half: string) => string>;

/** What is sent of bytes in gzip. */
const GZIP = {
  whole: gzipSync,
  "two members": (bytes) => both(gzipSync(bytes.subarray(0, 9)), gzipSync(bytes.subarray(9))),
  "cut off": (bytes) => gzipSync(bytes).subarray(0, -5),
  "another check sum": (bytes) =>
    gzipSync(bytes).map((byte, i, all) => (i === all.length - 8 ? byte ^ 1 : byte)),
  "something behind": (bytes) => both(gzipSync(bytes), bytes),
  "a member cut off behind": (bytes) => both(gzipSync(bytes), gzipSync(bytes).subarray(0, 7)),
  "no gzip at all": (bytes) => bytes,
  "nothing at all": () => new Uint8Array(),
  twice: (bytes) => gzipSync(gzipSync(bytes)),
} satisfies Record<string, (bytes: Bytes) => Uint8Array>;

/** Two of three are lines, and half of all in gzip. */
export const writing: fc.Arbitrary<Writing> = fc.record({
  lines: fc.option(
    fc.record({
      between: fc.constantFrom("\n", "\n", "\r\n", "\n\n", " \n\t\r\n"),
      atEnd: fc.constantFrom("\n", "", "\r\n", " \t"),
      slip: mostly("none", LINE_SLIPS),
      where: fc.nat(),
    }),
    { freq: 3 },
  ),
  gzip: fc.option(mostly("whole", GZIP), { freq: 2 }),
});

function mostly<Name extends string>(good: NoInfer<Name>, all: Record<Name, unknown>) {
  const any = fc.constantFrom(...(Object.keys(all) as Name[]));
  return fc.oneof({ weight: 2, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: any });
}

/** A body of JSON written so. What stands beside its list is in the query of lines. */
export function written(sent: unknown, json: Bytes, { lines, gzip }: Writing): Written {
  const asLines = lines === null ? null : linesOf(sent, lines);
  const { query, body } = asLines ?? { query: "", body: json };
  return {
    query,
    type: asLines === null ? "application/json" : LINES,
    encoding: gzip === null ? null : "gzip",
    body: gzip === null ? body : new Uint8Array(GZIP[gzip](body)),
  };
}

/** Null where there is no list of which lines could be made. */
function linesOf(sent: unknown, { between, atEnd, slip, where }: NonNullable<Writing["lines"]>) {
  if (typeof sent !== "object" || sent === null) return null;
  const { mask, unmask, ...beside } = sent as Readonly<Record<string, unknown>>;
  const list = mask ?? unmask;
  if (!Array.isArray(list)) return null;
  const lines = list.map((item) => JSON.stringify(item) ?? "");
  const bad = where % (lines.length || 1);
  const line = lines[bad] ?? "";
  lines[bad] = LINE_SLIPS[slip](line, line.slice(0, line.length >> 1));
  const body = new TextEncoder().encode(lines.join(between) + atEnd);
  // A byte that no text in UTF-8 has.
  if (where % 40 === 0 && body.length > 0) body[where % body.length] = 0xff;
  return { query: queryOf(beside), body };
}

function both(first: Uint8Array, second: Uint8Array): Uint8Array {
  return Buffer.concat([first, second]);
}
