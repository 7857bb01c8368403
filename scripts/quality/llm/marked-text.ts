// A masked text in which the place of every token is marked by characters of private use, so that it is known after a
// mangling where each token was. They are gone before a text is sent.

import type { IndividualToken } from "../../../src/masking/item.ts";

const OPEN = "\ue000";
const CLOSE = "\ue003";
/** Its number in the text, behind OPEN. */
const FIRST_NUMBER = 0xe100;
const MARKS = /[\ue000-\ue003\ue100-\ue2ff]/g;
const PLACE = /\ue000([\ue100-\ue2ff])([^\ue001]*)\ue001([^\ue002]*)\ue002([^\ue003]*)\ue003/g;
const ANY_PLACE = /\ue000([\ue100-\ue2ff])([^\ue003]*)\ue003/g;

/** The masked text of a text with its tokens, marked. */
export function markedText(text: string, tokens: readonly IndividualToken[]): string {
  let marked = "";
  let from = 0;
  for (const [i, { start_pos, end_pos, prefix, token, suffix }] of tokens.entries()) {
    const number = String.fromCharCode(FIRST_NUMBER + i);
    marked += `${text.slice(from, start_pos)}${OPEN}${number}${prefix}\ue001${token}\ue002${suffix}${CLOSE}`;
    from = end_pos;
  }
  return marked + text.slice(from);
}

/** What is sent. */
export function withoutMarks(marked: string): string {
  return marked.replace(MARKS, "");
}

/** Letters that are seen. */
export function widthOf(marked: string): number {
  return withoutMarks(marked).length;
}

/** The text with every token written otherwise, its wrapper included. */
export function eachToken(
  marked: string,
  write: (token: string, prefix: string, suffix: string) => string,
): string {
  return marked.replace(
    PLACE,
    (_, number: string, prefix: string, token: string, suffix: string) => {
      return `${OPEN}${number}${write(token, `${prefix}\ue001`, `\ue002${suffix}`)}${CLOSE}`;
    },
  );
}

/** A token's place: its number, what stands there, and the text before it. */
export interface Place {
  readonly number: number;
  readonly written: string;
  readonly before: string;
}

/** Places in text order, and the text behind the last. */
export function placesIn(marked: string): { places: Place[]; rest: string } {
  const places: Place[] = [];
  let from = 0;
  for (const match of marked.matchAll(ANY_PLACE)) {
    const [whole, number = "", written = ""] = match;
    const before = withoutMarks(marked.slice(from, match.index));
    places.push({
      number: number.charCodeAt(0) - FIRST_NUMBER,
      written: withoutMarks(written),
      before,
    });
    from = match.index + whole.length;
  }
  return { places, rest: withoutMarks(marked.slice(from)) };
}
