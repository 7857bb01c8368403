// Cuts a text that comes in pieces into parts that can be unmasked each by itself. Pure.
import { MAX_TOKEN_LENGTH } from "../../tokens/reading/tagged.ts";
import type { KnownWrappers } from "../../tokens/reading/wrappers.ts";
import { openEnd } from "../text/unfinished.ts";

/** UTF-16 units that are held at most: the longest token with its tags. A part that is longer is cut there. */
export const MAX_HELD = MAX_TOKEN_LENGTH + 1_024;

/**
 * A text as it comes. Where it is cut follows from the text alone, however it came: before a blank where nothing that unmask
 * would read may go on, the first such place each time; where there is none, behind the last mark of a text without blanks.
 */
export class TextSegments {
  readonly #waitsForTags: boolean;
  #text = "";
  /** Where the next blank is looked for. */
  #from = 1;
  /** A part that could not be cut is looked at again when it is this long: so that a long one costs little. */
  #least = 0;

  /** Without waiting for tags: where single tags are no part of a token. */
  constructor(waitsForTags = true) {
    this.#waitsForTags = waitsForTags;
  }

  /** What waits for more to come. */
  get heldBytes(): number {
    return 2 * this.#text.length;
  }

  /** The parts that are complete with this piece. */
  push(piece: string, wrappers: KnownWrappers): string[] {
    this.#text += piece;
    const segments: string[] = [];
    for (let end = this.#nextEnd(wrappers); end !== null; end = this.#nextEnd(wrappers)) {
      segments.push(this.#text.slice(0, end));
      this.#text = this.#text.slice(end);
      this.#from = 1;
      this.#least = 0;
    }
    return segments;
  }

  /** What is left, where that is nothing but blanks: for who need not have them before the next part. */
  blanks(): string {
    return this.#text.trim() === "" ? this.end() : "";
  }

  /** What is left at the end. */
  end(): string {
    const rest = this.#text;
    this.#text = "";
    this.#from = 1;
    this.#least = 0;
    return rest;
  }

  /** The last parts, of which the first has to have at least so many units more. */
  putBack(segments: readonly string[], missing: number): void {
    const [first = ""] = segments;
    this.#text = segments.join("") + this.#text;
    this.#from = first.length;
    this.#least = Math.min(first.length + missing, MAX_HELD);
  }

  #nextEnd(wrappers: KnownWrappers): number | null {
    BLANK.lastIndex = this.#from;
    for (let at = BLANK.exec(this.#text); at !== null; at = BLANK.exec(this.#text)) {
      const { index } = at;
      if (index > MAX_HELD) break;
      this.#from = index + 1;
      if (index < this.#least || IS_BLANK.test(this.#text.charAt(index - 1))) continue;
      // Whether the line ends here may depend on what is to come.
      const isOpen = index + at[0].length === this.#text.length;
      const next = isOpen ? `${at[0]}\n` : at[0];
      const { wrapper, inside } = openEnd(this.#text.slice(0, index), next, wrappers);
      if (!inside && !(wrapper && this.#waitsForTags)) return index;
      if (isOpen && this.#text.length <= MAX_HELD) {
        this.#from = index;
        return null;
      }
      this.#least = index + (index >> 4);
    }
    if (this.#text.length <= MAX_HELD) {
      this.#from = Math.max(1, this.#text.length);
      return null;
    }
    const mark = this.#lastMark(wrappers);
    if (mark !== null) return mark;
    const isInPair = /[\ud800-\udbff]/.test(this.#text.charAt(MAX_HELD - 1));
    return isInPair ? MAX_HELD - 1 : MAX_HELD;
  }

  /** In a text that has no blank to be cut at; not in its first half, so that a long one costs little. */
  #lastMark(wrappers: KnownWrappers): number | null {
    const from = Math.max(this.#least, MAX_HELD / 2);
    const ends = [...this.#text.slice(0, MAX_HELD).slice(from).matchAll(MARK)];
    for (const { index } of ends.slice(-MOST_TRIES).reverse()) {
      const at = from + index + 1;
      const { wrapper, inside } = openEnd(this.#text.slice(0, at), "", wrappers);
      if (!inside && !(wrapper && this.#waitsForTags)) return at;
    }
    return null;
  }
}

/** Ends of sentences, and commas, of texts without blanks. What stands behind is no blank, and no escape of one. */
const MARK = /[。！？।、，](?=[\p{L}\p{N}<「『（])/gu;
/** Places that are tried, from the last one on. */
const MOST_TRIES = 8;

/** Blanks that somebody sees: a byte order mark in a text parts no words. */
const BLANK = /[^\S\ufeff]+/g;
const IS_BLANK = /[^\S\ufeff]/;

/** Fewer letters and digits carry no id. */
const MIN_LETTERS = /(?:[0-9A-Za-z][^0-9A-Za-z]*){14}/;

/** Whether a part may hold a token, or else is plain text: most are. */
export function mayHoldToken(segment: string, { pairs }: KnownWrappers): boolean {
  return pairs !== null || /[<＜&\\]/.test(segment) || MIN_LETTERS.test(segment);
}
