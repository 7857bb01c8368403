// PUT mask/stream: a text arrives in pieces and is masked line by line; long lines sentence by sentence. PUT unmask/stream: a
// text with tokens arrives in pieces and is restored as it arrives.
import { type Context, Hono } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { contextOfNextPart } from "../../masking/item.ts";
import { planUnmask, tagsAsked } from "../../masking/unmask/plan-unmask.ts";
import { missingAfter, restoreTexts } from "../../masking/unmask/restore-texts.ts";
import { mayHoldToken, TextSegments } from "../../masking/unmask/text-segments.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import type { KnownWrappers } from "../../tokens/reading/wrappers.ts";
import { namespaceCaller } from "../authenticate.ts";
import { readFlag, readPolicyName } from "../body.ts";
import { askVault, callVault, countValues } from "../call.ts";
import { claimsOf, type HttpEnv, orRefuse } from "../handler.ts";
import { maySearch, newSearch, type Planning, withPlanning } from "../policies/cached-rules.ts";
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

/** Sub-app of the unmask operation on streams. */
export const unmaskStreamRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("unmask"), (c) => {
  const strict = readFlag(c, "strict");
  const policyName = readPolicyName(c);
  return answerStream(c, async () => {
    // Checked now, because a plain text has no way to report a refusal later.
    if (claimsOf(c).brakes) {
      await askVault(c, (vault, caller) => vault.unmask(caller, { tokens: [] }));
    }
    const known = await withPlanning(c, policyName, async ({ rules }) => ok(rules.wrappers));
    return new UnmaskedStream(c, { strict, policyName, wrappers: orRefuse(known) });
  });
});

/** The restored text of the first parts, and how many units the next part is short of, if any. */
interface Restored {
  readonly text: string;
  readonly parts: number;
  readonly missing: number;
}

class UnmaskedStream implements TextTransform {
  readonly #c: Context<HttpEnv>;
  readonly #strict: boolean;
  readonly #policyName: string | null;
  readonly #segments = new TextSegments();
  #wrappers: KnownWrappers;

  constructor(
    c: Context<HttpEnv>,
    settings: { strict: boolean; policyName: string | null; wrappers: KnownWrappers },
  ) {
    this.#c = c;
    this.#strict = settings.strict;
    this.#policyName = settings.policyName;
    this.#wrappers = settings.wrappers;
  }

  get bufferedBytes(): number {
    return this.#segments.bufferedBytes;
  }

  async next(piece: string, isEnd: boolean): Promise<Result<string, VaultError>> {
    let text = "";
    let segments = this.#segments.push(piece, this.#wrappers);
    if (isEnd) segments.push(this.#segments.end());
    for (;;) {
      const restored = await this.#restored(segments, isEnd);
      if (!restored.ok) return restored;
      text += restored.value.text;
      const rest = segments.slice(restored.value.parts);
      if (rest.length === 0) return ok(text);
      this.#segments.putBack(rest, restored.value.missing);
      segments = this.#segments.push("", this.#wrappers);
    }
  }

  /** Restores parts; the vault is not asked about those without any token. */
  async #restored(
    segments: readonly string[],
    isEnd: boolean,
  ): Promise<Result<Restored, VaultError>> {
    const asked = segments.filter((segment) => mayHoldToken(segment, this.#wrappers));
    if (asked.length === 0) {
      return ok({ text: segments.join(""), parts: segments.length, missing: 0 });
    }
    const counted = await whenAllowed(() => countValues(this.#c, asked.length));
    if (!counted.ok) return counted;
    return withPlanning(this.#c, this.#policyName, async (planning) => {
      this.#wrappers = planning.rules.wrappers;
      const answer = await this.#ask(asked, planning);
      if (!answer.ok) return answer;
      const { values, missing } = answer.value;
      let text = "";
      let next = 0;
      for (const [i, segment] of segments.entries()) {
        const isAsked = asked[next] === segment;
        const short = isAsked && !isEnd ? (missing[next] ?? 0) : 0;
        if (short > 0) return ok({ text, parts: i, missing: short });
        text += isAsked ? values[next++] : segment;
      }
      return ok({ text, parts: segments.length, missing: 0 });
    });
  }

  async #ask(
    texts: readonly string[],
    { batchCipher, rules, policySetVersion }: Planning,
  ): Promise<Result<{ values: string[]; missing: number[] }, VaultError>> {
    const cipher = await batchCipher.forTexts(texts);
    const settings = { cipher, strict: this.#strict, wrappers: rules.wrappers, isInParts: true };
    const plans = await inStretches(planUnmask(texts, settings));
    const { texts: _, ...wanted } = plans;
    if (wanted.tokens.length === 0 && wanted.ids.length === 0) {
      return ok({ values: [...texts], missing: [] });
    }
    const c = this.#c;
    const question = { ...wanted, numbersFrom: wanted.tokens.length, policySetVersion };
    const tags = claimsOf(c).brakes ? { tags: tagsAsked(plans.texts) } : {};
    const answer = await callVault(c, (vault, caller) =>
      vault.unmask(caller, { ...question, ...tags }),
    );
    if (!answer.ok) return err(answer.error);
    const values = restoreTexts(texts, plans, answer.value).map(({ value }) => value);
    const missing = texts.map((text, i) => {
      const plan = plans.texts[i];
      return plan === undefined ? 0 : missingAfter(text, plan, answer.value);
    });
    return ok({ values, missing });
  }
}
