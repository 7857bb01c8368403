// PUT mask/stream: a text comes in pieces and goes out masked, line by line; long lines sentence by sentence.
import { type Context, Hono } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { MAX_MASKED_PIECE_LENGTH } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { TextSegments } from "../../masking/unmask/text-segments.ts";
import { findTokens } from "../../tokens/reading/find-tokens.ts";
import { namespaceCaller } from "../authenticate.ts";
import { readPolicyName } from "../body.ts";
import { type HttpEnv, orRefuse } from "../handler.ts";
import { type Planning, withPlanning } from "../policies/cached-rules.ts";
import { isFreeCut, OPEN_KEY } from "./free-cuts.ts";
import { maskBatch } from "./mask-batch.ts";
import { answerStream, type TextTransform } from "./text-stream.ts";

/** Sub-app of the mask operation on streams. */
export const maskStreamRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("mask"), (c) => {
  const policyName = readPolicyName(c);
  return answerStream(c, async () => {
    orRefuse(await withPlanning(c, policyName, async () => ok(null)));
    return new MaskedStream(c, policyName);
  });
});

/** A place where a text may be cut: nothing that unmask would read goes through it. */
interface Cut {
  readonly at: number;
  readonly kind: "line" | "sentence" | "blank";
}

/** From this length on a line is cut behind a sentence, when so much stands behind that. UTF-16 units. */
const LONG_LINE = 2_048;
const BEHIND_SENTENCE = 256;
/** Places that are tried at a time, from the last one on. */
const MOST_TRIES = 8;
const SENTENCE_END = /[a-z]{2}[.!?]["')\]]*$/;

class MaskedStream implements TextTransform {
  readonly #c: Context<HttpEnv>;
  readonly #policyName: string | null;
  readonly #segments = new TextSegments(false);
  #text = "";
  #cuts: Cut[] = [];
  #least = 0;

  constructor(c: Context<HttpEnv>, policyName: string | null) {
    this.#c = c;
    this.#policyName = policyName;
  }

  async next(piece: string, isEnd: boolean): Promise<Result<string, VaultError>> {
    const planning = await withPlanning(this.#c, this.#policyName, async (now) => ok(now));
    if (!planning.ok) return planning;
    for (const segment of this.#segments.push(piece, planning.value.rules.wrappers)) {
      await this.#add(segment, planning.value);
    }
    await this.#add(isEnd ? this.#segments.end() : this.#segments.blanks(), planning.value);
    let out = "";
    for (;;) {
      const end = await this.#nextEnd(isEnd, planning.value);
      if (!end.ok) return end;
      if (end.value === 0) return ok(out);
      const masked = await this.#masked(this.#text.slice(0, end.value));
      if (!masked.ok) return masked;
      out += masked.value;
      this.#drop(end.value);
    }
  }

  /** A part that ends where no token goes on. In it may be line ends that it was not cut at. */
  async #add(segment: string, { batchCipher }: Planning): Promise<void> {
    if (segment === "") return;
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

  /** How much is masked next; 0: there is to come more first. Fails with `value_too_long` where a text has no such place. */
  async #nextEnd(isEnd: boolean, planning: Planning): Promise<Result<number, VaultError>> {
    const { length } = this.#text;
    if (isEnd && length <= MAX_MASKED_PIECE_LENGTH) return ok(length);
    const isFull = length > MAX_MASKED_PIECE_LENGTH;
    if (length < this.#least && !isFull && !isEnd) return ok(0);
    const isLong = (at: number) => length > LONG_LINE && length - at >= BEHIND_SENTENCE;
    const usable = this.#cuts.filter(({ at, kind }) => {
      if (at > MAX_MASKED_PIECE_LENGTH) return false;
      return kind === "line" || isFull || (kind === "sentence" && isLong(at));
    });
    for (const { at } of usable.slice(-MOST_TRIES).reverse()) {
      if (await this.#isFree(at, planning)) return ok(at);
    }
    if (isFull) return err({ code: "value_too_long", detail: String(MAX_MASKED_PIECE_LENGTH) });
    // Tried again when there is more, so that a long wait costs little.
    this.#least = usable.length === 0 ? 0 : length + (length >> 4) + 1;
    return ok(0);
  }

  /** Whether nothing that detection would find goes through a place. */
  async #isFree(at: number, { rules }: Planning): Promise<boolean> {
    if (OPEN_KEY.test(this.#text.slice(0, at))) return false;
    return await isFreeCut(this.#text, at, rules);
  }

  /** Blanks stay blanks: alone they would be hidden, because unmask refuses them as a whole text. */
  async #masked(text: string): Promise<Result<string, VaultError>> {
    if (text.trim() === "") return ok(text);
    const masked = await maskBatch(this.#c, [{ value: text }], { policyName: this.#policyName });
    return masked.ok ? ok(String(masked.value.answers[0]?.token_value)) : masked;
  }

  #drop(length: number): void {
    this.#text = this.#text.slice(length);
    this.#least = 0;
    this.#cuts = this.#cuts.flatMap(({ at, kind }) =>
      at > length ? [{ at: at - length, kind }] : [],
    );
  }
}
