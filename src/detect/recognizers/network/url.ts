// URL: absolute URLs of any scheme with "://", hosts that begin with "www.", and plain domain names under common top levels.
// The form is RFC 3986's, extended to letters of any script (RFC 3987).

import { COMMON_TLDS, WORDY_TLDS } from "../../../reference/top-levels.ts";
import { recognizerOf, type Span, spansOf } from "../../span.ts";
import {
  codeAt,
  isDigit,
  isForeignWord,
  isLetter,
  isWordAfter,
  isWordBefore,
} from "../../text/chars.ts";
import { fitsAt } from "../../text/sticky.ts";

/** Products whose name looks like a domain. */
const PRODUCTS: ReadonlySet<string> = new Set(["asp.net", "vb.net", "ado.net", "java.net"]);
const MAX_SCHEME_CHARS = 32;
const DOT = 46;
const DASH = 45;
const PLUS = 43;
/** Characters next to a host that make it part of an e-mail address, a path, a call or an assignment. */
const JOINED_BEFORE = /[@/\\\w]/;
const JOINED_AFTER = /[@(=\w]/;
/** A port, path, query or fragment after a host. */
const TAIL = /:\d|\/|[#?]\w/y;
/** Characters that RFC 3986 excludes from URLs and that often surround them in text: blanks, quotes, brackets. */
const OUTSIDE =
  /[\s\p{Cc}<>"`|\\^\u2018-\u201f\u00ab\u00bb\u2039\u203a\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]/gu;
const PUNCTUATION = new Set(Array.from(".,;:!?'*"));
const PAIRS: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);
/** RFC 1035, 2.3.4. */
const MAX_LABEL_CHARS = 63;

const spanAt = spansOf("url", "URL");

/** Recognizer of URLs and domain names. */
export const url = recognizerOf("url", "URL", (text) => {
  const spans = withScheme(text);
  addWithoutScheme(text, spans);
  return spans;
});

function withScheme(text: string): Span[] {
  const spans: Span[] = [];
  let runEnd = 0;
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) {
    const start = schemeStart(text, at);
    if (start === at) continue;
    const from = at + 3;
    if (runEnd < from) runEnd = endOfRun(text, from);
    // Only the authority is checked: it is short, so a row of failures stays cheap.
    const authorityEnd = endOfAuthority(text, from, runEnd);
    if (!isAuthority(text.slice(start, at), text.slice(from, authorityEnd), runEnd - from))
      continue;
    const end =
      authorityEnd < runEnd ? trimEnd(text, start, runEnd) : trimEnd(text, start, authorityEnd);
    if (end <= from) continue;
    spans.push(spanAt(start, end, 0.95, "scheme and authority, parsed"));
    at = end - 3;
  }
  return spans;
}

/** Start of the scheme that ends before `colon`; `colon` if there is none. */
function schemeStart(text: string, colon: number): number {
  let start = colon;
  let at = colon;
  while (at > 0 && colon - at < MAX_SCHEME_CHARS) {
    const code = codeAt(text, at - 1);
    if (!isLetter(code) && !isDigit(code) && code !== PLUS && code !== DASH) break;
    at--;
    if (isLetter(code)) start = at;
  }
  return start;
}

function endOfAuthority(text: string, from: number, runEnd: number): number {
  let end = from;
  while (end < runEnd && !"/?#".includes(text.charAt(end))) end++;
  return end;
}

function isAuthority(scheme: string, authority: string, runLength: number): boolean {
  if (scheme.toLowerCase() === "file" && authority === "") return runLength > 1;
  const host = authority.replace(/[.,;:!?'")\]]{1,8}$/, "");
  if (!/[\p{L}\p{N}]/u.test(host)) return false;
  return URL.canParse(`${scheme}://${host}`) || URL.canParse(`${scheme}://${authority}`);
}

function addWithoutScheme(text: string, spans: Span[]): void {
  let floor = 0;
  for (let dot = text.indexOf("."); dot !== -1; dot = text.indexOf(".", Math.max(dot + 1, floor))) {
    // A cheap check first: in prose a blank follows most dots.
    if (!isHostChar(text, dot + 1) || !isHostChar(text, dot - 1)) continue;
    let start = dot;
    while (start > floor && isHostChar(text, start - 1)) start--;
    let end = dot + 1;
    while (isHostChar(text, end)) end++;
    // Each host is read only once, whether it counts or not.
    floor = end;
    const span = hostIn(text, start, end);
    if (span === null) continue;
    spans.push(span);
    floor = Math.max(floor, span.end);
  }
}

function hostIn(text: string, runStart: number, runEnd: number): Span | null {
  let start = runStart;
  let end = runEnd;
  while (!isAlphanumeric(text, start) && start < end) start++;
  while (!isAlphanumeric(text, end - 1) && start < end) end--;
  // No top level ends in a digit: this is a decimal number, a section or a version.
  if (isDigit(codeAt(text, end - 1))) return null;
  const isEmphasized = text.charAt(start - 1) === "_" && text.charAt(end) === "_";
  const isWhole = isEmphasized
    ? !isWordBefore(text, start) && !isWordAfter(text, end)
    : !JOINED_BEFORE.test(text.charAt(start - 1)) && !JOINED_AFTER.test(text.charAt(end));
  if (!isWhole) return null;
  const hasTail = fitsAt(TAIL, text, end);
  const written = text.slice(start, end);
  // "the end.In": a capital after the dot begins a sentence.
  if (!hasTail && /[\p{Ll}\d]\.\p{Lu}\p{Ll}+$/u.test(written)) return null;
  const reason = hostReason(written.toLowerCase(), hasTail);
  if (reason === null) return null;
  const last = hasTail ? Math.max(end, trimEnd(text, start, endOfRun(text, end))) : end;
  return spanAt(start, last, 0.8, reason);
}

function isHostChar(text: string, at: number): boolean {
  const code = codeAt(text, at);
  return code === DOT || code === DASH || isAlphanumeric(text, at);
}

function isAlphanumeric(text: string, at: number): boolean {
  const code = codeAt(text, at);
  return isDigit(code) || isLetter(code) || isForeignWord(code);
}

/** Why `host` (lower case) counts as a domain name; null when it does not. */
function hostReason(host: string, hasTail: boolean): string | null {
  const labels = host.split(".");
  const topLevel = labels.at(-1) ?? "";
  if (labels.some((label) => label === "" || label.length > MAX_LABEL_CHARS || /^-|-$/.test(label)))
    return null;
  if (labels[0] === "www" && labels.length > 2) {
    return /^[^\d-]{2,}$/.test(topLevel) ? "host that begins with www" : null;
  }
  if (PRODUCTS.has(host) || (!/\p{L}/u.test(labels.at(-2) ?? "") && !hasTail)) return null;
  if (COMMON_TLDS.has(topLevel)) return "domain name of a common top level";
  const isClear = hasTail || labels.length > 2;
  return WORDY_TLDS.has(topLevel) && isClear ? "domain name of a common top level" : null;
}

/** End of the run of URL characters that begins at `from`. */
function endOfRun(text: string, from: number): number {
  OUTSIDE.lastIndex = from;
  return OUTSIDE.exec(text)?.index ?? text.length;
}

/**
 * `end` without the punctuation of the sentence. A closing bracket stays if its opening bracket is inside the URL
 * ("/wiki/Rust_(language)").
 */
function trimEnd(text: string, start: number, end: number): number {
  const final = text.charAt(end - 1);
  if (!PUNCTUATION.has(final) && !PAIRS.has(final)) return end;
  const depth = new Map<string, number>();
  for (let at = start; at < end; at++) {
    const char = text.charAt(at);
    const open = PAIRS.get(char);
    if (open !== undefined) depth.set(open, (depth.get(open) ?? 0) - 1);
    else if ("([{".includes(char)) depth.set(char, (depth.get(char) ?? 0) + 1);
  }
  let last = end;
  while (last > start) {
    const char = text.charAt(last - 1);
    const open = PAIRS.get(char);
    const surplus = open === undefined ? 0 : (depth.get(open) ?? 0);
    if (!PUNCTUATION.has(char) && surplus >= 0) break;
    if (open !== undefined) depth.set(open, surplus + 1);
    last--;
  }
  return last;
}
