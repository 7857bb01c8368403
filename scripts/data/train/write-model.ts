// Writes a model file (src/detect/tagger/model.ts describes its format).

import {
  BUCKET_BITS,
  BUCKETS,
  bucketOf,
  type Placement,
  slotOf,
} from "../../../src/detect/tagger/hash.ts";
import {
  type LexiconData,
  type PlacedWords,
  WORD_PLACEMENT,
} from "../../../src/detect/tagger/lexicon.ts";
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

/** A trained model. */
export interface ModelData {
  readonly lexicon: LexiconData;
  /** Sorted hashes of the features. */
  readonly features: Int32Array;
  /** Weights of each feature, `TAG_COUNT` per feature, from -127 to 127. */
  readonly weights: Int8Array;
  /** Index: tag times `TAG_COUNT` plus next tag; in the unit of the weights. */
  readonly transitions: Int16Array;
  /** Units per natural unit (log odds). */
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

/** Words by slot, as in a model file. */
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

/** The number that puts each bucket's hashes into free slots (src/detect/tagger/hash.ts). Throws when slots are too few. */
export function placeHashes(hashes: Int32Array, placement: Placement): Uint16Array<ArrayBuffer> {
  const buckets: number[][] = Array.from({ length: BUCKETS }, () => []);
  for (const hash of hashes) (buckets[bucketOf(hash, placement)] as number[]).push(hash);
  const isTaken = new Uint8Array(placement.slots);
  const moves = new Uint16Array(BUCKETS);
  // The fullest buckets first, because they are the hardest to place.
  const order = buckets.map((_, bucket) => bucket).filter((bucket) => sizeOf(bucket) > 0);
  order.sort((a, b) => sizeOf(b) - sizeOf(a) || a - b);
  for (const bucket of order) {
    const own = buckets[bucket] as number[];
    const moved = firstMove(own, isTaken, placement);
    for (const hash of own) isTaken[slotOf(hash, moved, placement)] = 1;
    moves[bucket] = moved;
  }
  return moves;

  function sizeOf(bucket: number): number {
    return (buckets[bucket] as number[]).length;
  }
}

/** Moves are tried all over the table; otherwise its beginning would fill first. */
const STRIDE = 40_503;

function firstMove(own: readonly number[], isTaken: Uint8Array, placement: Placement): number {
  for (let tried = 0; tried < BUCKETS; tried++) {
    const moved = (tried * STRIDE) % BUCKETS;
    if (own.every((hash) => isTaken[slotOf(hash, moved, placement)] === 0)) return moved;
  }
  throw new Error("too few slots for so many hashes");
}
