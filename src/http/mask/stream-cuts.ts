// Chooses where a text that arrives in pieces is cut, so that its parts can be masked separately: after lines, in long ones
// after sentences, else at blanks and at the commas of scripts without blanks.
import type { VaultError } from "../../core/errors.ts";
import { MAX_MASKED_PIECE_LENGTH } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Search } from "../../masking/mask/second-opinion.ts";
import { MAX_BUFFERED } from "../../masking/unmask/text-segments.ts";
import type { BatchCipher } from "../../tokens/batch-cipher.ts";
import { findTokens } from "../../tokens/reading/find-tokens.ts";
import { allWrappers, type KnownWrappers } from "../../tokens/reading/wrappers.ts";
import { isFreeCut, lettersAround, outsideKeys } from "./free-cuts.ts";

/** A place where the text may be cut: no token, tag or wrapper crosses it. */
interface Cut {
  readonly at: number;
  readonly kind: "line" | "sentence" | "blank";
}

/** Memory of one cut, as measured. */
const CUT_BYTES = 24;
/** A line of this length is cut after a sentence, when this much follows the sentence. UTF-16 units. */
const LONG_LINE = 2_048;
const AFTER_SENTENCE = 256;
/** Places to try at a time, from the last one backwards. */
const MAX_TRIES = 8;
/** How often each letter may be searched in looking for cuts; a full text may exceed this by its last tries. */
export const SEARCHES = 4;
const SENTENCE_END = /(?:\p{Ll}{2}[.!?]["')\]]*|[。！？।][」』）]*)$/u;
/** Cuts in a text without blanks: line breaks, ends of sentences, and commas. */
const INNER_MARKS = /\n|[。！？।][」』）]*|[、，]/g;
const KINDS: Readonly<Record<string, Cut["kind"]>> = { "\n": "line", "、": "blank", "，": "blank" };
/** Least distance of marks other than line breaks, so that a text of nothing but marks has few. UTF-16 units. */
const MARK_DISTANCE = 32;
/** UTF-16 units over which a token may be spread: this much of a part that was cut for its length is read again. */
const TOKEN_SPREAD = 4_096;

/** Text that has arrived and is not masked yet. */
export class StreamCuts {
  #text = "";
  #cuts: Cut[] = [];
  /** Letters that may still be searched in looking for cuts. */
  #searches = 0;

  /** Bytes of text and cuts that are held back. */
  get bufferedBytes(): number {
    return 2 * this.#text.length + CUT_BYTES * this.#cuts.length;
  }

  /**
   * Adds the next part, which ends where no token continues, or has the greatest length of a part. It may contain line
   * breaks, and marks of scripts without blanks, at which it was not cut.
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
    const from = blank === "" ? Math.max(0, start - TOKEN_SPREAD) : start;
    const text = this.#text.slice(from);
    const tokens = findTokens(await batchCipher.forTexts([text]), text);
    const isOutside = outsideSpans([
      ...tokens.map(({ at, end }) => ({ start: at, end })),
      ...allWrappers(text, wrappers).markers,
    ]);
    for (const { at, kind } of others) {
      if (isOutside(start - from + at)) this.#cuts.push({ at: start + at, kind });
    }
  }

  /** The next text to mask; "": more has to arrive first. Fails with `value_too_long` where a text has no place to cut. */
  async next(isEnd: boolean, search: Search): Promise<Result<string, VaultError>> {
    const { length } = this.#text;
    if (isEnd && length <= MAX_MASKED_PIECE_LENGTH) return ok(this.#take(length));
    const isFull = length > MAX_MASKED_PIECE_LENGTH;
    for (const at of this.#cutOffsets(isFull).slice(-MAX_TRIES).reverse()) {
      const searched = lettersAround(this.#text, at);
      // Tried again when more has arrived: so a long wait costs little.
      if (searched > this.#searches && !isFull) break;
      this.#searches = Math.max(0, this.#searches - searched);
      const isFree = await isFreeCut(this.#text, at, search);
      if (!isFree.ok) return isFree;
      if (isFree.value) return ok(this.#take(at));
    }
    if (!isFull) return ok("");
    return err({ code: "value_too_long", detail: String(MAX_MASKED_PIECE_LENGTH) });
  }

  /** Where the text may be cut, before any search for values. */
  #cutOffsets(isFull: boolean): readonly number[] {
    const { length } = this.#text;
    const isLong = (at: number) => length > LONG_LINE && length - at >= AFTER_SENTENCE;
    const usable = this.#cuts.filter(({ at, kind }) => {
      if (at > MAX_MASKED_PIECE_LENGTH) return false;
      return kind === "line" || isFull || (kind === "sentence" && isLong(at));
    });
    if (usable.length === 0) return [];
    const offsets = usable.map(({ at }) => at);
    return outsideKeys(this.#text, MAX_MASKED_PIECE_LENGTH)(offsets);
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

/** Cuts inside a part, in rising order. */
function marksIn(segment: string): Cut[] {
  // A token at the end of a part that was cut for its length may continue in the next one.
  const most = segment.length < MAX_BUFFERED - 1 ? segment.length : segment.length - TOKEN_SPREAD;
  const marks: Cut[] = [];
  let last = 0;
  for (const { 0: mark, index } of segment.matchAll(INNER_MARKS)) {
    const at = index + mark.length;
    const kind = KINDS[mark] ?? "sentence";
    if (at >= most) break;
    if (kind !== "line" && at - last < MARK_DISTANCE) continue;
    marks.push({ at, kind });
    last = at;
  }
  return marks;
}

/** Whether a place is outside of all these spans; places have to be asked in rising order. */
function outsideSpans(
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
