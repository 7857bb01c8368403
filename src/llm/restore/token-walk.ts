// A walk along a text from a place where a token may begin, as long as it can be one in whatever disguise. Pure.
import type { Escaping } from "../../tokens/reading/escaping.ts";
import {
  type Glyph,
  glyphAt,
  isBreak,
  isInvisible,
  isMark,
  isSpace,
  isWordPart,
  plainForm,
} from "../../tokens/reading/glyphs.ts";
import { strongerOf } from "../../tokens/reading/tag-reader.ts";
import type { KeyRange, TokenKeys } from "./token-keys.ts";

/** A token that was found. */
export interface Hit {
  /** UTF-16 units from where the walk began. */
  readonly length: number;
  readonly value: string;
  /** How the text is escaped in which it stands. */
  readonly escaping: Escaping;
  /** It ends with a letter or digit. */
  readonly endsWord: boolean;
}

/** A token may take this many times its length, and so many units more, by escapes and marks inside it. */
const DISGUISE_FACTOR = 8;
const DISGUISE = 256;

/** Units of the longest text that may be one of these tokens. */
function longestDisguise(keys: TokenKeys): number {
  return DISGUISE_FACTOR * keys.longest + DISGUISE;
}

/** White space under way: where a key has a blank, or a line was broken inside of one. */
type Blank = "blank" | "break" | null;

/** A walk; it may be taken up again when there is more text. The longest token counts. */
export class TokenWalk {
  readonly #keys: TokenKeys;
  #range: KeyRange;
  /** What was read, in its letter case. */
  #cased = "";
  #escaping: Escaping = "none";
  #blank: Blank = null;
  /** The white space under way has a line break. */
  #isBroken = false;
  /** A hyphen stands where a line may be broken: white space has to follow. */
  #isHyphenated = false;
  /** A token ends here, if no word goes on behind it. */
  #ending: Hit | null = null;
  #length = 0;
  /** The longest token so far. */
  hit: Hit | null = null;

  constructor(keys: TokenKeys) {
    this.#keys = keys;
    this.#range = keys.all;
  }

  /** Walk on. False: more text could change the outcome. */
  goOn(text: string, start: number, isJson: boolean, isWhole: boolean): boolean {
    const longest = longestDisguise(this.#keys);
    while (this.#length < longest) {
      const at = start + this.#length;
      if (at >= text.length && !isWhole) return false;
      const glyph = at < text.length ? glyphAt(text, at, isJson, isWhole) : END;
      if (glyph === null) return false;
      const length = glyph.end - start;
      if (!isInvisible(glyph.text)) {
        this.#confirm(glyph.text);
        const goesOn = glyph !== END && this.#keys.goesOn(this.#range);
        if (!goesOn || !this.#step(glyph, length)) return true;
      }
      this.#length = length;
    }
    return true;
  }

  /** What stands behind a token says whether it was one. */
  #confirm(next: string): void {
    if (this.#ending !== null && !(this.#ending.endsWord && isWordPart(next))) {
      this.hit = this.#ending;
    }
    this.#ending = null;
  }

  #step(glyph: Glyph, length: number): boolean {
    if (isSpace(glyph.text)) return this.#stepBlank(glyph, length);
    if (this.#blank === "break" && !this.#isBroken) return false;
    if (this.#isHyphenated && this.#blank === null) return false;
    const letters = plainForm(glyph.text);
    const narrowed = this.#keys.narrowed(this.#range, letters);
    if (narrowed === null) {
      if (letters === "-" && this.#blank === null && this.#keys.mayBreak(this.#range)) {
        this.#isHyphenated = true;
        return true;
      }
      // A mark of emphasis, or of quoting at the beginning of a line.
      const isQuote = this.#blank !== null && this.#isBroken && glyph.text === ">";
      return isMark(glyph.text) || isQuote;
    }
    this.#blank = null;
    this.#isHyphenated = false;
    this.#take(narrowed, letters, glyph, length);
    return true;
  }

  #stepBlank(glyph: Glyph, length: number): boolean {
    if (this.#blank === null) {
      this.#isBroken = false;
      const narrowed = this.#keys.narrowed(this.#range, " ");
      if (narrowed !== null) this.#take(narrowed, " ", glyph, length);
      else if (!this.#keys.mayBreak(this.#range)) return false;
      this.#blank = narrowed === null ? "break" : "blank";
    }
    this.#isBroken ||= isBreak(glyph.text);
    return true;
  }

  #take(range: KeyRange, letters: string, glyph: Glyph, length: number): void {
    this.#range = range;
    this.#cased += letters;
    this.#escaping = strongerOf(this.#escaping, glyph.escaping);
    const value = this.#keys.ends(range) ? this.#keys.valueOf(range, this.#cased) : null;
    if (value === null) return;
    this.#ending = { length, value, escaping: this.#escaping, endsWord: isWordPart(glyph.text) };
  }
}

const END: Glyph = { end: 0, text: "", escaping: "none" };
