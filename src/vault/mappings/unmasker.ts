// Unmasking in the vault: which mapping a text names, and what it stands for, as far as who asks may see it.

import type { UnmaskBrakes } from "../../core/brakes/unmask-brakes.ts";
import { MAX_UNMASKED_LETTERS } from "../../core/limits.ts";
import { err, ok } from "../../core/result.ts";
import { utf8Slices } from "../../crypto/encoding.ts";
import { partialValue } from "../../masking/text/partial-value.ts";
import type { FoundValue, UnmaskAnswer } from "../../masking/unmask/restore-texts.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { inPortions } from "../../platform/yield-to-callers.ts";
import { JSON_NUMBER_KIND, PLAIN_KIND } from "../../tokens/kinds.ts";
import { carriedId } from "../../tokens/recognition.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Caller, Reply, UnmaskQuestion } from "../rpc.ts";
import type { TokenMapping } from "../store/mappings.ts";
import { agrees, Brakes, hidesAny, type Sight } from "./brakes.ts";
import { findByDigest, prepareToFind } from "./find-by-digest.ts";
import { type TokenRenderer, tokenRenderer } from "./free-tokens.ts";
import { openValues } from "./open-rows.ts";
import { ShapedTokens } from "./shaped-tokens.ts";

/** What unmasking gave: a value or null per token and per id, and the mappings that were read. */
export interface Unmasked {
  readonly values: (string | null)[];
  readonly found: (FoundValue | null)[];
  readonly mappingIds: number[];
  /** How many mappings' values were given; 0 where nobody counts. */
  readonly revealed: number;
}

/** Stands for no mapping: ids begin at 1. */
const NO_ID = 0;

/** A mapping with its value. */
interface OpenMapping extends Pick<TokenMapping, "id" | "kind" | "token"> {
  readonly value: string;
  /** Of who is held back: the types that a tag around its token may name. */
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
   * Values of tokens, in order; null where a text is no token of this namespace, or no longer. Those
   * at `wholeTexts` also stand for themselves when auto-detect once left them alone, unless something is hidden. What was erased
   * while values were opened is looked for again before anything is given. `ids` are carried by free
   * text: they give value and token, for the caller to compare with the text; null where the token at
   * `wholeTextOf` has a value. From `numbersFrom` on only numbers of documents count. What `brakes` (null: none) do not let
   * through is as good as unknown.
   * Throws when a stored value does not open: that is damage, not an unknown token.
   */
  async unmask(question: UnmaskQuestion, brakes: UnmaskBrakes | null): Promise<Unmasked> {
    const { tokens, wholeTexts = [], ids = [], wholeTextOf = [], tags } = question;
    const { numbersFrom = tokens.length } = question;
    const sight = brakes === null ? null : await this.brakes.sightOf(brakes);
    const candidates = await this.idsOf(tokens, question.carried);
    for (;;) {
      const { epoch } = this.parts.liveness;
      const opened = await this.#openAll([...candidates, ...ids], sight);
      const renderer = await tokenRenderer(this.parts, []);
      const resolved = tokens.map((token, at) => {
        const mapping = opened?.get(candidates[at] ?? 0);
        if (mapping === undefined || !agrees(tags?.tokens[at], mapping.types)) return null;
        return isTokenOf(mapping, token, renderer) ? mapping : null;
      });
      const unknown = hidesAny(sight) ? [] : wholeTexts.filter((at) => resolved[at] === null);
      const plain = await this.#plainTexts(unknown.map((at) => tokens[at] ?? ""));
      if (TEST_BUILD) await failpoint("unmask.opened");
      if (opened === null || this.parts.liveness.epoch !== epoch) continue;
      const values = resolved.map((mapping, at) => valueFor(mapping, at >= numbersFrom, sight));
      for (const at of unknown) {
        const token = tokens[at] ?? "";
        if (plain.has(token)) values[at] = token;
      }
      // Most ids stand in texts that are tokens as a whole; nobody asks for those again.
      const isDone = (i: number): boolean => (values[wholeTextOf[i] ?? -1] ?? null) !== null;
      const named = ids.map((id, i) => {
        const mapping = opened.get(id);
        return isDone(i) || !agrees(tags?.ids[i], mapping?.types) ? undefined : mapping;
      });
      return {
        values,
        found: named.map((mapping) => foundValue(mapping, renderer, sight)),
        mappingIds: idsOf(plain.values(), resolved, ids, opened),
        revealed: sight === null ? 0 : countDistinct([...resolved, ...named]),
      };
    }
  }

