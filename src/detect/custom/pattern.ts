// Regular expressions of custom entities: RE2 syntax, bounded size, linear time. Every refusal gives a position and a reason
// in plain words.

import { err, ok, type Result } from "../../core/result.ts";
import { type PatternMatcher, patternMatcher } from "./pattern-matcher.ts";
import { compileProgram, matchesEmpty, type Program } from "./pattern-program.ts";
import { estimateSize } from "./pattern-size.ts";

/** Why a pattern is refused. */
export interface PatternFlaw {
  /** Position in the pattern, in UTF-16 code units; null: the pattern as a whole. */
  readonly position: number | null;
  /** In plain words; quotes at most the construct at that position. */
  readonly reason: string;
}

/**
 * Most instructions of a compiled pattern: about one per character, class, choice and repetition, with repetitions
 * multiplied out. The slowest patterns found under this bound read 64 KiB in 0.2 to 0.3 s of one core (under 1,000: 0.6 to
 * 1.1 s).
 */
const MAX_INSTRUCTIONS = 300;
/**
 * Patterns with a larger estimate are not compiled. `estimateSize` overestimates nested repetitions up to fourfold; below
 * this bound the compiler's own reasons are better.
 */
const MAX_ESTIMATE = 4_000;
/** Letters of the longest construct that a reason quotes. */
const MAX_SHOWN = 16;

const TOO_LARGE: PatternFlaw = {
  position: null,
  reason: `it is too large: its repetitions, multiplied out, make more than ${MAX_INSTRUCTIONS} steps`,
};
const EMPTY: PatternFlaw = { position: null, reason: "it matches the empty text" };

/**
 * Compile `source`, RE2 syntax as of github.com/google/re2/wiki/Syntax. `matchCase: false` ignores
 * letter case by Unicode's simple folding. "^" and "$" are the text's beginning and end unless the
 * pattern says (?m); "." is anything but a newline unless it says (?s); \w, \d, \s and \b are ASCII.
 *
 * Refused: anything but RE2 syntax (such as look-around and back-references), a pattern that can match without reading a
 * character, and one of more than 300 instructions.
 */
export function compilePattern(
  source: string,
  options: { readonly matchCase: boolean },
): Result<PatternMatcher, PatternFlaw> {
  if (estimateSize(source) > MAX_ESTIMATE) return err(TOO_LARGE);
  const compiled = compileOrError(source, options.matchCase);
  if (!compiled.ok) return err(flawOf(source, compiled.error, options.matchCase));
  if (compiled.value.operations.length > MAX_INSTRUCTIONS) return err(TOO_LARGE);
  if (matchesEmpty(compiled.value)) return err(EMPTY);
  return ok(patternMatcher(compiled.value));
}

/** An error of re2js: its message, and the part of the pattern it is about. */
interface CompilerError {
  readonly message: string;
  readonly part: string | null;
}

function compileOrError(source: string, matchCase: boolean): Result<Program, CompilerError> {
  try {
    return ok(compileProgram(source, matchCase));
  } catch (thrown) {
    const { error, input } = thrown as { error?: unknown; input?: unknown };
    // Anything but an error in the pattern is a defect.
    if (typeof error !== "string") throw thrown;
    return err({ message: error, part: typeof input === "string" ? input : null });
  }
}

function flawOf(source: string, error: CompilerError, matchCase: boolean): PatternFlaw {
  const reason = REASONS[error.message];
  if (reason === undefined) return { position: null, reason: "it is not RE2 syntax" };
  if (reason.at === "end") return { position: source.length, reason: reason.text };
  const position = positionOf(source, error, matchCase);
  const part = error.part ?? "";
  const unsupported = UNSUPPORTED.find(({ begins }) => begins.test(part));
  if (unsupported) return { position, reason: unsupported.reason };
  const shown = reason.at === "part" && part.length <= MAX_SHOWN ? `: ${part}` : "";
  return { position, reason: `${reason.text}${shown}` };
}

/**
 * Position of the part of the pattern that the error is about. The parser reads from left to right, so it is the first
 * place where the pattern, cut one letter after the part, gives the same error (that letter tells "(?P=" from "(?P<").
 */
function positionOf(source: string, error: CompilerError, matchCase: boolean): number | null {
  const { message, part } = error;
  if (message === "unexpected )") return unexpectedClosing(source);
  if (part === null) return message.startsWith("trailing") ? source.length - 1 : null;
  const places: number[] = [];
  for (let at = source.indexOf(part); at !== -1; at = source.indexOf(part, at + 1)) places.push(at);
  // Every longer cut gives this error, too. If no other place is the one, the last is.
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const end = (places[middle] as number) + part.length + 1;
    const cut = compileOrError(source.slice(0, end), matchCase);
    if (!cut.ok && cut.error.message === message && cut.error.part === part) high = middle;
    else low = middle + 1;
  }
  return places[low] ?? null;
}

/** Quoted text, an escape or a class, in which brackets mean themselves; or a bracket of a group. */
const BRACKETS = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|[()]/gsu;

function unexpectedClosing(source: string): number | null {
  let open = 0;
  for (const { 0: sign, index } of source.matchAll(BRACKETS)) {
    if (sign === "(") open++;
    else if (sign === ")" && open-- === 0) return index;
  }
  return null;
}

/** Constructs of other engines that RE2 leaves out since they cannot be matched in linear time. */
const UNSUPPORTED: readonly { begins: RegExp; reason: string }[] = [
  { begins: /^\(\?<?[=!]/, reason: "look-ahead and look-behind are not supported" },
  { begins: /^\\[1-9k]|^\(\?P=?$/, reason: "back-references are not supported" },
  { begins: /^\(\?>/, reason: "atomic groups are not supported" },
];

/** Plain words for re2js's messages, and what to point at: a part that is quoted, its position alone, or the end. */
const REASONS: Readonly<Record<string, { text: string; at: "part" | "place" | "end" }>> = {
  "invalid character class range": { text: "there is no such class or range", at: "part" },
  "invalid escape sequence": { text: "there is no such escape sequence", at: "part" },
  "invalid named capture": { text: "a group's name is malformed", at: "place" },
  "invalid or unsupported Perl syntax": { text: "there is no such kind of group", at: "part" },
  "invalid nested repetition operator": { text: "a repetition is repeated", at: "part" },
  "invalid repeat count": {
    text: "a repetition counts backwards or, multiplied out, more than 1,000",
    at: "part",
  },
  "missing closing ]": { text: "a class has no closing bracket", at: "place" },
  "missing closing )": { text: "a group has no closing parenthesis", at: "end" },
  "missing argument to repetition operator": {
    text: "nothing to repeat stands before",
    at: "part",
  },
  "trailing backslash at end of expression": { text: "it ends with a backslash", at: "place" },
  "duplicate capture group name": { text: "two groups have the same name", at: "place" },
  "unexpected )": { text: "a closing parenthesis has no group", at: "place" },
  "expression nests too deeply": { text: "its groups nest too deeply", at: "place" },
  "expression too large": { text: TOO_LARGE.reason, at: "place" },
};
