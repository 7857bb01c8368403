// Tokens of fixed-shape kinds: a place in a space of texts, remembered by digest. Short texts come from the
// counter of their space, which a restored copy of the data cannot set back; when a space is used up the
// next, longer one begins, and the last carries the mapping's id. So no token is made twice, by a living
// mapping or a dead one. The digests are still looked up: spaces of two kinds may share texts, and earlier
// versions drew tokens at random.
import type { RandomSource } from "../core/random.ts";
import { digestAllIn } from "../crypto/blind-index.ts";
import { utf8All } from "../crypto/encoding.ts";
import { normalForm } from "../retention/normal-form.ts";
import { MAX_TOKEN_ID, type TokenCipher } from "../tokens/cipher.ts";
import { PLAIN_KIND } from "../tokens/kinds.ts";
import { ID_ATTEMPTS, type Stage } from "../tokens/stage.ts";
import type { Keyring } from "./keyring.ts";
import type { Slot } from "./slots.ts";
import type { MappingStore } from "./store/mappings.ts";
import type { SettingStore } from "./store/settings.ts";
import type { TokenSpaces, WantedPlaces } from "./token-spaces.ts";

/** Rounds after which something other than used-up spaces and shared texts must be in the way. */
const MAX_ROUNDS = 256;

/** A slot without a token yet. */
interface Waiting {
  readonly slot: Slot;
  readonly stages: readonly Stage[];
  /** The stage it is at. */
  at: number;
  /** Texts with the slot's id that were taken. */
  idAttempt: number;
}

/** Mints and finds fixed-shape tokens of one namespace. */
export class ShapedTokens {
  readonly #mappings: MappingStore;
  readonly #spaces: TokenSpaces;
  readonly #keyring: Keyring;
  readonly #random: RandomSource;
  /** Mappings before this one are older than most forms; 0 when there are none. */
  readonly #firstFormed: number;

  constructor(
    stores: { mappings: MappingStore; spaces: TokenSpaces; settings: SettingStore },
    keyring: Keyring,
    random: RandomSource,
  ) {
    this.#mappings = stores.mappings;
    this.#spaces = stores.spaces;
    this.#keyring = keyring;
    this.#random = random;
    this.#firstFormed = stores.settings.number("formed_tokens_since") ?? 0;
  }

  /**
   * Give every slot a token the namespace never had, which does not look like its own value. The slots have ids and
   * stages. Throws when the Registry cannot be told.
   */
  async mint(slots: readonly Slot[]): Promise<void> {
    const cipher = await this.#keyring.cipher();
    let waiting = slots.map((slot): Waiting => {
      return { slot, stages: slot.stages ?? [], at: 0, idAttempt: 0 };
    });
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
    const found = this.#mappings.findShaped(await this.#digests(tokens));
    return new Map([...found].map(([position, id]) => [tokens[position] ?? "", id]));
  }

  /** One text for each; gives those that need another. */
  async #mintRound(
    waiting: readonly Waiting[],
    cipher: TokenCipher,
    minted: Set<string>,
  ): Promise<Waiting[]> {
    const made = await this.#make(waiting, cipher);
    const spelled = waiting.filter((_, i) => made[i] !== null);
    const texts = made.filter((text) => text !== null);
    const digests = await this.#digests(texts);
    const taken = new Set([
      ...this.#mappings.findShaped(digests).keys(),
      ...(await this.#leftAlone(texts)),
    ]);
    const again = waiting.filter((_, i) => made[i] === null);
    spelled.forEach((one, i) => {
      const { slot, stages, at } = one;
      const token = texts[i] ?? "";
      if (!taken.has(i) && !minted.has(token) && !looksLike(token, slot.value)) {
        minted.add(token);
        slot.token = token;
        slot.tokenDigest = digests[i] ?? slot.tokenDigest;
        return;
      }
      // A counter goes on by itself; an id needs another of its texts.
      if (stages[at]?.space === null) one.idAttempt++;
      if (one.idAttempt === ID_ATTEMPTS) throw new Error("all texts of an id are taken");
      again.push(one);
    });
    return again;
  }

  /**
   * Positions of texts that auto-detect once left alone, before such texts were hidden: they stand for
   * themselves. Newer namespaces have none.
   */
  async #leftAlone(texts: readonly string[]): Promise<number[]> {
    if (this.#firstFormed === 0) return [];
    const digests = await (await this.#keyring.digestKey()).digestAll(utf8All(texts));
    return this.#mappings.find(PLAIN_KIND, digests, 0).map(({ position }) => position);
  }

  /** The next text of each, null where its space has no place left. */
  async #make(waiting: readonly Waiting[], cipher: TokenCipher): Promise<(string | null)[]> {
    const wanted = new Map<number, { count: number; usable: number }>();
    for (const one of waiting) {
      const { space, usable } = this.#stageOf(one);
      if (space === null) continue;
      const want = wanted.get(space);
      if (want === undefined) wanted.set(space, { count: 1, usable });
      else want.count++;
    }
    const given = await this.#reserve(wanted);
    return waiting.map(({ slot, stages, at, idAttempt }) => {
      const stage = stages[at];
      if (stage === undefined) return null;
      if (stage.space === null) {
        return stage.spell(cipher, slot.id + idAttempt * (MAX_TOKEN_ID + 1), this.#random);
      }
      const place = given.get(stage.space)?.pop();
      return place === undefined ? null : stage.spell(cipher, place, this.#random);
    });
  }

  async #reserve(wanted: ReadonlyMap<number, WantedPlaces>): Promise<Map<number, number[]>> {
    const places = await this.#spaces.reserve(wanted);
    return new Map(
      [...places].map(([space, { first, count }]) => [
        space,
        Array.from({ length: count }, (_, i) => first + i).reverse(),
      ]),
    );
  }

  /** The first stage, from the present one on, that has room. */
  #stageOf(one: Waiting): Stage {
    for (;;) {
      const stage = one.stages[one.at];
      if (stage === undefined) throw new Error("a form has no last stage");
      if (stage.space === null || this.#spaces.used(stage.space) < stage.usable) return stage;
      one.at++;
    }
  }

  async #digests(tokens: readonly string[]): Promise<Uint8Array<ArrayBuffer>[]> {
    return digestAllIn(await this.#keyring.digestKey(), "token", tokens);
  }
}

/** True when a token would show the value: the same but for letter case, width and blanks. */
function looksLike(token: string, value: string): boolean {
  return token === value || normalForm(token) === normalForm(value);
}
