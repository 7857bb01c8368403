// Where a long text may be cut so that its pieces can be masked apart: a value that is cut in two is found in neither.
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

/** What detection would find through a place is looked for in so many UTF-16 units on either side. */
const AROUND_CUT = 1_024;
/** What stands so near in front of a place may be known by a word behind it. */
const NEAR_CUT = 128;
/** So much of what stands in front is searched for itself. */
const SIDE = 512;

/** How many letters are searched at most to tell whether a place is free: both sides together, and the left one alone. */
export function lettersAround(text: string, at: number): number {
  const around = Math.min(text.length, at + AROUND_CUT) - Math.max(0, at - AROUND_CUT);
  return around + Math.min(at, SIDE);
}

/**
 * Whether nothing that detection would find goes through a place of a text, and what it finds in front of the place is found
 * without what stands behind it as well. What stands behind is masked with the end of what stands in front (`endOfPart`).
 * Fails as the search does.
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
  const from = Math.max(0, cut - SIDE);
  const alone = await search((rules) => detectedIn(around.slice(from, cut), rules));
  if (!alone.ok) return alone;
  const isFound = ({ entityType, start, end }: Span) =>
    alone.value.some(
      (span) =>
        span.entityType === entityType && from + span.start <= start && from + span.end >= end,
    );
  return ok(near.every(isFound));
}

/** What a place costs that is tried, with the search for places before it: no recognizer makes a step of so short a text. */
const PLACE_COST = 3;

function* detectedAround(text: string, rules: MaskRules): Steps<Span[]> {
  yield PLACE_COST;
  return yield* detectedIn(text, rules);
}

/** How long a key without its end is waited for: one of 16,384 bits has 12,600 letters. */
const LONGEST_KEY = 16 * 1_024;
/** Behind and in front of a place in a longer key: part of a line of base 64, whatever the lines are put in. */
const KEY_BEFORE = /[A-Za-z0-9+/=]{32}(?:\\[nr]|[^A-Za-z0-9])*$/;
const KEY_BEHIND = /^(?:\\[nr]|[^A-Za-z0-9])*[A-Za-z0-9+/=]{32}/;
const KEY_LINE = 128;

/**
 * Gives of places of a text, in rising order, those that lie outside of private keys in lines: detection around a place sees
 * no beginning of those. A key that ends within `most` units is left whole. Another one may go on behind the text, or be longer,
 * or it was only named: then as much is left whole as most keys have, and behind that whatever still looks like a key.
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
      if (at <= start + LONGEST_KEY) return false;
      const before = text.slice(at - KEY_LINE, at);
      return !KEY_BEFORE.test(before) && !KEY_BEHIND.test(text.slice(at, at + KEY_LINE));
    });
  };
}

/**
 * What places stand behind, the best first: an empty line, a line's end, a blank, a comma; then what ends sentences, and their
 * parts, where words have no blanks between them.
 */
const MARKS = ["\n\n", "\n", " ", ",", "。", "！", "？", "।", "、", "，"];
/** Places of each kind that are tried, from the last one on, in either half of a piece. */
const MOST_TRIES = 4;

const encoder = new TextEncoder();

/** Cuts the texts of one request, which have so many letters together. */
export class TextCutter {
  /** What a piece may take in UTF-8. */
  readonly #room: Uint8Array;
  readonly #letters: number;
  readonly #rules: MaskRules;
  readonly #search: Search;
  #searched = 0;

  /** `most`: bytes of a piece in UTF-8. */
  constructor(most: number, letters: number, rules: MaskRules, search: Search) {
    this.#room = new Uint8Array(most);
    this.#letters = letters;
    this.#rules = rules;
    this.#search = search;
  }

  /**
   * A text in pieces, cut where no value is. Fails with `value_too_long` where there is no such place, and with `too_costly`
   * when masking the texts and looking for places together costs more than a request may, or as the search does.
   */
  async pieces(text: string): Promise<Result<string[], VaultError>> {
    const pieces: string[] = [];
    let from = 0;
    for (;;) {
      const window = text.slice(from, from + this.#room.length);
      const most = encoder.encodeInto(window, this.#room).read;
      if (from + most === text.length) break;
      const end = await this.#lastFreeCut(text, from, most);
      if (!end.ok) return end;
      pieces.push(text.slice(from, end.value));
      from = end.value;
    }
    pieces.push(text.slice(from));
    return ok(pieces);
  }

  /** In the next `most` UTF-16 units. */
  async #lastFreeCut(
    text: string,
    from: number,
    most: number,
  ): Promise<Result<number, VaultError>> {
    // A key that begins in the piece may end behind it.
    const ahead = text.slice(from, from + 2 * most);
    const places = placesIn(ahead.slice(0, most), outsideKeys(ahead, most));
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
function placesIn(window: string, usable: ReturnType<typeof outsideKeys>): number[] {
  const ends = MARKS.map((mark) => usable(placesBehind(window, mark)));
  const half = window.length / 2;
  const lastOf = (isIn: (at: number) => boolean) =>
    ends.flatMap((all) => all.filter(isIn).slice(-MOST_TRIES).reverse());
  return [...lastOf((at) => at > half), ...lastOf((at) => at <= half)];
}

function placesBehind(window: string, mark: string): number[] {
  const places: number[] = [];
  for (let at = window.indexOf(mark); at >= 0; at = window.indexOf(mark, at)) {
    at += mark.length;
    places.push(at);
  }
  return places;
}
