// What the content of a tagged range can mean: the token itself, or a token that a language model has decorated (marks,
// quotes, blanks, punctuation, a possessive, escapes) or broken over lines. Pure.
import { type Escaping, escapingSeen, unescaped } from "./escaping.ts";
import { viewOf } from "./text-view.ts";

/** One way to read a content: as this token, with text before and after it to keep. */
export interface Reading {
  readonly token: string;
  /** Text to keep in the restored text, escapes included. */
  readonly before: string;
  readonly after: string;
  /** How to escape the restored value. */
  readonly escaping: Escaping;
  /** The token comes from cleaned-up text; a token that its id identifies, whatever is in it, takes precedence. */
  readonly isTidied?: true;
}

type Range = readonly [start: number, end: number];
/** Removes one more layer of decoration. */
type Peel = (text: string, range: Range) => Range;

const MARKS = `*_\`~"'‚«»‹›`;
const STOPS = ".,;:!?…";
const BRACKETS = "()[]{}";
/** Most characters that one step removes from each side. */
const MAX_PEELED = 64;
const POSSESSIVES = ["'s", "s'"];
/** Text that `tidied` would change. */
const UNTIDY = /[*_`~\t-\r]| {2}/;
/** Longest content that is also read with its blanks cleaned up: tokens of fixed shape are shorter. */
const MAX_TIDIED = 512;

const isBlank = (char: string) => /\s/.test(char);
const isMark = (char: string) => MARKS.includes(char) || isBlank(char);
const isStop = (char: string) => STOPS.includes(char) || isMark(char);
const isBracket = (char: string) => BRACKETS.includes(char) || isStop(char);
const nothing = () => false;

/** Layers of decoration, in the order in which they are removed. */
const PEELS: readonly Peel[] = [
  (text, range) => peeled(text, range, isBlank, isBlank),
  (text, range) => peeled(text, range, isMark, isMark),
  singular,
  (text, range) => peeled(text, range, isMark, isMark),
  (text, range) => peeled(text, range, nothing, isStop),
  singular,
  (text, range) => peeled(text, range, isBracket, isBracket),
];

/**
 * Readings of a content, in the order to try them: as it is, unescaped, then with one layer after another removed; last, the
 * ranges without marks and blanks around them, put into one line. Only distinct tokens. `escaping` is that of the tags.
 */
export function readingsOf(content: string, escaping: Escaping): Reading[] {
  const seen = escaping === "none" ? escapingSeen(content) : escaping;
  const view = viewOf(content);
  let range: Range = [0, view.text.length];
  const ranges = [range];
  const stripped: Range[] = [];
  for (const [i, peel] of PEELS.entries()) {
    const next = peel(view.text, range);
    const isSame = next[0] === range[0] && next[1] === range[1];
    if (!isSame) ranges.push(next);
    if (i === 1 || (i > 1 && !isSame)) stripped.push(next);
    range = next;
  }
  const readings: Reading[] = [{ token: content, before: "", after: "", escaping }];
  const known = new Set([content, ""]);
  const add = ([start, end]: Range, more: { isTidied?: true }): void => {
    if (start === end) return;
    const [from, until] = [view.rawStart(start), view.rawEnd(end)];
    const tokens = more.isTidied
      ? tidied(view.text.slice(start, end))
      : [unescaped(content.slice(from, until), seen)];
    for (const token of tokens) {
      if (known.has(token)) continue;
      known.add(token);
      const [before, after] = [content.slice(0, from), content.slice(until)];
      readings.push({ token, before, after, escaping: seen, ...more });
    }
  };
  for (const one of ranges) add(one, {});
  for (const one of stripped) add(one, { isTidied: true });
  return readings;
}

/**
 * A text put into one line: without marks of emphasis inside, every run of blanks one space, without the quote marks of
 * e-mail and Markdown (`> `). The first result is for lines broken at a blank or after a hyphen, which it keeps; the second
 * joins lines broken elsewhere and drops hyphens at line ends.
 */
function tidied(text: string): string[] {
  if (text.length > MAX_TIDIED) return [];
  if (!UNTIDY.test(text)) return [text];
  const lines = text
    .replace(/[*_`~]/g, "")
    .replace(/\s+/g, (run) => (run.includes("\n") ? "\n" : " "))
    .replace(/\n(?:>[ \n]?)+/g, "\n");
  return [lines.replaceAll("-\n", "-").replaceAll("\n", " "), lines.replace(/-?\n/g, "")];
}

/** The range without a name's possessive: "…'s", "…s'"; the apostrophe of the latter may be gone already, as a quote. */
function singular(text: string, [start, end]: Range): Range {
  const token = text.slice(Math.max(start, end - 2), end);
  const isPlural = token.endsWith("s") && text[end] === "'";
  const ending = POSSESSIVES.find((one) => token === one) ?? (isPlural ? "s" : "");
  return [start, end - ending.length];
}

function peeled(
  text: string,
  [from, until]: Range,
  isBefore: (char: string) => boolean,
  isAfter: (char: string) => boolean,
): Range {
  let start = from;
  let end = until;
  while (start < end && start - from < MAX_PEELED && isBefore(text[start] ?? "")) start++;
  while (end > start && until - end < MAX_PEELED && isAfter(text[end - 1] ?? "")) end--;
  return [start, end];
}
