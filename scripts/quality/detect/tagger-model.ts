// The shipped model of the tagger, read from disk; and auto-detect as the Worker runs it, with every entity type
// turned on.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PRECISE_TYPES } from "../../../src/core/entities.ts";
import { DEFAULT_DETECTION, detect, EVERYTHING } from "../../../src/detect/detector.ts";
import type { Span } from "../../../src/detect/span.ts";
import { parseTaggerModel, type TaggerModel } from "../../../src/detect/tagger/model.ts";
import { taggerRecognizer } from "../../../src/detect/tagger/tagger.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";

/** Where the model is. */
export const MODEL_FILE = join(PROJECT_ROOT, "models", "tagger.bin");

/** Read the shipped model. */
export function loadModel(): TaggerModel {
  return parseTaggerModel(exactBuffer(readFileSync(MODEL_FILE)));
}

/** The bytes of a Node buffer alone; it may share its memory with others. */
export function exactBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

/** Makes a search for values of every entity type, with the shipped model or another one. */
export function everyEntity(model: TaggerModel = loadModel()): (text: string) => Span[] {
  const tagger = taggerRecognizer(model, { recall: 0 });
  const detection = { ...EVERYTHING, recognizers: [...EVERYTHING.recognizers, tagger] };
  return (text) => detect(text, detection);
}

/** The same for what the default policy of a new namespace masks. */
export function newNamespaceEntities(model: TaggerModel = loadModel()): (text: string) => Span[] {
  const wanted = new Set([...DEFAULT_DETECTION.wanted, ...PRECISE_TYPES]);
  const recognizers = [...DEFAULT_DETECTION.recognizers, taggerRecognizer(model, { recall: 0 })];
  return (text) => detect(text, { ...DEFAULT_DETECTION, wanted, recognizers });
}
