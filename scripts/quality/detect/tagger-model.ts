// The shipped model of the tagger, read from disk; and auto-detect as the Worker runs it, with every entity type
// turned on.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PRECISE_TYPES } from "../../../src/core/entities.ts";
import { DEFAULT_DETECTION, detect, EVERYTHING } from "../../../src/detect/detector.ts";
import type { Recognizer, Span } from "../../../src/detect/span.ts";
import { taggerByLanguage } from "../../../src/detect/tagger/by-language.ts";
import type { Group } from "../../../src/detect/tagger/groups.ts";
import { parseTaggerModel, type TaggerModel } from "../../../src/detect/tagger/model.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";

/** Where the model of a group of languages is. */
export function modelFile(group: Group): string {
  return join(PROJECT_ROOT, "models", group === "en" ? "tagger.bin" : `tagger-${group}.bin`);
}

/** Read a shipped model. */
export function loadModel(group: Group = "en"): TaggerModel {
  return parseTaggerModel(exactBuffer(readFileSync(modelFile(group))));
}

/** The bytes of a Node buffer alone; it may share its memory with others. */
export function exactBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

const shipped = new Map<Group, TaggerModel>();

/** The tagger over the shipped models, those aside that are given in their place. */
function taggerOver(others: ReadonlyMap<Group, TaggerModel>): Recognizer {
  const get = (group: Group) => {
    const model = others.get(group) ?? shipped.get(group) ?? loadModel(group);
    if (!others.has(group)) shipped.set(group, model);
    return model;
  };
  const models = { has: () => true, get, load: () => Promise.reject(new Error("is loaded")) };
  return taggerByLanguage(models, { recall: 0 });
}

/** Makes a search for values of every entity type, with the shipped models or others in the place of some. */
export function everyEntity(
  others: ReadonlyMap<Group, TaggerModel> = new Map(),
): (text: string) => Span[] {
  const recognizers = [...EVERYTHING.recognizers, taggerOver(others)];
  return (text) => detect(text, { ...EVERYTHING, recognizers });
}

/** The same for what the default policy of a new namespace masks. */
export function newNamespaceEntities(): (text: string) => Span[] {
  const wanted = new Set([...DEFAULT_DETECTION.wanted, ...PRECISE_TYPES]);
  const recognizers = [...DEFAULT_DETECTION.recognizers, taggerOver(new Map())];
  return (text) => detect(text, { ...DEFAULT_DETECTION, wanted, recognizers });
}
