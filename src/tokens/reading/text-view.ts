// The view of a text in which tokens are looked for: without what language models, mail programs and serializers add to
// text, and with a mapping of offsets back to the original. Unmask and mask look for tokens in the same view, so mask hides
// whatever unmask would find (docs/decisions/literal.md). Pure.
import { runToEnd, type Steps } from "../../core/steps.ts";
import { characterOf, JSON_LETTERS } from "./escaping.ts";
import { replaced, Stacked, type TextView, Unchanged } from "./offset-map.ts";

/** Layers of nested escapes; each round removes one. */
const MAX_LAYERS = 4;

const BLANKS = String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;
const LINE_ENDS = String.raw`\u0085\u2028\u2029`;
/** Characters that look like an ASCII one, by that one: apostrophes, quotes, hyphens, dashes, full-width signs. */
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
 * What a view changes. Runs of backslashes, before the letter of a JSON escape (RFC 8259, section 7), before punctuation
 * (CommonMark 0.31, "Backslash escapes") or anything else; the last sixteen are read together with the letter (a text that
 * was escaped four times has fifteen). Character references, also with an ampersand that was escaped before. Invisible
 * characters (format characters, Default_Ignorable_Code_Point: soft hyphens, zero-width ones). Non-ASCII blanks and signs.
 */
const SPECIAL = new RegExp(
  String.raw`\\+(?=\\{16})|\\{1,16}(?:[uU]([0-9A-Fa-f]{4})|([bfnrt]))?` +
    `|&(?:[aA][mM][pP];){0,8}(#[xX]?[0-9A-Fa-f]{1,7}|[A-Za-z]{2,6});` +
    String.raw`|[\p{Cf}\p{Default_Ignorable_Code_Point}]+` +
    `|[${BLANKS}${LINE_ENDS}${[...SIGN_OF.keys()].join("")}]`,
  "gu",
);
const ANY_SPECIAL = new RegExp(SPECIAL.source, "u");
/** Every special match begins with one of these; checked first, because most texts contain none. */
const MAY_BE_SPECIAL = /[\\&\u0080-\uffff]/;
const INVISIBLE = /^[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const ONE_BLANK = new RegExp(`^[${BLANKS}]`);
const LINE_END = new RegExp(`^[${LINE_ENDS}]`);

/** Whether a text is its own view, as most are. */
export function isPlainView(text: string): boolean {
  return !MAY_BE_SPECIAL.test(text) || !ANY_SPECIAL.test(text);
}

/** The view of a text; linear in its length. */
export function viewOf(text: string): TextView {
  return MAY_BE_SPECIAL.test(text) ? runToEnd(viewInSteps(text)) : new Unchanged(text);
}

/** viewOf, in steps. */
export function* viewInSteps(text: string): Steps<TextView> {
  let view: TextView = new Unchanged(text);
  for (let layer = 0; layer < MAX_LAYERS && MAY_BE_SPECIAL.test(view.text); layer++) {
    const next = yield* replaced(view.text, SPECIAL, readSpecial);
    if (next === null) break;
    view = layer === 0 ? next : new Stacked(view, next);
  }
  return view;
}

/** An incomplete special match or surrogate pair at the end of a text; MAX_HALF is at least the length of the longest. */
const HALF_SPECIAL =
  /(?:\\{1,16}(?:[uU][0-9A-Fa-f]{0,3})?|&(?:amp;){0,8}(?:#[xX]?[0-9A-Fa-f]{0,7}|[a-z]{0,6})|[\ud800-\udbff])$/i;
const MAX_HALF = 64;

/** The view of the longest beginning of a text that further text cannot change. */
export function settledView(text: string): { readonly view: TextView; readonly length: number } {
  let length = halfAt(text);
  let view: TextView = new Unchanged(text.slice(0, length));
  for (let layer = 0; layer < MAX_LAYERS && MAY_BE_SPECIAL.test(view.text); layer++) {
    const next = runToEnd(replaced(view.text, SPECIAL, readSpecial));
    if (next !== null) view = new Stacked(view, next);
    // The next layer may end in an incomplete match of its own.
    const half = halfAt(view.text);
    if (half === view.text.length) continue;
    length = view.rawStart(half);
    view = new Stacked(view, new Unchanged(view.text.slice(0, half)));
  }
  return { view, length };
}

/** Start of an incomplete match at the end of a text; the text's length when there is none. */
function halfAt(text: string): number {
  const from = Math.max(0, text.length - MAX_HALF);
  const tail = text.slice(from);
  const half = MAY_BE_SPECIAL.test(tail) ? HALF_SPECIAL.exec(tail) : null;
  return half === null ? text.length : from + half.index;
}

/** A line end with indentation and quote marks of e-mail and Markdown (`> `); the second also with a hyphen before it. */
const LINE_END_RUN = /[ \t\r\n]+(?:>[ \t]*)*/g;
const HYPHENATED_RUN = /-?[ \t\r\n]+(?:>[ \t]*)*/g;

/**
 * Views of a text with broken lines joined, to find what contains no blanks (addresses): one without line ends and, if any
 * line ends in a hyphen, one without those hyphens too. In steps.
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

/** What replaces a special match; null: nothing, it stays. */
function readSpecial([whole, hex, letter, reference]: RegExpExecArray): string | null {
  if (reference !== undefined) {
    const char = characterOf(`&${reference};`);
    return char === null ? null : signOf(char);
  }
  if (hex !== undefined) return signOf(String.fromCharCode(Number.parseInt(hex, 16)));
  if (letter !== undefined) return JSON_LETTERS[letter] ?? "";
  return whole.startsWith("\\") ? "" : signOf(whole);
}

/** The ASCII sign or blank for a character; "" for an invisible one. */
function signOf(char: string): string {
  if (ONE_BLANK.test(char)) return " ";
  if (LINE_END.test(char)) return "\n";
  return INVISIBLE.test(char) ? "" : (SIGN_OF.get(char) ?? char);
}
