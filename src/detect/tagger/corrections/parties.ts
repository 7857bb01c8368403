// Courts, and the parties of their cases: "Superior Court of California, County of Kern", "The State of Utah v. Ann Lee".
// The model has seen few such papers: of a court it finds the first words or the place, of a state the place.

import type { SearchedText } from "../searched-text.ts";
import { ORGANIZATION, PERSON, type Tagged } from "../tags.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { endOfPlaces, isCapital, type Names, type Run } from "./organizations.ts";
import { hashesOf, hashOfWord, ROLE_WORDS } from "./role-words.ts";

const COURT = hashesOf("court courts tribunal");
/** Kinds of courts: before "Court", one is enough where all is in capitals. */
const KINDS = hashesOf(
  "supreme superior district circuit high county crown federal appellate bankruptcy family probate municipal magistrates " +
    "constitutional administrative national criminal civil tax employment industrial",
);
/** Words after "Court of": "Court of Appeals". */
const OF_COURTS = hashesOf("appeal appeals cassation chancery claims common justice session");
const OF = hashOfWord("of");
const THE = hashOfWord("the");
const COMMA = hashOfWord(",");
const STOP = hashOfWord(".");
const [V, VS] = ["v", "vs"].map(hashOfWord);
/** Words for a people's state, before "of" and its name. */
const STATES = hashesOf(
  "state commonwealth people republic kingdom government city county town province",
);
/** Words before "court" where it is no court of law. */
const NO_COURTS = hashesOf(
  "food tennis basketball volleyball badminton squash clay grass hard back center centre",
);
/** Parts of a court's name after a comma: ", County of Kings". */
const COUNTIES = hashesOf("county parish district");
const NOT_BEFORE = hashesOf("the a an in at of by to this that each any every our no before and");
const MAX_WORDS = 5;
/** Most words before a "v." that are examined. */
const MAX_BEFORE = 2 * MAX_WORDS;

/** The names (by place, without overlap), with courts, and with states and others as parties. New ones get `margin`. */
export function withParties(tokens: SearchedText, names: Names, margin: number): Names {
  const runs: Tagged[] = [];
  let apart = names;
  let near = 0;
  for (let i = 0; i < tokens.count; i++) {
    const hash = tokens.word[i] as number;
    if (COURT.has(hash)) {
      const isPerson = isOfPerson(tokens, i);
      const run = isPerson ? { from: i - 1, to: i + 1 } : courtAt(tokens, i);
      add(runs, run, isPerson ? PERSON : ORGANIZATION, margin);
    }
    if (!isAgainst(tokens, i)) continue;
    if (apart === names) apart = names.flatMap((name) => sidesOf(tokens, name));
    while ((apart[near]?.to ?? tokens.count) <= i - MAX_BEFORE) near++;
    addParties(tokens, i, runs, apart, near, margin);
  }
  return runs.length === 0 ? apart : merged(apart, runs);
}

/** A finding, split in two if it holds a "v." */
function sidesOf(tokens: Tokens, name: Tagged): Names {
  for (let i = name.from + 1; i + 2 < name.to; i++) {
    if (isAgainst(tokens, i))
      return [
        { ...name, to: i },
        { ...name, from: i + 2 },
      ];
  }
  return [name];
}

function add(runs: Tagged[], run: Run | null, type: number, margin: number): void {
  if (run === null || (runs.at(-1)?.to ?? 0) > run.from) return;
  runs.push({ from: run.from, to: run.to, type, margin });
}

/** The findings, with those inside a run replaced by it. An organization that sticks out extends it, another name stays. */
function merged(names: Names, runs: Names): Names {
  const out: Tagged[] = [];
  let next = 0;
  for (const run of runs) {
    for (let name = names[next]; name !== undefined && name.to <= run.from; name = names[++next])
      out.push(name);
    let { from, to } = run;
    let isFree = from >= (out.at(-1)?.to ?? 0);
    let last = next;
    for (let name = names[last]; name !== undefined && name.from < to; name = names[++last]) {
      const isInside = name.from >= from && name.to <= to;
      if (!isInside && name.type !== ORGANIZATION) isFree = false;
      from = Math.min(from, name.from);
      to = Math.max(to, name.to);
    }
    if (!isFree) continue;
    out.push({ ...run, from, to });
    next = last;
  }
  return [...out, ...names.slice(next)];
}

/** Whether "Court" at `i` is the family name after a given name that is no place's: "Jane Court". */
function isOfPerson({ count, gap, shape, word, lexicon }: SearchedText, i: number): boolean {
  const first = word[i - 1] as number;
  if (i === 0 || gap[i] !== GAP.blank || (i + 1 < count && word[i + 1] === OF)) return false;
  if (shape[i - 1] !== SHAPE.title || shape[i] !== SHAPE.title) return false;
  const isFirst = i === 1 || gap[i - 1] !== GAP.blank || !isCapital(shape[i - 2] as number);
  return isFirst && lexicon.isGivenName(first) && !lexicon.isOtherName(first);
}

