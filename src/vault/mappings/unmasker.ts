// Unmasking in the vault: finds the mapping that a text names and returns its value, as far as the caller may see it.

import type { UnmaskBrakes } from "../../core/brakes/unmask-brakes.ts";
import { MAX_UNMASKED_LETTERS } from "../../core/limits.ts";
import { err, ok } from "../../core/result.ts";
import { utf8Slices } from "../../crypto/encoding.ts";
import { partialValue } from "../../masking/text/graphemes.ts";
import type { FoundValue, UnmaskAnswer } from "../../masking/unmask/restore-texts.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { inPortions } from "../../platform/yield-to-callers.ts";
import { JSON_NUMBER_KIND, PLAIN_KIND } from "../../tokens/kinds.ts";
import { carriedId } from "../../tokens/recognition.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Caller, Reply, UnmaskQuestion } from "../rpc.ts";
import type { TokenMapping } from "../store/mappings.ts";
import { agreesWithTag, Brakes, hidesValues, type ResolvedBrakes } from "./brakes.ts";
import { findByDigest, prepareToFind } from "./find-by-digest.ts";
import { ShapedTokens, type TokenRenderer, tokenRenderer } from "./mapping-tokens.ts";
import { openValues } from "./open-rows.ts";

/** Result of unmasking: a value or null per token and per id, and the ids of the mappings read. */
export interface Unmasked {
  readonly values: (string | null)[];
  readonly found: (FoundValue | null)[];
  readonly mappingIds: number[];
  /** Number of mappings whose values were returned; 0 for callers without unmask brakes. */
  readonly revealed: number;
}

/** No mapping has this id: ids begin at 1. */
const NO_ID = 0;

interface OpenMapping extends Pick<TokenMapping, "id" | "kind" | "token"> {
  readonly value: string;
  /** Set only for callers with unmask brakes: the types that a tag around its token may name. */
  readonly types?: ReadonlySet<number> | undefined;
}

/** Unmasks tokens of one namespace. */
export class Unmasker extends NamespacePart {
  readonly brakes: Brakes;
  readonly #shapedTokens: ShapedTokens;

  constructor(base: NamespaceBase) {
    super(base);
    this.brakes = new Brakes(base);
    this.#shapedTokens = new ShapedTokens(base);
  }

  /**
   * Values of tokens, in order; null for a text that is not, or no longer, a token of this namespace. A text at
   * `wholeTexts` is its own value when auto-detect once left it unchanged, unless the caller's brakes hide values.
   * Looks everything up again when something was erased while values were opened. `ids`, carried by free text, give
   * value and token, for the caller to compare with the text; null when the token at `wholeTextOf` has a value. From
   * `numbersFrom` on only numbers in JSON documents count. A mapping that `brakes` (null: none) hide counts as
   * unknown. Throws when a stored value does not open: that is damage, not an unknown token.
   */
  async unmask(question: UnmaskQuestion, brakes: UnmaskBrakes | null): Promise<Unmasked> {
    const { tokens, wholeTexts = [], ids = [], wholeTextOf = [], tags } = question;
    const { numbersFrom = tokens.length } = question;
    const resolvedBrakes = brakes === null ? null : await this.brakes.resolve(brakes);
    const candidates = await this.idsOf(tokens, question.carried);
    for (;;) {
      const { epoch } = this.parts.liveness;
      const opened = await this.#openAll([...candidates, ...ids], resolvedBrakes);
      const renderer = await tokenRenderer(this.parts, []);
      const resolved = tokens.map((token, at) => {
        const mapping = opened?.get(candidates[at] ?? 0);
        if (mapping === undefined || !agreesWithTag(tags?.tokens[at], mapping.types)) return null;
        return isTokenOf(mapping, token, renderer) ? mapping : null;
      });
      const unknown = hidesValues(resolvedBrakes)
        ? []
        : wholeTexts.filter((at) => resolved[at] === null);
      const plain = await this.#plainTexts(unknown.map((at) => tokens[at] ?? ""));
      if (TEST_BUILD) await failpoint("unmask.opened");
      if (opened === null || this.parts.liveness.epoch !== epoch) continue;
      const values = resolved.map((mapping, at) =>
        valueFor(mapping, at >= numbersFrom, resolvedBrakes),
      );
      const given = resolved.filter((_, at) => values[at] !== null);
      for (const at of unknown) {
        const token = tokens[at] ?? "";
        if (plain.has(token)) values[at] = token;
      }
      // Most ids are in texts that are tokens as a whole; those need no second answer.
      const isDone = (i: number): boolean => (values[wholeTextOf[i] ?? -1] ?? null) !== null;
      const named = ids.map((id, i) => {
        const mapping = opened.get(id);
        return isDone(i) || !agreesWithTag(tags?.ids[i], mapping?.types) ? undefined : mapping;
      });
      return {
        values,
        found: named.map((mapping) => foundValue(mapping, renderer, resolvedBrakes)),
        mappingIds: idsOf(plain.values(), resolved, ids, opened),
        revealed: resolvedBrakes === null ? 0 : countDistinct([...given, ...named]),
      };
    }
  }

