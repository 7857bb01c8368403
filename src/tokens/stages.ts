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

/** The text with a number; `random` fills what is longer than a number can say. */
type Spelling = (number: number, random: RandomSource) => string;

/** A stage whose texts are numbered 0..size-1 by `text`, given out in the order of a permutation. */
export function countedStage(space: number, size: number, text: Spelling, usable = size): Stage {
  return {
    space,
    usable,
    spell: (cipher, place, random) => text(permuted(cipher, space, size, place), random),
  };
}

/**
 * A stage that carries the mapping's id; `order` is a space number that no other stage has. Throws when
 * `size` is too small for every id.
 */
export function idStage(order: number, size: number, text: Spelling): Stage {
  if (size < ID_STAGE_SIZE) throw new Error("too few texts for every id");
  return {
    space: null,
    usable: Number.POSITIVE_INFINITY,
    spell: (cipher, place, random) => text(permuted(cipher, order, size, place), random),
  };
}

/** Texts of each number of digits. */
interface Lengths {
  /** Space numbers are this plus the digits. */
  readonly space: number;
  /** Texts of so many digits and more carry the id. */
  readonly idDigits: number;
  sizeOf(digits: number): number;
  text(number: number, digits: number): string;
}

/**
 * Stages of texts that grow: those of the value's own number of digits (`natural`), then one digit more, and
 * so on to those that carry the id. Of each length half is used: in a fuller space a stranger's guess is too
 * often somebody's token.
 */
export function growingStages(natural: number, lengths: Lengths): Stage[] {
  const { space, idDigits } = lengths;
  const stages: Stage[] = [];
  for (let digits = natural; digits < idDigits; digits++) {
    const size = lengths.sizeOf(digits);
    const text = (number: number): string => lengths.text(number, digits);
    stages.push(countedStage(space + digits, size, text, Math.floor(size / 2)));
  }
  const most = Math.max(natural, idDigits);
  const text = (number: number): string => lengths.text(number, most);
  stages.push(idStage(space + most, lengths.sizeOf(most), text));
  return stages;
}
