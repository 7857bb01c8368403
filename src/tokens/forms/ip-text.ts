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
const GROUP = /^[0-9a-f]{1,4}$/i;
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
  const plain = text.includes(".") ? withoutDots(text) : text;
  if (plain === null) return null;
  const gap = plain.indexOf("::");
  if (gap === -1) {
    const groups = groupsOf(plain);
    return groups?.length === 8 ? groups : null;
  }
  const before = gap === 0 ? [] : groupsOf(plain.slice(0, gap));
  const after = gap + 2 === plain.length ? [] : groupsOf(plain.slice(gap + 2));
  if (before === null || after === null) return null;
  const missing = 8 - before.length - after.length;
  return missing < 1 ? null : [...before, ...new Array<number>(missing).fill(0), ...after];
}

/** An address whose last two groups are an IPv4 address, with these written as groups. */
function withoutDots(text: string): string | null {
  const start = text.lastIndexOf(":") + 1;
  const dotted = text.slice(start);
  if (!IPV4.test(dotted)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split(".").map(Number);
  return `${text.slice(0, start)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function groupsOf(text: string): number[] | null {
  const groups = text.split(":");
  return groups.every((group) => GROUP.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}
