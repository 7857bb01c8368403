// The tokens of one conversation, sorted, so that reading a text narrows them down letter by letter. Pure.

import { digitValue } from "../../tokens/cipher/alphabet.ts";
import { viewOf } from "../../tokens/reading/text-view.ts";

// The letters by which tokens are compared, and the ends of words.

/** A character of a view without composition (NFD, Unicode Standard Annex 15). */
export function plainForm(char: string): string {
  return char <= "\u007f" ? char : char.normalize("NFD");
}

const WORD_PART = /^[\p{L}\p{N}\p{M}]$/u;
/** Scripts that write words without blanks between them, or endings directly after a name. */
const UNSPACED =
  /^[\p{scx=Han}\p{scx=Hangul}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]$/u;

/** A letter, digit or combining mark that forms a word with its neighbours. */
export function isWordPart(char: string): boolean {
  if (char <= "\u007f") return digitValue(char.charCodeAt(0)) >= 0;
  return WORD_PART.test(char) && !UNSPACED.test(char);
}

/** A token of a conversation, as masking made it. */
export interface KnownToken {
  readonly token: string;
  readonly value: string;
  /** The wrapper it was written in; both parts empty when it has none. */
  readonly prefix: string;
  readonly suffix: string;
  /** It looks like a person's name, so a model may use one word of it alone. */
  readonly isName?: boolean;
}

interface Meaning {
  readonly value: string;
  /** The key in its original letter case. */
  readonly cased: string;
  /** It looks like a word, so in other letter case it may be an ordinary one. */
  readonly isWord: boolean;
}

/** The keys that begin with the `depth` letters read so far: indexes `from` to `to`, exclusive. */
export interface KeyRange {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

/** Longest text that may be an ordinary word; a text with an id in it has more letters and digits in one piece. */
const MAX_WORD = 11;
const WORD = new RegExp(`^[\\p{L}\\p{M}]{1,${MAX_WORD}}$`, "u");

/** Keys: spellings of tokens without letter case and typography, each run of blanks as one space. */
export class TokenKeys {
  readonly #keys: readonly string[];
  readonly #meanings: ReadonlyMap<string, readonly Meaning[]>;
  readonly #firsts: ReadonlySet<string>;
  /** UTF-16 units of the longest key. */
  readonly longest: number;

  /** `written`: spellings and the values they stand for. */
  constructor(written: Iterable<readonly [written: string, value: string]>) {
    const meanings = new Map<string, Meaning[]>();
    for (const [text, value] of written) {
      // An escape in a text is resolved, so one that a token seems to contain is resolved here as well.
      const cased = [...viewOf(text).text].map(plainForm).join("").replace(/\s+/g, " ");
      const key = cased.toLowerCase();
      const all = meanings.get(key) ?? [];
      const isKnown = all.some((one) => one.value === value && one.cased === cased);
      if (!isKnown) all.push({ value, cased, isWord: WORD.test(cased) });
      meanings.set(key, all);
    }
    meanings.delete("");
    this.#meanings = meanings;
    this.#keys = [...meanings.keys()].sort();
    this.#firsts = new Set(this.#keys.map((key) => key.charAt(0)));
    this.longest = this.#keys.reduce((most, key) => Math.max(most, key.length), 0);
  }

  get all(): KeyRange {
    return { from: 0, to: this.#keys.length, depth: 0 };
  }

  begin(cased: string): boolean {
    return this.#firsts.has(cased.toLowerCase().charAt(0));
  }

  /** The keys of a range that continue with these letters; null: none. */
  narrowed({ from, to, depth }: KeyRange, cased: string): KeyRange | null {
    const letters = cased.toLowerCase();
    let range = { from, to, depth };
    for (let i = 0; i < letters.length; i++) {
      const code = letters.charCodeAt(i);
      const first = this.#firstFrom(range, code);
      const last = this.#firstFrom({ ...range, from: first }, code + 1);
      if (first === last) return null;
      range = { from: first, to: last, depth: range.depth + 1 };
    }
    return range;
  }

  /** Index of the first key of a range whose next letter has at least this code. */
  #firstFrom({ from, to, depth }: KeyRange, code: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      const next = this.#keys[middle]?.charCodeAt(depth) ?? -1;
      // -1 where a key ends (NaN there): less than any code.
      if (next >= code) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  ends({ from, depth }: KeyRange): boolean {
    return this.#keys[from]?.length === depth;
  }

  goesOn({ to, depth }: KeyRange): boolean {
    return (this.#keys[to - 1]?.length ?? 0) > depth;
  }

  /** Whether software may break a line here although the key has no blank: after a hyphen, or inside a long piece. */
  mayBreak({ to, depth }: KeyRange): boolean {
    const key = this.#keys[to - 1] ?? "";
    const [before = ""] = /[0-9a-z]*$/.exec(key.slice(Math.max(0, depth - MAX_WORD), depth)) ?? [];
    const [after = ""] = /^[0-9a-z]*/.exec(key.slice(depth, depth + MAX_WORD)) ?? [];
    const isInside = before !== "" && after !== "";
    return key.charAt(depth - 1) === "-" || (isInside && before.length + after.length > MAX_WORD);
  }

  /** The value of the key that ends here, for this spelling; null when it is ambiguous or an ordinary word. */
  valueOf({ from }: KeyRange, cased: string): string | null {
    const all = this.#meanings.get(this.#keys[from] ?? "") ?? [];
    const same = all.filter((one) => one.cased === cased);
    const fitting = same.length > 0 ? same : all.filter((one) => isSpeltAs(one, cased));
    const values = new Set(fitting.map(({ value }) => value));
    return values.size === 1 ? (fitting[0]?.value ?? null) : null;
  }
}

/** Whether a key may be spelt so in other letter case: in any case; one that looks like a word only in capitals. */
function isSpeltAs({ cased, isWord }: Meaning, spelt: string): boolean {
  return !isWord || cased.toUpperCase() === spelt;
}
