// Writes a model file (src/detect/tagger/model.ts tells its format).

import { BUCKET_BITS, bucketOf, slotOf } from "../../../src/detect/tagger/hash.ts";
import type { LexiconData, PlacedWords } from "../../../src/detect/tagger/lexicon.ts";
import { WORD_PLACEMENT } from "../../../src/detect/tagger/lexicon.ts";
import {
  type Calibration,
  checksum,
  HEADER_BYTES,
  MODEL_BYTES,
  MODEL_MAGIC,
  MODEL_VERSION,
  MOST_CLASSES,
  sections,
} from "../../../src/detect/tagger/model.ts";
import { clearRows, packRow, WEIGHT_PLACEMENT } from "../../../src/detect/tagger/packed.ts";
import { TAG_COUNT } from "../../../src/detect/tagger/tags.ts";
import { placeHashes } from "./place-hashes.ts";

/** A trained model. */
export interface ModelData {
  readonly lexicon: LexiconData;
  /** Sorted hashes of the features. */
  readonly features: Int32Array;
  /** Weights of each feature, `TAG_COUNT` each, -127 to 127. */
  readonly weights: Int8Array;
  /** From tag times `TAG_COUNT` plus next tag; in the weights' unit. */
  readonly transitions: Int16Array;
  /** Units per natural unit (logarithm of odds). */
  readonly unit: number;
  /** By type, in the order of `TAGGED_TYPES`. */
  readonly calibration: readonly Calibration[];
}

/** The bytes of a model file. */
export function modelBytes(data: ModelData): Uint8Array<ArrayBuffer> {
  const bytes = new ArrayBuffer(MODEL_BYTES);
  const parts = sections(bytes);
  parts.calibration.set(data.calibration.flatMap(({ slope, base }) => [slope, base]));
  parts.transitions.set(data.transitions);
  const placed = placeWords(data.lexicon);
  parts.coarse.set(placed.coarse);
  parts.wordMoves.set(placed.moves);
  parts.words.set(placed.words);
  parts.classes.set(placed.classes);
  const moves = placeHashes(data.features, WEIGHT_PLACEMENT);
  parts.weightMoves.set(moves);
  clearRows(parts.weights);
  for (const [i, feature] of data.features.entries()) {
    const bucket = bucketOf(feature, WEIGHT_PLACEMENT);
    const slot = slotOf(feature, moves[bucket] as number, WEIGHT_PLACEMENT);
    packRow(bucket, data.weights, i * TAG_COUNT, parts.weights, slot);
  }
  const head = new DataView(bytes, 0, HEADER_BYTES);
  head.setUint32(0, MODEL_MAGIC, true);
  head.setUint32(4, MODEL_VERSION, true);
  head.setFloat32(12, data.unit, true);
  head.setInt32(8, checksum(bytes), true);
  return new Uint8Array(bytes);
}

/** Words by slot, as a model file has them. */
export function placeWords({ keys, classes, lists, coarse }: LexiconData): PlacedWords {
  if (coarse.length > MOST_CLASSES) throw new Error("more classes than a model file has room for");
  const { slots } = WORD_PLACEMENT;
  const placed = {
    moves: placeHashes(keys, WORD_PLACEMENT),
    words: new Int32Array(slots),
    classes: new Uint16Array(slots),
    coarse,
  };
  for (const [i, key] of keys.entries()) {
    const bucket = bucketOf(key, WORD_PLACEMENT);
    const slot = slotOf(key, placed.moves[bucket] as number, WORD_PLACEMENT);
    placed.words[slot] = bucket | ((lists[i] as number) << BUCKET_BITS);
    placed.classes[slot] = classes[i] as number;
  }
  return placed;
}
