// Tokens of fixed-shape kinds: a place in a space of texts, remembered by digest. Short texts come from the
// counter of their space, which a restored copy of the data cannot set back; when a space is used up the
// next, longer one begins, and the last carries the mapping's id. So no token is made twice, by a living
// mapping or a dead one. The digests are still looked up: spaces of two kinds may share texts, and earlier
// versions drew tokens at random.

import { digestAllIn } from "../../crypto/digest.ts";
import { normalForm } from "../../erasure/normal-form.ts";
import { MAX_TOKEN_ID, type TokenCipher } from "../../tokens/cipher/cipher.ts";
import { ID_ATTEMPTS, type Stage } from "../../tokens/stages.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { BatchEntry } from "./batch-entries.ts";

/** Rounds after which something other than used-up spaces and shared texts must be in the way. */
const MAX_ROUNDS = 256;

/** An entry without a token yet. */
interface Waiting {
  readonly entry: BatchEntry;
  readonly stages: readonly Stage[];
  /** The stage it is at. */
  at: number;
  /** Its place in the space of that stage, or NO_PLACE. */
  place: number;
  /** Texts with the entry's id that were taken. */
  idAttempt: number;
}

const NO_PLACE = -1;

/** Mints and finds fixed-shape tokens of one namespace. */
export class ShapedTokens extends NamespacePart {
  /**
   * Give every entry a token the namespace never had, which does not look like its own value. The entries have ids and
   * stages. Throws when the Registry cannot be told.
   */
  async mint(entries: readonly BatchEntry[]): Promise<void> {
    const cipher = await this.parts.keyring.cipher();
    let waiting = entries.map(
      (entry): Waiting => ({
        entry,
        stages: entry.stages ?? [],
        at: 0,
        place: NO_PLACE,
        idAttempt: 0,
      }),
    );
    // Two of this batch must not meet either: places of two spaces may have the same text.
    const minted = new Set<string>();
    for (let round = 0; waiting.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error("no free token found");
      waiting = await this.#mintRound(waiting, cipher, minted);
    }
  }

  /** Ids of the mappings that have or had these tokens; unknown tokens are left out. */
  async idsOf(tokens: readonly string[]): Promise<Map<string, number>> {
    if (tokens.length === 0) return new Map();
    const found = this.parts.mappings.findShaped(await this.#digests(tokens));
    return new Map([...found].map(([position, id]) => [tokens[position] ?? "", id]));
  }

  /** One text for each; gives those that need another. */
  async #mintRound(
    waiting: readonly Waiting[],
    cipher: TokenCipher,
    minted: Set<string>,
  ): Promise<Waiting[]> {
    const again: Waiting[] = [];
    const spelled: Waiting[] = [];
    for (const one of await this.#placed(waiting)) {
      if (one.place === NO_PLACE) again.push(one);
      else spelled.push(one);
    }
    const texts = spelled.map(({ stages, at, place }) =>
      (stages[at] as Stage).spell(cipher, place, this.parts.random),
    );
    const digests = await this.#digests(texts);
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
      // A counter goes on by itself; an id needs another of its texts.
      if (one.stages[one.at]?.space === null) one.idAttempt++;
      if (one.idAttempt === ID_ATTEMPTS) throw new Error("all texts of an id are taken");
      again.push(one);
    }
    return again;
  }

  /** The same, each with the next place of its stage: NO_PLACE where the stage's space has none left. */
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
      const { space } = one.stages[one.at] as Stage;
      if (space === null) {
        one.place = one.entry.id + one.idAttempt * (MAX_TOKEN_ID + 1);
        continue;
      }
      const places = given.get(space);
      const next = taken.get(space) ?? 0;
      const hasMore = places !== undefined && next < places.count;
      one.place = hasMore ? places.first + next : NO_PLACE;
      taken.set(space, next + 1);
    }
    return waiting;
  }

  /** The first stage, from the present one on, that has room. */
  #stageOf(one: Waiting): Stage {
    for (;;) {
      const stage = one.stages[one.at];
      if (stage === undefined) throw new Error("a form has no last stage");
      if (stage.space === null || this.parts.spaces.used(stage.space) < stage.usable) return stage;
      one.at++;
    }
  }

  async #digests(tokens: readonly string[]): Promise<Uint8Array<ArrayBuffer>[]> {
    return digestAllIn(await this.parts.keyring.digestKey(), "token", tokens);
  }
}

/** True when a token would show the value: the same but for letter case, width and blanks. */
function looksLike(token: string, value: string): boolean {
  return token === value || normalForm(token) === normalForm(value);
}
