// IP_ADDRESS: dotted quads and every text form of IPv6 (RFC 4291, 2.2), parsed rather than matched. Zone, prefix length and
// port are not part of the span.

import { wordSet } from "../../../core/word-set.ts";
import { ipv4Octets, ipv6Groups } from "../../../reference/ip-syntax.ts";
import { wordsBefore } from "../../labels/context.ts";
import { recognizerOf, type Span, spansOf } from "../../span.ts";
import {
  codeAt,
  isAlphanumeric,
  isDigit,
  isHex,
  isLetter,
  isWordAfter,
  isWordBefore,
} from "../../text/chars.ts";
import { type DigitRun, digitRunsOf } from "../../text/digit-runs.ts";
import { matchAt } from "../../text/sticky.ts";

const QUAD = /(?<![A-Za-z\d.])\d{1,3}(?:\.\d{1,3}){3}(?![A-Za-z\d]|\.\d)/y;
const OCTETS = 4;
/** File versions begin with one digit ("lib_1.2.3.4"); a quad after one of these names is an address all the same. */
const HOST_NAME = /(?:host|server|addr|address|ip|dns|gateway|client|peer|node)_{1,3}$/i;
const SCORE = 0.95;
const spanAt = spansOf("ip-address", "IP_ADDRESS");
const COLON = 58;
const DOT = 46;
/** Length of the longest text form of IPv6: six groups and an embedded dotted quad. */
const MAX_IPV6_CHARS = 45;
/** With more groups than this between colons it is not a name in code. */
const LONG_GROUPS = 3;
/** Words before four numbers with dots that are not an address. */
const NUMBERING_WORDS = wordSet(
  "v ver version versions release rev revision build firmware section chapter clause " +
    "driver kernel sdk patch paragraph article appendix annex",
);
/** How many characters before a quad are searched for such a word: it must be next to it. */
const NUMBERING_CHARS = 12;

/** Recognizer of IPv4 and IPv6 addresses. */
export const ipAddress = recognizerOf("ip-address", "IP_ADDRESS", (text) => {
  const spans: Span[] = [];
  const runs = digitRunsOf(text);
  for (const [i, { start }] of runs.entries()) {
    if (!isRow(text, runs, i)) continue;
    const quad = matchAt(QUAD, text, start)?.[0];
    if (quad === undefined || ipv4Octets(quad, "padded") === null || isNumbering(text, start, quad))
      continue;
    spans.push(spanAt(start, start + quad.length, SCORE, "four octets, 0 to 255"));
  }
  for (let at = text.indexOf(":"), end = 0; at !== -1; at = text.indexOf(":", end)) {
    const run = runAround(text, at);
    const span = ipv6In(text, run.start, run.end);
    if (span !== null) spans.push(span);
    end = run.end;
  }
  return spans;
});

/** Whether the runs of digits from the `i`-th on are four with only a dot between them. */
function isRow(text: string, runs: readonly DigitRun[], i: number): boolean {
  for (let next = i + 1; next < i + OCTETS; next++) {
    const end = runs[next - 1]?.end ?? 0;
    if (runs[next]?.start !== end + 1 || codeAt(text, end) !== DOT) return false;
  }
  return true;
}

/** "version 1.2.3.4": whether a numbering word directly precedes the quad, or it is part of a name. */
function isNumbering(text: string, start: number, quad: string): boolean {
  const before = text.slice(Math.max(0, start - NUMBERING_CHARS), start);
  const isName = isWordBefore(text, start) || isWordAfter(text, start + quad.length);
  if (isName && quad.indexOf(".") === 1 && !HOST_NAME.test(before)) return true;
  if (/§\s*$/u.test(before)) return true;
  if (!/\p{L}[_.:=]?\s*$/u.test(before)) return false;
  return NUMBERING_WORDS.has(wordsBefore(text, start, NUMBERING_CHARS).at(-1) ?? "");
}

/** The whole run of IPv6 characters around a colon. The caller continues after it. */
function runAround(text: string, colon: number): { start: number; end: number } {
  let start = colon;
  while (isHex(codeAt(text, start - 1)) && colon - start < MAX_IPV6_CHARS) start--;
  let end = colon + 1;
  while (isIpv6Char(codeAt(text, end))) end++;
  return { start, end };
}

function isIpv6Char(code: number): boolean {
  return isHex(code) || code === COLON || code === DOT;
}

function ipv6In(text: string, runStart: number, runEnd: number): Span | null {
  let start = runStart;
  let end = runEnd;
  // An underscore joins names in code ("a_b::c"), but not an address with many groups.
  const isLong = text.slice(start, end).split(":").length > LONG_GROUPS;
  const isInsideWord = isInWord(text, start, isLong) && codeAt(text, start) !== COLON;
  // "mac:fe80::1" begins with "ac:" in hexadecimal: that group is the end of a label.
  if (isInsideWord) start = text.indexOf(":", start);
  const isLabelled = codeAt(text, start) === COLON && codeAt(text, start + 1) !== COLON;
  if (isLabelled) start++;
  else if (isInWord(text, start, isLong)) return null;
  // A full stop or colon of the sentence after the address.
  while (codeAt(text, end - 1) === DOT) end--;
  if (codeAt(text, end - 1) === COLON && codeAt(text, end - 2) !== COLON) end--;
  const isGoingOn = isLong ? isAlphanumeric(codeAt(text, runEnd)) : isWordAfter(text, runEnd);
  if (isGoingOn || end - start > MAX_IPV6_CHARS) return null;
  const address = text.slice(start, end);
  if (ipv6Groups(address, "padded") === null || isCodeLike(address)) return null;
  return spanAt(start, end, SCORE, "parsed as IPv6");
}

function isInWord(text: string, start: number, isLong: boolean): boolean {
  return isLong ? isAlphanumeric(codeAt(text, start - 1)) : isWordBefore(text, start);
}

/** Whether it is code: "::" (also the unspecified address), "::2" (a slice of a list), "ab::cd" (a namespace). */
function isCodeLike(address: string): boolean {
  if (address === "::1") return false;
  if (/^::[0-9A-Fa-f]{0,2}$/.test(address)) return true;
  const hasDigit = Array.from(address).some((char) => isDigit(char.charCodeAt(0)));
  const groups = address.split(":").filter((group) => isLetter(group.charCodeAt(0)));
  return !hasDigit && groups.length < 3;
}
