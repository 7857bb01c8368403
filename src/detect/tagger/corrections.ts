// What the tagger's findings are held against: words that name nobody, job titles before the name of an
// organization, and the words that organizations' names end with.

import { withOneType, withShortForms } from "./agreement.ts";
import {
  isCapital,
  knownOrganizationAt,
  organizationEndingAt,
  type Run,
} from "./organization-heads.ts";
import { hashOfWord, JOB_WORDS, ROLE_WORDS, SMALL_WORDS } from "./role-words.ts";
import type { Tagged } from "./tagger.ts";
import { TAGGED_TYPES } from "./tags.ts";
import { GAP, isWordShape, SHAPE, type Tokens } from "./tokens.ts";

const ADDRESS = TAGGED_TYPES.indexOf("ADDRESS");
const ORGANIZATION = TAGGED_TYPES.indexOf("ORGANIZATION");

/** From this many digits on a number is no part of a name. */
const LONG_NUMBER = SHAPE.number + 4;

/** The findings (by place, without overlap) as they are after the rules. `margin` is that of new ones. */
export function correct(
  text: string,
  tokens: Tokens,
  found: readonly Tagged[],
  margin: number,
): Tagged[] {
  const names = found.flatMap((tagged) =>
    tagged.type === ADDRESS
      ? [tagged]
      : parted(tokens, tagged).flatMap((part) => trimmed(tokens, part)),
  );
  const told = withShortForms(text, tokens, withHeads(tokens, names, margin));
  return withOneType(tokens, told);
}

/** A name does not go on behind an empty line or the end of a sentence. */
function parted(tokens: Tokens, tagged: Tagged): Tagged[] {
  for (let i = tagged.from + 1; i < tagged.to; i++) {
    const isStop = isSentenceEnd(tokens, i) && i + 1 < tagged.to;
    if (!isStop && tokens.gap[i] !== GAP.emptyLine) continue;
    const rest = { ...tagged, from: isStop ? i + 1 : i };
    return [{ ...tagged, to: i }, ...parted(tokens, rest)];
  }
  return [tagged];
}

const STOP = hashOfWord(".");
/** A shorter word before a full stop may be an abbreviation ("Prof.", "Corp."). */
const LEAST_LETTERS = 5;

function isSentenceEnd({ start, end, gap, shape, word }: Tokens, i: number): boolean {
  if (word[i] !== STOP || gap[i] !== GAP.none || gap[i + 1] === GAP.none) return false;
  const letters = (end[i - 1] as number) - (start[i - 1] as number);
  return isWordShape(shape[i - 1] as number) && letters >= LEAST_LETTERS;
}

/** Without what cannot be part of the name; none when nothing is left. */
function trimmed(tokens: Tokens, tagged: Tagged): Tagged[] {
  if (isNobody(tokens, tagged)) return [];
  let { from } = tagged;
  if (tagged.type === ORGANIZATION) from = behindJob(tokens, tagged);
  while (from < tagged.to && (tokens.shape[from] as number) >= LONG_NUMBER) from++;
  return from < tagged.to ? [{ ...tagged, from }] : [];
}

/** Whether all of its words name nobody. */
function isNobody({ shape, word }: Tokens, { from, to }: Tagged): boolean {
  let roles = 0;
  for (let i = from; i < to; i++) {
    if (!isWordShape(shape[i] as number)) continue;
    if (ROLE_WORDS.has(word[i] as number)) roles++;
    else if (!SMALL_WORDS.has(word[i] as number) && shape[i] !== SHAPE.initial) return false;
  }
  return roles > 0;
}

const OF = hashOfWord("of");
const AT = hashOfWord("at");

/** Where the name begins behind "General Counsel of". */
function behindJob({ shape, word }: Tokens, { from, to }: Tagged): number {
  let i = from;
  while (i < to && JOB_WORDS.has(word[i] as number)) i++;
  if (i === from || i + 1 >= to || (word[i] !== OF && word[i] !== AT)) return from;
  return isCapital(shape[i + 1] as number) ? i + 1 : from;
}

/** The names, and those that their last word tells. A name inside a longer one of these gives way. */
function withHeads(tokens: Tokens, names: readonly Tagged[], margin: number): Tagged[] {
  const out: Tagged[] = [];
  let next = 0;
  for (let i = 0; i < tokens.count; i++) {
    const run = organizationEndingAt(tokens, i) ?? knownOrganizationAt(tokens, i);
    if (run === null) continue;
    for (let name = names[next]; name !== undefined && name.to <= run.from; name = names[++next]) {
      out.push(name);
    }
    let last = next;
    for (let name = names[last]; name !== undefined && isPart(name, run); name = names[++last]);
    const behind = names[last];
    if (behind !== undefined && behind.from < run.to) continue;
    const surest = names
      .slice(next, last)
      .reduce((most, one) => Math.max(most, one.margin), margin);
    // "Party" in "Labour Party Committee" has told a shorter name before.
    while ((out.at(-1)?.from ?? -1) >= run.from) out.pop();
    if ((out.at(-1)?.to ?? 0) > run.from) continue;
    out.push({ ...run, type: ORGANIZATION, margin: surest });
    next = last;
  }
  return [...out, ...names.slice(next)];
}

/** Whether the finding is inside the run and may give way to it. */
function isPart({ from, to, type }: Tagged, run: Run): boolean {
  return from >= run.from && to <= run.to && type !== ADDRESS;
}
