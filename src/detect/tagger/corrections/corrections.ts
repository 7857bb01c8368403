// What the tagger's findings are held against: words that name nobody, job titles before the name of an
// organization, and the words that organizations' names end with.

import { ADDRESS, ORGANIZATION, PERSON, type Tagged } from "../tags.ts";
import type { Tokens } from "../tokens.ts";
import { withOneType, withShortForms } from "./agreement.ts";
import { addParts } from "./name-edges.ts";
import { mayBeTold, organizationBehind } from "./organization-context.ts";
import { isCapital, organizationAt, type Run } from "./organization-heads.ts";
import { withTitled } from "./titled-persons.ts";
import { MARK, marksOf } from "./word-marks.ts";

/** The findings (by place, without overlap) as they are after the rules. `margin` is that of new ones. */
export function correct(
  text: string,
  tokens: Tokens,
  found: readonly Tagged[],
  margin: number,
): readonly Tagged[] {
  const names: Tagged[] = [];
  for (const tagged of found) {
    if (tagged.type === ADDRESS) names.push(tagged);
    else addParts(tokens, tagged, names);
  }
  const { titles, heads } = tellingWords(tokens);
  const persons = withTitled(tokens, names, titles, margin);
  const told = withShortForms(text, tokens, withHeads(tokens, persons, heads, margin));
  return withOneType(tokens, told);
}

/** The capitalized tokens that may be a title, and those that may tell an organization, by place. */
function tellingWords(tokens: Tokens): { titles: number[]; heads: number[] } {
  const { count, shape, word } = tokens;
  const titles: number[] = [];
  const heads: number[] = [];
  for (let i = 0; i < count; i++) {
    if (!isCapital(shape[i] as number)) continue;
    const marks = marksOf(word[i] as number);
    if ((marks & MARK.title) !== 0) titles.push(i);
    if ((marks & MARK.organization) !== 0 || mayBeTold(tokens, i)) heads.push(i);
  }
  return { titles, heads };
}

/** An organization that is told by its last word or by being known, and whether it is. */
function organizationAround(
  tokens: Tokens,
  i: number,
): (Run & { readonly isSure: boolean }) | null {
  const sure = organizationAt(tokens, i);
  if (sure !== null) return { ...sure, isSure: true };
  // Whoever is an owner or employee of somebody may be it of a person.
  const told = organizationBehind(tokens, i);
  return told === null ? null : { ...told, isSure: false };
}

/** The names, and those that one of `heads` tells. A name inside a longer one of these gives way. */
function withHeads(
  tokens: Tokens,
  names: readonly Tagged[],
  heads: readonly number[],
  margin: number,
): readonly Tagged[] {
  const out: Tagged[] = [];
  let next = 0;
  for (const i of heads) {
    const run = organizationAround(tokens, i);
    if (run === null) continue;
    for (let name = names[next]; name !== undefined && name.to <= run.from; name = names[++next]) {
      out.push(name);
    }
    let last = next;
    for (let name = names[last]; name !== undefined && isPart(name, run); name = names[++last]);
    const behind = names[last];
    if (behind !== undefined && behind.from < run.to) continue;
    if (!run.isSure && names.slice(next, last).some(({ type }) => type === PERSON)) continue;
    const surest = names
      .slice(next, last)
      .reduce((most, one) => Math.max(most, one.margin), margin);
    const kept = namesBefore(out, run);
    if (kept < 0) continue;
    out.length = kept;
    out.push({ from: run.from, to: run.to, type: ORGANIZATION, margin: surest });
    next = last;
  }
  if (out.length === 0) return names;
  for (let name = names[next]; name !== undefined; name = names[++next]) out.push(name);
  return out;
}

/**
 * How many of `out` stay when the run is added: shorter names inside it go ("Labour Party" in "Labour Party
 * Committee"). Negative when one sticks out.
 */
function namesBefore(out: readonly Tagged[], { from, to }: Run): number {
  let kept = out.length;
  for (let name = out[kept - 1]; name !== undefined && name.from >= from; name = out[kept - 1]) {
    if (name.to > to) return -1;
    kept--;
  }
  return (out[kept - 1]?.to ?? 0) > from ? -1 : kept;
}

/** Whether the finding is inside the run and may give way to it. */
function isPart({ from, to, type }: Tagged, run: Run): boolean {
  return from >= run.from && to <= run.to && type !== ADDRESS;
}
