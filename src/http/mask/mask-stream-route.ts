// PUT mask/stream: a text arrives in pieces and is masked line by line; long lines sentence by sentence.
import { type Context, Hono } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { ok, type Result } from "../../core/result.ts";
import { contextOfNextPart } from "../../masking/item.ts";
import { TextSegments } from "../../masking/unmask/text-segments.ts";
import { namespaceCaller } from "../authenticate.ts";
import { readPolicyName } from "../body.ts";
import { type HttpEnv, orRefuse } from "../handler.ts";
import { maySearch, newSearch, withPlanning } from "../policies/cached-rules.ts";
import { maskBatch } from "./mask-batch.ts";
import { StreamCuts } from "./stream-cuts.ts";
import { answerStream, type TextTransform, whenAllowed } from "./text-stream.ts";

/** Sub-app of the mask operation on streams. */
export const maskStreamRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("mask"), (c) => {
  const policyName = readPolicyName(c);
  return answerStream(c, async () => {
    orRefuse(await withPlanning(c, policyName, async () => ok(null)));
    return new MaskedStream(c, policyName);
  });
});

class MaskedStream implements TextTransform {
  readonly #c: Context<HttpEnv>;
  readonly #policyName: string | null;
  readonly #segments = new TextSegments(false);
  readonly #cuts = new StreamCuts();
  /** The end of the text masked so far. */
  #before = "";

  constructor(c: Context<HttpEnv>, policyName: string | null) {
    this.#c = c;
    this.#policyName = policyName;
  }

  get bufferedBytes(): number {
    return this.#segments.bufferedBytes + this.#cuts.bufferedBytes + 2 * this.#before.length;
  }

  async next(piece: string, isEnd: boolean): Promise<Result<string, VaultError>> {
    const planning = await withPlanning(this.#c, this.#policyName, async (now) => {
      const current = await maySearch(this.#c, now);
      return current.ok ? ok(now) : current;
    });
    if (!planning.ok) return planning;
    const { batchCipher, rules } = planning.value;
    const search = newSearch(this.#c, rules);
    const segments = this.#segments.push(piece, rules.wrappers);
    segments.push(isEnd ? this.#segments.end() : this.#segments.blanks());
    for (const segment of segments) await this.#cuts.add(segment, batchCipher, rules.wrappers);
    let out = "";
    for (;;) {
      const text = await this.#cuts.next(isEnd, search);
      if (!text.ok) return text;
      if (text.value === "") return ok(out);
      const masked = await this.#masked(text.value);
      if (!masked.ok) return masked;
      out += masked.value;
    }
  }

  /** Blank text stays blank: alone it would be hidden, because unmask refuses a blank text. */
  async #masked(value: string): Promise<Result<string, VaultError>> {
    const before = this.#before;
    this.#before = contextOfNextPart(before + value);
    if (value.trim() === "") return ok(value);
    const masked = await whenAllowed(() =>
      maskBatch(this.#c, [{ value, before }], { policyName: this.#policyName }),
    );
    return masked.ok ? ok(String(masked.value.answers[0]?.token_value)) : masked;
  }
}
