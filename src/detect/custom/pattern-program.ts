// A compiled pattern in the form the matcher needs: re2js's program (MIT licence) as plain arrays, and the characters
// grouped into classes that the program cannot tell apart. re2js only parses and compiles: its matchers take time quadratic
// in the text to find all matches of patterns such as a.*b|a.

import { RE2JS } from "re2js";

type Operation = "char" | "fork" | "skip" | "assert" | "match" | "fail";

/** Kinds of characters beside a position; `none` at the text's beginning and end. */
export const KIND = { none: 0, newline: 1, word: 2, other: 3 } as const;

/** A program of at most `MAX_INSTRUCTIONS` (pattern.ts) instructions; arrays are indexed by instruction. */
export interface Program {
  readonly start: number;
  readonly match: number;
  readonly operations: readonly Operation[];
  readonly next: Int32Array;
  /** A fork's second branch, an assertion's condition (bits, see `holds`), else 0. */
  readonly arg: Int32Array;
  /** Lists in one array: for each instruction, those that lead to it without reading a character. */
  readonly before: Int32Array;
  /** Where each instruction's list in `before` begins; it ends where the next one begins. */
  readonly beforeStarts: Int32Array;
  /** Whether any instruction checks neighbouring characters. */
  readonly hasAssertions: boolean;
  /** Characters every match begins with; empty if unknown. */
  readonly prefix: string;
  /** The sets of characters that `char` instructions accept, without duplicates. */
  readonly sets: readonly CharacterSet[];
}

/** The characters that some instructions accept. */
interface CharacterSet {
  readonly accepts: (codePoint: number) => boolean;
  readonly readers: readonly number[];
  /** Characters that each represent all others up to the next, as far as this set can tell. */
  readonly bounds: readonly number[];
}

/** An instruction as re2js represents it (a port of Go's regexp/syntax.Inst, whose documentation applies). */
interface Re2Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: ArrayLike<number>;
  matchRune(codePoint: number): boolean;
}

/** Operations by re2js's numbers; those not listed (look-behind) are never compiled. */
const OPERATIONS: Readonly<Record<number, Operation>> = {
  1: "fork",
  2: "fork",
  3: "skip",
  4: "assert",
  5: "fail",
  6: "match",
  7: "skip",
  8: "char",
  9: "char",
  10: "char",
  11: "char",
};

/**
 * Parse and compile `source` as RE2 syntax. Throws re2js's RE2JSSyntaxException for anything else; the caller bounds the
 * size. Letter case: Unicode's simple folding.
 */
export function compileProgram(source: string, matchCase: boolean): Program {
  const compiled = RE2JS.compile(source, matchCase ? 0 : RE2JS.CASE_INSENSITIVE);
  const { inst, start } = compiled.re2().prog as { inst: Re2Instruction[]; start: number };
  const operations = inst.map(({ op }) => OPERATIONS[op] ?? unknownOperation(op));
  const before: number[][] = inst.map(() => []);
  inst.forEach(({ out, arg }, i) => {
    const operation = operations[i];
    if (operation === "fork") before[arg]?.push(i);
    if (operation === "fork" || operation === "skip" || operation === "assert") {
      before[out]?.push(i);
    }
  });
  return {
    start,
    match: operations.indexOf("match"),
    operations,
    next: Int32Array.from(inst, ({ out }) => out),
    arg: Int32Array.from(inst, ({ arg }) => arg),
    before: Int32Array.from(before.flat()),
    beforeStarts: beginnings(before),
    hasAssertions: operations.includes("assert"),
    prefix: prefixOf(inst, operations, start),
    sets: characterSets(inst, operations),
  };
}

/** Running totals of the lists' lengths, from 0. */
function beginnings(lists: number[][]): Int32Array {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => {
    starts[i + 1] = (starts[i] ?? 0) + list.length;
  });
  return starts;
}

/** Literal characters read one after another from `start`, before any fork. */
function prefixOf(inst: Re2Instruction[], operations: Operation[], start: number): string {
  let prefix = "";
  let at = start;
  for (;;) {
    const { runes, arg, out } = inst[at] as Re2Instruction;
    const operation = operations[at];
    if (operation === "char") {
      if (runes.length !== 1 || arg !== 0) return prefix;
      prefix += String.fromCodePoint(runes[0] ?? 0);
    } else if (operation !== "skip" && operation !== "assert") {
      return prefix;
    }
    at = out;
  }
}

function unknownOperation(op: number): never {
  throw new Error(`re2js compiled to an operation that is not known here: ${op}`);
}

function characterSets(inst: Re2Instruction[], operations: Operation[]): CharacterSet[] {
  const byRunes = new Map<string, CharacterSet & { readers: number[] }>();
  // Copies of a repeated class share one array: build its key only once.
  const keys = new Map<ArrayLike<number>, string>();
  inst.forEach((instruction, i) => {
    if (operations[i] !== "char") return;
    const { runes, arg } = instruction;
    const written = keys.get(runes) ?? Array.from(runes).join(",");
    keys.set(runes, written);
    // `arg` says whether a single character stands for all its letter cases.
    const key = `${arg}:${written}`;
    const known = byRunes.get(key);
    if (known) known.readers.push(i);
    else {
      const accepts = (c: number) => instruction.matchRune(c);
      byRunes.set(key, { accepts, readers: [i], bounds: boundsOf(runes) });
    }
  });
  return [...byRunes.values()];
}

