// Tables: lines of cells under a header line (CSV: RFC 4180, also with semicolons, tabs and vertical bars, as spreadsheets,
// Markdown and database shells write them), the rows of an SQL INSERT, and segments about patients (HL7 v2, chapters 3 and 6:
// PID, NK1, GT1, IN1). A value's column or place identifies it but its name is far away, or nowhere, so each value is written
// after it, as in a form: "dob: 1966-02-17".

import { wordSet } from "../../core/word-set.ts";
import type { TextRange } from "../text/chars.ts";
import { foldedWord } from "../text/folded-words.ts";
import { labelsOfColumns } from "../words/all-words.ts";

/** Values of a text's tables, each on a line after its column's name, and their positions in the text. */
export interface Columns {
  readonly text: string;
  /** Maps a range of `text` to the original (UTF-16 offsets); null if it goes beyond one value. */
  toOriginal(start: number, end: number): TextRange | null;
  /** Whether a position in the original is in a column name that recognizers know as a label. */
  isName(at: number): boolean;
  /** A range of the original, cut into the cells that it reaches; what precedes its first cell or follows its last stays. */
  inCells(start: number, end: number): TextRange[];
}

const DELIMITERS = ["\t", "|", ";", ","];
/** Only header lines match: nearly all other lines have other signs, or none of the delimiters. */
const NAMES = /^[\w\p{L}\p{M} ./#"'’()°\r-]*[|;,\t][\w\p{L}\p{M} ./#"'’()°|;,\t\r-]*$/u;
const NAME = /^\p{L}[\w\p{L}\p{M} ./#'’()°-]{1,39}$/u;
/** English words in column names that recognizers know as labels; in other languages whole names (`labelsOfColumns`). */
const LABELS = wordSet(
  "name surname forename firstname lastname fullname given family first last holder patient customer client contact owner author user " +
    "username login account handle by password passwd pwd passcode pin cvv cvc secret token key dob birth birthday birthdate born ssn social nhs " +
    "mrn medical passport licence license driver driving vin plate registration vehicle tax vat tin utr nino national insurance policy " +
    "member iban bic swift sort routing bank card pan phone mobile tel telephone cell fax email mail ip mac address street city town " +
    "postcode zip postal latitude longitude lat lon lng company employer organisation organization wallet pesel dni nif cpf curp aadhaar",
);
const INSERT =
  /\binsert\s{1,4}into\s{1,4}[\w."`[\]]{1,80}\s{0,4}\(([^()]{1,1000})\)\s{0,40}values\s{0,40}(?=\()/gi;
const SEGMENT =
  /(?:^|(?<=[\r\n\v]))(PID|NK1|GT1|IN1)\|(?=[^\r\n\v^]{0,400}\^)([^\r\n\v]{1,4000})/dg;
const PERSON = ["last name", "first name", "middle name"];
const PLACE = ["address", "", "city", "", "zip"];
/** Names of the components of each field, by its number (HL7 v2.8, 3.4.2, 3.4.5, 6.5.5, 6.5.6). */
const FIELDS: Readonly<Record<string, Readonly<Record<number, readonly string[]>>>> = {
  PID: {
    ...{ 2: ["mrn"], 3: ["mrn"], 5: PERSON, 6: PERSON, 7: ["dob"], 9: PERSON, 11: PLACE },
    ...{ 13: ["phone"], 14: ["phone"], 18: ["account no"], 19: ["ssn"], 20: ["driver license"] },
  },
  NK1: { 2: PERSON, 4: PLACE, 5: ["phone"], 6: ["phone"] },
  GT1: { 3: PERSON, 5: PLACE, 6: ["phone"], 8: ["dob"], 12: ["ssn"] },
  IN1: { 16: PERSON, 18: ["dob"], 19: PLACE, 36: ["policy no"] },
};
const RULE = /^[\s|+:=-]*$/;
/** No column name identifies a shorter value. */
const MIN_CHARS = 3;
/** Longest part of a quoted cell between its line breaks and its end. */
const MAX_BROKEN_CHARS = 4_096;
/** Length that the rewritten text may reach, in lengths of the original. */
const MAX_GROWTH = 2;

/** The values in a text's named columns, or null if there are none. Linear in the text. */
export function columnsOf(text: string): Columns | null {
  const reader = new ColumnReader(text);
  reader.readLines();
  reader.readInserts();
  reader.readSegments();
  return reader.columns();
}

class ColumnReader {
  readonly #text: string;
  readonly #values: { readonly from: number; readonly to: number; readonly start: number }[] = [];
  readonly #names: TextRange[] = [];
  readonly #cells: TextRange[] = [];
  #read = "";

  constructor(text: string) {
    this.#text = text;
  }

  columns(): Columns | null {
    const [text, values, names] = [this.#read, this.#values, this.#names];
    if (values.length === 0) return null;
    // Those of INSERT statements and of segments follow those of lines.
    const cells = this.#cells.sort((a, b) => a.start - b.start);
    return {
      text,
      toOriginal(start, end) {
        const value = firstAfter(values, start, ({ to }) => to);
        if (value === undefined || start < value.from || end > value.to) return null;
        return { start: value.start + start - value.from, end: value.start + end - value.from };
      },
      isName(at) {
        const name = firstAfter(names, at, ({ end }) => end);
        return name !== undefined && name.start <= at;
      },
      inCells(start, end) {
        const pieces: TextRange[] = [];
        let from = start;
        for (;;) {
          const cell = firstAfter(cells, from, (one) => one.end);
          if (cell === undefined || cell.end >= end) break;
          pieces.push({ start: from, end: cell.end });
          const next = firstAfter(cells, cell.end, (one) => one.end);
          from = Math.max(cell.end, Math.min(next?.start ?? cell.end, end));
        }
        return from < end ? [...pieces, { start: from, end }] : pieces;
      },
    };
  }

  readLines(): void {
    const lines = linesOf(this.#text);
    for (let at = 0; at + 1 < lines.length; ) {
      const head = this.#headAt(lines[at++] as TextRange);
      if (head === null) continue;
      for (const cell of head.cells) this.#names.push(cell);
      for (let line = lines[at]; line !== undefined && line.start < line.end; line = lines[++at]) {
        if (RULE.test(this.#text.slice(line.start, line.end))) continue;
        const { cells, end } = rowOf(this.#text, line, head.delimiter, '"');
        if (cells.length !== head.names.length) break;
        this.#add(head.names, cells);
        while ((lines[at + 1]?.start ?? end) < end) at++;
      }
    }
  }

  /** Column names in a header line, "" for those that are no labels; null if the line is no header. */
  #headAt(line: TextRange): { delimiter: string; names: string[]; cells: TextRange[] } | null {
    const whole = this.#text.slice(line.start, line.end);
    if (!NAMES.test(whole)) return null;
    for (const delimiter of DELIMITERS) {
      if (!whole.includes(delimiter)) continue;
      const { cells } = rowOf(this.#text, line, delimiter, '"');
      const written = cells.map(({ start, end }) => this.#text.slice(start, end));
      if (written.length < 2 || !written.every((name) => NAME.test(name))) continue;
      const names = namesOf(written);
      const known = cells.filter((_, i) => names[i] !== "");
      return known.length > 0 ? { delimiter, names, cells: known } : null;
    }
    return null;
  }

  /** Read the rows of INSERT statements (SQL). */
  readInserts(): void {
    let done = 0;
    for (const { 0: head, 1: list = "", index } of this.#text.matchAll(INSERT)) {
      if (index < done) continue;
      const names = namesOf(list.split(",").map((name) => name.replace(/["`[\]\s]/g, "")));
      for (done = index + head.length; this.#text.charAt(done) === "("; ) {
        const row = { start: done + 1, end: endOfRow(this.#text, done + 1) };
        const { cells } = rowOf(this.#text, row, ",", "'");
        if (cells.length === names.length) this.#add(names, cells);
        done = row.end + 1;
        while (/[\s,]/.test(this.#text.charAt(done))) done++;
      }
    }
  }

  /** Read the fields of segments about people. */
  readSegments(): void {
    for (const { 1: segment = "", 2: fields = "", indices } of this.#text.matchAll(SEGMENT)) {
      let start = indices?.[2]?.[0] ?? 0;
      for (const [i, field] of fields.split("|").entries()) {
        const names = FIELDS[segment]?.[i + 1];
        if (names !== undefined) this.#add(names, partsOf(field, start));
        start += field.length + 1;
      }
    }
  }

  #add(names: readonly string[], cells: readonly TextRange[]): void {
    for (const [i, cell] of cells.entries()) {
      this.#cells.push(cell);
      const { start, end } = cell;
      const name = names[i] ?? "";
      if (name === "" || end - start < MIN_CHARS) continue;
      if (this.#read.length > MAX_GROWTH * this.#text.length) return;
      const from = this.#read.length + name.length + 2;
      this.#read += `${name}: ${this.#text.slice(start, end)}\n`;
      this.#values.push({ from, to: from + end - start, start });
    }
  }
}

/** The components of a field of a segment that begins at `start`. */
function partsOf(field: string, start: number): TextRange[] {
  let at = start;
  return field.split("^").map(({ length }) => {
    const part = { start: at, end: at + length };
    at += length + 1;
    return part;
  });
}

/** The first of `list` that ends after `at`; the ends ascend. */
function firstAfter<T>(list: readonly T[], at: number, endOf: (one: T) => number): T | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(list[middle] as T) > at) high = middle;
    else low = middle + 1;
  }
  return list[low];
}

/** The names that are labels; "" for the others. */
function namesOf(written: readonly string[]): string[] {
  labelsAbroad ??= new Set(labelsOfColumns().map(folded));
  return written.map((name) => {
    const words = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").match(/[\p{L}\p{M}]+/gu) ?? [];
    const isEnglish = words.some((word) => LABELS.has(word.toLowerCase()));
    const isAbroad = words.some((_, i) => labelsAbroad?.has(folded(words.slice(i).join(" "))));
    return isEnglish || isAbroad ? name : "";
  });
}

function folded(words: string): string {
  return words.split(" ").map(foldedWord).join(" ");
}

/** Made when the first table is read. */
let labelsAbroad: ReadonlySet<string> | undefined;

function linesOf(text: string): TextRange[] {
  const lines: TextRange[] = [];
  for (let start = 0; start <= text.length; ) {
    const at = text.indexOf("\n", start);
    const end = at === -1 ? text.length : at;
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}

/** The cells of a row, without blanks and quotes around them, and where it ends. */
interface Row {
  readonly cells: readonly TextRange[];
  readonly end: number;
}

/** The row that begins with this line; vertical bars at its ends add no cells. */
function rowOf(text: string, line: TextRange, delimiter: string, quote: string): Row {
  let [first, last] = delimiter === "|" ? insideStrokes(text, line) : [line.start, line.end];
  const cells: TextRange[] = [];
  while (first <= last) {
    let end = first;
    for (let isQuoted = false; end < last; end++) {
      const char = text.charAt(end);
      if (char === quote) isQuoted = !isQuoted;
      else if (char === delimiter && !isQuoted) break;
      if (isQuoted && end + 1 === last) last = endOfOpenCell(text, first, last, quote);
    }
    cells.push(trimmed(text, first, end, quote));
    first = end + 1;
  }
  return { cells, end: Math.max(last, line.end) };
}

/** End of the line in which a cell closes that is open at a line's end `last`; `last` if it began without a quote. */
function endOfOpenCell(text: string, cell: number, last: number, quote: string): number {
  if (text.charAt(last) !== "\n" || text.charAt(cell) !== quote) return last;
  const close = text.slice(last, last + MAX_BROKEN_CHARS).indexOf(quote);
  if (close === -1) return last;
  const end = text.indexOf("\n", last + close);
  return end === -1 ? text.length : end;
}

function insideStrokes(text: string, { start, end }: TextRange): [number, number] {
  const inner = trimmed(text, start, end, "|");
  return [inner.start, inner.end];
}

function trimmed(text: string, from: number, to: number, quote: string): TextRange {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text.charAt(start))) start++;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  if (end - start > 1 && text.charAt(start) === quote && text.charAt(end - 1) === quote) {
    return { start: start + 1, end: end - 1 };
  }
  return { start, end };
}

/** End of the row that begins at `from`: its closing bracket, or the end of the text. */
function endOfRow(text: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "'") isQuoted = !isQuoted;
    else if (char === ")" && !isQuoted) return at;
  }
  return text.length;
}
