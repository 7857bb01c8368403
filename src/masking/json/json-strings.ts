// The string values of a JSON text, where they stand: all else of it (names, blanks, numbers of any length) stays byte for
// byte, which parsing it and printing it again would not give. Pure.

/** Texts of a document, and the document with others in their place. */
export interface JsonStrings {
  /** Values that are texts and not empty, in the order in which they stand. */
  readonly texts: readonly string[];
  /** The document with these instead, as many. */
  withTexts(texts: readonly string[]): string;
}

/** Reads a text that JSON.parse takes. Takes time linear in it. */
export function stringsIn(json: string): JsonStrings {
  const found: { start: number; end: number; text: string }[] = [];
  for (let start = json.indexOf('"'); start !== -1; ) {
    const end = endOfString(json, start);
    if (end > start + 2 && !isName(json, end)) {
      found.push({ start, end, text: JSON.parse(json.slice(start, end)) as string });
    }
    start = json.indexOf('"', end);
  }
  const withTexts = (texts: readonly string[]) => {
    let [written, from] = ["", 0];
    for (const [i, { start, end, text }] of found.entries()) {
      const other = texts[i] ?? text;
      written += json.slice(from, start);
      written += other === text ? json.slice(start, end) : JSON.stringify(other);
      from = end;
    }
    return written + json.slice(from);
  };
  return { texts: found.map(({ text }) => text), withTexts };
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
