// Finds where a long text can be cut so that its pieces can be masked separately: a value cut in two is found in neither.
import type { VaultError } from "../../core/errors.ts";
import { MAX_TEXT_BYTES } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Steps } from "../../core/steps.ts";
import { HALF_HEAD, privateKeysIn } from "../../detect/recognizers/secrets/private-key.ts";
import type { Span } from "../../detect/span.ts";
import { detectedIn } from "../../masking/mask/detect-text.ts";
import type { Search } from "../../masking/mask/second-opinion.ts";
import type { MaskRules } from "../../masking/policy/rules.ts";
import { costFlaw } from "../policies/cached-rules.ts";

/** UTF-16 units on either side of a place in which detection looks for values across it. */
const AROUND_CUT = 1_024;
/** A value that ends this near before a place may be recognized by a word after the place. */
const NEAR_CUT = 128;
/** UTF-16 units before a place that are also searched alone. */
const ALONE_BEFORE_CUT = 512;

/** Characters searched at most to tell whether a place is free: both sides together, and the left side alone. */
export function lettersAround(text: string, at: number): number {
  const around = Math.min(text.length, at + AROUND_CUT) - Math.max(0, at - AROUND_CUT);
  return around + Math.min(at, ALONE_BEFORE_CUT);
}

/**
 * Whether a text may be cut at a place: detection finds no value across it, and finds the values before it without the text
 * after it as well. The text after it is masked with the end of the text before it as context (`contextOfNextPart`). Fails as the
 * search does.
 */
export async function isFreeCut(
  text: string,
  at: number,
  search: Search,
): Promise<Result<boolean, VaultError>> {
  const start = Math.max(0, at - AROUND_CUT);
  const around = text.slice(start, at + AROUND_CUT);
  const cut = at - start;
  if (around.slice(cut).trim() === "") return ok(true);
  const found = await search((rules) => detectedAround(around, rules));
  if (!found.ok) return found;
  if (found.value.some((span) => span.start < cut && span.end > cut)) return ok(false);
  const near = found.value.filter((span) => span.end <= cut && span.end > cut - NEAR_CUT);
  if (near.length === 0) return ok(true);
  const from = Math.max(0, cut - ALONE_BEFORE_CUT);
  const alone = await search((rules) => detectedIn(around.slice(from, cut), rules));
  if (!alone.ok) return alone;
  const isFound = ({ entityType, start, end }: Span) =>
    alone.value.some(
      (span) =>
        span.entityType === entityType && from + span.start <= start && from + span.end >= end,
    );
  return ok(near.every(isFound));
}

/** Cost of trying a place and of finding it: no recognizer yields a step for so short a text. */
const PLACE_COST = 3;

function* detectedAround(text: string, rules: MaskRules): Steps<Span[]> {
  yield PLACE_COST;
  return yield* detectedIn(text, rules);
}

/** Longest key without an end: one of 16,384 bits has 12,600 letters. */
const MAX_KEY_UNITS = 16 * 1_024;
/** Text before and after a place inside a longer key: part of a base64 line, whatever separates the lines. */
const KEY_BEFORE = /[A-Za-z0-9+/=]{32}(?:\\[nr]|[^A-Za-z0-9])*$/;
const KEY_AFTER = /^(?:\\[nr]|[^A-Za-z0-9])*[A-Za-z0-9+/=]{32}/;
const KEY_LINE = 128;

/**
 * Returns a filter for places of a text, in rising order: it keeps those outside of private keys, whose beginning detection
 * around a place would not see. A key that ends within `most` units is left whole. Any other may continue after the text, be
 * longer, or be only a mention: it is left whole as far as most keys reach, and beyond while it looks like a key.
 */
