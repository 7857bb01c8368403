// EMAIL_ADDRESS: the WHATWG e-mail production (HTML, 4.10.5.1.5), adapted to running text. Letters of any script are allowed
// (RFC 6531); the domain needs a top level of letters or punycode. Also addresses whose "@" or dots are written as words.

import { COMMON_TLDS } from "../../../reference/top-levels.ts";
import { recognizerOf, type Span, spansOf } from "../../span.ts";
import { codeAt, codePointBefore, isDigit, isForeignWord, isLetter } from "../../text/chars.ts";

const AT = "@";
const QUOTE = '"';
/** RFC 5321, 4.5.3.1.1. */
const MAX_LOCAL_CHARS = 64;
/** RFC 1035, 2.3.4. */
const MAX_DOMAIN_CHARS = 253;
/** RFC 1035, 2.3.4. */
const MAX_LABEL_CHARS = 63;

// WHATWG's atext without = & ? / | { } * ^ ` $: legal but not used, and query strings, log lines and code put these directly
// before an address.
const LOCAL_PUNCTUATION = new Set(".!#%'+_~-".split("").map((char) => char.charCodeAt(0)));
/** Allowed inside a local part, but at its beginning they belong to the text around it. */
const LEADING_NOISE = /^[.!#%'~-]+/;
/** Scripts written without blanks: the sentence ends, and the address begins, where they meet ASCII. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
/** A top level with a note or page number attached: "ada@example.com2". Only for common top levels. */
const NUMBERED = /^([a-z]{2,})\d{1,3}$/i;
/** A top level, maybe followed by a dash of the sentence. */
const TOP_LEVEL = /^(xn--[a-z0-9-]*[a-z0-9]|[\p{L}\p{M}]{2,})(?:-.*)?$/iu;
/** Endings of file names: "logo@2x.png" is an image for high-density screens. */
const FILE_ENDINGS = new Set(["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "css", "js"]);

const spanAt = spansOf("email-address", "EMAIL_ADDRESS");

/** Recognizer of e-mail addresses. */
export const emailAddress = recognizerOf("email-address", "EMAIL_ADDRESS", (text) => {
  const spans: Span[] = [];
  let floor = 0;
  for (let at = text.indexOf(AT); at !== -1; at = text.indexOf(AT, at + 1)) {
    const isQuoted = text.charAt(at - 1) === QUOTE;
    const start = isQuoted ? quotedStart(text, at, floor) : localStart(text, at, floor);
    const end = start < at ? domainEnd(text, at + 1) : at;
    if (end > at) {
      const reason = "local part, @ and a domain with a top level of letters";
      spans.push(spanAt(start, end, 0.95, reason));
    }
    floor = Math.max(end, at + 1);
  }
  for (const { start, end } of [...bracketed(text), ...inWords(text)]) {
    spans.push(spanAt(start, end, 0.85, "address with the at sign in words"));
  }
  return spans;
});

/** Start of a quoted local part (RFC 5322, 3.2.4) that ends before `at`; `at` if there is none. */
function quotedStart(text: string, at: number, floor: number): number {
  const from = Math.max(floor, at - MAX_LOCAL_CHARS);
  const open = text.slice(from, at - 1).lastIndexOf(QUOTE);
  const inner = open === -1 ? "" : text.slice(from + open + 1, at - 1);
  return /^[\w.!#$%&'*+/=?^`{|}~ @-]+$/.test(inner) ? from + open : at;
}

// Never reads before `floor`, the end of the previous "@" or address, so each character is read once.
function localStart(text: string, at: number, floor: number): number {
  let start = at;
  while (start > floor) {
    const codePoint = codePointBefore(text, start);
    const belongs =
      isLetter(codePoint) ||
      isDigit(codePoint) ||
      LOCAL_PUNCTUATION.has(codePoint) ||
      isForeignWord(codePoint);
    if (!belongs) break;
    start -= codePoint > 0xffff ? 2 : 1;
  }
  const local = text.slice(start, at);
  const noise = LEADING_NOISE.exec(local)?.[0].length ?? 0;
  return start + Math.max(noise, sentenceBefore(local));
}

/** Length of the text in an unspaced script at the beginning of an ASCII local part. */
function sentenceBefore(local: string): number {
  let asciiFrom = local.length;
  while (asciiFrom > 0 && local.charCodeAt(asciiFrom - 1) < 128) asciiFrom--;
  if (asciiFrom === 0 || asciiFrom === local.length) return 0;
  return UNSPACED.test(String.fromCodePoint(codePointBefore(local, asciiFrom))) ? asciiFrom : 0;
}

/** End of the domain that begins at `from`; `from - 1` if there is none. */
function domainEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from <= MAX_DOMAIN_CHARS) {
    const codePoint = text.codePointAt(end) ?? 0;
    const belongs =
      isLetter(codePoint) ||
      isDigit(codePoint) ||
      codePoint === 45 ||
      codePoint === 46 ||
      isForeignWord(codePoint);
    if (!belongs) break;
    // "a@b.com" directly followed by an unspaced script: the domain ends there.
    const previous = codeAt(text, end - 1);
    if (codePoint > 127 && isLetter(previous) && UNSPACED.test(String.fromCodePoint(codePoint))) {
      break;
    }
    end += codePoint > 0xffff ? 2 : 1;
  }
  if (end - from > MAX_DOMAIN_CHARS) return from - 1;
  const labels = text.slice(from, end).split(".");
  // Last labels that cannot be a top level belong to the sentence: "write to a@b.com.".
  let topLevel = topLevelOf(labels.pop());
  while (topLevel === "" && labels.length > 1) topLevel = topLevelOf(labels.pop());
  if (topLevel === "" || labels.length === 0 || !labels.every(isLabel)) return from - 1;
  return from + labels.join(".").length + 1 + topLevel.length;
}

function topLevelOf(label = ""): string {
  const numbered = NUMBERED.exec(label)?.[1] ?? "";
  if (COMMON_TLDS.has(numbered.toLowerCase())) return numbered;
  const name = TOP_LEVEL.exec(label)?.[1] ?? "";
  return FILE_ENDINGS.has(name.toLowerCase()) ? "" : name;
}

function isLabel(label: string): boolean {
  const isLongEnough = label.length > 0 && label.length <= MAX_LABEL_CHARS;
  return isLongEnough && !label.startsWith("-") && !label.endsWith("-");
}

// Addresses whose "@" is a word, as people write them to hide them from collectors: "jane [at] example.com",
// "jane(at)example(dot)com", "jane at example dot com". Without brackets the dot has to be a word as well.

const BRACKETED = /(?:[[({](?:at|AT)|[[(](?: at|@)) ?[\])}]/g;
/** The text before the sign. */
const LOCAL = /[\p{L}\p{N}_+.-]{1,64} ?$/u;
/** The text after the sign: labels and a top level, with dots as signs or words. */
const DOMAIN =
  /^ ?[\p{L}\p{N}-]{1,63}(?:(?:\.| ?[[({] ?(?:dot|DOT|Dot|\.) ?[\])}] ?)[\p{L}\p{N}-]{1,63}){0,3}(?:\.| ?[[({] ?(?:dot|DOT|Dot|\.) ?[\])}] ?)\p{L}{2,24}(?![\p{L}\p{N}])/u;
const DOMAIN_IN_WORDS =
  /^[a-z0-9-]{1,63}(?: dot [a-z0-9-]{1,63}){0,2} dot (?:com|org|net|edu|gov|io|de|uk|fr|eu|nl|es|it|ca|au|info|co)(?!\w)/i;
/** Words before "dot com" that are not a domain: "look at the dot com bubble". */
const ARTICLES = /^(?:the|a|an|this|that|my|our|your|every|each|some|any|what) /i;
const SPELLED_LOCAL_CHARS = 65;
const SPELLED_DOMAIN_CHARS = 200;
const DOT_WORD = "dot ";
const AT_WORD = " at ";

/** Addresses whose "@" is in brackets. */
function bracketed(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { 0: sign, index: at } of text.matchAll(BRACKETED)) {
    const from = at + sign.length;
    const local = LOCAL.exec(text.slice(Math.max(0, at - SPELLED_LOCAL_CHARS), at))?.[0] ?? "";
    const domain = DOMAIN.exec(text.slice(from, from + SPELLED_DOMAIN_CHARS))?.[0] ?? "";
    if (local === "" || domain === "") continue;
    found.push({ start: at - local.length, end: from + domain.length });
  }
  return found;
}

/** Addresses whose "@" and dots are words. */
function inWords(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let floor = 0;
  for (let hit = text.indexOf(DOT_WORD); hit !== -1; hit = text.indexOf(DOT_WORD, hit + 4)) {
    const dot = hit - 1;
    const from = Math.max(floor, dot - SPELLED_LOCAL_CHARS);
    const at = text.slice(from, dot).lastIndexOf(AT_WORD);
    if (at === -1 || dot < floor || text.charAt(dot) !== " ") continue;
    const after = from + at + AT_WORD.length;
    const tail = text.slice(after, after + SPELLED_DOMAIN_CHARS);
    const domain = ARTICLES.test(tail) ? "" : (DOMAIN_IN_WORDS.exec(tail)?.[0] ?? "");
    const before = text.slice(Math.max(floor, from + at - SPELLED_LOCAL_CHARS), from + at);
    const local = LOCAL.exec(before)?.[0] ?? "";
    if (domain === "" || local === "") continue;
    found.push({ start: from + at - local.length, end: after + domain.length });
    floor = after + domain.length;
  }
  return found;
}
