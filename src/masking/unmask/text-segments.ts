// Cuts a text that arrives in pieces into parts that can be unmasked separately. Pure.
import { MAX_TOKEN_LENGTH } from "../../tokens/reading/tagged.ts";
import type { KnownWrappers } from "../../tokens/reading/wrappers.ts";
import { openEnd } from "../text/unfinished.ts";

/** Most UTF-16 units that are held back: the longest token with its tags. Longer parts are cut there. */
export const MAX_BUFFERED = MAX_TOKEN_LENGTH + 1_024;

/**
 * A text that arrives in pieces. Its cuts depend on the text alone, not on the pieces: each is before the first blank where
 * nothing that unmask would read may continue; without such a blank, after the last mark (see MARK) of a script without any.
 */
export class TextSegments {
  readonly #waitsForTags: boolean;
  #text = "";
  /** Where the search for the next blank starts. */
  #from = 1;
  /** A part that could not be cut is tried again only at this length: so a long one costs little. */
  #least = 0;

  /** `waitsForTags`: false where a single tag is never part of a token. */
  constructor(waitsForTags = true) {
    this.#waitsForTags = waitsForTags;
  }

  /** Bytes of text held back. */
  get bufferedBytes(): number {
    return 2 * this.#text.length;
  }

  /** The parts that this piece completes. */
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

  /** The text held back, if it is blank: for callers that need not keep it with the next part. Else "". */
  blanks(): string {
    return this.#text.trim() === "" ? this.end() : "";
  }

  end(): string {
    const rest = this.#text;
    this.#text = "";
    this.#from = 1;
    this.#least = 0;
    return rest;
  }

  /** Takes back the last parts; the first is not cut again until it is `missing` units longer. */
  putBack(segments: readonly string[], missing: number): void {
    const [first = ""] = segments;
    this.#text = segments.join("") + this.#text;
    this.#from = first.length;
    this.#least = Math.min(first.length + missing, MAX_BUFFERED);
  }

  #nextEnd(wrappers: KnownWrappers): number | null {
    BLANK.lastIndex = this.#from;
    for (let at = BLANK.exec(this.#text); at !== null; at = BLANK.exec(this.#text)) {
      const { index } = at;
      if (index > MAX_BUFFERED) break;
      this.#from = index + 1;
      if (index < this.#least || IS_BLANK.test(this.#text.charAt(index - 1))) continue;
      // Whether the line ends here may depend on the next piece.
      const isOpen = index + at[0].length === this.#text.length;
      const next = isOpen ? `${at[0]}\n` : at[0];
      const { wrapper, inside } = openEnd(this.#text.slice(0, index), next, wrappers);
      if (!inside && !(wrapper && this.#waitsForTags)) return index;
      if (isOpen && this.#text.length <= MAX_BUFFERED) {
        this.#from = index;
        return null;
      }
      this.#least = index + (index >> 4);
    }
    if (this.#text.length <= MAX_BUFFERED) {
      this.#from = Math.max(1, this.#text.length);
      return null;
    }
    const mark = this.#lastMark(wrappers);
    if (mark !== null) return mark;
    const isInPair = /[\ud800-\udbff]/.test(this.#text.charAt(MAX_BUFFERED - 1));
    return isInPair ? MAX_BUFFERED - 1 : MAX_BUFFERED;
  }

  /** A cut for a text without a usable blank; never in its first half, so that a long one costs little. */
  #lastMark(wrappers: KnownWrappers): number | null {
    const from = Math.max(this.#least, MAX_BUFFERED / 2);
    const ends = [...this.#text.slice(0, MAX_BUFFERED).slice(from).matchAll(MARK)];
    for (const { index } of ends.slice(-MAX_TRIES).reverse()) {
      const at = from + index + 1;
      const { wrapper, inside } = openEnd(this.#text.slice(0, at), "", wrappers);
      if (!inside && !(wrapper && this.#waitsForTags)) return at;
    }
    return null;
  }
}

/** Sentence marks and commas of scripts without blanks, followed neither by a blank nor by the escape of one. */
const MARK = /[。！？।、，](?=[\p{L}\p{N}<「『（])/gu;
/** Marks that are tried, from the last one backwards. */
const MAX_TRIES = 8;

/** Visible blanks: a byte order mark in a text separates no words. */
const BLANK = /[^\S\ufeff]+/g;
const IS_BLANK = /[^\S\ufeff]/;

/** Fewer letters and digits than this cannot carry an id. */
const MIN_LETTERS = /(?:[0-9A-Za-z][^0-9A-Za-z]*){14}/;

/** Whether a part may hold a token; most parts are plain text. */
export function mayHoldToken(segment: string, { pairs }: KnownWrappers): boolean {
  return pairs !== null || /[<＜&\\]/.test(segment) || MIN_LETTERS.test(segment);
}
