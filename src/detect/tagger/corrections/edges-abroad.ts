// Where names begin and end in languages other than English, and which findings are words of a letter or a form ("Betreff",
// "Anschrift:", "Tel.").

import { foldedWord } from "../../text/folded-words.ts";
import { labelWords, wordsIn } from "../../words/all-words.ts";
import { GROUPS, type Group } from "../groups.ts";
import { ADDRESS, ORGANIZATION, type Tagged } from "../tags.ts";
import { GAP, isWordShape, SHAPE, type Tokens } from "../tokens.ts";
import { isSentenceEnd } from "./name-edges.ts";
import type { Names } from "./organizations.ts";
import { hashesOf, hashOfWord } from "./role-words.ts";
import { ENDINGS } from "./titles-abroad.ts";

/** The full stop of Hindi, which the tokenizer takes for a letter of the word before it. */
export const DANDA = "।";

const COLON = hashOfWord(":");
const STOP = hashOfWord(".");

/** Words that name nobody in a group's languages. */
interface FormWords {
  /** Hashes of greetings and headings. After another word they are names: "Anja de Groet", "Frau Moin Khan". */
  readonly nobody: ReadonlySet<number>;
  /** Hashes of words before phone numbers. */
  readonly phone: ReadonlySet<number>;
  /** Labels of a single word, folded. Before a colon they name nobody. */
  readonly labels: ReadonlySet<string>;
}

const FORM_WORDS = new Map<Group, FormWords>();

function formWordsOf(group: Group): FormWords {
  const known = FORM_WORDS.get(group);
  if (known !== undefined) return known;
  const { languages } = GROUPS[group];
  const made = {
    nobody: hashesOf(wordsIn(languages, "notNames")),
    phone: hashesOf("tel fax", wordsIn(languages, "phone"), wordsIn(languages, "fax")),
    labels: labelWords(languages),
  };
  FORM_WORDS.set(group, made);
  return made;
}

/**
 * The names of a text with blanks between words (by place, without overlap), each cut to one line, and persons and places to
 * one sentence. A single word that begins the next sentence or a field is no name. Addresses stay whole: they have lines.
 */
export function withEdgesAbroad(text: string, tokens: Tokens, names: Names, group: Group): Names {
  const words = formWordsOf(group);
  return names.flatMap((name) =>
    partsOf(text, tokens, name).flatMap((part) => withoutFormWords(text, tokens, part, words)),
  );
}

function partsOf(text: string, tokens: Tokens, name: Tagged): Names {
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

/** What remains of a finding without greetings and labels at its ends: "Merhaba Deniz", "Betreff:". */
function withoutFormWords(
  text: string,
  { count, start, end, gap, shape, word }: Tokens,
  name: Tagged,
  { nobody, phone, labels }: FormWords,
): Names {
  let { from, to } = name;
  // The end of an abbreviation such as "dott.ssa".
  const isAfterDot = from > 0 && gap[from] === GAP.none && word[from - 1] === STOP;
  if (isAfterDot && ENDINGS.has(word[from] as number)) from++;
  const isAfterWord = from > 0 && gap[from] === GAP.blank && isWordShape(shape[from - 1] as number);
  const isForm = (hash: number) => phone.has(hash) || (!isAfterWord && nobody.has(hash));
  while (from < to && isForm(word[from] as number)) from++;
  while (to > from && phone.has(word[to - 1] as number)) to--;
  const isField = to - from === 1 && to < count && word[to] === COLON;
  if (isField && labels.has(foldedWord(text.slice(start[from], end[from])))) return [];
  if (from === to) return [];
  return to - from === name.to - name.from ? [name] : [{ ...name, from, to }];
}
