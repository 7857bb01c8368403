// The tagger with the model the Worker ships. The model's bytes become a model when a text is searched for
// the first time in this isolate; whoever only sends values with token names never pays for it.
import type { Recognizer } from "../span.ts";
import { parseTaggerModel, type TaggerModel } from "./model.ts";
import { type TaggerOptions, taggerRecognizer } from "./tagger.ts";
import { TAGGED_TYPES } from "./tags.ts";

let model: TaggerModel | null = null;

/**
 * Make the shipped model ready; to be awaited before the first scan. Rejects when its file is damaged. Requests
 * that come together read it each: an import belongs to the request that began it, and never settles for
 * others when that one is gone.
 */
export async function loadShippedModel(): Promise<void> {
  if (model !== null) return;
  const { default: bytes } = await import("../../../models/tagger.bin");
  model ??= parseTaggerModel(bytes);
}

/** The recognizer over the shipped model. `scan` throws as long as the model is not loaded. */
export function shippedTagger(options: TaggerOptions): Recognizer {
  let tagger: Recognizer | null = null;
  return {
    name: "tagger",
    entityTypes: TAGGED_TYPES,
    scan(text) {
      if (model === null) throw new Error("the tagger's model is not loaded");
      tagger ??= taggerRecognizer(model, options);
      return tagger.scan(text);
    },
  };
}
