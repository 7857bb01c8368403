// Reads the spellings of IP addresses, with what may stand around them. Pure; time is linear.

/** An IP address as text. */
export interface IpText {
  /** The eight groups of an IPv6 address; null for IPv4. */
  readonly groups: readonly number[] | null;
  /** True when the address stands in brackets. */
  readonly bracketed: boolean;
  /** What follows and stays: a port (":8080"), a prefix length ("/24") or nothing. */
  readonly tail: string;
}

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
/** RFC 3986 section 3.2.2, IPv4address: no leading zeros. */
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const COLON = 58;
const DOT = 46;
/** A whole number without leading zeros. */
const NUMBER = /^(?:0|[1-9]\d{0,4})$/;
const MAX_PORT = 65_535;
/** Longer than any address in brackets with a port; a zone may come on top. */
const MAX_LENGTH = 128;

/** Read an address, or null when the text is none. */
export function readIp(value: string): IpText | null {
  if (value.length > MAX_LENGTH) return null;
  if (value.startsWith("[")) return readBracketed(value);
  const slash = value.indexOf("/");
  const address = slash === -1 ? value : value.slice(0, slash);
  const tail = value.slice(address.length);
  if (address.includes(".")) {
    const colon = address.indexOf(":");
    const end = slash === -1 && colon !== -1 ? colon : address.length;
    if (IPV4.test(address.slice(0, end))) {
      const port = address.slice(end);
      if (!isNumber(port, 1, MAX_PORT) || !isNumber(tail, 1, 32)) return null;
      return { groups: null, bracketed: false, tail: port + tail };
    }
  }
  const groups = ipv6Groups(withoutZone(address));
  return groups === null || !isNumber(tail, 1, 128) ? null : { groups, bracketed: false, tail };
}

function readBracketed(value: string): IpText | null {
  const end = value.indexOf("]");
  if (end === -1) return null;
  const tail = value.slice(end + 1);
  if (tail !== "" && !(tail.startsWith(":") && isNumber(tail, 1, MAX_PORT))) return null;
  const groups = ipv6Groups(withoutZone(value.slice(1, end)));
  return groups === null ? null : { groups, bracketed: true, tail };
}

/** True for nothing at all, or for a sign and a number up to `highest`. */
function isNumber(tail: string, from: number, highest: number): boolean {
  const digits = tail.slice(from);
  return tail === "" || (NUMBER.test(digits) && Number(digits) <= highest);
}

/** RFC 4007 section 11: an address, "%" and a zone, which is not empty. */
function withoutZone(text: string): string {
  const percent = text.indexOf("%");
  return percent === -1 || percent === text.length - 1 ? text : text.slice(0, percent);
}

/** The eight groups of an IPv6 address in any of the spellings of RFC 4291 section 2.2, or null. */
function ipv6Groups(text: string): number[] | null {
  const groups: number[] = [];
  const gap = text.indexOf("::");
  if (gap === -1) return pushGroups(groups, text, true) && groups.length === 8 ? groups : null;
  if (gap > 0 && !pushGroups(groups, text.slice(0, gap), false)) return null;
  const before = groups.length;
  const rest = text.slice(gap + 2);
  if (rest !== "" && !pushGroups(groups, rest, true)) return null;
  return withZeros(groups, before);
}

/** Add groups that stand between colons, the last two perhaps as IPv4; false when they are none. */
function pushGroups(groups: number[], text: string, dotted: boolean): boolean {
  for (let at = 0; ; at++) {
    const end = groupEnd(text, at);
    if (text.charCodeAt(end) === DOT) return dotted && pushDotted(groups, text.slice(at));
    if (end === at || end - at > 4) return false;
    groups.push(Number.parseInt(text.slice(at, end), 16));
    if (end === text.length) return true;
    if (text.charCodeAt(end) !== COLON) return false;
    at = end;
  }
}

/** Add an IPv4 address as two groups; false when the text is none. */
function pushDotted(groups: number[], text: string): boolean {
  if (!IPV4.test(text)) return false;
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  groups.push(a * 256 + b, c * 256 + d);
  return true;
}

/** One past the hexadecimal digits from here. */
function groupEnd(text: string, from: number): number {
  let end = from;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    const letter = code | 0x20;
    if (!((code >= 48 && code <= 57) || (letter >= 97 && letter <= 102))) break;
  }
  return end;
}

/** The groups with the zeros in that "::" stands for: one group of them at least. */
function withZeros(groups: number[], gap: number): number[] | null {
  const missing = 8 - groups.length;
  if (missing < 1) return null;
  groups.splice(gap, 0, ...new Array<number>(missing).fill(0));
  return groups;
}
