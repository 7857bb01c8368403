// The view of a text that arrives in chunks, which may be cut anywhere. Pure.
import type { TextView } from "./offset-map.ts";
import { settledView, viewOf } from "./text-view.ts";

/** A unit that no token or tag crosses: the quotation mark that ends a JSON string, or a long run of invisible text. */
export const STOP = "\0";

/** Longest run of invisible text, in UTF-16 units, that is skipped without a STOP. */
const MAX_UNSEEN = 64;
const [QUOTE, BACKSLASH] = [34, 92];

/**
 * The part of a text's view that further text cannot change. However the text is cut, the chunks together have the view of
 * the whole, plus a STOP in each long run without visible characters, so that no text has to wait for its end.
 */
export class StreamView implements TextView {
  readonly #isJson: boolean;
  /** The received text that was not dropped; offsets refer to it. */
  raw = "";
  /** The view of that text. */
  text = "";
  /** Length of the part of `raw` that the view covers. */
  #seen = 0;
  /** Number of backslashes directly before the part that is viewed next. */
  #backslashes = 0;
  /** Where the last character of the view ends in `raw`, even if it was dropped. */
  #end = 0;
  #starts: number[] = [];
  #ends: number[] = [];

  /** `isJson`: the text is JSON, and the strings in it are to be read. */
  constructor(isJson: boolean) {
    this.#isJson = isJson;
  }

  /** Append the next chunk. `isWhole`: the text ends with it. */
  add(piece: string, isWhole: boolean): void {
    this.raw += piece;
    const from = this.#seen;
    const rest = this.raw.slice(from);
    const settled = isWhole ? { view: viewOf(rest), length: rest.length } : settledView(rest);
    const { view, length } = settled;
    for (let at = 0; at < view.text.length; at++) {
      const start = view.rawStart(at);
      const end = view.rawEnd(at + 1);
      const isStop = this.#isJson && end === start + 1 && this.#endsString(rest, start);
      this.#stopUntil(from + start);
      this.#put(isStop ? STOP : view.text.charAt(at), from + start, from + end);
    }
    this.#backslashes = this.#backslashesBefore(rest, length);
    this.#seen += length;
    this.#stopUntil(this.#seen);
  }

  #endsString(rest: string, at: number): boolean {
    return rest.charCodeAt(at) === QUOTE && this.#backslashesBefore(rest, at) % 2 === 0;
  }

  #backslashesBefore(rest: string, at: number): number {
    let count = 0;
    while (count < at && rest.charCodeAt(at - count - 1) === BACKSLASH) count++;
    return count === at ? count + this.#backslashes : count;
  }

  #stopUntil(start: number): void {
    while (start - this.#end >= MAX_UNSEEN) this.#put(STOP, this.#end, this.#end + MAX_UNSEEN);
  }

  #put(unit: string, start: number, end: number): void {
    this.text += unit;
    this.#starts.push(start);
    this.#ends.push(end);
    this.#end = end;
  }

  rawStart(at: number): number {
    return this.#starts[at] ?? this.#seen;
  }

  rawEnd(end: number): number {
    return this.#ends[end - 1] ?? 0;
  }

  /** The character at an offset; "" at the end of the view. */
  charAt(at: number): string {
    const char = this.text.charAt(at);
    return char < "\ud800" ? char : String.fromCodePoint(this.text.codePointAt(at) ?? 0);
  }

  /** Whether a backslash that is not an escape precedes the character at `at`: no word continues across it. */
  isAfterBackslash(at: number): boolean {
    return this.raw.charCodeAt(this.rawStart(at) - 1) === BACKSLASH;
  }

  /** Start of a character in `raw`, including a backslash before it: undecided text begins here while the character is. */
  unsettledFrom(at: number): number {
    return this.rawStart(at) - (this.isAfterBackslash(at) ? 1 : 0);
  }

  /** Drop the view before `at`. Returns by how much all offsets in `raw` decrease. */
  drop(at: number): number {
    const from = this.unsettledFrom(at);
    if (from === 0 && at === 0) return 0;
    this.raw = this.raw.slice(from);
    this.text = this.text.slice(at);
    this.#seen -= from;
    this.#end -= from;
    this.#starts = shifted(this.#starts, at, from);
    this.#ends = shifted(this.#ends, at, from);
    return from;
  }
}

function shifted(offsets: readonly number[], at: number, by: number): number[] {
  const all: number[] = [];
  for (let i = at; i < offsets.length; i++) all.push((offsets[i] as number) - by);
  return all;
}