export function outsideKeys(
  text: string,
  most: number,
): (places: readonly number[]) => readonly number[] {
  const keys = privateKeysIn(text);
  const half = HALF_HEAD.exec(text)?.index ?? text.length;
  return (places) => {
    let begun = 0;
    return places.filter((at) => {
      while ((keys[begun]?.start ?? at) < at) begun++;
      const { start, end } = keys[begun - 1] ?? { start: at, end: at };
      if (at > half) return false;
      if (end !== null && (at >= end || end - start <= most)) return at >= end;
      if (at <= start + MAX_KEY_UNITS) return false;
      const before = text.slice(at - KEY_LINE, at);
      return !KEY_BEFORE.test(before) && !KEY_AFTER.test(text.slice(at, at + KEY_LINE));
    });
  };
}

/** Texts after which a cut may be, the best first; the last are of scripts without blanks. */
const MARKS = ["\n\n", "\n", " ", ",", "。", "！", "？", "।", "、", "，"];
/** Places of each kind to try, from the last one backwards, in either half of a piece. */
const MAX_TRIES = 4;

const encoder = new TextEncoder();

/** Cuts the texts of one request, which have `letters` characters together. */
export class TextCutter {
  /** A buffer of a piece's largest size, for counting UTF-8 bytes. */
  readonly #pieceBuffer: Uint8Array;
  readonly #letters: number;
  readonly #rules: MaskRules;
  readonly #search: Search;
  #searched = 0;

  /** `most`: bytes of a piece in UTF-8. */
  constructor(most: number, letters: number, rules: MaskRules, search: Search) {
    this.#pieceBuffer = new Uint8Array(most);
    this.#letters = letters;
    this.#rules = rules;
    this.#search = search;
  }

  /**
   * A text in pieces, cut where no value is. Fails with `value_too_long` where there is no such place, with `too_costly`
   * when masking the texts and searching for cuts cost more than one request may, and as the search does.
   */
  async pieces(text: string): Promise<Result<string[], VaultError>> {
    const pieces: string[] = [];
    let from = 0;
    for (;;) {
      const window = text.slice(from, from + this.#pieceBuffer.length);
      const most = encoder.encodeInto(window, this.#pieceBuffer).read;
      if (from + most === text.length) break;
      const end = await this.#lastFreeCut(text, from, most);
      if (!end.ok) return end;
      pieces.push(text.slice(from, end.value));
      from = end.value;
    }
    pieces.push(text.slice(from));
    return ok(pieces);
  }

  /** The last free cut within the next `most` UTF-16 units. */
  async #lastFreeCut(
    text: string,
    from: number,
    most: number,
  ): Promise<Result<number, VaultError>> {
    // A key that begins in the piece may end after it.
    const ahead = text.slice(from, from + 2 * most);
    const places = cutsIn(ahead.slice(0, most), outsideKeys(ahead, most));
    for (const at of places) {
      this.#searched += lettersAround(text, from + at);
      const tooCostly = costFlaw(this.#letters + this.#searched, this.#rules);
      if (tooCostly !== null) return err(tooCostly);
      const isFree = await isFreeCut(text, from + at, this.#search);
      if (!isFree.ok) return isFree;
      if (isFree.value) return ok(from + at);
    }
    return err({ code: "value_too_long", detail: String(MAX_TEXT_BYTES) });
  }
}

/** Places to cut, those that leave a piece of more than half the length first. */
function cutsIn(window: string, usable: ReturnType<typeof outsideKeys>): number[] {
  const ends = MARKS.map((mark) => usable(cutsAfter(window, mark)));
  const half = window.length / 2;
  const lastOf = (isIn: (at: number) => boolean) =>
    ends.flatMap((all) => all.filter(isIn).slice(-MAX_TRIES).reverse());
  return [...lastOf((at) => at > half), ...lastOf((at) => at <= half)];
}

function cutsAfter(window: string, mark: string): number[] {
  const places: number[] = [];
  for (let at = window.indexOf(mark); at >= 0; at = window.indexOf(mark, at)) {
    at += mark.length;
    places.push(at);
  }
  return places;
}
