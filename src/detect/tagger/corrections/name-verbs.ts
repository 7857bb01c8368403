// Names without the verb that the model has taken for a part of them: "Ann discharged", "Bank complies". On unseen texts
// (npm run bench:detect) that is 0.3 points of masking precision, for 0.02 of recall.

import { isUpperCode } from "../letters.ts";
import type { NameWords } from "../lexicon.ts";
import { ORGANIZATION, PERSON, type Tagged } from "../tags.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { hashesOf } from "./role-words.ts";

/** What an organization is called behind its name, in small letters. */
const KINDS = hashesOf(
  "band cabinet club coalition company council family government group party team university",
);

/** The names (by place), those of persons and organizations that begin with a capital without words in small letters behind. */
export function withoutVerbs(
  text: string,
  tokens: Tokens,
  names: readonly Tagged[],
  lexicon: NameWords,
): readonly Tagged[] {
  return names.flatMap((name) => {
    if (isVerb(text, tokens, name)) return [];
    const to = beforeVerb(text, tokens, name, lexicon);
    return to === name.to ? [name] : [{ ...name, to }];
  });
}

/** Behind them a word in small letters is a verb. */
const SUBJECTS = hashesOf("you we they");

/** "will you grace us": a verb that people are called, too. */
function isVerb(text: string, { gap, start, word }: Tokens, { from, type }: Tagged): boolean {
  if (type !== PERSON || from === 0 || gap[from] !== GAP.blank) return false;
  return (
    SUBJECTS.has(word[from - 1] as number) && !isUpperCode(text.charCodeAt(start[from] as number))
  );
}

function beforeVerb(
  text: string,
  { gap, shape, start, word }: Tokens,
  { from, to, type }: Tagged,
  lexicon: NameWords,
): number {
  if (type !== PERSON && type !== ORGANIZATION) return to;
  // Written: names in small letters count as ones with capitals (known-names.ts).
  if (shape[to - 1] !== SHAPE.lower || !isUpperCode(text.charCodeAt(start[from] as number)))
    return to;
  let end = to;
  while (end - 1 > from && shape[end - 1] === SHAPE.lower && gap[end - 1] === GAP.blank) {
    const last = word[end - 1] as number;
    if (type === PERSON ? lexicon.isName(last) : KINDS.has(last)) break;
    end--;
  }
  return end;
}