  /**
   * What a caller is answered. Fails with `policy_changed` and `unmasked_too_large`, and of who is held back with
   * `reason_required` and `unmask_limit_reached`.
   */
  async answer(caller: Caller, question: UnmaskQuestion): Promise<Reply<UnmaskAnswer>> {
    const refusal = this.brakes.refusal(caller);
    if (refusal !== null) return err({ code: refusal });
    const { values, found, revealed } = await this.unmask(question, caller.brakes ?? null);
    if (this.parts.policySetVersion.isOutdated(question.policySetVersion ?? null))
      return err({ code: "policy_changed" });
    // Counted before anything is said of the values, and be it how long they are.
    if (!this.brakes.take(caller, revealed)) return err({ code: "unmask_limit_reached" });
    if (isTooLarge({ values, found })) return err({ code: "unmasked_too_large" });
    return ok({ values, found });
  }

  /** Living mappings that may be seen, opened; null when a day key was replaced meanwhile. */
  async #openAll(
    wanted: readonly number[],
    sight: Sight | null,
  ): Promise<Map<number, OpenMapping> | null> {
    const distinct = new Set(wanted);
    distinct.delete(NO_ID);
    await this.parts.verdicts.prepare(() => [...distinct]);
    const { epoch, watermark } = this.parts.liveness;
    const stored = this.parts.mappings.byId([...distinct], watermark);
    const opened = new Map<number, OpenMapping>();
    let isOutdated = false;
    // What auto-detect left alone has no token; it is found by its text only.
    const all = stored.filter(({ kind }) => kind !== PLAIN_KIND);
    const shown = sight === null ? null : this.brakes.visible(all, sight);
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

  /** Texts that auto-detect once left alone: they stand for themselves. Gives text and mapping. */
  async #plainTexts(unknown: readonly string[]): Promise<Map<string, number>> {
    if (unknown.length === 0) return new Map();
    const texts = [...new Set(unknown)];
    const digests = await (await this.parts.keyring.digestKey()).digest(utf8Slices(texts));
    await this.parts.blindings.prepare(texts.length);
    await prepareToFind(this.parts, digests);
    const found = findByDigest(this.parts, PLAIN_KIND, digests, this.parts.liveness.watermark);
    return new Map(found.map(({ position, id }) => [texts[position] ?? "", id]));
  }

  /**
   * The mapping that each text may name, by the id it carries or by a row of its own; 0 for none. It may be dead, and the
   * mapping's own token may say otherwise.
   */
  async idsOf(tokens: readonly string[], carried?: readonly number[]): Promise<number[]> {
    const cipher = await this.parts.keyring.cipher();
    const read = carried ?? tokens.map((token) => carriedId(cipher, token) ?? NO_ID);
    const others = tokens.filter((_, i) => read[i] === NO_ID);
    const known = await this.#shapedTokens.idsOf([...new Set(others)]);
    return tokens.map((token, i) => read[i] || (known.get(token) ?? NO_ID));
  }
}

const bytesOf = ({ sealed }: TokenMapping) => sealed.byteLength;

/** The id alone proves little: the whole text must be the mapping's token. */
function isTokenOf(mapping: OpenMapping, text: string, renderer: TokenRenderer): boolean {
  return mapping.token === null ? renderer.isTokenOf(mapping, text) : mapping.token === text;
}

/** What a token stands for; that of a number only for a number. */
function valueFor(
  mapping: OpenMapping | null,
  isNumber: boolean,
  sight: Sight | null,
): string | null {
  if (mapping === null || (isNumber && mapping.kind !== JSON_NUMBER_KIND)) return null;
  return seen(mapping.value, sight);
}

/** As much of a value as may be seen. */
function seen(value: string, sight: Sight | null): string {
  return sight?.isPartial ? partialValue(value) : value;
}

/** The mappings that were read: what stands for itself, tokens, and what is named in free text. */
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
  sight: Sight | null,
): FoundValue | null {
  if (mapping === undefined) return null;
  const token = mapping.token ?? renderer.tokenOf(mapping);
  return { value: seen(mapping.value, sight), token };
}

function countDistinct(mappings: readonly (OpenMapping | null | undefined)[]): number {
  const ids = new Set(mappings.map((mapping) => mapping?.id));
  ids.delete(undefined);
  return ids.size;
}

/** True when an answer has more letters than one call may give. */
function isTooLarge({ values, found }: UnmaskAnswer): boolean {
  let letters = 0;
  for (const value of values) letters += value?.length ?? 0;
  for (const one of found) letters += (one?.value.length ?? 0) + (one?.token.length ?? 0);
  return letters > MAX_UNMASKED_LETTERS;
}
