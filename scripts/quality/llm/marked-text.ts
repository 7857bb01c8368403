// A masked text in which private-use characters mark every token, so that each can be found after a mangling.
// The marks are removed before a text is sent.

import type { IndividualToken } from "../../../src/masking/item.ts";

const OPEN = "\ue000";
const CLOSE = "\ue003";
/** Code point of token number 0, after OPEN. */
const FIRST_NUMBER = 0xe100;
const MARKS = /[\ue000-\ue003\ue100-\ue2ff]/g;
const PLACE = /\ue000([\ue100-\ue2ff])([^\ue001]*)\ue001([^\ue002]*)\ue002([^\ue003]*)\ue003/g;
const ANY_PLACE = /\ue000([\ue100-\ue2ff])([^\ue003]*)\ue003/g;

/** A masked text with marked tokens, from the original text and its tokens. */
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

/** The text without its marks. */
export function withoutMarks(marked: string): string {
  return marked.replace(MARKS, "");
}

/** Number of visible letters. */
export function widthOf(marked: string): number {
  return withoutMarks(marked).length;
}

/** The text with every token rewritten, including its wrapper. */
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

/** A token's number, its text, and the text before it. */
export interface Place {
  readonly number: number;
  readonly written: string;
  readonly before: string;
}

/** Tokens in text order, and the text after the last. */
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
