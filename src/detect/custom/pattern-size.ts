// Estimates the size of a compiled pattern from its text alone: repetitions multiply, and (a{100}){10} is short. Runs before
// compilation, so that a huge pattern costs nothing: re2js limits only nested repetitions, to 1,000, and turns 1,010 letters
// into a million instructions, in 0.6 s and 110 MB.

import { matchAt, writtenAt } from "../text/sticky.ts";

interface Group {
  /** Instructions before this group. */
  readonly outside: number;
}

/**
 * Estimated number of instructions that `source` (RE2 syntax, well-formed or not) compiles to; at least half the true number
 * for a well-formed pattern. Linear in `source`.
 */
export function estimateSize(source: string): number {
  const groups: Group[] = [];
  let total = 0;
  // Instructions of the last atom, which a repetition after it repeats.
  let last = 0;
  let at = 0;
  while (at < source.length) {
    const letter = source.charAt(at);
    const repeat = letter === "{" ? repetition(source, at) : null;
    if (letter === "(") {
      groups.push({ outside: total });
      // Start and end of a captured group.
      total = 2;
      at = groupStart(source, at);
    } else if (letter === ")") {
      last = total;
      total += groups.pop()?.outside ?? 0;
      at++;
    } else if (repeat !== null) {
      const grown = (last + 1) * repeat.times;
      total += grown - last;
      last = grown;
      at = repeat.end;
    } else if (letter === "*" || letter === "+" || letter === "?" || letter === "|") {
      total++;
      last++;
      at++;
    } else {
      total++;
      last = 1;
      at = atomEnd(source, at);
    }
  }
  return groups.reduce((sum, { outside }) => sum + outside, total);
}

/** How often "{n}", "{n,}" or "{n,m}" at `at` repeats; null: it is literal text. */
function repetition(source: string, at: number): { times: number; end: number } | null {
  const match = matchAt(REPETITION, source, at);
  if (match === null) return null;
  const least = Number(match[1]);
  const most = match[3] === undefined || match[3] === "" ? least + 1 : Number(match[3]);
  const times = match[2] === undefined ? least : Math.max(least, most);
  return { times, end: at + match[0].length };
}

const REPETITION = /\{(\d{1,9})(,(\d{0,9}))?\}/y;

/** Position after "(", "(?:", "(?P<name>" or "(?i)" without its ")". */
function groupStart(source: string, at: number): number {
  if (source.charAt(at + 1) !== "?") return at + 1;
  return at + (writtenAt(GROUP_HEAD, source, at).length || 2);
}

const GROUP_HEAD = /\(\?(?:P?<\w{1,1024}>|[a-zA-Z-]{1,16}:?|:)/y;

/** Position after a character, an escape sequence or a class. */
function atomEnd(source: string, at: number): number {
  if (source.charAt(at) === "[") return classEnd(source, at);
  if (source.charAt(at) !== "\\") return at + 1;
  const escaped = source.charAt(at + 1);
  const isBraced = /[pPx]/.test(escaped) && source.charAt(at + 2) === "{";
  const end = isBraced ? source.indexOf("}", at) : at + 1;
  return end === -1 ? source.length : end + 1;
}

function classEnd(source: string, at: number): number {
  let end = at + 1;
  if (source.charAt(end) === "^") end++;
  // A leading bracket is literal.
  if (source.charAt(end) === "]") end++;
  while (end < source.length && source.charAt(end) !== "]") {
    const isNamed = source.startsWith("[:", end);
    const named = isNamed ? source.indexOf(":]", end + 2) : -1;
    if (named !== -1) end = named + 2;
    else end += source.charAt(end) === "\\" ? 2 : 1;
  }
  return end + 1;
}
