// Names in a list of people: "attendees: anna, john smith, prince". A single name may be any word; where a label announces
// people, and some entries of the list are names, the others are names, too.

import type { NameWords } from "../lexicon.ts";
import { PERSON, type Tagged } from "../tags.ts";
import { GAP, isWordShape, SHAPE, type Tokens } from "../tokens.ts";
import type { Names } from "./organizations.ts";
import { hashesOf, hashOfWord, JOB_WORDS, NAMES_TOO, ROLE_WORDS, WordSet } from "./role-words.ts";

/** Labels before a colon and the names of people. */
const LABELS = new WordSet(
  hashesOf(
    "attendees attending attended present absent apologies participants participant people guests invitees invited members team " +
      "cc bcc to with players speakers panelists panellists volunteers staff students children kids friends crew cast names " +
      "interviewees patients witnesses authors editors organizers organisers drivers",
  ),
);
const COLON = hashOfWord(":");
const BETWEEN = hashesOf(", ; & / and");
const [COMMA, AND] = [",", "and"].map(hashOfWord);
/** Most entries of a list, and most words of an entry. */
const MAX = { entries: 60, words: 3 } as const;
const MARGIN = 2;

/** The names (by place, without overlap), and the other entries of lists of people. */
export function withListedNames(tokens: Tokens, names: Names, lexicon: NameWords): Names {
  const { count, gap, word } = tokens;
  const added: Tagged[] = [];
  let next = 0;
  for (let i = 0; i + 2 < count; i++) {
    if (!LABELS.has(word[i] as number) || word[i + 1] !== COLON || gap[i + 1] !== GAP.none)
      continue;
    while (next < names.length && (names[next] as Tagged).to <= i) next++;
    const end = addEntries(tokens, i + 2, names, next, lexicon, added);
    i = Math.max(i, end - 1);
  }
  return added.length === 0 ? names : [...names, ...added].sort((a, b) => a.from - b.from);
}

/** Add the list's entries that are not found yet, if more of the others are persons than are not; returns the list's end. */
function addEntries(
  tokens: Tokens,
  first: number,
  names: Names,
  next: number,
  lexicon: NameWords,
  added: Tagged[],
): number {
  const open: Tagged[] = [];
  let found = 0;
  let others = 0;
  let at = first;
  let name = next;
  for (let entry = 0; entry < MAX.entries && at < tokens.count; entry++) {
    const to = endOfEntry(tokens, at);
    while ((names[name]?.to ?? tokens.count) <= at) name++;
    const inside = (names[name]?.from ?? tokens.count) < to ? names[name] : undefined;
    if (inside?.type === PERSON) found++;
    else if (inside !== undefined || !isOfNames(tokens, at, to, lexicon)) others++;
    else open.push({ from: at, to, type: PERSON, margin: MARGIN });
    at = beginOfEntry(tokens, to);
    if (at === to) break;
  }
  if (found > others) added.push(...open);
  return at;
}

/** Start of the next entry, after the separator at `end`; `end` itself if none follows in this line. */
function beginOfEntry(tokens: Tokens, end: number): number {
  const { count, word } = tokens;
  if (end >= count || !BETWEEN.has(word[end] as number) || isNewLine(tokens, end)) return end;
  const at = word[end] === COMMA && word[end + 1] === AND ? end + 2 : end + 1;
  return at >= count || isNewLine(tokens, at) ? end : at;
}

function isNewLine({ gap }: Tokens, i: number): boolean {
  return (gap[i] as number) >= GAP.newline;
}

/** End of the words that begin at `from`: before a separator of entries, or before anything else that is no word. */
function endOfEntry(tokens: Tokens, from: number): number {
  let to = from;
  while (to < tokens.count && (to === from || !isNewLine(tokens, to))) {
    if (!isWordShape(tokens.shape[to] as number) || BETWEEN.has(tokens.word[to] as number)) break;
    to++;
  }
  return to;
}

/** "Nurse", "sales", "Grafana": lists of family names have such words, or no list has them. */
const isNoName = (hash: number) =>
  !NAMES_TOO.has(hash) && (ROLE_WORDS.has(hash) || JOB_WORDS.has(hash));

/** Whether an entry has one to three words, each a listed name or a capitalized word that the lexicon lacks. */
function isOfNames({ shape, word }: Tokens, from: number, to: number, lexicon: NameWords): boolean {
  if (to === from || to - from > MAX.words) return false;
  for (let i = from; i < to; i++) {
    const hash = word[i] as number;
    const isUnknown = shape[i] === SHAPE.title && lexicon.find(hash) < 0;
    if (isNoName(hash) || (!lexicon.isName(hash) && !isUnknown)) return false;
  }
  return true;
}
