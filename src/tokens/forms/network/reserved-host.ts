// The hosts of e-mail and URL tokens: a label under example.com, example.net or example.org, which are reserved for
// documentation and never assigned (RFC 2606, section 3; RFC 6761, section 6.5). Pure.

import { digitValue } from "../../cipher/alphabet.ts";

const RESERVED = /\.example\.(?:com|net|org)(?![0-9a-z])/gi;
const BEGUN = /\.[\s>-]*e[\s>-]*x[\s>-]*a[\s>-]*m/i;
const RESERVED_LENGTH = ".example.com".length;
const EXAMPLE = ".example";
const [COM, NET, ORG] = [".com", ".net", ".org"] as const;
const TOP_LEVEL_LENGTH = COM.length;
/** The bit in which a small ASCII letter differs from its capital. */
const CASE_BIT = 32;

/** The reserved domain for a value's host: under its own top level if that is net or org, else under com. */
export function reservedDomain(host: string): string {
  const at = host.length - TOP_LEVEL_LENGTH;
  if (at >= 0 && isLike(host, NET, at)) return EXAMPLE + NET;
  return at >= 0 && isLike(host, ORG, at) ? EXAMPLE + ORG : EXAMPLE + COM;
}

/** A reserved domain in a text, not including the label before it. */
export interface FoundDomain {
  /** Offset of the dot before "example". */
  readonly at: number;
  /** Offset after the top level. */
  readonly end: number;
}

/**
 * Every reserved domain in a text, in order: in any letter case (hosts are case-insensitive: RFC 4343), and not followed by
 * another letter or digit. Linear in the length of the text.
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

/** Whether reservedDomains finds any in a text. */
export function hasReservedDomain(text: string): boolean {
  RESERVED.lastIndex = 0;
  return RESERVED.test(text);
}

/** False when no reserved domain in the text can be broken over lines, by hyphens or quote marks: most texts. */
export function mayBreakDomain(text: string): boolean {
  return text.includes("\n") && BEGUN.test(text);
}

/** Whether a reserved domain begins at an offset. By character codes, three times as fast as a regular expression. */
export function isReservedAt(text: string, at: number): boolean {
  const top = at + EXAMPLE.length;
  return (
    isLike(text, EXAMPLE, at) &&
    (isLike(text, COM, top) || isLike(text, NET, top) || isLike(text, ORG, top)) &&
    digitValue(text.charCodeAt(top + TOP_LEVEL_LENGTH)) < 0
  );
}

/** Whether a text has these small letters and signs at an offset, ignoring ASCII letter case. */
export function isLike(text: string, part: string, at: number): boolean {
  if (text.length < at + part.length) return false;
  for (let i = 0; i < part.length; i++) {
    const code = text.charCodeAt(at + i);
    const isUpper = code >= 65 && code <= 90;
    if ((isUpper ? code + CASE_BIT : code) !== part.charCodeAt(i)) return false;
  }
  return true;
}
