// Where names begin and end in other languages than English, and which findings are words of a letter or a form ("Betreff",
// "Anschrift:", "Tel.").

import { foldedWord } from "../../text/folded-words.ts";
import { labelWords, wordsIn } from "../../words/all-words.ts";
import { GROUPS, type Group } from "../groups.ts";
import { ADDRESS, ORGANIZATION, type Tagged } from "../tags.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { isSentenceEnd } from "./name-edges.ts";
import { hashesOf, hashOfWord } from "./role-words.ts";
import { ENDINGS } from "./titles-abroad.ts";

/** The full stop of Hindi, which is a letter of the word before it. */
export const DANDA = "।";

const COLON = hashOfWord(":");
const STOP = hashOfWord(".");

/** What is nobody's name in a group's languages. */
interface FormWords {
  /** Greetings, headings and words before phone numbers, by their hash. */
  readonly nobody: ReadonlySet<number>;
  /** Labels of a single word, folded. Before a colon they are nobody's. */
  readonly labels: ReadonlySet<string>;
}

const FORM_WORDS = new Map<Group, FormWords>();

function formWordsOf(group: Group): FormWords {
  const known = FORM_WORDS.get(group);
  if (known !== undefined) return known;
  const { languages } = GROUPS[group];
  const lists = (["nobody", "phone", "fax"] as const).map((kind) => wordsIn(languages, kind));
  const made = { nobody: hashesOf("tel fax", ...lists), labels: labelWords(languages) };
  FORM_WORDS.set(group, made);
  return made;
}

/**
 * The names of a text with blanks between words (by place, without overlap), each in one line, persons and places each in one
 * sentence. A word alone with which the next sentence or a field begins is none. Addresses stay as they are: theirs are lines.
 */
export function withEdgesAbroad(
  text: string,
  tokens: Tokens,
  names: readonly Tagged[],
  group: Group,
): readonly Tagged[] {
  const words = formWordsOf(group);
  return names.flatMap((name) =>
    partsOf(text, tokens, name).flatMap((part) => withoutFormWords(text, tokens, part, words)),
  );
}

function partsOf(text: string, tokens: Tokens, name: Tagged): readonly Tagged[] {
  if (name.type === ADDRESS) return [name];
  const { end, gap, shape } = tokens;
  const parts: Tagged[] = [];
  let { from } = name;
  let isCutAtStop = false;
  for (let i = from; i + 1 < name.to; i++) {
    const isLineEnd = (gap[i + 1] as number) >= GAP.newline;
    const isDanda = text.charAt((end[i] as number) - 1) === DANDA;
    const isStop = name.type !== ORGANIZATION && i > from && isSentenceEnd(tokens, i);
    const isCut = isLineEnd || isStop || (isDanda && name.type !== ORGANIZATION);
    if (!isCut) continue;
    parts.push({ ...name, from, to: isStop ? i : i + 1 });
    from = i + 1;
    isCutAtStop = isStop || isDanda;
  }
  if (parts.length === 0) return [name];
  const isFirstWord =
    isCutAtStop && name.to - from === 1 && name.to < tokens.count && shape[name.to] === SHAPE.lower;
  return isFirstWord ? parts : [...parts, { ...name, from }];
}

/** What is left of a finding without greetings and labels at its ends: "Merhaba Deniz", "Betreff:". */
function withoutFormWords(
  text: string,
  { count, start, end, gap, word }: Tokens,
  name: Tagged,
  { nobody, labels }: FormWords,
): readonly Tagged[] {
  let { from, to } = name;
  // The rest of "dott.ssa".
  const isBehindDot = from > 0 && gap[from] === GAP.none && word[from - 1] === STOP;
  if (isBehindDot && ENDINGS.has(word[from] as number)) from++;
  while (from < to && nobody.has(word[from] as number)) from++;
  while (to > from && nobody.has(word[to - 1] as number)) to--;
  const isField = to - from === 1 && to < count && word[to] === COLON;
  if (isField && labels.has(foldedWord(text.slice(start[from], end[from])))) return [];
  if (from === to) return [];
  return to - from === name.to - name.from ? [name] : [{ ...name, from, to }];
}
