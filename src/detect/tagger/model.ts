// The tagger's model: its file format, and what is made of a file for tagging.
//
// All numbers little-endian. Header (HEADER_BYTES): magic "MVTG", version, CRC-32 of everything behind
// the header, then counts and scales; then the sections one after the other, as `parseTaggerModel` reads
// them. Sorted hashes are kept as the distance from the one before, lowest bytes of all first, and
// weights tag by tag: both shrink better under gzip.

import { crc32 } from "./crc32.ts";
import { HashIndex } from "./hash-index.ts";
import { Lexicon, type LexiconData } from "./lexicon.ts";
import { TAG_COUNT, TAGGED_TYPES } from "./tags.ts";
import { WordSums } from "./word-sums.ts";

/** First bytes of a model file: "MVTG". */
export const MODEL_MAGIC = 0x4754564d;
/** Version of the format; a change of features is a change of the format. */
export const MODEL_VERSION = 2;
export const HEADER_BYTES = 32;

/** How a margin becomes a score, per type: 1 / (1 + e^-(slope * margin + base)). */
export interface Calibration {
  readonly slope: number;
  readonly base: number;
}

/** What a model file says. */
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

/** A model ready for tagging. */
export interface TaggerModel {
  readonly wordSums: WordSums;
  readonly transitions: Int16Array;
  readonly unit: number;
  readonly calibration: readonly Calibration[];
}

/** The file holds no model, or one of another version, or has been altered. */
export class ModelFormatError extends Error {}

/**
 * Read a model file. Throws ModelFormatError when it is cut off or altered, or of another version.
 */
export function parseTaggerModel(bytes: ArrayBuffer): TaggerModel {
  return prepareModel(readModelData(bytes));
}

/** Make a model ready for tagging. */
function prepareModel(data: ModelData): TaggerModel {
  const index = new HashIndex(data.features);
  return {
    wordSums: new WordSums(new Lexicon(data.lexicon), index, data.weights, data.features.length),
    transitions: data.transitions,
    unit: data.unit,
    calibration: data.calibration,
  };
}

/** Read a model file as it is. Throws as `parseTaggerModel`. */
export function readModelData(bytes: ArrayBuffer): ModelData {
  if (bytes.byteLength < HEADER_BYTES) throw new ModelFormatError("the model file is cut off");
  const head = new DataView(bytes);
  if (head.getUint32(0, true) !== MODEL_MAGIC) throw new ModelFormatError("not a model file");
  if (head.getUint32(4, true) !== MODEL_VERSION)
    throw new ModelFormatError("another model version");
  const body = new Uint8Array(bytes, HEADER_BYTES);
  const words = head.getUint32(12, true);
  const classes = head.getUint32(16, true);
  const features = head.getUint32(20, true);
  const bodyBytes = words * 7 + classes + features * (4 + TAG_COUNT) + TAIL_BYTES;
  if (body.length !== bodyBytes) throw new ModelFormatError("the model file has another length");
  if (head.getUint32(8, true) !== crc32(body))
    throw new ModelFormatError("the model file is altered");
  const reader = new SectionReader(body);
  return {
    lexicon: {
      keys: reader.sorted(words),
      classes: reader.pairs(words),
      lists: reader.bytes(words),
      coarse: reader.bytes(classes),
    },
    features: reader.sorted(features),
    weights: reader.planes(features),
    ...reader.tail(),
    unit: head.getFloat32(24, true),
  };
}

const TAIL_BYTES = TAG_COUNT * TAG_COUNT * 2 + TAGGED_TYPES.length * 8;

class SectionReader {
  readonly #body: Uint8Array;
  #at = 0;

  constructor(body: Uint8Array) {
    this.#body = body;
  }

  bytes(length: number): Uint8Array {
    this.#at += length;
    return this.#body.slice(this.#at - length, this.#at);
  }

  /** Numbers of 16 bits: all low bytes, then all high bytes. */
  pairs(length: number): Uint16Array {
    const low = this.bytes(length);
    const high = this.bytes(length);
    const values = new Uint16Array(length);
    for (let i = 0; i < length; i++) values[i] = (low[i] as number) + (high[i] as number) * 256;
    return values;
  }

  sorted(length: number): Int32Array {
    const low = this.pairs(length);
    const high = [this.bytes(length), this.bytes(length)] as const;
    const numbers = new Int32Array(length);
    let last = 0;
    for (let i = 0; i < length; i++) {
      const upper = (high[0][i] as number) + (high[1][i] as number) * 256;
      last += (low[i] as number) + upper * 65536;
      numbers[i] = last;
    }
    return numbers;
  }

  planes(count: number): Int8Array {
    const weights = new Int8Array(count * TAG_COUNT);
    for (let tag = 0; tag < TAG_COUNT; tag++) {
      const plane = this.bytes(count);
      for (let i = 0; i < count; i++) weights[i * TAG_COUNT + tag] = plane[i] as number;
    }
    return weights;
  }

  tail(): { transitions: Int16Array; calibration: Calibration[] } {
    const bytes = this.bytes(TAIL_BYTES);
    const view = new DataView(bytes.buffer);
    const size = TAG_COUNT * TAG_COUNT;
    return {
      transitions: Int16Array.from({ length: size }, (_, i) => view.getInt16(i * 2, true)),
      calibration: TAGGED_TYPES.map((_, i) => ({
        slope: view.getFloat32(size * 2 + i * 8, true),
        base: view.getFloat32(size * 2 + i * 8 + 4, true),
      })),
    };
  }
}
