// Paired ranges of a text and its single tags, read strictly or tolerantly.
import { exactTags, findTags, pairTags } from "../../../src/tokens/reading/tagged.ts";

export function readTags(text: string, tags: ReadonlySet<string>, strict: boolean) {
  const all = findTags(text, tags);
  return pairTags(text, strict ? exactTags(text, all, tags) : all);
}
