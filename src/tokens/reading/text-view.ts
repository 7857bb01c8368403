// A text as tokens are looked for in it: what language models, mail programs and serialisers put on a text is taken off,
// with a way back to where everything stands. Unmask looks for tokens in this view, and so does mask, so that what the
// one sees through the other hides (docs/decisions/literal.md). Pure.
import { atOnce, type Steps } from "../../core/steps.ts";
import { characterOf, JSON_LETTERS } from "./escaping.ts";
import { replaced, Stacked, type TextView, Unchanged } from "./offset-map.ts";

/** Escapes in escapes: each round takes one layer off. */
const MAX_LAYERS = 4;

const BLANKS = String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;
const LINE_ENDS = String.raw`\u0085\u2028\u2029`;
/** What is drawn like an ASCII sign, by that sign: apostrophes, quotes, hyphens and dashes, full-width brackets. */
const SIGNS: Readonly<Record<string, string>> = {
  "'": "‘’‚‛′ʼ＇´",
  '"': "“”„‟″«»＂",
  "-": "‐‑‒–—―−﹣－",
  "<": "＜",
  ">": "＞",
  "/": "／",
};
const SIGN_OF = new Map(
  Object.entries(SIGNS).flatMap(([sign, others]) => [...others].map((one) => [one, sign])),
);
/**
 * Any run of backslashes with the letter of a JSON escape (RFC 8259, section 7), in front of punctuation (CommonMark
 * 0.31, "Backslash escapes") or anything else, of which the last sixteen go with the letter (a text that was escaped four
 * times has fifteen); character references, also of an ampersand that was escaped before; characters nobody sees (format
 * characters, Default_Ignorable_Code_Point: soft hyphens, zero-width ones); blanks and signs that are not ASCII.
 */
const SPECIAL = new RegExp(
  String.raw`\\+(?=\\{16})|\\{1,16}(?:[uU]([0-9A-Fa-f]{4})|([bfnrt]))?` +
    `|&(?:[aA][mM][pP];){0,8}(#[xX]?[0-9A-Fa-f]{1,7}|[A-Za-z]{2,6});` +
    String.raw`|[\p{Cf}\p{Default_Ignorable_Code_Point}]+` +
    `|[${BLANKS}${LINE_ENDS}${[...SIGN_OF.keys()].join("")}]`,
  "gu",
);
const ANY_SPECIAL = new RegExp(SPECIAL.source, "u");
/** What no special begins without: asked first, as most texts have none of it. */
const MAY_BE_SPECIAL = /[\\&\u0080-\uffff]/;
const INVISIBLE = /^[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const ONE_BLANK = new RegExp(`^[${BLANKS}]`);
const LINE_END = new RegExp(`^[${LINE_ENDS}]`);

/** True for a text that is its own view: most texts. */
export function isPlainView(text: string): boolean {
  return !MAY_BE_SPECIAL.test(text) || !ANY_SPECIAL.test(text);
}

/** The view of a text; time is linear in it. */
export function viewOf(text: string): TextView {
  return MAY_BE_SPECIAL.test(text) ? atOnce(viewInSteps(text)) : new Unchanged(text);
}

/** The same in steps. */
export function* viewInSteps(text: string): Steps<TextView> {
  let view: TextView = new Unchanged(text);
  for (let layer = 0; layer < MAX_LAYERS && MAY_BE_SPECIAL.test(view.text); layer++) {
    const next = yield* replaced(view.text, SPECIAL, readSpecial);
    if (next === null) break;
    view = layer === 0 ? next : new Stacked(view, next);
  }
  return view;
}

/** What may become a special, or half a pair, where a text ends; and no less than the longest of them. */
const HALF_SPECIAL =
  /(?:\\{1,16}(?:[uU][0-9A-Fa-f]{0,3})?|&(?:amp;){0,8}(?:#[xX]?[0-9A-Fa-f]{0,7}|[a-z]{0,6})|[\ud800-\udbff])$/i;
const MAX_HALF = 64;

/** The view of the beginning of a text, so much of it as no more text can change. */
export function settledView(text: string): { readonly view: TextView; readonly length: number } {
  let length = halfAt(text);
  let view: TextView = new Unchanged(text.slice(0, length));
  for (let layer = 0; layer < MAX_LAYERS && MAY_BE_SPECIAL.test(view.text); layer++) {
    const next = atOnce(replaced(view.text, SPECIAL, readSpecial));
    if (next !== null) view = new Stacked(view, next);
    // In the next layer other text may stand behind.
    const half = halfAt(view.text);
    if (half === view.text.length) continue;
    length = view.rawStart(half);
    view = new Stacked(view, new Unchanged(view.text.slice(0, half)));
  }
  return { view, length };
}

/** Where that begins; the end of the text: nowhere. */
function halfAt(text: string): number {
  const from = Math.max(0, text.length - MAX_HALF);
  const tail = text.slice(from);
  const half = MAY_BE_SPECIAL.test(tail) ? HALF_SPECIAL.exec(tail) : null;
  return half === null ? text.length : from + half.index;
}

/** A line end with indentation and the quote marks of e-mail and Markdown (`> `), and with a hyphen before it. */
const LINE_END_RUN = /[ \t\r\n]+(?:>[ \t]*)*/g;
const HYPHENATED_RUN = /-?[ \t\r\n]+(?:>[ \t]*)*/g;

/**
 * The same with broken lines put together, for what has no blanks (addresses): without line ends; and without hyphens
 * at line ends, where there are any. In steps.
 */
export function* withoutLineEnds(view: TextView): Steps<TextView[]> {
  const views: TextView[] = [];
  const runs = view.text.includes("-\n") ? [LINE_END_RUN, HYPHENATED_RUN] : [LINE_END_RUN];
  for (const run of runs) {
    const joined = yield* replaced(view.text, run, ([found]) => (found.includes("\n") ? "" : null));
    if (joined !== null) views.push(new Stacked(view, joined));
  }
  return views;
}

/** What a special stands for; null: itself. */
function readSpecial([whole, hex, letter, reference]: RegExpExecArray): string | null {
  if (reference !== undefined) {
    const char = characterOf(`&${reference};`);
    return char === null ? null : signOf(char);
  }
  if (hex !== undefined) return signOf(String.fromCharCode(Number.parseInt(hex, 16)));
  if (letter !== undefined) return JSON_LETTERS[letter] ?? "";
  return whole.startsWith("\\") ? "" : signOf(whole);
}

/** The ASCII sign or blank for a character, nothing for one that nobody sees. */
function signOf(char: string): string {
  if (ONE_BLANK.test(char)) return " ";
  if (LINE_END.test(char)) return "\n";
  return INVISIBLE.test(char) ? "" : (SIGN_OF.get(char) ?? char);
}
