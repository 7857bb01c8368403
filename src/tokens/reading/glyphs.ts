// Characters of a text as a reader sees them: escapes of HTML, JSON and Markdown undone, each with the place where it
// stands. Pure.
import { type Escaping, unescaped } from "./escaping.ts";

/** One character. */
export interface Glyph {
  /** Where it ends, in UTF-16 units. */
  readonly end: number;
  /** What it says: one code point, but for a lone surrogate. */
  readonly text: string;
  readonly escaping: Escaping;
}

/** What a quotation mark that ends a JSON string says: no token holds it. */
export const STOP = "\0";

// HTML standard, "Named character references" and "Numeric character reference"; `&amp;lt;` was escaped twice.
const REFERENCE = /&(?:amp;)?(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/iy;
const HALF_REFERENCE = /&(?:amp;)?(?:#(?:x[0-9a-f]{0,6}|\d{0,7})|[a-z]{0,6})$/iy;
// RFC 8259 section 7.
const JSON_ESCAPE = /\\(?:u[0-9a-f]{4}|[bfnrt"\\/])/iy;
const HALF_JSON_ESCAPE = /\\(?:u[0-9a-f]{0,3})?$/iy;
// CommonMark 0.31, "Backslash escapes" and "Hard line breaks".
const MARKDOWN_ESCAPE = /\\[!-/:-@[-`{-~\n]/y;

const [AMPERSAND, BACKSLASH] = [38, 92];

/** The character at an offset; null when more text could change it. `isJson`: the text is a JSON text, not prose. */
export function glyphAt(text: string, at: number, isJson: boolean, isWhole: boolean): Glyph | null {
  const code = text.charCodeAt(at);
  const isHigh = code >= 0xd800 && code < 0xdc00;
  if (code !== AMPERSAND && code !== BACKSLASH && !isHigh) {
    const char = text.charAt(at);
    const isStop = isJson && char === '"';
    return { end: at + 1, text: isStop ? STOP : char, escaping: "none" };
  }
  if (isHigh) {
    if (at + 1 === text.length && !isWhole) return null;
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    return { end: at + char.length, text: char, escaping: "none" };
  }
  const half = code === AMPERSAND ? HALF_REFERENCE : HALF_JSON_ESCAPE;
  if (!isWhole && matchAt(half, text, at) !== null) return null;
  return (code === AMPERSAND ? referenceAt(text, at) : escapeAt(text, at)) ?? plain(text, at);
}

function plain(text: string, at: number): Glyph {
  return { end: at + 1, text: text.charAt(at), escaping: "none" };
}

function referenceAt(text: string, at: number): Glyph | null {
  const match = matchAt(REFERENCE, text, at);
  if (match === null) return null;
  const says = unescaped(match.replace(/^&amp;(?=.)/i, "&"), "html");
  return says.length > 2 ? null : { end: at + match.length, text: says, escaping: "html" };
}

function escapeAt(text: string, at: number): Glyph | null {
  const json = matchAt(JSON_ESCAPE, text, at);
  if (json !== null) {
    const says = unescaped(json, "json");
    if (says !== json) return { end: at + json.length, text: says, escaping: "json" };
  }
  const markdown = matchAt(MARKDOWN_ESCAPE, text, at);
  return markdown === null ? null : { end: at + 2, text: markdown.slice(1), escaping: "none" };
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** Typographic signs, and what a keyboard has for them. */
const TYPOGRAPHIC = new Map(
  [
    ["'", "‘’‚‛ʼ′＇´"],
    ['"', "“”„‟«»″＂"],
    ["-", "‐‑‒–—−﹣－"],
    ["<", "＜"],
    [">", "＞"],
    ["/", "／"],
  ].flatMap(([sign = "", others = ""]) => [...others].map((other) => [other, sign] as const)),
);

/** A character without typography and composition (NFD, Unicode Standard Annex 15). */
export function plainForm(text: string): string {
  return text <= "\u007f" ? text : (TYPOGRAPHIC.get(text) ?? text.normalize("NFD"));
}

/** White space of any width, line breaks among it. */
export function isSpace(text: string): boolean {
  return /^\s$/.test(text);
}

/** A line break. */
export function isBreak(text: string): boolean {
  return /^[\n\r\u2028\u2029]$/.test(text);
}

/** Nobody sees it: zero-width characters, soft hyphens, variation selectors. */
export function isInvisible(text: string): boolean {
  return text > "\u007f" && /^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u.test(text);
}

/** An emphasis or code mark of Markdown. */
export function isMark(text: string): boolean {
  return text === "*" || text === "_" || text === "`" || text === "~";
}

const ASCII_WORD = /^[0-9A-Za-z]$/;
const WORD = /^[\p{L}\p{N}\p{M}]$/u;
/** Words that are written without blanks between them, or with endings right behind a name. */
const UNSPACED =
  /^[\p{scx=Han}\p{scx=Hangul}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]$/u;

/** A letter, digit or combining mark that belongs to a word with its neighbours. */
export function isWordPart(text: string): boolean {
  if (text <= "\u007f") return ASCII_WORD.test(text);
  return WORD.test(text) && !UNSPACED.test(text);
}
