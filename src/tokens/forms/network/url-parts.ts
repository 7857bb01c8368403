// The parts of what somebody calls a URL: cut generously, so that whatever is pasted has a token. Pure.

import { digitValue } from "../../cipher/alphabet.ts";

const HASH = 35;
const SLASH = 47;
const COLON = 58;
const QUESTION_MARK = 63;
const AT = 64;
const BRACKET = 91;

/** Where the parts of a value begin and end: UTF-16 offsets. */
export interface UrlParts {
  /** End of the scheme, 0 when there is none. */
  readonly schemeEnd: number;
  /** Where the authority (user info, host and port) begins. */
  readonly authorityAt: number;
  /** Behind the last "@" of the authority; its beginning when there is none. */
  readonly hostAt: number;
  readonly hostEnd: number;
  /** Path, query or fragment; the value's length when there is none. */
  readonly pathAt: number;
}

/** By ASCII code, 1 for what stays in user info: unreserved and sub-delims of RFC 3986, section 2, but "'". */
export const USER_PUNCTUATION = flags("-._~!$&()*+,;=");
/** The same for a path, a query or a fragment, where more may stand (section 3.3 to 3.5). */
export const PATH_PUNCTUATION = flags("-._~!$&()*+,;=/?:@");

/** What ends or divides an authority. */
const DELIMITERS = flags("/?#:@");

/** Cut a value; never fails. Time is linear in the value. */
export function cutUrl(value: string): UrlParts {
  const schemeEnd = schemeLength(value);
  const authorityAt = schemeEnd === 0 ? 0 : schemeEnd + 3;
  let hostAt = authorityAt;
  let colonAt = -1;
  let pathAt = authorityAt;
  for (; pathAt < value.length; pathAt++) {
    const code = value.charCodeAt(pathAt);
    if (DELIMITERS[code] !== 1) continue;
    if (code === SLASH || code === QUESTION_MARK || code === HASH) break;
    if (code === COLON) colonAt = pathAt;
    else if (code === AT) hostAt = pathAt + 1;
  }
  const bracketAt = value.charCodeAt(hostAt) === BRACKET ? value.lastIndexOf("]", pathAt - 1) : -1;
  const hostEnd = colonAt >= hostAt && colonAt > bracketAt ? colonAt : pathAt;
  return { schemeEnd, authorityAt, hostAt, hostEnd, pathAt };
}

function flags(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

/** Length of a scheme (RFC 3986, section 3.1) with "://" behind it, 0 when there is none. */
export function schemeLength(value: string): number {
  let end = 0;
  while (isSchemeCode(value.charCodeAt(end), end === 0)) end++;
  const isFollowed =
    value.charCodeAt(end) === COLON &&
    value.charCodeAt(end + 1) === SLASH &&
    value.charCodeAt(end + 2) === SLASH;
  return end > 0 && isFollowed ? end : 0;
}

/** A letter; behind the first, also a digit, "+", "-" or ".". */
function isSchemeCode(code: number, isFirst: boolean): boolean {
  const digit = digitValue(code);
  return digit >= 10 || (!isFirst && (digit >= 0 || code === 43 || code === 45 || code === 46));
}
