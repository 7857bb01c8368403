// Finds the entries of a list as whole words, in one pass over the text. The list is sorted once and searched by bisection
// wherever the text has the first word of an entry. That needs no memory beyond the entries, and costs the same for any of
// them: a trie of 10,000 entries of 256 characters would not fit. Folding letter case keeps a text's length, so offsets in
// the folded text hold in the text.

import { costOfLetters, type Steps } from "../../core/steps.ts";
import { codePointBefore, isForeignWord, isWordUnit } from "../text/chars.ts";

/** One entry found in a text. */
export interface FoundWord {
  /** First UTF-16 code unit. */
  readonly start: number;
  /** One past the last UTF-16 code unit. */
  readonly end: number;
  /** Index in the list; of equal entries the first. */
  readonly entry: number;
}

/** Finds a fixed list of entries in texts. */
export interface WordFinder {
  /** Most that 64 KiB of text cost, in the unit of core/steps.ts. */
  readonly cost: number;
  /** Every entry in `text`, sorted, without overlap: the leftmost, and of these the longest. */
  steps(text: string): Steps<FoundWord[]>;
}

interface Entry {
  /** Folded, unless letter case counts. */
  readonly written: string;
  readonly index: number;
  /** The longest other entry that this one begins with. */
  readonly parent: Entry | null;
  readonly endsWithWord: boolean;
}

/**
 * Returns a finder of `entries`; empty ones are ignored. Where an entry begins or ends with a letter, mark or number
 * (Unicode L, M, N), its neighbour in the text must not be one; any other edge may have any neighbour. `matchCase: false`
 * compares as `foldUnit` does; nothing else is normalized, neither blanks nor composed and decomposed letters.
 *
 * Cost: construction sorts the list; finding is linear in the text. Bisection where an entry may begin takes at most 14
 * comparisons for 10,000 entries, each no longer than an entry.
 */
export function wordFinder(
  entries: readonly string[],
  options: { readonly matchCase: boolean },
): WordFinder {
  const fold = (text: string) => (options.matchCase ? text : foldText(text));
  const sorted = sortedEntries(entries.map(fold));
  const starts = new Set(sorted.map(({ written }) => written.slice(0, firstEnd(written, 0))));
  const cost = costOfList(entries);
  function* steps(text: string): Steps<FoundWord[]> {
    return sorted.length === 0 ? [] : yield* findAll(text, fold(text), sorted, starts, cost);
  }
  return { cost, steps };
}

/**
 * Letters of the longest entry times bisections that cost one unit: each comparison may read a whole entry. 128 entries of
 * 256 letters took 225 ms, 10,000 of 256 took 200 ms.
 */
const COMPARED_PER_UNIT = 8;
/** Least cost of a list: looking at each letter. */
const MIN_OF_LIST = 2;

function costOfList(entries: readonly string[]): number {
  if (entries.length === 0) return 0;
  const longest = entries.reduce((length, entry) => Math.max(length, entry.length), 0);
  const halvings = Math.ceil(Math.log2(entries.length + 1));
  return MIN_OF_LIST + Math.ceil((longest * halvings) / COMPARED_PER_UNIT);
}

