// The strings of a JSON text, where they stand: all else of it (blanks, numbers of any length) stays byte for byte, which
// parsing it and printing it again would not give. Pure.

/** A text of a document, or the name of a member. */
interface JsonString {
  readonly text: string;
  readonly isName: boolean;
}

/** Strings of a document, and the document with others in their place. */
export interface JsonStrings {
  /** Those that are not empty, in the order in which they stand. */
  readonly strings: readonly JsonString[];
  /** The document with these instead, as many. */
  withTexts(texts: readonly string[]): string;
}

/** Reads a text that JSON.parse takes. Takes time linear in it. */
export function stringsIn(json: string): JsonStrings {
  const strings: (JsonString & { start: number; end: number })[] = [];
  for (let start = json.indexOf('"'); start !== -1; ) {
    const end = endOfString(json, start);
    if (end > start + 2) {
      const text = JSON.parse(json.slice(start, end)) as string;
      strings.push({ start, end, text, isName: isName(json, end) });
    }
    start = json.indexOf('"', end);
  }
  const withTexts = (texts: readonly string[]) => {
    let [written, from] = ["", 0];
    for (const [i, { start, end, text }] of strings.entries()) {
      const other = texts[i] ?? text;
      written += json.slice(from, start);
      written += other === text ? json.slice(start, end) : JSON.stringify(other);
      from = end;
    }
    return written + json.slice(from);
  };
  return { strings, withTexts };
}

/** Behind the quote that ends the string: the first with an even number of backslashes before it. */
function endOfString(json: string, start: number): number {
  let quote = start;
  let slashes: number;
  do {
    quote = json.indexOf('"', quote + 1);
    slashes = 0;
    while (json[quote - 1 - slashes] === "\\") slashes += 1;
  } while (slashes % 2 === 1);
  return quote + 1;
}

/** Whether a colon follows: blanks of JSON are these four. */
function isName(json: string, end: number): boolean {
  let at = end;
  while (" \t\n\r".includes(json[at] ?? "x")) at += 1;
  return json[at] === ":";
}
