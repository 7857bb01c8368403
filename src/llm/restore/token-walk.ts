// Follows a text from a place where a token may begin, for as long as it may be a token in some disguise. Pure.
import type { StreamView } from "../../tokens/reading/stream-view.ts";
import { isWordPart, type KeyRange, plainForm, type TokenKeys } from "./token-keys.ts";

/** A token that was found. */
export interface Hit {
  /** UTF-16 units in the view, from the start of the walk. */
  readonly length: number;
  readonly value: string;
  /** Its last character is a letter or digit. */
  readonly endsWord: boolean;
}

/** A disguised token has at most this many times its length, and so many units more, for escapes and marks inside it. */
const DISGUISE_FACTOR = 8;
const DISGUISE = 256;

const MARKS = "*_`~";
const SPACE = /^\s$/;

/** The white space being read: a blank of the key, or a line break where the key has none. */
type Blank = "blank" | "break" | null;

/** A walk along a text; it can resume when more text arrives. The longest token wins. */
export class TokenWalk {
  readonly #keys: TokenKeys;
  #range: KeyRange;
  /** What was read, in its own letter case. */
  #cased = "";
  #blank: Blank = null;
  /** The white space being read contains a line break. */
  #isBroken = false;
  /** A hyphen was read where a line may be broken: white space has to follow. */
  #isHyphenated = false;
  /** A token that ends here, unless its word continues. */
  #ending: Hit | null = null;
  #length = 0;
  /** The longest token so far. */
  hit: Hit | null = null;

  constructor(keys: TokenKeys) {
    this.#keys = keys;
    this.#range = keys.all;
  }

  /** Continues the walk. False: later text could change the outcome. */
  goOn(view: StreamView, start: number, isWhole: boolean): boolean {
    const last = view.rawStart(start) + DISGUISE_FACTOR * this.#keys.longest + DISGUISE;
    for (;;) {
      const at = start + this.#length;
      if (view.rawStart(at) >= last) return true;
      if (at === view.text.length && !isWhole) return false;
      const char = view.charAt(at);
      const goesOnAsWord = isWordPart(char) && !view.isAfterBackslash(at);
      if (this.#ending !== null && !(this.#ending.endsWord && goesOnAsWord))
        this.hit = this.#ending;
      this.#ending = null;
      this.#length += char.length;
      if (char === "" || !this.#keys.goesOn(this.#range) || !this.#step(char)) return true;
    }
  }

  #step(char: string): boolean {
    if (SPACE.test(char)) return this.#stepBlank(char);
    if (this.#blank === "break" && !this.#isBroken) return false;
    if (this.#isHyphenated && this.#blank === null) return false;
    const letters = plainForm(char);
    const narrowed = this.#keys.narrowed(this.#range, letters);
    if (narrowed === null) {
      if (letters === "-" && this.#blank === null && this.#keys.mayBreak(this.#range)) {
        this.#isHyphenated = true;
        return true;
      }
      // A mark of emphasis, or a quote mark at the beginning of a line.
      const isQuote = this.#blank !== null && this.#isBroken && char === ">";
      return MARKS.includes(char) || isQuote;
    }
    this.#blank = null;
    this.#isHyphenated = false;
    this.#take(narrowed, letters, isWordPart(char));
    return true;
  }

  #stepBlank(char: string): boolean {
    if (this.#blank === null) {
      this.#isBroken = false;
      const narrowed = this.#keys.narrowed(this.#range, " ");
      if (narrowed !== null) this.#take(narrowed, " ", false);
      else if (!this.#keys.mayBreak(this.#range)) return false;
      this.#blank = narrowed === null ? "break" : "blank";
    }
    this.#isBroken ||= char === "\n" || char === "\r";
    return true;
  }

  #take(range: KeyRange, letters: string, endsWord: boolean): void {
    this.#range = range;
    this.#cased += letters;
    const value = this.#keys.ends(range) ? this.#keys.valueOf(range, this.#cased) : null;
    if (value !== null) this.#ending = { length: this.#length, value, endsWord };
  }
}
