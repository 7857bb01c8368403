// The tagger's model and its file. Tagging reads the file's tables in place: nothing is unpacked.
//
// All numbers are little-endian. Header (HEADER_BYTES): magic "MVTG", version, checksum of everything after it, unit. Then
// the sections, in the order of `sections`, each at a multiple of four bytes.

import type { DecodingModel } from "./decode.ts";
import { addToHash, BUCKETS, HASH_START } from "./hash.ts";
import { Lexicon, WORD_PLACEMENT } from "./lexicon.ts";
import { ROW_WORDS, WEIGHT_PLACEMENT } from "./packed.ts";
import { TAG_COUNT, TAGGED_TYPES } from "./tags.ts";
import { WordSums } from "./word-sums.ts";

/** First bytes of a model file: "MVTG". */
export const MODEL_MAGIC = 0x4754564d;
/** Version of the format; changing the features changes the format. */
export const MODEL_VERSION = 3;
export const HEADER_BYTES = 16;
/** Where the bytes begin that the checksum covers. */
const CHECKED_FROM = 12;
/** Most fine classes of words, including the one for no class. */
export const MOST_CLASSES = 1_028;

/** How a margin becomes a score, per type: 1 / (1 + e^-(slope * margin + base)). */
export interface Calibration {
  readonly slope: number;
  readonly base: number;
}

/** A model ready for tagging. */
export interface TaggerModel extends DecodingModel {
  readonly lexicon: Lexicon;
  /** By type, in the order of `TAGGED_TYPES`. */
  readonly calibration: readonly Calibration[];
}

/** The file is no model or one of another version, or has been altered. */
export class ModelFormatError extends Error {}

/**
 * Read a model file; the model keeps using `bytes`. Throws ModelFormatError when the file is cut off, altered or of another
 * version.
 */
export function parseTaggerModel(bytes: ArrayBuffer): TaggerModel {
  if (bytes.byteLength !== MODEL_BYTES) throw new ModelFormatError("the model has another length");
  const head = new DataView(bytes);
  if (head.getUint32(0, true) !== MODEL_MAGIC) throw new ModelFormatError("not a model file");
  if (head.getUint32(4, true) !== MODEL_VERSION)
    throw new ModelFormatError("another model version");
  if (head.getInt32(8, true) !== checksum(bytes))
    throw new ModelFormatError("the model is altered");
  const { calibration, transitions, coarse, ...tables } = sections(bytes);
  const lexicon = new Lexicon({
    moves: tables.wordMoves,
    words: tables.words,
    classes: tables.classes,
    coarse,
  });
  return {
    lexicon,
    wordSums: new WordSums(lexicon, { moves: tables.weightMoves, weights: tables.weights }),
    transitions,
    unit: head.getFloat32(12, true),
    calibration: TAGGED_TYPES.map((_, i) => ({
      slope: calibration[2 * i] as number,
      base: calibration[2 * i + 1] as number,
    })),
  };
}

const SIZES = {
  calibration: TAGGED_TYPES.length * 2,
  transitions: TAG_COUNT * TAG_COUNT + 1,
  wordSlots: WORD_PLACEMENT.slots,
  weightWords: WEIGHT_PLACEMENT.slots * ROW_WORDS,
} as const;

/** Length of a model file. */
export const MODEL_BYTES =
  HEADER_BYTES +
  SIZES.calibration * 4 +
  SIZES.transitions * 2 +
  MOST_CLASSES +
  BUCKETS * 2 +
  SIZES.wordSlots * 6 +
  BUCKETS * 2 +
  SIZES.weightWords * 4;

/** Views of the sections in a file of `MODEL_BYTES`. */
export function sections(bytes: ArrayBuffer) {
  let at = HEADER_BYTES;
  const next = (length: number): number => {
    at += length;
    return at - length;
  };
  return {
    /** Slope and base by type, in the order of `TAGGED_TYPES`. */
    calibration: new Float32Array(bytes, next(SIZES.calibration * 4), SIZES.calibration),
    /** Indexed by tag times `TAG_COUNT` plus next tag; in the weights' unit. One more as padding. */
    transitions: new Int16Array(bytes, next(SIZES.transitions * 2), SIZES.transitions),
    coarse: new Uint8Array(bytes, next(MOST_CLASSES), MOST_CLASSES),
    wordMoves: new Uint16Array(bytes, next(BUCKETS * 2), BUCKETS),
    words: new Int32Array(bytes, next(SIZES.wordSlots * 4), SIZES.wordSlots),
    classes: new Uint16Array(bytes, next(SIZES.wordSlots * 2), SIZES.wordSlots),
    weightMoves: new Uint16Array(bytes, next(BUCKETS * 2), BUCKETS),
    /** Rows of weights, packed as in `packed.ts`, by slot. */
    weights: new Int32Array(bytes, next(SIZES.weightWords * 4), SIZES.weightWords),
  };
}

/** Checksum of everything after it: altering any one number alters it. */
export function checksum(bytes: ArrayBuffer): number {
  const numbers = new Int32Array(bytes, CHECKED_FROM);
  let sum = HASH_START;
  for (let i = 0; i < numbers.length; i++) sum = addToHash(sum, numbers[i] as number);
  return sum;
}
