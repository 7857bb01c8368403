// What all fixed-shape kinds have in common. Their tokens come from spaces of texts, stage by stage: first texts like the
// value, then longer ones (an extra word, extra digits). The last stage carries the mapping's id, so it never runs out.
// Pure.
import type { RandomSource } from "../core/random-source.ts";
import { MAX_TOKEN_ID, type TokenCipher } from "./cipher/cipher.ts";
import { permuted } from "./cipher/permutation.ts";

/** One set of texts, in a fixed pseudo-random order. */
export interface Stage {
  /** Number of the counter that gives the indexes (see spaces.ts); null: the index is the mapping's id. */
  readonly space: number | null;
  /** How many indexes are used before the next stage begins. */
  readonly usable: number;
  /**
   * The text at an index, with the value's punctuation and letter case. Different indexes give different texts. `random` fills
   * the part of a text that its index does not determine.
   */
  spell(cipher: TokenCipher, index: number, random: RandomSource): string;
}

/** One form of fixed-shape tokens. */
export interface FixedForm {
  /** The stages for a value, in order; only the last has no counter. Null: the value does not have this form. */
  stages(value: string): readonly Stage[] | null;
  /**
   * True for every text that a stage can spell, whatever the value; may be true for other texts. Auto-detect hides such
   * texts when they are a whole item, because unmask might take them for a token (docs/decisions/laws.md#text-is-hostile).
   */
  mayBe(text: string): boolean;
}

/** Attempts per id at a text that carries it; each attempt has texts of its own. */
export const ID_ATTEMPTS = 8;
/** Least number of texts in a stage without a counter. */
export const ID_STAGE_SIZE = (MAX_TOKEN_ID + 1) * ID_ATTEMPTS;

/** The text with a number; `random` fills the part that the number does not determine. */
type Spelling = (number: number, random: RandomSource) => string;

/** A stage whose texts `text` numbers 0..size-1; indexes go through a permutation of these numbers. */
export function countedStage(space: number, size: number, text: Spelling, usable = size): Stage {
  return {
    space,
    usable,
    spell: (cipher, index, random) => text(permuted(cipher, space, size, index), random),
  };
}

/** A stage that carries the id; `order` is a space number of its own. Throws when `size` is too small for every id. */
export function idStage(order: number, size: number, text: Spelling): Stage {
  if (size < ID_STAGE_SIZE) throw new Error("too few texts for every id");
  return {
    space: null,
    usable: Number.POSITIVE_INFINITY,
    spell: (cipher, index, random) => text(permuted(cipher, order, size, index), random),
  };
}

interface Lengths {
  /** A length's space number is this plus the number of digits. */
  readonly space: number;
  /** From this number of digits on, texts carry the id. */
  readonly idDigits: number;
  sizeOf(digits: number): number;
  text(number: number, digits: number): string;
}

/**
 * Stages of growing texts: those with the value's own number of digits (`natural`), then one digit more, and so on to those
 * that carry the id. Half of each length is used: in a fuller space a random guess would too often be somebody's token.
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
