// The view of a text that comes in pieces, cut anywhere. Pure.
import type { TextView } from "./offset-map.ts";
import { settledView, viewOf } from "./text-view.ts";

/** What no token and no tag goes through: a quotation mark that ends a JSON string, a long run of what nobody sees. */
export const STOP = "\0";

/** UTF-16 units of the longest run that is passed over. */
const MAX_UNSEEN = 64;
const [QUOTE, BACKSLASH] = [34, 92];

/**
 * As much of the view as more text cannot change. However a text was cut, all pieces together have the view of the whole,
 * and a STOP where many units in a row say nothing, so that nobody has to wait behind them.
 */
export class StreamView implements TextView {
  readonly #isJson: boolean;
  /** What has come and was not dropped; offsets lead there. */
  raw = "";
  /** What is said there. */
  text = "";
  /** How much of `raw` the view is of. */
  #seen = 0;
  /** Backslashes right before what is to be viewed next. */
  #backslashes = 0;
  /** Where the last character of the view ends, dropped or not. */
  #end = 0;
  #starts: number[] = [];
  #ends: number[] = [];

  /** `isJson`: the text is a JSON text, in whose strings is what counts. */
  constructor(isJson: boolean) {
    this.#isJson = isJson;
  }

  /** The next piece. `isWhole`: the text ends with it. */
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

  /** The character at an offset; "": the view ends there. */
  charAt(at: number): string {
    const char = this.text.charAt(at);
    return char < "\ud800" ? char : String.fromCodePoint(this.text.codePointAt(at) ?? 0);
  }

  /** Whether a backslash that is no escape stands before a character: no word goes through it. */
  isBehindBackslash(at: number): boolean {
    return this.raw.charCodeAt(this.rawStart(at) - 1) === BACKSLASH;
  }

  /** Where a character begins, with the backslash before it: what is not decided about while the character is not. */
  heldFrom(at: number): number {
    return this.rawStart(at) - (this.isBehindBackslash(at) ? 1 : 0);
  }

  /** Drop what stands before an offset. Gives by how much offsets in `raw` are less from now on. */
  drop(at: number): number {
    const from = this.heldFrom(at);
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
