// Where a text that comes in pieces is cut so that its parts can be masked apart: behind lines, in long ones behind
// sentences, else at blanks.
import type { VaultError } from "../../core/errors.ts";
import { MAX_MASKED_PIECE_LENGTH } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Search } from "../../masking/mask/second-opinion.ts";
import type { BatchCipher } from "../../tokens/batch-cipher.ts";
import { findTokens } from "../../tokens/reading/find-tokens.ts";
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
const SENTENCE_END = /[a-z]{2}[.!?]["')\]]*$/;

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

  /** The next part, which ends where no token goes on. In it may be line ends that it was not cut at. */
  async add(segment: string, batchCipher: BatchCipher): Promise<void> {
    if (segment === "") return;
    this.#searches += SEARCHES * segment.length;
    const start = this.#text.length;
    const [blank = ""] = /^\s+/.exec(segment) ?? [];
    const isSentence = SENTENCE_END.test(this.#text.slice(-64));
    const lineEnd = blank.lastIndexOf("\n") + 1;
    const kind = lineEnd > 0 ? "line" : isSentence ? "sentence" : "blank";
    if (start + lineEnd > 0 && blank !== "") this.#cuts.push({ at: start + lineEnd, kind });
    this.#text += segment;
    const inside = [...segment.matchAll(/\n/g)].map(({ index }) => index + 1);
    const others = inside.filter((at) => at > lineEnd && at < segment.length);
    if (others.length === 0) return;
    const tokens = findTokens(await batchCipher.forTexts([segment]), segment);
    for (const at of others) {
      const isFree = tokens.every((token) => token.end <= at || token.at >= at);
      if (isFree) this.#cuts.push({ at: start + at, kind: "line" });
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
