// The parts of what somebody calls a URL: cut generously, so that whatever is pasted has a token. Pure.

/** A value cut up; what is missing is empty. */
export interface UrlParts {
  /** Before "://", null when there is none. */
  readonly scheme: string | null;
  /** Everything up to the path: user info, host and port. */
  readonly authority: string;
  /** User info, before the last "@". */
  readonly user: string;
  readonly host: string;
  /** Offset of the host. */
  readonly hostAt: number;
  /** True when something stands behind a colon that follows the host. */
  readonly hasPort: boolean;
  /** Offset of path, query or fragment; the value's length when there is none. */
  readonly pathAt: number;
}

/** RFC 3986, section 3.1. */
const SCHEME = /^[a-z][a-z0-9+.-]*$/i;
/** Punctuation of RFC 3986, section 2: unreserved and sub-delims, without the apostrophe. */
const USER_PUNCTUATION = flags("-._~!$&()*+,;=");
/** The same, and what else may stand in a path, a query or a fragment. */
const PATH_PUNCTUATION = flags("-._~!$&()*+,;=/?:@");

/** True for a code that stays in user info. */
export function isUserPunctuation(code: number): boolean {
  return code < 128 && USER_PUNCTUATION[code] === 1;
}

/** True for a code that stays in a path, a query or a fragment. */
export function isPathPunctuation(code: number): boolean {
  return code < 128 && PATH_PUNCTUATION[code] === 1;
}

/** True when a value begins with a scheme and "://". */
export function hasScheme(value: string): boolean {
  return schemeLength(value) > 0;
}

/** Cut a value; never fails. Time is linear in the value. */
export function cutUrl(value: string): UrlParts {
  const schemeEnd = schemeLength(value);
  const from = schemeEnd === 0 ? 0 : schemeEnd + 3;
  let pathAt = from;
  while (pathAt < value.length && !beginsPath(value.charCodeAt(pathAt))) pathAt++;
  const authority = value.slice(from, pathAt);
  const sign = authority.lastIndexOf("@");
  const hostAndPort = authority.slice(sign + 1);
  const hostLength = lengthOfHost(hostAndPort);
  return {
    scheme: schemeEnd === 0 ? null : value.slice(0, schemeEnd),
    authority,
    user: sign < 0 ? "" : authority.slice(0, sign),
    host: hostAndPort.slice(0, hostLength),
    hostAt: from + sign + 1,
    hasPort: hostAndPort.length > hostLength + 1,
    pathAt,
  };
}

function flags(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

/** Length of the scheme, 0 when there is none. */
function schemeLength(value: string): number {
  const end = value.indexOf("://");
  return end > 0 && SCHEME.test(value.slice(0, end)) ? end : 0;
}

/** "/", "?" or "#". */
function beginsPath(code: number): boolean {
  return code === 47 || code === 63 || code === 35;
}

/** Up to the last colon, or the bracket that closes an IPv6 address. */
function lengthOfHost(hostAndPort: string): number {
  const bracket = hostAndPort.startsWith("[") ? hostAndPort.indexOf("]") : -1;
  if (bracket > 0) return bracket + 1;
  const colon = hostAndPort.lastIndexOf(":");
  return colon < 0 ? hostAndPort.length : colon;
}