/** The court whose head is token `head`, with the places after it; null for "the Court". */
function courtAt(tokens: Tokens, head: number): Run | null {
  const { gap, shape, word } = tokens;
  if (!isCapital(shape[head] as number)) return null;
  let from = head;
  for (let words = 0; words < MAX_WORDS && from > 0 && gap[from] === GAP.blank; words++) {
    const before = word[from - 1] as number;
    if (!isCapital(shape[from - 1] as number) || NOT_BEFORE.has(before)) break;
    from--;
  }
  const last = word[head - 1] as number;
  const isNamed = from < head && !ROLE_WORDS.has(last) && !NO_COURTS.has(last);
  const isKind = KINDS.has(word[head - 1] as number) && from < head;
  let to = head + 1;
  if (word[to] === OF && OF_COURTS.has(word[to + 1] as number)) to += 2;
  const isOfKind = to > head + 1;
  // In capitals the words show no name.
  if (shape[head] === SHAPE.capitals && !isKind && !isOfKind) return null;
  const end = endOfCourt(tokens, to);
  return isNamed || isOfKind || (isKind && end > to) ? { from, to: end } : null;
}

/** End of a court's name that continues at `from`, including the county after a comma. */
function endOfCourt(tokens: Tokens, from: number): number {
  const { word } = tokens;
  const end = endOfPlaces(tokens, from);
  const isCounty = word[end] === COMMA && COUNTIES.has(word[end + 1] as number);
  return isCounty && word[end + 2] === OF ? endOfPlaces(tokens, end + 2) : end;
}

/** Whether it is the "v." of a case, and not a table's name: "SELECT v.id". */
function isAgainst({ count, gap, shape, word }: Tokens, i: number): boolean {
  if ((word[i] !== V && word[i] !== VS) || shape[i] !== SHAPE.lower || i + 2 >= count) return false;
  return (
    gap[i] !== GAP.none &&
    word[i + 1] === STOP &&
    gap[i + 1] === GAP.none &&
    gap[i + 2] !== GAP.none &&
    i > 0
  );
}

/**
 * Add the parties on both sides of the "v." at `i`. A "vs." may be between any two things ("cost vs. Benefit"), so there one
 * side must be found already for the other one to be a party.
 */
function addParties(
  tokens: Tokens,
  i: number,
  runs: Tagged[],
  names: Names,
  near: number,
  margin: number,
): void {
  const sides = [partyBefore(tokens, i), partyFrom(tokens, i + 2)];
  const found = sides.map((run) => run !== null && isNameIn(run, names, near));
  const isCase = tokens.word[i] === V || found.includes(true);
  for (const [n, run] of sides.entries()) {
    if (run === null || (!run.isState && (found[n] || !isCase))) continue;
    const isOneWord = run.to - run.from === 1;
    // "People" alone is in `STATES` as well but names nobody; nor does "A".
    if (isOneWord && STATES.has(tokens.word[run.from] as number)) continue;
    if (isOneWord && tokens.shape[run.from] === SHAPE.initial) continue;
    // A single word is mostly a family name.
    const type = run.isState || !isOneWord ? ORGANIZATION : PERSON;
    add(runs, { from: run.from, to: run.to }, type, margin);
  }
}

/** Whether one of the names, from index `near` on, overlaps a run. */
function isNameIn({ from, to }: Run, names: Names, near: number): boolean {
  for (let n = near; (names[n]?.from ?? to) < to; n++)
    if ((names[n] as Tagged).to > from) return true;
  return false;
}

interface Party extends Run {
  readonly isState: boolean;
}

function partyFrom(tokens: Tokens, first: number): Party | null {
  const { gap, word } = tokens;
  if (gap[first] !== GAP.blank) return null;
  const from = word[first] === THE ? first + 1 : first;
  const end = capitalsFrom(tokens, from);
  if (end === from) return null;
  const isState = STATES.has(word[end - 1] as number) && word[end] === OF;
  return { from, to: isState ? endOfPlaces(tokens, end) : end, isState };
}

function capitalsFrom({ count, gap, shape, word }: Tokens, from: number): number {
  let to = from;
  while (to < count && to - from < MAX_WORDS && isCapital(shape[to] as number)) {
    if (ROLE_WORDS.has(word[to] as number) || (to > from && gap[to] !== GAP.blank)) break;
    to++;
  }
  return to;
}

/** The capitalized words before the "v." at `to`; they begin at "State of" where that precedes them. */
function partyBefore(tokens: Tokens, to: number): Party | null {
  const { gap, shape, word } = tokens;
  if (gap[to] !== GAP.blank) return null;
  let from = to;
  let state = -1;
  for (let at = to - 1; at >= 0 && to - at <= MAX_BEFORE; at--) {
    const hash = word[at] as number;
    const isName = isCapital(shape[at] as number) && !NOT_BEFORE.has(hash) && !ROLE_WORDS.has(hash);
    if (!isName && hash !== OF && hash !== THE) break;
    if (isName && state < 0 && from === at + 1) from = at;
    if (STATES.has(hash) && word[at + 1] === OF && isCapital(shape[at] as number)) state = at;
    if (gap[at] !== GAP.blank) break;
  }
  if (from === to) return null;
  return state < 0 ? { from, to, isState: false } : { from: state, to, isState: true };
}