/** The entries sorted by code units, without duplicates. */
function sortedEntries(written: readonly string[]): Entry[] {
  const textOf = (index: number) => written[index] as string;
  const order = written
    .map((_, index) => index)
    .filter((index) => textOf(index) !== "")
    .sort((a, b) => compare(textOf(a), textOf(b)) || a - b);
  const sorted: Entry[] = [];
  // The last entry, and those it begins with.
  const open: Entry[] = [];
  for (const index of order) {
    const text = textOf(index);
    if (sorted.at(-1)?.written === text) continue;
    while (open.length > 0 && !text.startsWith(open.at(-1)?.written as string)) open.pop();
    const endsWithWord = isWordBefore(text, text.length);
    const entry = { written: text, index, parent: open.at(-1) ?? null, endsWithWord };
    sorted.push(entry);
    open.push(entry);
  }
  return sorted;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Code units read in one step. */
const STEP_LETTERS = 4_096;

function* findAll(
  text: string,
  folded: string,
  sorted: readonly Entry[],
  starts: ReadonlySet<string>,
  cost: number,
): Steps<FoundWord[]> {
  const found: FoundWord[] = [];
  let at = 0;
  let pause = STEP_LETTERS;
  while (at < text.length) {
    if (at >= pause) {
      yield costOfLetters(STEP_LETTERS, cost);
      pause = at + STEP_LETTERS;
    }
    const next = firstEnd(text, at);
    const entry = starts.has(folded.slice(at, next)) ? longestAt(text, folded, at, sorted) : null;
    if (entry === null) {
      at = next;
    } else {
      const end = at + entry.written.length;
      found.push({ start: at, end, entry: entry.index });
      at = end;
    }
  }
  return found;
}

/** The longest entry at `at` that ends where it may end. */
function longestAt(
  text: string,
  folded: string,
  at: number,
  sorted: readonly Entry[],
): Entry | null {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { written } = sorted[middle] as Entry;
    if (written <= folded.slice(at, at + written.length)) low = middle + 1;
    else high = middle;
  }
  // The last entry that does not sort after the rest of the text: only it and entries it begins with can be here.
  let entry = sorted[low - 1] ?? null;
  const common = entry === null ? 0 : commonLength(entry.written, folded, at);
  for (; entry !== null; entry = entry.parent) {
    const { length } = entry.written;
    if (length <= common && !(entry.endsWithWord && isWordAt(text, at + length))) return entry;
  }
  return null;
}

/** Number of leading code units of `written` that the text has at `at`. */
function commonLength(written: string, text: string, at: number): number {
  let common = 0;
  while (common < written.length && written[common] === text[at + common]) common++;
  return common;
}

/** End of the word that begins at `at`, or of the single other code unit there. */
function firstEnd(text: string, at: number): number {
  if (!isWordAt(text, at)) return at + 1;
  let end = at;
  while (end < text.length && isWordAt(text, end)) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  return end;
}

const UNITS = 0x10000;
const DOTLESS_I = 0x131;
/** Folded unit plus 1; 0: not computed yet. 128 KiB, filled as texts need it. */
const FOLDED = new Uint16Array(UNITS);

/**
 * Folds the letter case of a code unit: the simple folding (C and S) of Unicode's CaseFolding.txt for characters of one
 * unit, so "Σ", "σ" and "ς" are equal, and so are "S" and "ſ". Left as they are: "ß" is not "ss", "İ" and "ı" are not "i",
 * and letters outside the Basic Multilingual Plane (Deseret, Adlam and a few more) keep their case.
 */
export function foldUnit(unit: number): number {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit | 32 : unit;
  const known = FOLDED[unit] ?? 0;
  if (known !== 0) return known - 1;
  const folded = foldForeign(unit);
  FOLDED[unit] = folded + 1;
  return folded;
}

function foldForeign(unit: number): number {
  // U+FFFF is a noncharacter, and unit plus 1 would not fit.
  if (unit === DOTLESS_I || unit === 0xffff || isSurrogate(unit)) return unit;
  const letter = String.fromCharCode(unit);
  const upper = letter.toUpperCase();
  // Via the capital, since several small letters may share one ("σ" and "ς").
  const lower = (upper.length === 1 ? upper : letter).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/** `text` with each code unit folded as `foldUnit` says. */
export function foldText(text: string): string {
  if (!FOREIGN.test(text)) return text.toLowerCase();
  let folded = "";
  for (let from = 0; from < text.length; from += CHUNK) {
    const units: number[] = [];
    const end = Math.min(from + CHUNK, text.length);
    for (let i = from; i < end; i++) units.push(foldUnit(text.charCodeAt(i)));
    folded += String.fromCharCode(...units);
  }
  return folded;
}

/** Anything beyond ASCII. */
const FOREIGN = /[\u0080-\uffff]/;
/** Units converted to a string at a time. */
const CHUNK = 1_024;

/** Whether the character that begins at `at` is a letter, mark or number of any script. */
function isWordAt(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at) ?? 0;
  if (codePoint > 0xffff) return isForeignWord(codePoint);
  return !isSurrogate(codePoint) && isWordUnit(codePoint);
}

/** Whether the character that ends at `end` (exclusive) is a letter, mark or number; false at the text's beginning. */
function isWordBefore(text: string, end: number): boolean {
  return end > 0 && isWordAt(text, end - (codePointBefore(text, end) > 0xffff ? 2 : 1));
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
