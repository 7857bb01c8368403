// Finds tokens between a prefix and a suffix that are not tags, such as "{Person " and "}", exactly as written. One pass
// over the text, however many pairs a namespace has had. Pure.
import type { Wrapper } from "../../core/policy.ts";

/** A range of text; offsets are UTF-16 units, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A prefix, the content after it, and the suffix. */
interface PairSpan extends TextRange {
  /** The text between prefix and suffix; not empty. */
  readonly content: string;
  /** The contents after shorter prefixes with which this prefix begins. */
  readonly longer: readonly string[];
}

/** Finds pairs of wrappers. */
export interface WrapperPairs {
  /**
   * All innermost pairs in a part of a text, in order: a later prefix replaces an earlier one, the longest prefix at a place
   * counts, and the first suffix that belongs to it ends the pair. Content has at most `maxContent` units.
   */
  find(text: string, from: number, until: number, maxContent: number): PairSpan[];
  /** Whether a prefix still lacks its suffix at the end of a text (`wrapper`), or may itself be cut off there (`inside`). */
  openEnd(text: string): { wrapper: boolean; inside: boolean };
  /** All prefixes and suffixes, paired or not, by start; the longest at each place. */
  parts(text: string): TextRange[];
}

/** Whether PartIndex checks, at this length (2, 4, 8 and so on), if any part begins with the text read so far. */
function isChecked(length: number): boolean {
  return (length & (length - 1)) === 0;
}

/** The pairs of these wrappers; null when there are none. */
export function wrapperPairs(wrappers: readonly Wrapper[]): WrapperPairs | null {
  if (wrappers.length === 0) return null;
  const prefixes = new PartIndex(wrappers.map(({ prefix }) => prefix));
  const suffixes = new PartIndex(wrappers.map(({ suffix }) => suffix));
  const pairs = new Set(wrappers.map(({ prefix, suffix }) => pairKey(prefix, suffix)));
  const closedAt = (
    text: string,
    at: number,
    until: number,
    open: { start: number; prefixes: readonly string[] },
  ): PairSpan | null => {
    for (const suffix of suffixes.at(text, at, until)) {
      const [content, ...longer] = open.prefixes
        .filter((prefix) => pairs.has(pairKey(prefix, suffix)))
        .map((prefix) => text.slice(open.start + prefix.length, at))
        .filter((one) => one !== "");
      if (content === undefined) continue;
      return { start: open.start, end: at + suffix.length, content, longer };
    }
    return null;
  };
  const scan = (text: string, from: number, until: number, maxContent: number) => {
    const found: PairSpan[] = [];
    let open: { start: number; prefixes: readonly string[] } | null = null;
    for (let at = from; at < until; at++) {
      const closed = open === null ? null : closedAt(text, at, until, open);
      if (open !== null && closed !== null) {
        if (closed.content.length <= maxContent) found.push(closed);
        open = null;
        at = closed.end - 1;
        continue;
      }
      const begun = prefixes.at(text, at, until);
      if (begun.length > 0) open = { start: at, prefixes: begun };
    }
    return { found, isOpen: open !== null };
  };
  const find: WrapperPairs["find"] = (...given) => scan(...given).found;
  const openEnd: WrapperPairs["openEnd"] = (text) => ({
    wrapper: scan(text, 0, text.length, text.length).isOpen,
    inside: prefixes.mayGoOn(text),
  });
  const parts: WrapperPairs["parts"] = (text) => {
    const found: TextRange[] = [];
    for (let at = 0; at < text.length; at++) {
      const [prefix = ""] = prefixes.at(text, at, text.length);
      const [suffix = ""] = suffixes.at(text, at, text.length);
      const length = Math.max(prefix.length, suffix.length);
      if (length > 0) found.push({ start: at, end: at + length });
    }
    return found;
  };
  return { find, openEnd, parts };
}

/** The separator is safe: no prefix or suffix contains a control character. */
function pairKey(prefix: string, suffix: string): string {
  return `${prefix}\0${suffix}`;
}

/**
 * Finds parts at any offset of a text. Reading stops as soon as no part begins with the text read so far, and at the length
 * of the longest part at the latest, so the cost does not grow with the number of parts.
 */
class PartIndex {
  readonly #firstCodes: ReadonlySet<number>;
  readonly #parts: ReadonlySet<string>;
  /** Hashes of whole parts, and of their first characters at the lengths that are checked. */
  readonly #hashes = new Set<number>();
  readonly #beginnings = new Set<number>();
  readonly #maxLength: number;
  /** 1 at each length that a part has. */
  readonly #lengths: Uint8Array;

  constructor(parts: readonly string[]) {
    this.#parts = new Set(parts);
    this.#firstCodes = new Set(parts.map((part) => part.charCodeAt(0)));
    let maxLength = 0;
    for (const part of this.#parts) {
      let hash = 0;
      for (let i = 0; i < part.length; i++) {
        hash = hashed(hash, part.charCodeAt(i));
        if (isChecked(i + 1)) this.#beginnings.add(hash);
      }
      this.#hashes.add(hash);
      maxLength = Math.max(maxLength, part.length);
    }
    this.#maxLength = maxLength;
    this.#lengths = new Uint8Array(maxLength + 1);
    for (const part of this.#parts) this.#lengths[part.length] = 1;
  }

  /** Whether a part may begin near the end of a text and continue after it. */
  mayGoOn(text: string): boolean {
    for (let at = Math.max(0, text.length - this.#maxLength); at < text.length; at++) {
      if (!this.#firstCodes.has(text.charCodeAt(at))) continue;
      const begun = text.slice(at);
      for (const part of this.#parts) if (part.startsWith(begun)) return true;
    }
    return false;
  }

  /** Parts at an offset that end no later than `until`, longest first. */
  at(text: string, at: number, until: number): readonly string[] {
    if (!this.#firstCodes.has(text.charCodeAt(at))) return NONE;
    const found: string[] = [];
    const end = Math.min(until, at + this.#maxLength);
    let hash = 0;
    for (let i = at; i < end; i++) {
      hash = hashed(hash, text.charCodeAt(i));
      const length = i - at + 1;
      if (this.#lengths[length] === 1 && this.#hashes.has(hash)) {
        const part = text.slice(at, i + 1);
        if (this.#parts.has(part)) found.unshift(part);
      }
      if (isChecked(length) && !this.#beginnings.has(hash)) break;
    }
    return found;
  }
}

const NONE: readonly string[] = [];

/** A polynomial hash; a collision only costs a comparison. */
function hashed(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}
