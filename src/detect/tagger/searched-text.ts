// What the corrections read: a text in tokens, and the lexicon that says which of its words may be names.

import type { NameWords } from "./lexicon.ts";
import type { Tokens } from "./tokens.ts";

/** A text in tokens, with the lexicon of its model. */
export interface SearchedText extends Tokens {
  readonly text: string;
  readonly lexicon: NameWords;
}
