// Judges each token of a mangled text after it was unmasked.
import { type Place, placesIn } from "./marked-text.ts";

/** Counts of tokens. */
export interface Score {
  restored: number;
  /** Another value of the vault is in the token's place. */
  wrong: number;
  failed: number;
}

/** Text between two tokens that is long enough to be found again. */
const SIGNIFICANT = 4;
/** Shorter values may occur anywhere by chance. */
const SHORTEST_FOREIGN = 4;
/** Characters beside a token that unmasking may have removed with it. */
const EDGES = /^[\s*_~`"'“”.,;:]+|[\s*_~`"'“”.,;:]+$/g;

/**
 * Add the tokens of a mangled (marked) text to a score. `values` are the values of its tokens by number, `all`
 * those of the vault. A value counts in its token's place, literal or with the text's escaping.
 */
export function judge(
  answer: string,
  mangled: string,
  values: readonly string[],
  all: readonly string[],
  score: Score,
): void {
  const { places, rest } = placesIn(mangled);
  const groups = groupsOf(places);
  let at = 0;
  for (const [i, group] of groups.entries()) {
    at = endOfText(answer, group[0]?.before ?? "", at);
    const next = groups[i + 1]?.[0]?.before ?? rest;
    const end = beginningOf(answer, next, at);
    const found = answer.slice(at, end);
    const written = group.map((place) => place.written).join(" ");
    // In the answer's last part, other values of the text may occur as well.
    const own = end === answer.length ? values : group.map(({ number }) => values[number] ?? "");
    for (const { number } of group) {
      const value = values[number] ?? "";
      if (spellings(value).some((one) => found.includes(one))) score.restored++;
      else if (holdsForeign(found, written, own, all)) score.wrong++;
      else score.failed++;
    }
    at = end;
  }
}

/** Groups of tokens with hardly any text between them. */
function groupsOf(places: readonly Place[]): Place[][] {
  const groups: Place[][] = [];
  for (const place of places) {
    const last = groups.at(-1);
    if (last === undefined || withoutEdges(place.before).length >= SIGNIFICANT)
      groups.push([place]);
    else last.push(place);
  }
  return groups;
}

function withoutEdges(text: string): string {
  return text.replace(EDGES, "");
}

function endOfText(answer: string, before: string, from: number): number {
  const found = textIn(answer, before, from);
  return found === null ? from : found.end;
}

function beginningOf(answer: string, next: string, from: number): number {
  if (withoutEdges(next).length < SIGNIFICANT) return answer.length;
  return textIn(answer, next, from)?.start ?? answer.length;
}

/** Position of a text in an answer, literal or without its edges. */
function textIn(answer: string, text: string, from: number): { start: number; end: number } | null {
  for (const sought of [text, withoutEdges(text)]) {
    const start = sought === "" ? -1 : answer.indexOf(sought, from);
    if (start >= 0) return { start, end: start + sought.length };
  }
  return null;
}

function spellings(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const html = value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const named = html.replaceAll("&#38;", "&amp;").replaceAll("&#34;", "&quot;");
  return [value, json, JSON.stringify(json).slice(1, -1), html, named];
}

/** Whether it contains a value of the vault that is not in `own`, and was not there before. */
function holdsForeign(
  found: string,
  written: string,
  own: readonly string[],
  all: readonly string[],
): boolean {
  return all.some(
    (value) =>
      value.length >= SHORTEST_FOREIGN &&
      found.includes(value) &&
      !written.includes(value) &&
      !own.some((one) => one.includes(value)),
  );
}
