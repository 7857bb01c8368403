// The hosts of e-mail and URL tokens: a label under example.com, example.net or example.org, which are
// reserved for documentation and never anybody's (RFC 2606, section 3; RFC 6761, section 6.5). Pure.

const RESERVED = /\.example\.(?:com|net|org)(?![0-9a-z])/gi;
const RESERVED_HERE = new RegExp(RESERVED.source, "iy");
const RESERVED_LENGTH = ".example.com".length;

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

/** True when a reserved domain begins at an offset. */
export function isReservedAt(text: string, at: number): boolean {
  RESERVED_HERE.lastIndex = at;
  return RESERVED_HERE.test(text);
}

/** True when the first `length` characters of a text are a token's, apart from ASCII letter case. */
export function beginsLike(text: string, token: string, length: number): boolean {
  if (text.length < length) return false;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    const isUpper = code >= 65 && code <= 90;
    if ((isUpper ? code + 32 : code) !== token.charCodeAt(i)) return false;
  }
  return true;
}
