// IP address tokens: addresses that no host on the internet has, IPv4 for IPv4 while they last.
import { SPACES } from "../../spaces.ts";
import { countedStage, type FixedForm, idStage, type Stage } from "../../stages.ts";
import { type IpText, readIp } from "./ip-text.ts";

/**
 * 240.0.0.0/4 is reserved for future use (RFC 1112 section 4; RFC 6890 table 3: neither source,
 * destination nor forwardable), but for its last address, which is the limited broadcast (RFC 919).
 */
const IPV4_FIRST_OCTET = 240;
const IPV4_SIZE = 2 ** 28 - 1;
/** 100::/64 is the discard prefix: routers drop what is sent there (RFC 6666). 48 of its 64 bits vary. */
const IPV6_SIZE = 2 ** 48;
const IPV6_FIRST_GROUP = 0x100;

const IPV4_SPACE = SPACES.ip + 4;
const IPV6_SPACE = SPACES.ip + 6;

function ipv4(number: number): string {
  const first = IPV4_FIRST_OCTET + (number >>> 24);
  return `${first}.${(number >>> 16) & 255}.${(number >>> 8) & 255}.${number & 255}`;
}

/** As RFC 5952 has it: small letters, no leading zeros, "::" for the longest run of zeros (the first). */
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
  // A port can only be told from the address behind brackets (RFC 3986 section 3.2.2).
  const bracketed = value.bracketed || value.tail.startsWith(":");
  const text = (number: number): string =>
    (bracketed ? `[${ipv6(number)}]` : ipv6(number)) + value.tail;
  return idStage(IPV6_SPACE, IPV6_SIZE, text);
}

/**
 * Tokens for IP addresses: dotted IPv4, any spelling of IPv6 (RFC 4291 section 2.2, also in brackets).
 * A prefix length ("/24") or a port (":8080", behind IPv4 or brackets) stays; a zone ("%eth0") is not
 * repeated in the token, as its text is free and could name anybody. IPv4 has first half of 240.0.0.0/4
 * (space SPACES.ip + 4), then, like IPv6, addresses of the discard prefix, which carry the id
 * (SPACES.ip + 6).
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
