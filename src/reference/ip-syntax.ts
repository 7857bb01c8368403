// Parsing of IP addresses as text: RFC 4291, 2.2 for IPv6, dotted quads for IPv4.

const IPV6_GROUPS = 8;
/** Groups an embedded dotted quad stands for. */
const QUAD_GROUPS = 2;
const OCTET = /^(?:0|[1-9]\d{0,2}|0\d\d)$/;
const GROUP = /^[0-9A-Fa-f]{1,4}$/;

/** Four octets 0-255. A leading zero is read only as padding to three digits ("001"). */
export function isIpv4(text: string): boolean {
  const octets = text.split(".");
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255);
}

/** Eight groups of 16 bits, at most one "::", the last two groups perhaps as a dotted quad. */
export function isIpv6(text: string): boolean {
  const halves = text.split("::");
  const [head = "", tail] = halves;
  if (tail === undefined) return countGroups(head, true) === IPV6_GROUPS;
  if (halves.length > 2) return false;
  const before = head === "" ? 0 : countGroups(head, false);
  const after = tail === "" ? 0 : countGroups(tail, true);
  // "::" stands for at least one group.
  return before + after < IPV6_GROUPS;
}

/** Number of 16-bit groups in "a:b:c", or NaN if one is malformed. */
function countGroups(text: string, mayEndInQuad: boolean): number {
  const groups = text.split(":");
  const last = groups.at(-1) ?? "";
  const endsInQuad = mayEndInQuad && isIpv4(last);
  const plain = endsInQuad ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => GROUP.test(group))) return Number.NaN;
  return plain.length + (endsInQuad ? QUAD_GROUPS : 0);
}
