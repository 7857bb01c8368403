// IP addresses as text: dotted quads (RFC 3986, 3.2.2) and every spelling of IPv6 (RFC 4291, 2.2). Pure.

const OCTETS = 4;
const OCTET = /^(?:0|[1-9]\d{0,2})$/;
/** Padded to three digits, as in some logs; read as decimal, never as octal. */
const PADDED_OCTET = /^0\d\d$/;
const GROUPS = 8;
const GROUP = /^[0-9a-f]{1,4}$/i;

/** Whether an octet may have leading zeros up to three digits: "001". */
export type Padding = "padded" | "plain";

/** The octets, 0 to 255, of a dotted quad; null when the text is not one. */
export function ipv4Octets(text: string, padding: Padding): number[] | null {
  const octets = text.split(".");
  const isOctet = (octet: string): boolean =>
    (OCTET.test(octet) || (padding === "padded" && PADDED_OCTET.test(octet))) &&
    Number(octet) <= 255;
  return octets.length === OCTETS && octets.every(isOctet) ? octets.map(Number) : null;
}

/** Eight 16-bit groups; one "::" is allowed, and a dotted quad for the last two. Null when the text is no IPv6 address. */
export function ipv6Groups(text: string, padding: Padding): number[] | null {
  const [head = "", tail, ...others] = text.split("::");
  if (others.length > 0) return null;
  if (tail === undefined) {
    const groups = groupsOf(head, true, padding);
    return groups?.length === GROUPS ? groups : null;
  }
  const before = head === "" ? [] : groupsOf(head, false, padding);
  const after = tail === "" ? [] : groupsOf(tail, true, padding);
  if (before === null || after === null) return null;
  // "::" replaces at least one group.
  const missing = GROUPS - before.length - after.length;
  return missing < 1 ? null : [...before, ...new Array<number>(missing).fill(0), ...after];
}

/** The groups of "a:b:c"; null when one is malformed. */
function groupsOf(text: string, mayEndInQuad: boolean, padding: Padding): number[] | null {
  const groups = text.split(":");
  const quad = mayEndInQuad ? ipv4Octets(groups.at(-1) ?? "", padding) : null;
  if (quad !== null) groups.pop();
  if (!groups.every((group) => GROUP.test(group))) return null;
  const numbers = groups.map((group) => Number.parseInt(group, 16));
  if (quad === null) return numbers;
  const [a = 0, b = 0, c = 0, d = 0] = quad;
  return [...numbers, a * 256 + b, c * 256 + d];
}
