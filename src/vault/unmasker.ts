// Unmasking in the vault: which mapping a text names, and what it stands for. Writes nothing.
import { failpoint } from "../core/failpoint.ts";
import { MAX_UNMASKED_LETTERS } from "../core/limits.ts";
import { dayOf } from "../core/time.ts";
import { digestAll } from "../crypto/blind-index.ts";
import type { ContextMaker } from "../crypto/context.ts";
import { fromUtf8, utf8All } from "../crypto/encoding.ts";
import { open } from "../crypto/seal.ts";
import type { FoundValue, UnmaskAnswer } from "../masking/plan-unmask.ts";
import { JSON_NUMBER_KIND, PLAIN_KIND } from "../tokens/kinds.ts";
import { readIds } from "../tokens/makers.ts";
import type { FreeTokens, TokenTeller } from "./free-tokens.ts";
import type { Keyring } from "./keyring.ts";
import type { Liveness } from "./liveness.ts";
import type { UnmaskQuestion } from "./rpc.ts";
import { inRuns } from "./runs.ts";
import type { ShapedTokens } from "./shaped-tokens.ts";
import type { MappingStore, StoredMapping, TokenMapping } from "./store/mappings.ts";

/** What unmasking gave: a value or null per token and per id, and the mappings that were read. */
export interface Unmasked {
  readonly values: (string | null)[];
  readonly found: (FoundValue | null)[];
  readonly mappingIds: number[];
}

/** A text that names a mapping, unless the mapping's own token says otherwise. */
interface Candidate {
  readonly token: string;
  readonly id: number;
}

/** A mapping with its value. */
interface OpenMapping extends TokenMapping {
  readonly value: string;
}

/** Unmasks tokens of one namespace. */
export class Unmasker {
  readonly #mappings: MappingStore;
  readonly #shapedTokens: ShapedTokens;
  readonly #freeTokens: FreeTokens;
  readonly #keyring: Keyring;
  readonly #context: ContextMaker;
  readonly #liveness: Liveness;

  constructor(
    stores: {
      mappings: MappingStore;
      shapedTokens: ShapedTokens;
      freeTokens: FreeTokens;
      liveness: Liveness;
    },
    keyring: Keyring,
    context: ContextMaker,
  ) {
    this.#liveness = stores.liveness;
    this.#mappings = stores.mappings;
    this.#shapedTokens = stores.shapedTokens;
    this.#freeTokens = stores.freeTokens;
    this.#keyring = keyring;
    this.#context = context;
  }

