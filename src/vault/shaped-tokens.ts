// Tokens of fixed-shape kinds: drawn at random and remembered by digest. Minting draws a whole batch
// at a time and draws again where a token was ever given out, by a living mapping or a dead one.
// Drawing lengthens the token after a few tries, so it ends however full a space is.
import type { RandomSource } from "../core/random.ts";
import { digestAllIn } from "../crypto/blind-index.ts";
import { drawNumericToken } from "../tokens/numeric.ts";
import type { Keyring } from "./keyring.ts";
import type { Slot } from "./slots.ts";
import type { MappingStore } from "./store/mappings.ts";

/** Rounds after which something other than a full space must be wrong. */
const MAX_ROUNDS = 64;

/** Mints and finds fixed-shape tokens of one namespace. */
export class ShapedTokens {
  readonly #mappings: MappingStore;
  readonly #keyring: Keyring;
  readonly #random: RandomSource;

  constructor(mappings: MappingStore, keyring: Keyring, random: RandomSource) {
    this.#mappings = mappings;
    this.#keyring = keyring;
    this.#random = random;
  }

  /** Give every slot a token the namespace never had, which is not its own value. */
  async mint(slots: readonly Slot[]): Promise<void> {
    const minted = new Set<string>();
    let waiting = slots;
    for (let round = 0; waiting.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error("no free token found");
      const drawn = waiting.map((slot) => drawNumericToken(slot.value, round, this.#random));
      const digests = await this.#digests(drawn);
      const taken = this.#mappings.findShaped(digests);
      const again: Slot[] = [];
      waiting.forEach((slot, i) => {
        const token = drawn[i] ?? "";
        if (taken.has(i) || minted.has(token) || token === slot.value) {
          again.push(slot);
        } else {
          minted.add(token);
          slot.token = token;
          slot.tokenDigest = digests[i] ?? slot.tokenDigest;
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

  async #digests(tokens: readonly string[]): Promise<Uint8Array<ArrayBuffer>[]> {
    return digestAllIn(await this.#keyring.digestKey(), "token", tokens);
  }
}
