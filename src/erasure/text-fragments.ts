// Finds the fragments of a stored text that may match a search: the whole text, its parts between word edges, and its
// numbers. The cost per fragment does not depend on the number of sought texts: these are told apart by a checksum of
// their heads. Pure.
import { Checksums, headLength } from "./checksums.ts";
import { digitsForm, digitsOf, normalForm } from "./normal-form.ts";
import type { SearchForm } from "./search.ts";

/** A fragment of a stored text for which a digest should be made. */
export interface TextFragment {
  readonly of: SearchForm["of"];
  readonly text: string;
  readonly isWhole: boolean;
}

/** Minimum length of a part, in UTF-16 units: single letters occur in every text. */
const MIN_PART = 2;
/** Longer numbers identify nobody; bounds the work on a text full of digits. */
const MAX_DIGITS = 64;
/** Comparisons between two pauses for other requests: a few milliseconds. */
const STEPS_PER_TURN = 50_000;
/** Groups of digits with up to three separators between them, the way numbers are written. */
const NUMBER = /\p{Nd}+(?:[\s.\-/()+\u2010-\u2015]{1,3}\p{Nd}+)*/gu;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Finds fragments that may match one of several sought forms. */
export class FragmentFinder {
  /** Sought texts by the length of their head, and by its checksum. */
  readonly #byHead = new Map<number, Map<number, SearchForm[]>>();
  /** Hints (length and checksum) of sought texts, and of sought digits. */
  readonly #texts = new Set<number>();
  readonly #digits = new Set<number>();
  #shortest = Number.POSITIVE_INFINITY;

  constructor(forms: readonly SearchForm[]) {
    for (const form of forms) {
      const { of, length, checksum, head } = form;
      (of === "text" ? this.#texts : this.#digits).add(hintOf(length, checksum));
      if (of === "digits" || length < MIN_PART) continue;
      this.#shortest = Math.min(this.#shortest, length);
      const ofLength = this.#byHead.get(headLength(length)) ?? new Map<number, SearchForm[]>();
      this.#byHead.set(headLength(length), ofLength);
      ofLength.set(head, [...(ofLength.get(head) ?? []), form]);
    }
  }

  /**
   * Fragments of a text that may match, the whole text first. Yields null now and then, so that the caller can pause
   * for other requests: sought texts with long common heads are costly to tell apart.
   */
  *fragmentsIn(text: string): Generator<TextFragment | null> {
    const normal = normalForm(text);
    const sums = new Checksums(normal);
    const { length } = normal;
    if (this.#texts.has(hintOf(length, sums.of(0, length)))) {
      yield { of: "text", text: normal, isWhole: true };
    }
    const digits = this.#digits.size > 0 ? digitsForm(normal) : null;
    if (digits !== null && this.#hasDigits(digits)) {
      yield { of: "digits", text: digits, isWhole: true };
    }
    if (length > this.#shortest) yield* this.#parts(normal, sums);
    if (this.#digits.size > 0) yield* this.#numbers(normal, digits);
  }

  *#parts(text: string, sums: Checksums): Generator<TextFragment | null> {
    const isEdge = wordEdges(text);
    const heads = [...this.#byHead];
    let steps = 0;
    for (let start = 0; start < text.length; start++) {
      if (isEdge[start] === 0) continue;
      for (const [headUnits, byChecksum] of heads) {
        const forms = byChecksum.get(sums.of(start, start + headUnits)) ?? [];
        steps += 1 + forms.length;
        if (steps > STEPS_PER_TURN) {
          steps = 0;
          yield null;
        }
        for (const { length, checksum } of forms) {
          const end = start + length;
          const isPart = length < text.length && isEdge[end] === 1;
          if (isPart && sums.of(start, end) === checksum) yield partOf(text, start, end);
        }
      }
    }
  }

  *#numbers(text: string, whole: string | null): Generator<TextFragment> {
    for (const [number] of text.matchAll(NUMBER)) {
      const groups = number.split(/[^\p{Nd}]+/u).map(digitsOf);
      const digits = groups.join("");
      const sums = new Checksums(digits);
      let start = 0;
      for (const [from, first] of groups.entries()) {
        let end = start;
        for (let to = from; to < groups.length && end - start < MAX_DIGITS; to++) {
          end += groups[to]?.length ?? 0;
          if (!this.#digits.has(hintOf(end - start, sums.of(start, end)))) continue;
          const fragment = digits.slice(start, end);
          if (fragment !== whole) yield { of: "digits", text: fragment, isWhole: false };
        }
        start += first.length;
      }
    }
  }

  #hasDigits(digits: string): boolean {
    return this.#digits.has(hintOf(digits.length, new Checksums(digits).of(0, digits.length)));
  }
}

function partOf(text: string, start: number, end: number): TextFragment {
  return { of: "text", text: text.slice(start, end), isWhole: false };
}

function hintOf(length: number, checksum: number): number {
  return length * 2 ** 16 + checksum;
}

/** 1 at offsets that split no word; includes both ends of the text. */
function wordEdges(text: string): Uint8Array {
  const isEdge = new Uint8Array(text.length + 1);
  let wasJoined = false;
  let at = 0;
  for (const char of text) {
    const joins = joinsWords(char);
    if (!(wasJoined && joins)) isEdge[at] = 1;
    wasJoined = joins;
    at += char.length;
  }
  isEdge[text.length] = 1;
  return isEdge;
}

/** Whether a character is a letter, mark or digit that joins into words; not so in scripts without spaces. */
function joinsWords(char: string): boolean {
  return WORD_CHARACTER.test(char) && !SPACELESS.test(char);
}
