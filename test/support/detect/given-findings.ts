// Findings of the tagger that a test gives: [TYPE name] in the text.

import { correct } from "../../../src/detect/tagger/corrections/corrections.ts";
import { hashOfWord } from "../../../src/detect/tagger/corrections/role-words.ts";
import type { NameWords } from "../../../src/detect/tagger/lexicon.ts";
import type { SearchedText } from "../../../src/detect/tagger/searched-text.ts";
import { TAGGED_TYPES, type Tagged } from "../../../src/detect/tagger/tags.ts";
import { type Tokens, tokenize } from "../../../src/detect/tagger/tokens.ts";

const MARGIN = 5;
const GIVEN = new Set(["ann", "tim"].map(hashOfWord));
const EVERYDAY = new Set(["fecha", "correo"].map(hashOfWord));
/** A lexicon with these given names and everyday words and no other words. */
export const LEXICON = {
  find: (word: number) => (GIVEN.has(word) ? 1 : EVERYDAY.has(word) ? 7 : -1),
  listsOf: (slot: number) => 1 << slot,
  isGivenName: (word: number) => GIVEN.has(word),
  isName: (word: number) => GIVEN.has(word),
  isOtherName: () => false,
  nameShare: () => 0,
};

/** A text, its tokens, and the findings in it. */
export interface Given {
  readonly text: string;
  readonly tokens: Tokens;
  readonly found: readonly Tagged[];
}

/** Parse a text with findings in brackets. */
export function given(marked: string): Given {
  const spans: { start: number; end: number; type: number }[] = [];
  let text = "";
  let at = 0;
  for (const match of marked.matchAll(/\[([A-Z]+) ([^\]]+)\]/g)) {
    text += marked.slice(at, match.index);
    const type = TAGGED_TYPES.indexOf(match[1] as (typeof TAGGED_TYPES)[number]);
    spans.push({ start: text.length, end: text.length + match[2]!.length, type });
    text += match[2];
    at = match.index + match[0].length;
  }
  text += marked.slice(at);
  const tokens = tokenize(text);
  const starts = [...tokens.start.subarray(0, tokens.count)];
  const found = spans.map(({ start, end, type }): Tagged => {
    const from = starts.indexOf(start);
    return { from, to: starts.filter((one) => one < end).length, type, margin: 1 };
  });
  return { text, tokens, found };
}

/** The text as the corrections read it, with a lexicon. */
export function readBy({ text, tokens }: Given, lexicon: NameWords): SearchedText {
  return { ...tokens, text, lexicon };
}

/** Findings as "TYPE name". */
export function told({ text, tokens }: Given, names: readonly Tagged[]): string[] {
  return names.map(({ from, to, type }) => {
    return `${TAGGED_TYPES[type]} ${text.slice(tokens.start[from], tokens.end[to - 1])}`;
  });
}

/** Findings of a marked text after the corrections. */
export function corrected(marked: string): string[] {
  const one = given(marked);
  return told(one, correct(readBy(one, LEXICON), one.found, MARGIN));
}
