// IP address tokens: addresses that no host on the internet has; IPv4 for IPv4 values until they run out. Pure.
import { ipv4Octets, ipv6Groups } from "../../../reference/ip-syntax.ts";
import { SPACES } from "../../spaces.ts";
import { countedStage, type FixedForm, idStage, type Stage } from "../../stages.ts";

interface IpText {
  /** The eight groups of an IPv6 address; null for IPv4. */
  readonly groups: readonly number[] | null;
  readonly bracketed: boolean;
  /** The text after the address, which stays: a port (":8080"), a prefix length ("/24") or nothing. */
  readonly tail: string;
}

/** Longer than any address in brackets with a port, with room for a zone. */
const MAX_LENGTH = 128;
const MAX_PORT = 65_535;
/** A whole number without leading zeros. */
const NUMBER = /^(?:0|[1-9]\d{0,4})$/;

/**
 * 240.0.0.0/4 is reserved for future use (RFC 1112 section 4; RFC 6890 table 3: neither source, destination nor
 * forwardable), except its last address, which is the limited broadcast (RFC 919).
 */
const IPV4_FIRST_OCTET = 240;
const IPV4_SIZE = 2 ** 28 - 1;
/** 100::/64 is the discard prefix: routers drop packets to it (RFC 6666). Tokens vary 48 of its 64 free bits. */
const IPV6_SIZE = 2 ** 48;
const IPV6_FIRST_GROUP = 0x100;

const IPV4_SPACE = SPACES.ip + 4;
const IPV6_SPACE = SPACES.ip + 6;

function ipv4(number: number): string {
  const first = IPV4_FIRST_OCTET + (number >>> 24);
  return `${first}.${(number >>> 16) & 255}.${(number >>> 8) & 255}.${number & 255}`;
}

/** Written as RFC 5952 requires: small letters, no leading zeros, "::" for the first of the longest runs of zeros. */
function ipv6(number: number): string {
  const high = Math.floor(number / 2 ** 32);
  const rest = number - high * 2 ** 32;
  const middle = rest >>> 16;
  const low = rest & 0xffff;
  if (high !== 0) return `100::${high.toString(16)}:${middle.toString(16)}:${low.toString(16)}`;
  if (middle !== 0) return `100::${middle.toString(16)}:${low.toString(16)}`;
  return low === 0 ? "100::" : `100::${low.toString(16)}`;
}

function ipv6Stage(value: IpText): Stage {
  // After IPv6 a port needs brackets, to be told from the address (RFC 3986 section 3.2.2).
  const bracketed = value.bracketed || value.tail.startsWith(":");
  const text = (number: number): string =>
    (bracketed ? `[${ipv6(number)}]` : ipv6(number)) + value.tail;
  return idStage(IPV6_SPACE, IPV6_SIZE, text);
}

/**
 * Tokens for IP addresses: dotted IPv4, and any spelling of IPv6 (RFC 4291 section 2.2), also in brackets. A prefix length
 * ("/24") stays, and so does a port (":8080") after IPv4 or brackets. A zone ("%eth0") is dropped, because it is free text
 * that may name anybody. IPv4 values get half of 240.0.0.0/4 first (space SPACES.ip + 4); then they get, as IPv6 values do,
 * addresses of the discard prefix, which carry the id (SPACES.ip + 6).
 */
export const ipForm: FixedForm = {
  stages(value) {
    const read = readIp(value);
    if (read === null) return null;
    if (read.groups !== null) return [ipv6Stage(read)];
    const text = (number: number): string => ipv4(number) + read.tail;
    return [countedStage(IPV4_SPACE, IPV4_SIZE, text, Math.floor(IPV4_SIZE / 2)), ipv6Stage(read)];
  },
  mayBe(text) {
    const read = readIp(text);
    if (read === null) return false;
    if (read.groups === null) return Number.parseInt(text, 10) >= IPV4_FIRST_OCTET;
    const [first, ...others] = read.groups.slice(0, 4);
    return first === IPV6_FIRST_GROUP && others.every((group) => group === 0);
  },
};

/** Reads an address with what may surround it; null when the text is not one. */
function readIp(value: string): IpText | null {
  if (value.length > MAX_LENGTH) return null;
  if (value.startsWith("[")) return readBracketed(value);
  const slash = value.indexOf("/");
  const address = slash === -1 ? value : value.slice(0, slash);
  const tail = value.slice(address.length);
  const colon = slash === -1 ? address.indexOf(":") : -1;
  const end = colon === -1 ? address.length : colon;
  if (ipv4Octets(address.slice(0, end), "plain") !== null) {
    const port = address.slice(end);
    if (!isNumber(port, MAX_PORT) || !isNumber(tail, 32)) return null;
    return { groups: null, bracketed: false, tail: port + tail };
  }
  const groups = ipv6Groups(withoutZone(address), "plain");
  return groups === null || !isNumber(tail, 128) ? null : { groups, bracketed: false, tail };
}

function readBracketed(value: string): IpText | null {
  const end = value.indexOf("]");
  if (end === -1) return null;
  const tail = value.slice(end + 1);
  if (tail !== "" && !(tail.startsWith(":") && isNumber(tail, MAX_PORT))) return null;
  const groups = ipv6Groups(withoutZone(value.slice(1, end)), "plain");
  return groups === null ? null : { groups, bracketed: true, tail };
}

/** Whether `tail` is empty, or any character followed by a number up to `highest`. */
function isNumber(tail: string, highest: number): boolean {
  const digits = tail.slice(1);
  return tail === "" || (NUMBER.test(digits) && Number(digits) <= highest);
}

/** The address of "address%zone", with a zone that is not empty (RFC 4007 section 11). */
function withoutZone(text: string): string {
  const percent = text.indexOf("%");
  return percent === -1 || percent === text.length - 1 ? text : text.slice(0, percent);
}
