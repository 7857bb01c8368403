// Writes a model file (src/detect/tagger/model.ts tells its format).

import { crc32 } from "../../src/detect/tagger/crc32.ts";
import {
  HEADER_BYTES,
  MODEL_MAGIC,
  MODEL_VERSION,
  type ModelData,
} from "../../src/detect/tagger/model.ts";
import { TAG_COUNT } from "../../src/detect/tagger/tags.ts";

/** The bytes of a model file. */
export function modelBytes(data: ModelData): Uint8Array<ArrayBuffer> {
  const { lexicon, features, weights, transitions, calibration } = data;
  const body = join([
    ...gapPlanes(lexicon.keys),
    ...halves(lexicon.classes),
    lexicon.lists,
    lexicon.coarse,
    ...gapPlanes(features),
    ...planesOf(weights),
    halfwords(transitions),
    floats(calibration.flatMap(({ slope, base }) => [slope, base])),
  ]);
  const head = new DataView(new ArrayBuffer(HEADER_BYTES));
  head.setUint32(0, MODEL_MAGIC, true);
  head.setUint32(4, MODEL_VERSION, true);
  head.setUint32(8, crc32(body), true);
  head.setUint32(12, lexicon.keys.length, true);
  head.setUint32(16, lexicon.coarse.length, true);
  head.setUint32(20, features.length, true);
  head.setFloat32(24, data.unit, true);
  return join([new Uint8Array(head.buffer), body]);
}

/** The distance of each number from the one before, in four planes of bytes, lowest first. */
function gapPlanes(sorted: Int32Array): Uint8Array[] {
  const gaps = sorted.map((value, i) => value - (i === 0 ? 0 : (sorted[i - 1] as number)));
  return [0, 8, 16, 24].map((shift) => Uint8Array.from(gaps, (gap) => (gap >>> shift) & 255));
}

function halves(values: Uint16Array): Uint8Array[] {
  return [
    Uint8Array.from(values, (value) => value & 255),
    Uint8Array.from(values, (value) => value >> 8),
  ];
}

function planesOf(weights: Int8Array): Uint8Array[] {
  const count = weights.length / TAG_COUNT;
  return Array.from({ length: TAG_COUNT }, (_, tag) =>
    Uint8Array.from({ length: count }, (_, i) => (weights[i * TAG_COUNT + tag] as number) & 255),
  );
}

function halfwords(values: Int16Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 2));
  for (const [i, value] of values.entries()) view.setInt16(i * 2, value, true);
  return new Uint8Array(view.buffer);
}

function floats(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [i, value] of values.entries()) view.setFloat32(i * 4, value, true);
  return new Uint8Array(view.buffer);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
