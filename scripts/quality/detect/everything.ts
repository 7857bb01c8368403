// Auto-detect as the Worker runs it, with every entity type turned on.
import { detect, EVERYTHING } from "../../../src/detect/detector.ts";
import type { Span } from "../../../src/detect/span.ts";
import type { TaggerModel } from "../../../src/detect/tagger/model.ts";
import { taggerRecognizer } from "../../../src/detect/tagger/tagger.ts";
import { loadModel } from "./tagger-model.ts";

/** Makes a search for values of every entity type, with the shipped model or another one. */
export function everyEntity(model: TaggerModel = loadModel()): (text: string) => Span[] {
  const tagger = taggerRecognizer(model, { recall: 0 });
  const detection = { ...EVERYTHING, recognizers: [...EVERYTHING.recognizers, tagger] };
  return (text) => detect(text, detection);
}
