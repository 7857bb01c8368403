// Finds the strings of a JSON text and replaces them in place: everything else (blanks, numbers of any length) stays byte
// for byte, which parsing and printing again would not ensure. Pure.

/** A string value, or a member's name. */
interface JsonString {
  readonly text: string;
  readonly isName: boolean;
}

/** Strings of a document, and a way to replace them. */
export interface JsonStrings {
  /** The strings that are not empty, in document order. */
  readonly strings: readonly JsonString[];
  /** The document with these in place of its strings; as many, in the same order. */
  withTexts(texts: readonly string[]): string;
}

/** Finds the strings of a text that JSON.parse accepts. Linear time. */
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

/** Offset after the closing quote: the first quote with an even number of backslashes before it. */
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

/** Whether a colon follows; JSON knows only these four blanks. */
function isName(json: string, end: number): boolean {
  let at = end;
  while (" \t\n\r".includes(json[at] ?? "x")) at += 1;
  return json[at] === ":";
}
