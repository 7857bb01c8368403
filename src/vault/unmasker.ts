// Unmasking in the vault: which mapping a text names, and what it stands for. Writes nothing.
import { failpoint } from "../core/failpoint.ts";
import { dayOf } from "../core/time.ts";
import { digestAll } from "../crypto/blind-index.ts";
import type { ContextMaker } from "../crypto/context.ts";
import { fromUtf8, utf8All } from "../crypto/encoding.ts";
import { open } from "../crypto/seal.ts";
import type { TokenCipher } from "../tokens/cipher.ts";
import { freeLengthToken, readTokenId } from "../tokens/free-length.ts";
import { familyOf, PLAIN_KIND } from "../tokens/kinds.ts";
import { hasNumericForm } from "../tokens/numeric.ts";
import type { Keyring } from "./keyring.ts";
import { inRuns } from "./runs.ts";
import type { ShapedTokens } from "./shaped-tokens.ts";
import type { MappingStore, StoredMapping } from "./store/mappings.ts";

/** What unmasking gave: a value or null per token, and the mappings that were read. */
export interface Unmasked {
  readonly values: (string | null)[];
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

  constructor(
    stores: { mappings: MappingStore; shapedTokens: ShapedTokens },
    keyring: Keyring,
    context: ContextMaker,
  ) {
    this.#mappings = stores.mappings;
    this.#shapedTokens = stores.shapedTokens;
    this.#keyring = keyring;
    this.#context = context;
  }

  /**
   * Values of tokens, in order; null where a text is no token of this namespace, or no longer.
   * Throws when a stored value does not open: that is damage, not an unknown token.
   */
  async unmask(tokens: readonly string[], bareAt: readonly number[] = []): Promise<Unmasked> {
    const cipher = await this.#keyring.cipher();
    const candidates = await this.#candidates([...new Set(tokens)], cipher);
    const ids = [...new Set(candidates.map((candidate) => candidate.id))];
    const stored = new Map(this.#mappings.byId(ids).map((mapping) => [mapping.id, mapping]));
    const values = new Map<string, string>();
    const plain = new Map<string, string>();
    const isBare = new Set(bareAt);
    const mappingIds = new Set<number>();
    await inRuns(candidates, async (run) => {
      const present = run.filter((candidate) => stored.has(candidate.id));
      await Promise.all(
        present.map(async (candidate) => {
          const { token, id } = candidate;
          const mapping = stored.get(id);
          if (mapping === undefined) return;
          const value = await this.#open(mapping);
          if (!isTokenOf(candidate, mapping, value, cipher)) return;
          values.set(token, value);
          mappingIds.add(id);
        }),
      );
    });
    const bare = bareAt.map((position) => tokens[position] ?? "");
    for (const [text, id] of await this.#plainTexts(bare, values)) {
      plain.set(text, text);
      mappingIds.add(id);
    }
    if (TEST_BUILD) await failpoint("unmask.opened");
    return {
      values: tokens.map(
        (token, i) => values.get(token) ?? (isBare.has(i) ? (plain.get(token) ?? null) : null),
      ),
      mappingIds: [...mappingIds],
    };
  }

  /** Texts that auto-detect once left alone: they stand for themselves. Gives text and mapping. */
  async #plainTexts(
    tokens: readonly string[],
    resolved: ReadonlyMap<string, string>,
  ): Promise<[string, number][]> {
    const texts = [...new Set(tokens)].filter((token) => !resolved.has(token));
    if (texts.length === 0) return [];
    const digests = await digestAll(await this.#keyring.digestKey(), utf8All(texts));
    const found = this.#mappings.find(PLAIN_KIND, digests);
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

  async #open(mapping: StoredMapping): Promise<string> {
    const day = dayOf(mapping.created);
    const key = await this.#keyring.dayKey(day, mapping.keyVersion);
    if (key === null) throw new Error("day key of a live mapping is missing");
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
