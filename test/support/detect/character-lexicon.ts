// A lexicon of a few sequences of characters.

import { addToHash } from "../../../src/detect/tagger/hash.ts";
import type { Lexicon } from "../../../src/detect/tagger/lexicon.ts";
import { LISTED } from "../../../src/detect/tagger/listed.ts";
import { tokenize } from "../../../src/detect/tagger/tokens.ts";

/** Hashes of a text's beginnings, one a character. */
export const hashesOf = (text: string) => {
  const { count, word } = tokenize(text, undefined, true);
  return Array.from({ length: count }, (_, i) =>
    word.subarray(1, i + 1).reduce((hash, next) => addToHash(hash, next), word[0] as number),
  );
};

/** A lexicon of these sequences alone; `asked` counts what is looked up. */
export function lexiconOf(words: Readonly<Record<string, number>>) {
  const lists = new Map<number, number>();
  for (const [word, kind] of Object.entries(words)) {
    const hashes = hashesOf(word);
    hashes.slice(1).forEach((hash, i) => {
      const bit = i + 2 === hashes.length ? kind : LISTED.longer;
      lists.set(hash, (lists.get(hash) ?? 0) | bit);
    });
  }
  const state = { asked: 0 };
  const find = (hash: number) => {
    state.asked++;
    return lists.has(hash) ? hash >>> 0 : -1;
  };
  const listsOf = (hash: number) => lists.get(hash | 0) ?? 0;
  const isGivenName = (hash: number) => (listsOf(hash) & LISTED.persons) !== 0;
  const isOtherName = (hash: number) => (listsOf(hash) & LISTED.words) !== 0;
  const lexicon = { find, listsOf, isGivenName, isOtherName };
  return { state, lexicon: lexicon as unknown as Lexicon };
}
