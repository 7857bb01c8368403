// Unmasking in the vault: which mapping a text names, and what it stands for. Writes nothing.
import { failpoint } from "../core/failpoint.ts";
import { dayOf } from "../core/time.ts";
import { digestAll } from "../crypto/blind-index.ts";
import type { ContextMaker } from "../crypto/context.ts";
import { fromUtf8, utf8All } from "../crypto/encoding.ts";
import { open } from "../crypto/seal.ts";
import type { FoundValue } from "../masking/plan-unmask.ts";
import type { TokenCipher } from "../tokens/cipher.ts";
import { freeLengthToken, readTokenId } from "../tokens/free-length.ts";
import { familyOf, PLAIN_KIND } from "../tokens/kinds.ts";
import { hasNumericForm } from "../tokens/numeric.ts";
import type { Keyring } from "./keyring.ts";
import type { Liveness } from "./liveness.ts";
import { inRuns } from "./runs.ts";
import type { ShapedTokens } from "./shaped-tokens.ts";
import type { MappingStore, StoredMapping } from "./store/mappings.ts";

/** What unmasking gave: a value or null per token, the same per id, and the mappings that were read. */
export interface Unmasked {
  readonly values: (string | null)[];
  readonly found: (FoundValue | null)[];
  readonly mappingIds: number[];
}

/** A text that names a mapping, unless the check against the mapping's value says otherwise. */
interface Candidate {
  readonly token: string;
  readonly id: number;
  /** Found by its own row, not by what it carries. */
  readonly shaped: boolean;
}

/** Unmasks tokens of one namespace. */
export class Unmasker {
  readonly #mappings: MappingStore;
  readonly #shapedTokens: ShapedTokens;
  readonly #keyring: Keyring;
  readonly #context: ContextMaker;
  readonly #liveness: Liveness;

  constructor(
    stores: { mappings: MappingStore; shapedTokens: ShapedTokens; liveness: Liveness },
    keyring: Keyring,
    context: ContextMaker,
  ) {
    this.#liveness = stores.liveness;
    this.#mappings = stores.mappings;
    this.#shapedTokens = stores.shapedTokens;
    this.#keyring = keyring;
    this.#context = context;
  }

  /**
   * Values of tokens, in order; null where a text is no token of this namespace, or no longer. Those
   * at `bareAt` also stand for themselves when auto-detect once left them alone. What was erased
   * while values were opened is looked for again before anything is given. `ids` are of free-length
   * tokens in free text: they give value and token, for the caller to compare with the text.
   * Throws when a stored value does not open: that is damage, not an unknown token.
   */
  async unmask(
    tokens: readonly string[],
    bareAt: readonly number[] = [],
    ids: readonly number[] = [],
  ): Promise<Unmasked> {
    const cipher = await this.#keyring.cipher();
    const candidates = await this.#candidates([...new Set(tokens)], cipher);
    const isBare = new Set(bareAt);
    for (;;) {
      const { epoch } = this.#liveness;
      const opened = await this.#openAll(candidates, cipher);
      const found = await this.#openIds(ids, cipher);
      const bare = bareAt.map((position) => tokens[position] ?? "");
      const plain = new Map(await this.#plainTexts(bare, opened ?? new Map()));
      if (TEST_BUILD) await failpoint("unmask.opened");
      if (opened === null || found === null || this.#liveness.epoch !== epoch) continue;
      const read = [...[...opened.values()].map(({ id }) => id), ...found.keys()];
      return {
        values: tokens.map((token, i) => {
          const standsForItself = isBare.has(i) && plain.has(token);
          return opened.get(token)?.value ?? (standsForItself ? token : null);
        }),
        found: ids.map((id) => found.get(id) ?? null),
        mappingIds: [...new Set([...read, ...plain.values()])],
      };
    }
  }

  /** Value and mapping of each token that has one; null when a day key was replaced meanwhile. */
  async #openAll(
    candidates: readonly Candidate[],
    cipher: TokenCipher,
  ): Promise<Map<string, { value: string; id: number }> | null> {
    const { epoch, watermark } = this.#liveness;
    const ids = [...new Set(candidates.map((candidate) => candidate.id))];
    const found = this.#mappings.byId(ids, watermark);
    const stored = new Map(found.map((mapping) => [mapping.id, mapping]));
    const opened = new Map<string, { value: string; id: number }>();
    let isOutdated = false;
    await inRuns(candidates, async (run) => {
      await Promise.all(
        run.map(async (candidate) => {
          const mapping = stored.get(candidate.id);
          if (mapping === undefined) return;
          const value = await this.#open(mapping);
          if (value === null) isOutdated = true;
          else if (isTokenOf(candidate, mapping, value, cipher)) {
            opened.set(candidate.token, { value, id: candidate.id });
          }
        }),
      );
    });
    if (isOutdated && this.#liveness.epoch === epoch) {
      throw new Error("day key of a live mapping is missing");
    }
    return isOutdated ? null : opened;
  }

  /** Value and token of each id whose mapping has a free-length token; null as above. */
  async #openIds(
    ids: readonly number[],
    cipher: TokenCipher,
  ): Promise<Map<number, FoundValue> | null> {
    const { epoch, watermark } = this.#liveness;
    const found = new Map<number, FoundValue>();
    let isOutdated = false;
    await inRuns(this.#mappings.byId([...new Set(ids)], watermark), async (run) => {
      await Promise.all(
        run.map(async (mapping) => {
          const make = familyOf(mapping.kind);
          if (make.family !== "free-length") return;
          const value = await this.#open(mapping);
          if (value === null) {
            isOutdated = true;
            return;
          }
          const token = freeLengthToken(cipher, mapping.id, value, make.layout);
          found.set(mapping.id, { value, token });
        }),
      );
    });
    if (isOutdated && this.#liveness.epoch === epoch) {
      throw new Error("day key of a live mapping is missing");
    }
    return isOutdated ? null : found;
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

  async #candidates(tokens: readonly string[], cipher: TokenCipher): Promise<Candidate[]> {
    const candidates: Candidate[] = [];
    const digits: string[] = [];
    for (const token of tokens) {
      const id = readTokenId(cipher, token);
      if (id !== null) candidates.push({ token, id, shaped: false });
      else if (hasNumericForm(token)) digits.push(token);
    }
    for (const [token, id] of await this.#shapedTokens.idsOf(digits)) {
      candidates.push({ token, id, shaped: true });
    }
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

/**
 * The whole token must be the one this mapping has: making it again from the value finds every
 * change that the enciphered id alone would not (separators, padding, spread).
 */
function isTokenOf(
  candidate: Candidate,
  mapping: StoredMapping,
  value: string,
  cipher: TokenCipher,
): boolean {
  const make = familyOf(mapping.kind);
  if (make.family !== "free-length") return candidate.shaped;
  return freeLengthToken(cipher, mapping.id, value, make.layout) === candidate.token;
}
