// The hosts of e-mail and URL tokens: a label under example.com, example.net or example.org, which are
// reserved for documentation and never anybody's (RFC 2606, section 3; RFC 6761, section 6.5). Pure.

import { digitValue } from "../../cipher/alphabet.ts";

const RESERVED = /\.example\.(?:com|net|org)(?![0-9a-z])/gi;
const BEGUN = /\.[\s>-]*e[\s>-]*x[\s>-]*a[\s>-]*m/i;
const RESERVED_LENGTH = ".example.com".length;
const EXAMPLE = ".example";
const [COM, NET, ORG] = [".com", ".net", ".org"] as const;
/** Any of them. */
const TOP_LEVEL_LENGTH = COM.length;
/** All that a small ASCII letter and its capital differ by. */
const CASE_BIT = 32;

/** The reserved domain for a value's host: under the host's own top level where that is reserved, else com. */
export function reservedDomain(host: string): string {
  const at = host.length - TOP_LEVEL_LENGTH;
  if (at >= 0 && isLike(host, NET, at)) return EXAMPLE + NET;
  return at >= 0 && isLike(host, ORG, at) ? EXAMPLE + ORG : EXAMPLE + COM;
}

/** A reserved domain in a text, without the label before it. */
export interface FoundDomain {
  /** Offset of the dot before "example". */
  readonly at: number;
  /** One past the top level. */
  readonly end: number;
}

/**
 * Every reserved domain in a text, in either letter case (hosts are case-insensitive: RFC 4343) and not
 * followed by another letter or digit, in order. Time is linear in the text.
 */
export function reservedDomains(text: string): FoundDomain[] {
  const domains: FoundDomain[] = [];
  RESERVED.lastIndex = 0;
  while (RESERVED.test(text)) {
    const end = RESERVED.lastIndex;
    domains.push({ at: end - RESERVED_LENGTH, end });
  }
  return domains;
}

/** True when reservedDomains finds one in a text. */
export function hasReservedDomain(text: string): boolean {
  RESERVED.lastIndex = 0;
  return RESERVED.test(text);
}

/** False for a text in which none is broken over lines, with hyphens and marks of quoting: most. */
export function mayBreakDomain(text: string): boolean {
  return text.includes("\n") && BEGUN.test(text);
}

/**
 * True when a reserved domain begins at an offset, as reservedDomains finds them. By character codes: a
 * sticky regular expression takes three times as long.
 */
export function isReservedAt(text: string, at: number): boolean {
  const top = at + EXAMPLE.length;
  return (
    isLike(text, EXAMPLE, at) &&
    (isLike(text, COM, top) || isLike(text, NET, top) || isLike(text, ORG, top)) &&
    digitValue(text.charCodeAt(top + TOP_LEVEL_LENGTH)) < 0
  );
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
