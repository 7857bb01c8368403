// Tokens of fixed-shape kinds: a place in a space of texts, remembered by digest. Texts long enough to
// hold a mapping's id are made from it; shorter ones from the counter of their length, which a restored
// copy of the data cannot set back. So no token is made twice, by a living mapping or a dead one. The
// digests are still looked up: earlier versions drew tokens at random.
import type { RandomSource } from "../core/random.ts";
import { digestAllIn } from "../crypto/blind-index.ts";
import type { TokenCipher } from "../tokens/cipher.ts";
import { digitsOf, ID_DIGITS, MAX_COUNTED_DIGITS, usableTexts } from "../tokens/digit-space.ts";
import {
  beginningWith,
  drawNumericToken,
  longerAttempt,
  numericDigits,
} from "../tokens/numeric.ts";
import type { Keyring } from "./keyring.ts";
import type { Slot } from "./slots.ts";
import type { MappingStore } from "./store/mappings.ts";
import type { TokenSpaces } from "./token-spaces.ts";

/** Rounds after which something other than tokens of earlier versions must be in the way. */
const MAX_ROUNDS = 64;

/** A slot without a token yet. Texts of n digits are space n; other kinds' spaces begin at 1,000. */
interface Waiting {
  readonly slot: Slot;
  readonly attempt: number;
  /** Digits of its token. */
  readonly length: number;
}

/** Mints and finds fixed-shape tokens of one namespace. */
export class ShapedTokens {
  readonly #mappings: MappingStore;
  readonly #spaces: TokenSpaces;
  readonly #keyring: Keyring;
  readonly #random: RandomSource;

  constructor(
    stores: { mappings: MappingStore; spaces: TokenSpaces },
    keyring: Keyring,
    random: RandomSource,
  ) {
    this.#mappings = stores.mappings;
    this.#spaces = stores.spaces;
    this.#keyring = keyring;
    this.#random = random;
  }

  /**
   * Give every slot a token the namespace never had, which is not its own value. The slots have ids.
   * Throws when the Registry cannot be told.
   */
  async mint(slots: readonly Slot[]): Promise<void> {
    const cipher = await this.#keyring.cipher();
    let waiting = slots.map((slot) => this.#wait(slot, 0));
    for (let round = 0; waiting.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error("no free token found");
      const made = await this.#make(waiting, cipher);
      const digests = await this.#digests(made);
      const taken = this.#mappings.findShaped(digests);
      const again: Waiting[] = [];
      waiting.forEach((one, i) => {
        const { slot, attempt, length } = one;
        const token = made[i] ?? "";
        if (!taken.has(i) && token !== slot.value) {
          slot.token = token;
          slot.tokenDigest = digests[i] ?? slot.tokenDigest;
        } else {
          // A counter goes on; an id stays, so its text gets a digit more.
          again.push(this.#wait(slot, length < ID_DIGITS ? attempt : longerAttempt(attempt)));
        }
      });
      waiting = again;
    }
  }

  /** Ids of the mappings that have or had these tokens; unknown tokens are left out. */
  async idsOf(tokens: readonly string[]): Promise<Map<string, number>> {
    if (tokens.length === 0) return new Map();
    const found = this.#mappings.findShaped(await this.#digests(tokens));
    return new Map([...found].map(([position, id]) => [tokens[position] ?? "", id]));
  }

  /** From this attempt on, the first length that still has room. */
  #wait(slot: Slot, from: number): Waiting {
    let attempt = from;
    let length = numericDigits(slot.value, attempt);
    while (length <= MAX_COUNTED_DIGITS && this.#spaces.used(length) >= usableTexts(length)) {
      attempt = longerAttempt(attempt);
      length = numericDigits(slot.value, attempt);
    }
    return { slot, attempt, length };
  }

  async #make(waiting: readonly Waiting[], cipher: TokenCipher): Promise<string[]> {
    const counts = new Map<number, number>();
    for (const { length } of waiting) {
      if (length <= MAX_COUNTED_DIGITS) counts.set(length, (counts.get(length) ?? 0) + 1);
    }
    const places = await this.#spaces.reserve(counts);
    return waiting.map(({ slot, attempt, length }) => {
      const place = places.get(length);
      if (place !== undefined) places.set(length, place + 1);
      const digits = digitsOf(cipher, place ?? slot.id, Math.min(length, ID_DIGITS));
      return drawNumericToken(slot.value, attempt, beginningWith(digits, this.#random));
    });
  }

  async #digests(tokens: readonly string[]): Promise<Uint8Array<ArrayBuffer>[]> {
    return digestAllIn(await this.#keyring.digestKey(), "token", tokens);
  }
}
