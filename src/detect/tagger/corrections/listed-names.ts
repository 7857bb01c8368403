// Names in a list of people: "attendees: anna, john smith, prince". One name alone may be any word; where a list says that
// people follow, and some of them are names, what stands between its commas are the others.

import type { NameWords } from "../lexicon.ts";
import { PERSON, type Tagged } from "../tags.ts";
import { GAP, isWordShape, SHAPE, type Tokens } from "../tokens.ts";
import { hashesOf, hashOfWord, JOB_WORDS, NAMES_TOO, ROLE_WORDS, WordSet } from "./role-words.ts";

/** Before a colon and the names of people. */
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
/** Entries of a list, and words of an entry. */
const MOST = { entries: 60, words: 3 } as const;
const MARGIN = 2;

/** The names (by place, without overlap), and what stands beside them in a list of people. */
export function withListedNames(
  tokens: Tokens,
  names: readonly Tagged[],
  lexicon: NameWords,
): readonly Tagged[] {
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

/** Add the names of the list from `first` on that are not found yet, if most of what is known of it are; gives where it ends. */
function addEntries(
  tokens: Tokens,
  first: number,
  names: readonly Tagged[],
  next: number,
  lexicon: NameWords,
  added: Tagged[],
): number {
  const open: Tagged[] = [];
  let found = 0;
  let others = 0;
  let at = first;
  let name = next;
  for (let entry = 0; entry < MOST.entries && at < tokens.count; entry++) {
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

/** Where the next entry begins behind the signs at `end`; `end` itself where none follows in this line. */
function beginOfEntry(tokens: Tokens, end: number): number {
  const { count, word } = tokens;
  if (end >= count || !BETWEEN.has(word[end] as number) || isNewLine(tokens, end)) return end;
  const at = word[end] === COMMA && word[end + 1] === AND ? end + 2 : end + 1;
  return at >= count || isNewLine(tokens, at) ? end : at;
}

function isNewLine({ gap }: Tokens, i: number): boolean {
  return (gap[i] as number) >= GAP.newline;
}

/** Where the words end that begin at `from`: before what stands between entries, or whatever else is no word. */
function endOfEntry(tokens: Tokens, from: number): number {
  let to = from;
  while (to < tokens.count && (to === from || !isNewLine(tokens, to))) {
    if (!isWordShape(tokens.shape[to] as number) || BETWEEN.has(tokens.word[to] as number)) break;
    to++;
  }
  return to;
}

/** "Nurse", "sales", "Grafana": such words are on lists of family names, or on none. */
const isNoName = (hash: number) =>
  !NAMES_TOO.has(hash) && (ROLE_WORDS.has(hash) || JOB_WORDS.has(hash));

/** Whether an entry is one to three words, each a listed name or, with a capital, a word that nobody knows. */
function isOfNames({ shape, word }: Tokens, from: number, to: number, lexicon: NameWords): boolean {
  if (to === from || to - from > MOST.words) return false;
  for (let i = from; i < to; i++) {
    const hash = word[i] as number;
    const isUnknown = shape[i] === SHAPE.title && lexicon.find(hash) < 0;
    if (isNoName(hash) || (!lexicon.isName(hash) && !isUnknown)) return false;
  }
  return true;
}
