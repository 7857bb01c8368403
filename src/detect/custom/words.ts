// Finds the entries of a list as whole words, in one pass over the text. The list is sorted once; at
// a place where a word begins, a bit says whether any entry begins with this word, and only then the
// list is searched by halving. That builds an order of magnitude faster than an automaton over the
// entries, and needs no memory beyond the entries themselves.

import { foldText, foldUnit, isWordAt, isWordBefore } from "./fold.ts";

/** One entry found in a text. */
export interface FoundWord {
  /** First UTF-16 code unit. */
  readonly start: number;
  /** One past the last UTF-16 code unit. */
  readonly end: number;
  /** Index in the list; of the first one if several are the same. */
  readonly entry: number;
}

/** Finds a fixed list of entries in texts. */
export interface WordFinder {
  /** Every entry in `text`, sorted, without overlap: the leftmost, and of these the longest. */
  find(text: string): FoundWord[];
}

/** The entries in code-unit order, and what the search needs beside them. */
interface SortedList {
  /** Folded code units of all entries, one after another. */
  readonly units: Uint16Array;
  /** Where each entry begins in `units`; one more than there are entries. */
  readonly offsets: Int32Array;
  /** Index in the given list. */
  readonly entries: Int32Array;
  /** The longest entry that is a beginning of this one, -1: none. */
  readonly parents: Int32Array;
  /** 1: the entry ends with a word character. */
  readonly endsWord: Uint8Array;
  /** Bit per hash of the word or the single other character that an entry begins with. */
  readonly starts: Uint32Array;
}

const START_BITS = 1 << 17;

/**
 * A finder of `entries` (empty ones are passed over). An entry's edge that is a letter, mark or
 * number (Unicode L, M, N) must not have another one beside it in the text; an edge that is anything
 * else may have any neighbour. `matchCase: false` compares as `foldUnit` (fold.ts) says; nothing else
 * is made equal, neither blanks nor composed and decomposed letters.
 *
 * Cost: building sorts the list; finding is linear in the text. Where an entry might begin, the list is
 * searched by halving: for 10,000 entries at most 14 comparisons, each no longer than an entry.
 */
export function wordFinder(
  entries: readonly string[],
  options: { readonly matchCase: boolean },
): WordFinder {
  const list = sortedList(entries, options.matchCase);
  return {
    find: (text) => (list.entries.length === 0 ? [] : findAll(text, list, options.matchCase)),
  };
}

function sortedList(entries: readonly string[], matchCase: boolean): SortedList {
  const folded = matchCase ? entries : entries.map(foldText);
  const order = folded.map((_, i) => i).filter((i) => folded[i] !== "");
  const textOf = (i: number | undefined) => folded[i ?? -1] ?? "";
  order.sort((a, b) => compare(textOf(a), textOf(b)) || a - b);
  const unique = order.filter((entry, i) => i === 0 || textOf(entry) !== textOf(order[i - 1]));
  const offsets = new Int32Array(unique.length + 1);
  unique.forEach((entry, i) => {
    offsets[i + 1] = (offsets[i] ?? 0) + textOf(entry).length;
  });
  const units = new Uint16Array(offsets[unique.length] ?? 0);
  const parents = new Int32Array(unique.length);
  const endsWord = new Uint8Array(unique.length);
  const starts = new Uint32Array(START_BITS / 32);
  // Entries that are beginnings of each other, longest last: in sorted order they lie on one stack.
  const open: number[] = [];
  unique.forEach((entry, i) => {
    const text = textOf(entry);
    for (let k = 0; k < text.length; k++) units[(offsets[i] ?? 0) + k] = text.charCodeAt(k);
    while (open.length > 0 && !text.startsWith(textOf(unique[open.at(-1) ?? -1]))) open.pop();
    parents[i] = open.at(-1) ?? -1;
    open.push(i);
    endsWord[i] = isWordBefore(text, text.length) ? 1 : 0;
    const hash = isWordAt(text, 0)
      ? hashUnits(units, offsets[i] ?? 0, (offsets[i] ?? 0) + wordEnd(text, 0))
      : hashOther(text.charCodeAt(0));
    starts[hash >>> 5] = (starts[hash >>> 5] ?? 0) | (1 << (hash & 31));
  });
  return { units, offsets, entries: Int32Array.from(unique), parents, endsWord, starts };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function findAll(text: string, list: SortedList, matchCase: boolean): FoundWord[] {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    units[i] = matchCase ? unit : foldUnit(unit);
  }
  const found: FoundWord[] = [];
  let at = 0;
  while (at < text.length) {
    const isWord = isWordAt(text, at);
    const next = isWord ? wordEnd(text, at) : at + 1;
    const hash = isWord ? hashUnits(units, at, next) : hashOther(units[at] ?? 0);
    const mayBegin = ((list.starts[hash >>> 5] ?? 0) & (1 << (hash & 31))) !== 0;
    const rank = mayBegin ? longestAt(text, units, at, list) : -1;
    if (rank === -1) {
      at = next;
    } else {
      const end = at + lengthOf(list, rank);
      found.push({ start: at, end, entry: list.entries[rank] ?? -1 });
      at = end;
    }
  }
  return found;
}

/** Rank of the longest entry that stands at `at` and ends where it may end, -1: none. */
function longestAt(text: string, units: Uint16Array, at: number, list: SortedList): number {
  let low = 0;
  let high = list.entries.length;
  // How much of the text's beginning the entries at both bounds have; all between have the lesser.
  let lowCommon = 0;
  let highCommon = 0;
  // The last entry that is not behind the text's rest in order; the entries that stand here are it
  // and its beginnings.
  while (low < high) {
    const middle = (low + high) >>> 1;
    const common = commonLength(units, at, list, middle, Math.min(lowCommon, highCommon));
    const isWhole = common === lengthOf(list, middle);
    const order = isWhole
      ? -1
      : (list.units[(list.offsets[middle] ?? 0) + common] ?? 0) - (units[at + common] ?? -1);
    if (order < 0) {
      low = middle + 1;
      lowCommon = common;
    } else {
      high = middle;
      highCommon = common;
    }
  }
  let rank = low - 1;
  while (rank !== -1) {
    const length = lengthOf(list, rank);
    const isHere = length <= lowCommon;
    if (isHere && !(list.endsWord[rank] === 1 && isWordAt(text, at + length))) return rank;
    rank = list.parents[rank] ?? -1;
  }
  return -1;
}

/** How many units entry `rank` has in common with the text's rest from `at`, given that it has `known`. */
function commonLength(
  units: Uint16Array,
  at: number,
  list: SortedList,
  rank: number,
  known: number,
): number {
  const from = list.offsets[rank] ?? 0;
  const most = Math.min(lengthOf(list, rank), units.length - at);
  let common = known;
  while (common < most && units[at + common] === list.units[from + common]) common++;
  return common;
}

function lengthOf(list: SortedList, rank: number): number {
  return (list.offsets[rank + 1] ?? 0) - (list.offsets[rank] ?? 0);
}

/** One past the word that begins at `at`. */
function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isWordAt(text, end)) end += isPairAt(text, end) ? 2 : 1;
  return end;
}

function isPairAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function hashUnits(units: Uint16Array, from: number, to: number): number {
  let hash = 0;
  for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + (units[i] ?? 0)) | 0;
  return (hash ^ (hash >>> 15)) & (START_BITS - 1);
}

function hashOther(unit: number): number {
  return Math.imul(unit + 1, 40_503) & (START_BITS - 1);
}
