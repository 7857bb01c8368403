// The tokens of one conversation, in order, so that a walk along a text narrows them down letter by letter. Pure.

import { digitValue } from "../../tokens/cipher/alphabet.ts";
import { viewOf } from "../../tokens/reading/text-view.ts";

// Letters as tokens are compared by them, and where words end.

/** A character of a view without composition (NFD, Unicode Standard Annex 15). */
export function plainForm(char: string): string {
  return char <= "\u007f" ? char : char.normalize("NFD");
}

const WORD_PART = /^[\p{L}\p{N}\p{M}]$/u;
/** Words that are written without blanks between them, or with endings right behind a name. */
const UNSPACED =
  /^[\p{scx=Han}\p{scx=Hangul}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]$/u;

/** A letter, digit or combining mark that belongs to a word with its neighbours. */
export function isWordPart(char: string): boolean {
  if (char <= "\u007f") return digitValue(char.charCodeAt(0)) >= 0;
  return WORD_PART.test(char) && !UNSPACED.test(char);
}

/** A token of a conversation, as masking it gave it. */
export interface KnownToken {
  readonly token: string;
  readonly value: string;
  /** What it was written in; both empty where it stands alone. */
  readonly prefix: string;
  readonly suffix: string;
  /** It looks like a person's name, so that a model may go on with one word of it. */
  readonly isName?: boolean;
}

/** What one key stands for. */
interface Meaning {
  readonly value: string;
  /** The key in its own letter case. */
  readonly cased: string;
  /** It looks like a word: in other letter case it may be one. */
  readonly isWord: boolean;
}

/** Keys that begin with the `depth` letters seen so far: those at `from` and up to `to`, exclusive. */
export interface KeyRange {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

/** Longest text that may be an ordinary word; what carries an id has more letters and digits in one piece. */
const MAX_WORD = 11;
const WORD = new RegExp(`^[\\p{L}\\p{M}]{1,${MAX_WORD}}$`, "u");

/** Keys: what tokens say without letter case, typography, and length of blanks. */
export class TokenKeys {
  readonly #keys: readonly string[];
  readonly #meanings: ReadonlyMap<string, readonly Meaning[]>;
  readonly #firsts: ReadonlySet<string>;
  /** Letters of the longest key. */
  readonly longest: number;

  /** `written`: texts that stand for a value, token by token. */
  constructor(written: Iterable<readonly [written: string, value: string]>) {
    const meanings = new Map<string, Meaning[]>();
    for (const [text, value] of written) {
      // What looks like an escape in a token is read as one in a text, too.
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

  /** All keys. */
  get all(): KeyRange {
    return { from: 0, to: this.#keys.length, depth: 0 };
  }

  /** Whether a key begins with this character. */
  begin(cased: string): boolean {
    return this.#firsts.has(cased.toLowerCase().charAt(0));
  }

  /** The keys of a range that go on with these letters; null: none. */
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

  /** Position of the first key of a range whose next letter has at least this code. */
  #firstFrom({ from, to, depth }: KeyRange, code: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      const next = this.#keys[middle]?.charCodeAt(depth) ?? -1;
      // Not a number where a key ends, which is below all codes.
      if (next >= code) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Whether a key ends here. */
  ends({ from, depth }: KeyRange): boolean {
    return this.#keys[from]?.length === depth;
  }

  /** Whether a key goes on. */
  goesOn({ to, depth }: KeyRange): boolean {
    return (this.#keys[to - 1]?.length ?? 0) > depth;
  }

  /** Whether software that wraps lines may break one here though the key has no blank: in a long piece, behind a hyphen. */
  mayBreak({ to, depth }: KeyRange): boolean {
    const key = this.#keys[to - 1] ?? "";
    const [before = ""] = /[0-9a-z]*$/.exec(key.slice(Math.max(0, depth - MAX_WORD), depth)) ?? [];
    const [behind = ""] = /^[0-9a-z]*/.exec(key.slice(depth, depth + MAX_WORD)) ?? [];
    const isInside = before !== "" && behind !== "";
    return key.charAt(depth - 1) === "-" || (isInside && before.length + behind.length > MAX_WORD);
  }

  /** The value of the key that ends here, as it was spelt; null where several are meant, or an ordinary word. */
  valueOf({ from }: KeyRange, cased: string): string | null {
    const all = this.#meanings.get(this.#keys[from] ?? "") ?? [];
    const same = all.filter((one) => one.cased === cased);
    const fitting = same.length > 0 ? same : all.filter((one) => isSpeltAs(one, cased));
    const values = new Set(fitting.map(({ value }) => value));
    return values.size === 1 ? (fitting[0]?.value ?? null) : null;
  }
}

/** In other letter case than its own: anyhow, but a word only in capitals. */
function isSpeltAs({ cased, isWord }: Meaning, spelt: string): boolean {
  return !isWord || cased.toUpperCase() === spelt;
}
