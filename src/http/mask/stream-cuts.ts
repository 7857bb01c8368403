// Where a text that comes in pieces is cut so that its parts can be masked apart: behind lines, in long ones behind
// sentences, else at blanks and the commas of texts without blanks.
import type { VaultError } from "../../core/errors.ts";
import { MAX_MASKED_PIECE_LENGTH } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Search } from "../../masking/mask/second-opinion.ts";
import { MAX_HELD } from "../../masking/unmask/text-segments.ts";
import type { BatchCipher } from "../../tokens/batch-cipher.ts";
import { findTokens } from "../../tokens/reading/find-tokens.ts";
import { allWrappers, type KnownWrappers } from "../../tokens/reading/wrappers.ts";
import { isFreeCut, lettersAround, outsideKeys } from "./free-cuts.ts";

/** A place where a text may be cut: nothing that unmask would read goes through it. */
interface Cut {
  readonly at: number;
  readonly kind: "line" | "sentence" | "blank";
}

/** In memory, as measured. */
const CUT_BYTES = 24;
/** From this length on a line is cut behind a sentence, when so much stands behind that. UTF-16 units. */
const LONG_LINE = 2_048;
const BEHIND_SENTENCE = 256;
/** Places that are tried at a time, from the last one on. */
const MOST_TRIES = 8;
/** How often each letter may be searched for places to cut, beside the tries that a full text has left. */
export const SEARCHES = 4;
const SENTENCE_END = /(?:\p{Ll}{2}[.!?]["')\]]*|[。！？।][」』）]*)$/u;
/** Where a text without blanks may be cut: line ends, ends of sentences, and commas. */
const INSIDE = /\n|[。！？।][」』）]*|[、，]/g;
const KINDS: Readonly<Record<string, Cut["kind"]>> = { "\n": "line", "、": "blank", "，": "blank" };
/** Others than line ends stand so far apart, so that a text of nothing but marks has few. UTF-16 units. */
const MARKS_APART = 32;
/** The letters of a token may stand so far apart: so much is read again of a part that was cut for its length. */
const SCATTER = 4_096;

/** What has come of a text and was not masked yet. */
export class StreamCuts {
  #text = "";
  #cuts: Cut[] = [];
  /** Letters that may be searched for places to cut. */
  #searches = 0;

  /** What waits for more to come. */
  get heldBytes(): number {
    return 2 * this.#text.length + CUT_BYTES * this.#cuts.length;
  }

  /**
   * The next part, which ends where no token goes on, or is as long as parts get. In it may be line ends, and marks of texts
   * without blanks, that it was not cut at.
   */
  async add(segment: string, batchCipher: BatchCipher, wrappers: KnownWrappers): Promise<void> {
    if (segment === "") return;
    this.#searches += SEARCHES * segment.length;
    const start = this.#text.length;
    const [blank = ""] = /^\s+/.exec(segment) ?? [];
    const isSentence = SENTENCE_END.test(this.#text.slice(-64));
    const lineEnd = blank.lastIndexOf("\n") + 1;
    const kind = lineEnd > 0 ? "line" : isSentence ? "sentence" : "blank";
    if (start + lineEnd > 0 && blank !== "") this.#cuts.push({ at: start + lineEnd, kind });
    this.#text += segment;
    const others = marksIn(segment).filter(({ at }) => at > lineEnd);
    if (others.length === 0) return;
    const from = blank === "" ? Math.max(0, start - SCATTER) : start;
    const text = this.#text.slice(from);
    const tokens = findTokens(await batchCipher.forTexts([text]), text);
    const isOutside = outsideOf([
      ...tokens.map(({ at, end }) => ({ start: at, end })),
      ...allWrappers(text, wrappers).markers,
    ]);
    for (const { at, kind } of others) {
      if (isOutside(start - from + at)) this.#cuts.push({ at: start + at, kind });
    }
  }

  /** What is masked next; "": there is to come more first. Fails with `value_too_long` where a text has no place to cut. */
  async next(isEnd: boolean, search: Search): Promise<Result<string, VaultError>> {
    const { length } = this.#text;
    if (isEnd && length <= MAX_MASKED_PIECE_LENGTH) return ok(this.#take(length));
    const isFull = length > MAX_MASKED_PIECE_LENGTH;
    for (const at of this.#places(isFull).slice(-MOST_TRIES).reverse()) {
      const searched = lettersAround(this.#text, at);
      // Tried again when there is more, so that a long wait costs little.
      if (searched > this.#searches && !isFull) break;
      this.#searches = Math.max(0, this.#searches - searched);
      const isFree = await isFreeCut(this.#text, at, search);
      if (!isFree.ok) return isFree;
      if (isFree.value) return ok(this.#take(at));
    }
    if (!isFull) return ok("");
    return err({ code: "value_too_long", detail: String(MAX_MASKED_PIECE_LENGTH) });
  }

  /** Where the text may be cut as far as its own words tell. */
  #places(isFull: boolean): readonly number[] {
    const { length } = this.#text;
    const isLong = (at: number) => length > LONG_LINE && length - at >= BEHIND_SENTENCE;
    const usable = this.#cuts.filter(({ at, kind }) => {
      if (at > MAX_MASKED_PIECE_LENGTH) return false;
      return kind === "line" || isFull || (kind === "sentence" && isLong(at));
    });
    if (usable.length === 0) return [];
    const places = usable.map(({ at }) => at);
    return outsideKeys(this.#text, MAX_MASKED_PIECE_LENGTH)(places);
  }

  #take(length: number): string {
    const taken = this.#text.slice(0, length);
    this.#text = this.#text.slice(length);
    this.#cuts = this.#cuts.flatMap(({ at, kind }) =>
      at > length ? [{ at: at - length, kind }] : [],
    );
    return taken;
  }
}

/** Places inside a part, in rising order. */
function marksIn(segment: string): Cut[] {
  // A token at the end of a part that was cut for its length may go on in the next one.
  const most = segment.length < MAX_HELD - 1 ? segment.length : segment.length - SCATTER;
  const marks: Cut[] = [];
  let last = 0;
  for (const { 0: mark, index } of segment.matchAll(INSIDE)) {
    const at = index + mark.length;
    const kind = KINDS[mark] ?? "sentence";
    if (at >= most) break;
    if (kind !== "line" && at - last < MARKS_APART) continue;
    marks.push({ at, kind });
    last = at;
  }
  return marks;
}

/** Whether a place, asked for in rising order, lies outside of all of these. */
function outsideOf(
  spans: readonly { readonly start: number; readonly end: number }[],
): (at: number) => boolean {
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let end = 0;
  return (at) => {
    for (let span = inOrder[next]; span !== undefined && span.start < at; span = inOrder[next]) {
      end = Math.max(end, span.end);
      next++;
    }
    return end <= at;
  };
}
