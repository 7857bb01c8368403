// Finds tokens between a prefix and a suffix that are no tags, such as "{Person " and "}", exactly as they
// are written. One pass over the text, however many pairs a namespace has had. Pure.
import type { Wrapper } from "../core/policy.ts";

/** A stretch of text; offsets are UTF-16 units, end exclusive. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A prefix, what stands behind it, and the suffix. */
export interface PairSpan extends Stretch {
  /** What stands between them: not empty. */
  readonly content: string;
}

/** Pairs to look for. */
export interface WrapperPairs {
  /**
   * Every innermost pair of a part of a text, in order: a prefix that begins later starts anew, and the first
   * suffix that belongs to it ends it. Content is at most `maxContent` units long.
   */
  find(text: string, from: number, until: number, maxContent: number): PairSpan[];
  /** Every prefix and suffix, paired or not; those that overlap or touch as one stretch. */
  parts(text: string): Stretch[];
}

/** Lengths at which a walk along the text asks whether any part begins like this. */
const CHECKED_LENGTHS: readonly number[] = [2, 4, 8, 16, 32];

/** Pairs of the wrappers; null when there are none. */
export function wrapperPairs(wrappers: readonly Wrapper[]): WrapperPairs | null {
  if (wrappers.length === 0) return null;
  const prefixes = new PartIndex(wrappers.map(({ prefix }) => prefix));
  const suffixes = new PartIndex(wrappers.map(({ suffix }) => suffix));
  const pairs = new Set(wrappers.map(({ prefix, suffix }) => pairKey(prefix, suffix)));
  const find: WrapperPairs["find"] = (text, from, until, maxContent) => {
    const found: PairSpan[] = [];
    let open: { start: number; end: number; prefix: string } | null = null;
    for (let at = from; at < until; at++) {
      if (open !== null && at > open.end) {
        const { start, end, prefix } = open;
        const suffix = suffixes.at(text, at, until).find((one) => pairs.has(pairKey(prefix, one)));
        if (suffix !== undefined) {
          const content = text.slice(end, at);
          at += suffix.length;
          if (content.length <= maxContent) found.push({ start, end: at, content });
          open = null;
          at--;
          continue;
        }
      }
      const [prefix] = prefixes.at(text, at, until);
      if (prefix !== undefined) open = { start: at, end: at + prefix.length, prefix };
    }
    return found;
  };
  const parts: WrapperPairs["parts"] = (text) => {
    const merged: { start: number; end: number }[] = [];
    for (let at = 0; at < text.length; at++) {
      const [prefix = ""] = prefixes.at(text, at, text.length);
      const [suffix = ""] = suffixes.at(text, at, text.length);
      const length = Math.max(prefix.length, suffix.length);
      if (length === 0) continue;
      const last = merged.at(-1);
      if (last !== undefined && at <= last.end) last.end = Math.max(last.end, at + length);
      else merged.push({ start: at, end: at + length });
    }
    return merged;
  };
  return { find, parts };
}

/** No prefix or suffix holds a control character. */
function pairKey(prefix: string, suffix: string): string {
  return `${prefix}\0${suffix}`;
}

/**
 * Texts that may begin anywhere in another. A walk along the text ends as soon as none begins like it, and
 * after the longest one at the latest, so the cost does not grow with their number.
 */
class PartIndex {
  readonly #firstCodes: ReadonlySet<number>;
  readonly #parts: ReadonlySet<string>;
  /** Hashes of whole parts, and of their beginnings of the lengths that are checked. */
  readonly #hashes = new Set<number>();
  readonly #beginnings = new Set<number>();
  readonly #maxLength: number;

  constructor(parts: readonly string[]) {
    this.#parts = new Set(parts);
    this.#firstCodes = new Set(parts.map((part) => part.charCodeAt(0)));
    let maxLength = 0;
    for (const part of this.#parts) {
      let hash = 0;
      for (let i = 0; i < part.length; i++) {
        hash = hashed(hash, part.charCodeAt(i));
        if (CHECKED_LENGTHS.includes(i + 1)) this.#beginnings.add(hash);
      }
      this.#hashes.add(hash);
      maxLength = Math.max(maxLength, part.length);
    }
    this.#maxLength = maxLength;
  }

  /** Parts that stand at an offset and end before `until`, the longest first. */
  at(text: string, at: number, until: number): readonly string[] {
    if (!this.#firstCodes.has(text.charCodeAt(at))) return NONE;
    const found: string[] = [];
    const end = Math.min(until, at + this.#maxLength);
    let hash = 0;
    for (let i = at; i < end; i++) {
      hash = hashed(hash, text.charCodeAt(i));
      if (this.#hashes.has(hash)) {
        const part = text.slice(at, i + 1);
        if (this.#parts.has(part)) found.unshift(part);
      }
      const length = i - at + 1;
      if (CHECKED_LENGTHS.includes(length) && !this.#beginnings.has(hash)) break;
    }
    return found;
  }
}

const NONE: readonly string[] = [];

/** A polynomial hash; one that fits by accident costs a comparison and nothing else. */
function hashed(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}
