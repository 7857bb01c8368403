// The shipped model of the tagger, read from disk.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseTaggerModel, type TaggerModel } from "../../../src/detect/tagger/model.ts";
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
