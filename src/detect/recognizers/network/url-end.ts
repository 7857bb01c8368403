// Where a URL in running text ends.

/** Characters RFC 3986 keeps out of a URL and text puts around it: blanks, quotes, brackets. */
const OUTSIDE =
  /[\s\p{Cc}<>"`|\\^\u2018-\u201f\u00ab\u00bb\u2039\u203a\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]/gu;
const PUNCTUATION = new Set(Array.from(".,;:!?'*"));
const PAIRS: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

/** End of the stretch of URL characters that begins at `from`. */
export function endOfRun(text: string, from: number): number {
  OUTSIDE.lastIndex = from;
  return OUTSIDE.exec(text)?.index ?? text.length;
}

/**
 * `end` moved before the punctuation of the sentence. A closing bracket stays if its opening one
 * is inside the URL ("/wiki/Rust_(language)").
 */
export function trimEnd(text: string, start: number, end: number): number {
  const final = text.charAt(end - 1);
  if (!PUNCTUATION.has(final) && !PAIRS.has(final)) return end;
  const depth = new Map<string, number>();
  for (let at = start; at < end; at++) {
    const char = text.charAt(at);
    const open = PAIRS.get(char);
    if (open !== undefined) depth.set(open, (depth.get(open) ?? 0) - 1);
    else if ("([{".includes(char)) depth.set(char, (depth.get(char) ?? 0) + 1);
  }
  let last = end;
  while (last > start) {
    const char = text.charAt(last - 1);
    const open = PAIRS.get(char);
    const surplus = open === undefined ? 0 : (depth.get(open) ?? 0);
    if (!PUNCTUATION.has(char) && surplus >= 0) break;
    if (open !== undefined) depth.set(open, surplus + 1);
    last--;
  }
  return last;
}
