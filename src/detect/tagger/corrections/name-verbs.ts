// Cuts off the verb that the model has taken for part of a name: "Ann discharged", "Bank complies". On unseen texts (npm run
// bench:detect) that is 0.3 points of masking precision, for 0.02 of recall.

import { isUpperCode } from "../letters.ts";
import type { SearchedText } from "../searched-text.ts";
import { ORGANIZATION, PERSON, type Tagged } from "../tags.ts";
import { GAP, SHAPE } from "../tokens.ts";
import type { Names } from "./organizations.ts";
import { hashesOf } from "./role-words.ts";

/** Before a family name, which may also be an ordinary word: "Jan van dijk". */
const PARTICLES = hashesOf("al bin da de del della den der di dos du el ibn la le ten ter van von");

/** Lower-case words after an organization's name that are part of it. */
const KINDS = hashesOf(
  "band cabinet club coalition company council family government group party team university",
);

/** The names (by place); persons and organizations that begin with a capital lose lower-case words at their end. */
export function withoutVerbs(tokens: SearchedText, names: Names): Names {
  return names.flatMap((name) => {
    if (isVerb(tokens, name)) return [];
    const to = beforeVerb(tokens, name);
    return to === name.to ? [name] : [{ ...name, to }];
  });
}

/** After these, a lower-case word is a verb. */
const SUBJECTS = hashesOf("you we they");

/** Verbs that are also names of people; "thank you anna" has none. */
const VERBS = hashesOf(
  "bill carry chase chuck dawn drew frank grace grant harry hope jack josh mark may pat peg pierce pray price rob rush sue " +
    "trace wade ward will",
);

/** Whether it is such a verb after its subject: "will you grace us". */
function isVerb({ gap, start, word, text }: SearchedText, { from, type }: Tagged): boolean {
  if (type !== PERSON || from === 0 || gap[from] !== GAP.blank) return false;
  return (
    SUBJECTS.has(word[from - 1] as number) &&
    VERBS.has(word[from] as number) &&
    !isUpperCode(text.charCodeAt(start[from] as number))
  );
}

function beforeVerb(
  { gap, shape, start, word, text, lexicon }: SearchedText,
  { from, to, type }: Tagged,
): number {
  if (type !== PERSON && type !== ORGANIZATION) return to;
  // Reads the text, since lower-case names have the shape of capitalized ones (known-names.ts).
  if (shape[to - 1] !== SHAPE.lower || !isUpperCode(text.charCodeAt(start[from] as number)))
    return to;
  let end = to;
  while (end - 1 > from && shape[end - 1] === SHAPE.lower && gap[end - 1] === GAP.blank) {
    const last = word[end - 1] as number;
    // A word that the lexicon lacks is more likely part of a name than a verb: "Anna kowalska".
    if (lexicon.find(last) < 0 || lexicon.isName(last)) break;
    if (type === PERSON && end - 2 > from && PARTICLES.has(word[end - 2] as number)) break;
    if (type === ORGANIZATION && KINDS.has(last)) break;
    end--;
  }
  return end;
}