  /**
   * The reply for a caller. Fails with `policy_changed` and `unmasked_too_large`; for callers with unmask brakes also
   * with `reason_required` and `unmask_limit_reached`.
   */
  async answer(caller: Caller, question: UnmaskQuestion): Promise<Reply<UnmaskAnswer>> {
    const refusal = this.brakes.refusal(caller);
    if (refusal !== null) return err({ code: refusal });
    const { values, found, revealed } = await this.unmask(question, caller.brakes ?? null);
    if (this.parts.policySetVersion.isOutdated(question.policySetVersion ?? null))
      return err({ code: "policy_changed" });
    // Counted before anything about the values is revealed, even that they are too large.
    if (!this.brakes.countValues(caller, revealed)) return err({ code: "unmask_limit_reached" });
    if (isTooLarge({ values, found })) return err({ code: "unmasked_too_large" });
    return ok({ values, found });
  }

  /** Live mappings that the caller may see, opened; null when a day key was replaced meanwhile. */
  async #openAll(
    wanted: readonly number[],
    resolvedBrakes: ResolvedBrakes | null,
  ): Promise<Map<number, OpenMapping> | null> {
    const distinct = new Set(wanted);
    distinct.delete(NO_ID);
    await this.parts.verdicts.prepare(() => [...distinct]);
    const { epoch, watermark } = this.parts.liveness;
    const stored = this.parts.mappings.byId([...distinct], watermark);
    const opened = new Map<number, OpenMapping>();
    let isOutdated = false;
    // Texts that auto-detect left unchanged have no token; they are found by their text only.
    const all = stored.filter(({ kind }) => kind !== PLAIN_KIND);
    const shown = resolvedBrakes === null ? null : this.brakes.visible(all, resolvedBrakes);
    const tokens = shown?.mappings ?? all;
    await inPortions(
      tokens,
      async (portion) => {
        const values = await openValues(this.parts, portion);
        if (values === null) isOutdated = true;
        values?.forEach((value, i) => {
          const { id, kind, token } = portion[i] as TokenMapping;
          opened.set(id, { id, kind, token, value, types: shown?.typesOf.get(id) });
        });
      },
      bytesOf,
    );
    if (isOutdated && this.parts.liveness.epoch === epoch) {
      throw new Error("day key of a live mapping is missing");
    }
    return isOutdated ? null : opened;
  }

  /** Texts that auto-detect once left unchanged, which are their own values, with their mappings' ids. */
  async #plainTexts(unknown: readonly string[]): Promise<Map<string, number>> {
    if (unknown.length === 0) return new Map();
    const texts = [...new Set(unknown)];
    const digests = await (await this.parts.keyring.digestKey()).digest(utf8Slices(texts));
    await this.parts.blindings.prepare(texts.length);
    await prepareToFind(this.parts, digests);
    const found = findByDigest(this.parts, PLAIN_KIND, digests, this.parts.liveness.watermark);
    return new Map(found.map(({ position, id }) => [texts[position] ?? "", id]));
  }

  /** The id that each text may name, carried or found by digest; 0: none. Its mapping may be dead, or its token another. */
  async idsOf(tokens: readonly string[], carried?: readonly number[]): Promise<number[]> {
    const cipher = await this.parts.keyring.cipher();
    const read = carried ?? tokens.map((token) => carriedId(cipher, token) ?? NO_ID);
    const others = tokens.filter((_, i) => read[i] === NO_ID);
    const known = await this.#shapedTokens.idsOf([...new Set(others)]);
    return tokens.map((token, i) => read[i] || (known.get(token) ?? NO_ID));
  }
}

const bytesOf = ({ sealed }: TokenMapping) => sealed.byteLength;

/** An id proves little: the whole text must be the mapping's token. */
function isTokenOf(mapping: OpenMapping, text: string, renderer: TokenRenderer): boolean {
  return mapping.token === null ? renderer.isTokenOf(mapping, text) : mapping.token === text;
}

/** The value of a token; a number in a JSON document takes only a value that was a number. */
function valueFor(
  mapping: OpenMapping | null,
  isNumber: boolean,
  resolvedBrakes: ResolvedBrakes | null,
): string | null {
  if (mapping === null || (isNumber && mapping.kind !== JSON_NUMBER_KIND)) return null;
  return seen(mapping.value, resolvedBrakes);
}

/** The part of a value that the caller may see. */
function seen(value: string, resolvedBrakes: ResolvedBrakes | null): string {
  return resolvedBrakes?.isPartial ? partialValue(value) : value;
}

/** Ids of all mappings read: of unchanged texts, of tokens, and of ids in free text. */
function idsOf(
  plain: Iterable<number>,
  resolved: readonly (OpenMapping | null)[],
  ids: readonly number[],
  opened: ReadonlyMap<number, OpenMapping>,
): number[] {
  const read = new Set(plain);
  for (const mapping of resolved) if (mapping !== null) read.add(mapping.id);
  for (const id of ids) if (opened.has(id)) read.add(id);
  return [...read];
}

function foundValue(
  mapping: OpenMapping | undefined,
  renderer: TokenRenderer,
  resolvedBrakes: ResolvedBrakes | null,
): FoundValue | null {
  if (mapping === undefined) return null;
  const token = mapping.token ?? renderer.tokenOf(mapping);
  return { value: seen(mapping.value, resolvedBrakes), token };
}

function countDistinct(mappings: readonly (OpenMapping | null | undefined)[]): number {
  const ids = new Set(mappings.map((mapping) => mapping?.id));
  ids.delete(undefined);
  return ids.size;
}

/** Whether an answer has more than MAX_UNMASKED_LETTERS letters, the limit of one call. */
function isTooLarge({ values, found }: UnmaskAnswer): boolean {
  let letters = 0;
  for (const value of values) letters += value?.length ?? 0;
  for (const one of found) letters += (one?.value.length ?? 0) + (one?.token.length ?? 0);
  return letters > MAX_UNMASKED_LETTERS;
}
