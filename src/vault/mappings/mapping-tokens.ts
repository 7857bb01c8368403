// Tokens of mappings. Free-length ones are made from the id whenever needed, and never stored. Those of fixed-shape kinds are
// an index in a space of texts, found again by digest. Short texts come from the counter of their space, which restoring a
// copy of the data does not set back; a used-up space is followed by the next, longer one, and the last space's texts carry
// the mapping's id. So no token is made twice, for live or dead mappings. The digests are still looked up: spaces of two
// kinds may share texts, and earlier versions drew tokens at random.

import { normalForm } from "../../erasure/normal-form.ts";
import { MAX_TOKEN_ID, type TokenCipher } from "../../tokens/cipher/cipher.ts";
import { PLAIN_KIND } from "../../tokens/kinds.ts";
import { freeTokenOf, type TokenOwner } from "../../tokens/makers.ts";
import { isTokenOf } from "../../tokens/recognition.ts";
import { ID_ATTEMPTS, type Stage } from "../../tokens/stages.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { BatchEntry } from "./batch-entries.ts";

/** Renders tokens of mappings. */
export interface TokenRenderer {
  tokenOf(mapping: TokenOwner): string;
  /** Whether a text that carries the mapping's id is exactly its token. */
  isTokenOf(mapping: TokenOwner, text: string): boolean;
}

/** A renderer for mappings without a stored token; `ids` are the ids it will mostly be asked for. */
export async function tokenRenderer(
  { keyring }: NamespaceBase,
  ids: readonly number[],
): Promise<TokenRenderer> {
  const batchCipher = await keyring.batchCipher();
  const cipher = await batchCipher.forIds(ids);
  return {
    // Texts that auto-detect left unchanged have no token.
    tokenOf: (mapping) => (mapping.kind === PLAIN_KIND ? "" : freeTokenOf(cipher, mapping)),
    isTokenOf: (mapping, text) => isTokenOf(cipher, mapping, text),
  };
}

/** More rounds than used-up spaces and shared texts can explain. */
const MAX_ROUNDS = 256;

/** An entry without a token yet. */
interface Waiting {
  readonly entry: BatchEntry;
  readonly stages: readonly Stage[];
  stageIndex: number;
  /** Its index in that stage's space, or NO_INDEX. */
  index: number;
  /** Number of texts with the entry's id that were already taken. */
  idAttempt: number;
}

const NO_INDEX = -1;

/** Mints and finds fixed-shape tokens of one namespace. */
export class ShapedTokens extends NamespacePart {
  /** Give every entry, which has an id and stages, a new token unlike its value. Throws RegistryUnreachable. */
  async mint(entries: readonly BatchEntry[]): Promise<void> {
    const cipher = await this.parts.keyring.cipher();
    let waiting = entries.map(
      (entry): Waiting => ({
        entry,
        stages: entry.stages ?? [],
        stageIndex: 0,
        index: NO_INDEX,
        idAttempt: 0,
      }),
    );
    // Two entries of this batch must not get the same token: indexes of two spaces may have the same text.
    const minted = new Set<string>();
    for (let round = 0; waiting.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error("no free token found");
      waiting = await this.#mintRound(waiting, cipher, minted);
    }
  }

  /** Ids of the mappings that have or had these tokens; skips unknown tokens. */
  async idsOf(tokens: readonly string[]): Promise<Map<string, number>> {
    if (tokens.length === 0) return new Map();
    const found = this.parts.mappings.findShaped(
      await this.parts.keyring.digestAll("token", tokens),
    );
    return new Map([...found].map(([position, id]) => [tokens[position] ?? "", id]));
  }

  /** Try one text for each entry; returns the entries that need another. */
  async #mintRound(
    waiting: readonly Waiting[],
    cipher: TokenCipher,
    minted: Set<string>,
  ): Promise<Waiting[]> {
    const again: Waiting[] = [];
    const spelled: Waiting[] = [];
    for (const one of await this.#placed(waiting)) {
      if (one.index === NO_INDEX) again.push(one);
      else spelled.push(one);
    }
    const texts = spelled.map(({ stages, stageIndex, index }) =>
      (stages[stageIndex] as Stage).spell(cipher, index, this.parts.random),
    );
    const digests = await this.parts.keyring.digestAll("token", texts);
    const taken = this.parts.mappings.findShaped(digests);
    for (let i = 0; i < spelled.length; i++) {
      const one = spelled[i] as Waiting;
      const token = texts[i] as string;
      const isFree = !taken.has(i) && !minted.has(token);
      if (isFree && !looksLike(token, one.entry.value)) {
        minted.add(token);
        one.entry.token = token;
        one.entry.tokenDigest = digests[i] ?? one.entry.tokenDigest;
        continue;
      }
      // A counter advances by itself; a text made from an id needs the next attempt.
      if (one.stages[one.stageIndex]?.space === null) one.idAttempt++;
      if (one.idAttempt === ID_ATTEMPTS) throw new Error("all texts of an id are taken");
      again.push(one);
    }
    return again;
  }

  /** The same entries, each with the next index of its stage; NO_INDEX when that stage's space is used up. */
  async #placed(waiting: readonly Waiting[]): Promise<readonly Waiting[]> {
    const wanted = new Map<number, { count: number; usable: number }>();
    for (const one of waiting) {
      const { space, usable } = this.#stageOf(one);
      if (space === null) continue;
      const want = wanted.get(space);
      if (want === undefined) wanted.set(space, { count: 1, usable });
      else want.count++;
    }
    const given = await this.parts.spaces.reserve(wanted);
    const taken = new Map<number, number>();
    for (const one of waiting) {
      const { space } = one.stages[one.stageIndex] as Stage;
      if (space === null) {
        one.index = one.entry.id + one.idAttempt * (MAX_TOKEN_ID + 1);
        continue;
      }
      const run = given.get(space);
      const next = taken.get(space) ?? 0;
      const hasMore = run !== undefined && next < run.count;
      one.index = hasMore ? run.first + next : NO_INDEX;
      taken.set(space, next + 1);
    }
    return waiting;
  }

  /** The first stage with free indexes, from the current one on. */
  #stageOf(one: Waiting): Stage {
    for (;;) {
      const stage = one.stages[one.stageIndex];
      if (stage === undefined) throw new Error("a form has no last stage");
      if (stage.space === null || this.parts.spaces.used(stage.space) < stage.usable) return stage;
      one.stageIndex++;
    }
  }
}

/** Whether a token would reveal the value: equal apart from letter case, width and blanks. */
function looksLike(token: string, value: string): boolean {
  return token === value || normalForm(token) === normalForm(value);
}
