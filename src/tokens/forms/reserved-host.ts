// The hosts of e-mail and URL tokens: a label under example.com, example.net or example.org, which are
// reserved for documentation and never anybody's (RFC 2606, section 3; RFC 6761, section 6.5). Pure.

import { digitValue } from "../alphabet.ts";

const RESERVED = /\.example\.(?:com|net|org)(?![0-9a-z])/gi;
const SOMEWHERE = new RegExp(RESERVED.source, "i");
const RESERVED_LENGTH = ".example.com".length;
const DOT = 46;
/** All that a small ASCII letter and its capital differ by. */
const CASE_BIT = 32;
/** The codes of "example", and those of the top levels as one number each. */
const EXAMPLE: readonly number[] = [..."example"].map((letter) => letter.charCodeAt(0));
const TOP_LEVELS = new Set(["com", "net", "org"].map((name) => threeCodes(name, 0)));

/** The reserved domain for a value's host: under the host's own top level where that is reserved, else com. */
export function reservedDomain(host: string): string {
  const end = host.slice(-4).toLowerCase();
  return `.example${end === ".net" || end === ".org" ? end : ".com"}`;
}

/** A reserved domain in a text, without the label before it. */
export interface DomainPlace {
  /** Offset of the dot before "example". */
  readonly at: number;
  /** One past the top level. */
  readonly end: number;
}

/**
 * Every reserved domain in a text, in either letter case (hosts are case-insensitive: RFC 4343) and not
 * followed by another letter or digit, in order. Time is linear in the text.
 */
export function reservedDomains(text: string): DomainPlace[] {
  const places: DomainPlace[] = [];
  RESERVED.lastIndex = 0;
  while (RESERVED.test(text)) {
    const end = RESERVED.lastIndex;
    places.push({ at: end - RESERVED_LENGTH, end });
  }
  return places;
}

/** True when a reserved domain is anywhere in a text, as reservedDomains finds them. */
export function hasReservedDomain(text: string): boolean {
  return text.length > RESERVED_LENGTH && SOMEWHERE.test(text);
}

/**
 * True when a reserved domain begins at an offset, as reservedDomains finds them. By character codes: a
 * sticky regular expression takes three times as long.
 */
export function isReservedAt(text: string, at: number): boolean {
  const end = at + RESERVED_LENGTH;
  if (text.charCodeAt(at) !== DOT || text.charCodeAt(end - 4) !== DOT) return false;
  for (let i = 0; i < EXAMPLE.length; i++) {
    if ((text.charCodeAt(at + 1 + i) | CASE_BIT) !== EXAMPLE[i]) return false;
  }
  return TOP_LEVELS.has(threeCodes(text, end - 3)) && !(digitValue(text.charCodeAt(end)) >= 0);
}

/** Three characters from an offset, letter case overlooked, as a number of their own. */
function threeCodes(text: string, at: number): number {
  const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return ((a | CASE_BIT) * 0x10000 + (b | CASE_BIT)) * 0x10000 + (c | CASE_BIT);
}

/** True when a text has these small letters and signs at an offset, apart from ASCII letter case. */
export function isLike(text: string, part: string, at: number): boolean {
  if (text.length < at + part.length) return false;
  for (let i = 0; i < part.length; i++) {
    const code = text.charCodeAt(at + i);
    const isUpper = code >= 65 && code <= 90;
    if ((isUpper ? code + CASE_BIT : code) !== part.charCodeAt(i)) return false;
  }
  return true;
}