  /**
   * Values of tokens, in order; null where a text is no token of this namespace, or no longer. Those
   * at `bareAt` also stand for themselves when auto-detect once left them alone. What was erased
   * while values were opened is looked for again before anything is given. `ids` are carried by free
   * text: they give value and token, for the caller to compare with the text; null where the token at
   * `wholeAt` has a value. From `numbersFrom` on only numbers of documents count.
   * Throws when a stored value does not open: that is damage, not an unknown token.
   */
  async unmask(question: UnmaskQuestion): Promise<Unmasked> {
    const { tokens, bareAt = [], ids = [], wholeAt = [], numbersFrom = tokens.length } = question;
    const candidates = await this.#candidates([...new Set(tokens)]);
    const bare = bareAt.map((position) => tokens[position] ?? "");
    const isBare = new Set(bareAt);
    for (;;) {
      const { epoch } = this.#liveness;
      const opened = await this.#openAll([...candidates.map(({ id }) => id), ...ids]);
      const teller = await this.#freeTokens.teller();
      const resolved = new Map<string, number>();
      for (const { token, id } of candidates) {
        const mapping = opened?.get(id);
        if (mapping !== undefined && isTokenOf(mapping, token, teller)) resolved.set(token, id);
      }
      const plain = new Map(await this.#plainTexts(bare, resolved));
      if (TEST_BUILD) await failpoint("unmask.opened");
      if (opened === null || this.#liveness.epoch !== epoch) continue;
      const valueAt = (token: string, at: number): string | null => {
        const mapping = opened.get(resolved.get(token) ?? 0);
        if (at >= numbersFrom && mapping?.kind !== JSON_NUMBER_KIND) return null;
        if (mapping !== undefined) return mapping.value;
        return isBare.has(at) && plain.has(token) ? token : null;
      };
      const values = tokens.map(valueAt);
      // Most ids stand in texts that are tokens as a whole; nobody asks for those again.
      const isDone = (i: number): boolean => (values[wholeAt[i] ?? -1] ?? null) !== null;
      const read = ids.filter((id) => opened.has(id));
      return {
        values,
        found: ids.map((id, i) => (isDone(i) ? null : foundValue(opened.get(id), teller))),
        mappingIds: [...new Set([...resolved.values(), ...plain.values(), ...read])],
      };
    }
  }

  /** Living mappings, opened; null when a day key was replaced meanwhile. */
  async #openAll(wanted: readonly number[]): Promise<Map<number, OpenMapping> | null> {
    const { epoch, watermark } = this.#liveness;
    const stored = this.#mappings.byId([...new Set(wanted)], watermark);
    const opened = new Map<number, OpenMapping>();
    let isOutdated = false;
    // What auto-detect left alone has no token; it is found by its text only.
    const tokens = stored.filter(({ kind }) => kind !== PLAIN_KIND);
    await inRuns(tokens, async (run) => {
      await Promise.all(
        run.map(async (mapping) => {
          const value = await this.#open(mapping);
          if (value === null) isOutdated = true;
          else opened.set(mapping.id, { ...mapping, value });
        }),
      );
    });
    if (isOutdated && this.#liveness.epoch === epoch) {
      throw new Error("day key of a live mapping is missing");
    }
    return isOutdated ? null : opened;
  }

  /** Texts that auto-detect once left alone: they stand for themselves. Gives text and mapping. */
  async #plainTexts(
    tokens: readonly string[],
    resolved: ReadonlyMap<string, unknown>,
  ): Promise<[string, number][]> {
    const texts = [...new Set(tokens)].filter((token) => !resolved.has(token));
    if (texts.length === 0) return [];
    const digests = await digestAll(await this.#keyring.digestKey(), utf8All(texts));
    const found = this.#mappings.find(PLAIN_KIND, digests, this.#liveness.watermark);
    return found.map(({ position, id }) => [texts[position] ?? "", id]);
  }

  /** Mappings that texts may name: by the id they carry, or by their own row. */
  async #candidates(tokens: readonly string[]): Promise<Candidate[]> {
    const cipher = await this.#keyring.cipher();
    const candidates: Candidate[] = [];
    const others: string[] = [];
    for (const token of tokens) {
      const ids = readIds(cipher, token);
      for (const id of ids) candidates.push({ token, id });
      if (ids.length === 0) others.push(token);
    }
    for (const [token, id] of await this.#shapedTokens.idsOf(others))
      candidates.push({ token, id });
    return candidates;
  }

  /** The value, or null when its key is gone. */
  async #open(mapping: StoredMapping): Promise<string | null> {
    const day = dayOf(mapping.created);
    const key = await this.#keyring.dayKey(day, mapping.keyVersion);
    if (key === null) return null;
    const context = this.#context("value", day, mapping.keyVersion, mapping.id, mapping.kind);
    return fromUtf8(await open(key, mapping.sealed, context));
  }
}

/** The id alone proves little: the whole text must be the mapping's token. */
function isTokenOf(mapping: OpenMapping, text: string, teller: TokenTeller): boolean {
  return mapping.token === null ? teller.isTokenOf(mapping, text) : mapping.token === text;
}

function foundValue(mapping: OpenMapping | undefined, teller: TokenTeller): FoundValue | null {
  if (mapping === undefined) return null;
  return { value: mapping.value, token: mapping.token ?? teller.tokenOf(mapping) };
}

/** True when an answer has more letters than one call may give. */
export function isTooLarge({ values, found }: UnmaskAnswer): boolean {
  let letters = 0;
  for (const value of values) letters += value?.length ?? 0;
  for (const one of found) letters += (one?.value.length ?? 0) + (one?.token.length ?? 0);
  return letters > MAX_UNMASKED_LETTERS;
}
