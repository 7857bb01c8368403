// The shipped models of the tagger, read from disk; and auto-detect as in the Worker, with every entity type
// enabled.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PRECISE_TYPES } from "../../../src/core/entities.ts";
import { DEFAULT_DETECTION, detect, EVERYTHING } from "../../../src/detect/detector.ts";
import type { Recognizer, Span } from "../../../src/detect/span.ts";
import { taggerByLanguage } from "../../../src/detect/tagger/by-language.ts";
import type { Group } from "../../../src/detect/tagger/groups.ts";
import { parseTaggerModel, type TaggerModel } from "../../../src/detect/tagger/model.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";

/** Path of the model for a group of languages. */
export function modelFile(group: Group): string {
  return join(PROJECT_ROOT, "models", group === "en" ? "tagger.bin" : `tagger-${group}.bin`);
}

/** Read a shipped model. */
export function loadModel(group: Group = "en"): TaggerModel {
  return parseTaggerModel(exactBuffer(readFileSync(modelFile(group))));
}

/** Exactly the bytes of a Node buffer, which may be part of a larger one. */
export function exactBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

const shipped = new Map<Group, TaggerModel>();

/** A tagger with the shipped models, except those given in `others`. */
function taggerOver(others: ReadonlyMap<Group, TaggerModel>): Recognizer {
  const get = (group: Group) => {
    const model = others.get(group) ?? shipped.get(group) ?? loadModel(group);
    if (!others.has(group)) shipped.set(group, model);
    return model;
  };
  const models = { has: () => true, get, load: () => Promise.reject(new Error("is loaded")) };
  return taggerByLanguage(models, { recall: 0 });
}

/** A search for every entity type, with the shipped models except those in `others`. */
export function everyEntity(
  others: ReadonlyMap<Group, TaggerModel> = new Map(),
): (text: string) => Span[] {
  const recognizers = [...EVERYTHING.recognizers, taggerOver(others)];
  return (text) => detect(text, { ...EVERYTHING, recognizers });
}

/** A search for the types that a new namespace's default policy masks. */
export function newNamespaceEntities(): (text: string) => Span[] {
  const wanted = new Set([...DEFAULT_DETECTION.wanted, ...PRECISE_TYPES]);
  const recognizers = [...DEFAULT_DETECTION.recognizers, taggerOver(new Map())];
  return (text) => detect(text, { ...DEFAULT_DETECTION, wanted, recognizers });
}
