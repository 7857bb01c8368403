// What every fixed-shape kind of token has in common. Its tokens are taken from spaces of texts: first
// the natural one, then longer ones (an extra word, extra digits), stage by stage. The last stage of all
// carries the mapping's id, so it is never used up. Pure.
import type { RandomSource } from "../core/random-source.ts";
import { MAX_TOKEN_ID, type TokenCipher } from "./cipher/cipher.ts";
import { permuted } from "./cipher/permutation.ts";

/** One set of texts, in an order of its own. */
export interface Stage {
  /** Number of the counter its places come from (see spaces.ts); null: the place is the mapping's id. */
  readonly space: number | null;
  /** Places that are given out before the next stage begins. */
  readonly usable: number;
  /**
   * The text at a place, with the value's punctuation and letter case. Different places give
   * different texts. `random` fills what is longer than a place can say.
   */
  spell(cipher: TokenCipher, place: number, random: RandomSource): string;
}

/** A kind of fixed-shape tokens. */
export interface FixedForm {
  /**
   * The stages for a value, in order, the last without a counter; null when the value does not have this
   * form (an address that is no IP address).
   */
  stages(value: string): readonly Stage[] | null;
  /**
   * True for every text that a stage can spell, whatever the value; may be true for more. Auto-detect
   * hides such texts when they stand alone, because unmask could take them for a token
   * (docs/decisions/laws.md#text-is-hostile).
   */
  mayBe(text: string): boolean;
}

/** Attempts at texts that carry an id, each apart from the others. */
export const ID_ATTEMPTS = 8;
/** Texts that a stage without a counter needs at least. */
export const ID_STAGE_SIZE = (MAX_TOKEN_ID + 1) * ID_ATTEMPTS;

/** A stage whose texts are numbered 0..size-1 by `text`, given out in the order of a permutation. */
export function countedStage(
  space: number,
  size: number,
  text: (number: number) => string,
  usable = size,
): Stage {
  return {
    space,
    usable,
    spell: (cipher, place) => text(permuted(cipher, space, size, place)),
  };
}

/**
 * A stage that carries the mapping's id. `size` is at least ID_STAGE_SIZE; `order` is a space number that
 * no other stage has.
 */
export function idStage(order: number, size: number, text: (number: number) => string): Stage {
  return {
    space: null,
    usable: Number.POSITIVE_INFINITY,
    spell: (cipher, place) => text(permuted(cipher, order, size, place)),
  };
}