/** The first character of each range and the one after its last; of a single character also those of its other case. */
function boundsOf(runes: ArrayLike<number>): number[] {
  const [only = 0] = Array.from(runes);
  if (runes.length > 1) return Array.from(runes, (rune, i) => (i % 2 === 0 ? rune : rune + 1));
  const letter = String.fromCodePoint(only);
  return [letter, letter.toLowerCase(), letter.toUpperCase()].flatMap((one) => {
    const codePoint = one.codePointAt(0) ?? only;
    return [codePoint, codePoint + 1];
  });
}

/** Whether instruction `at` can be passed between neighbours of these kinds without reading a character. */
export function isPassable(program: Program, at: number, before: number, after: number): boolean {
  const operation = program.operations[at];
  if (operation === "assert") return isMet(program.arg[at] as number, before, after);
  return operation === "fork" || operation === "skip";
}

/**
 * Whether an assertion's `condition` holds between neighbours of kinds `before` and `after`. Bits as
 * in Go's regexp/syntax.EmptyOp: 1 line begins, 2 line ends, 4 text begins, 8 text ends, 16 word
 * boundary (ASCII words, as in RE2), 32 none.
 */
function isMet(condition: number, before: number, after: number): boolean {
  const isBoundary = (before === KIND.word) !== (after === KIND.word);
  let met = isBoundary ? 16 : 32;
  if (before === KIND.none) met |= 1 | 4;
  if (before === KIND.newline) met |= 1;
  if (after === KIND.none) met |= 2 | 8;
  if (after === KIND.newline) met |= 2;
  return (condition & ~met) === 0;
}

/** Whether a path through the program reads no character, assuming that assertions hold. */
export function matchesEmpty(program: Program): boolean {
  const reached = new Set([program.start]);
  for (const at of reached) {
    const operation = program.operations[at];
    if (operation === "match") return true;
    if (operation === "char" || operation === "fail") continue;
    reached.add(program.next[at] ?? 0);
    if (operation === "fork") reached.add(program.arg[at] ?? 0);
  }
  return false;
}

/** Characters that the same instructions read and that are neighbours of the same kind. */
export interface CharacterClass {
  /** Position among the classes of its program. */
  readonly id: number;
  /** Instructions that read it, by index. */
  readonly readers: Int32Array;
  /** One of `KIND`; always `none` in a program without assertions, which cannot tell. */
  readonly kind: number;
}

/** Most code points with a cached class: a bound on memory, even for texts in all scripts. */
const MAX_KNOWN = 65_536;

/**
 * Returns a lookup for the class of a code point in `program`. A class is computed when a text first has the character, so a
 * pattern pays only for the characters it meets.
 */
export function classifier(program: Program): (codePoint: number) => CharacterClass {
  const known = new Map<number, CharacterClass>();
  const bySets = new Map<string, CharacterClass>();

  const classify = (codePoint: number): CharacterClass => {
    const kind = program.hasAssertions ? kindOf(codePoint) : KIND.none;
    const sets = program.sets.filter(({ accepts }) => accepts(codePoint));
    const readers = sets.flatMap((set) => set.readers);
    const key = `${kind}:${readers.join(",")}`;
    const same = bySets.get(key) ?? { id: bySets.size, readers: Int32Array.from(readers), kind };
    bySets.set(key, same);
    return same;
  };

  return (codePoint) => {
    let found = known.get(codePoint);
    if (found === undefined) {
      found = classify(codePoint);
      if (known.size === MAX_KNOWN) known.clear();
      known.set(codePoint, found);
    }
    return found;
  };
}

/** Most characters times sets that `classesOf` compares. */
const MAX_COMPARED = 1 << 17;

/** All classes that a text can have; null where there are too many characters to classify. */
export function classesOf(
  program: Program,
  classOf: (codePoint: number) => CharacterClass,
): CharacterClass[] | null {
  const kinds = [0, ..."\n\va`"].map((one) => (typeof one === "number" ? one : one.charCodeAt(0)));
  const bounds = new Set([...kinds, ...program.sets.flatMap((set) => set.bounds)]);
  if (bounds.size * program.sets.length > MAX_COMPARED) return null;
  const classes = new Set<CharacterClass>();
  for (const bound of bounds) if (bound <= MAX_CODE_POINT) classes.add(classOf(bound));
  return [...classes];
}

const MAX_CODE_POINT = 0x10ffff;

/** Newline and word as RE2 defines them: "\n", and ASCII letters, digits and the underscore. */
function kindOf(codePoint: number): number {
  if (codePoint === 10) return KIND.newline;
  return codePoint < 128 && /\w/.test(String.fromCharCode(codePoint)) ? KIND.word : KIND.other;
}
