// MAC address tokens: locally administered unicast addresses, which no manufacturer assigns to a device.
import { SPACES } from "../../spaces.ts";
import { type FixedForm, idStage } from "../../stages.ts";
import { applySeparators } from "../plain/shape.ts";

/**
 * IEEE 802 (clause 8.2.2, "Universal addresses", and RFC 9542 section 2.1): the lowest bit of the first octet is the group
 * bit (0: a single device). The next bit marks a locally administered address, which belongs to no manufacturer's block. The
 * other 46 bits are free.
 */
const FREE_BITS = 46;
const LOCAL_UNICAST = 0b10;

const PAIRS = /^[0-9a-f]{2}([:-]?)[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}$/i;
const FOURS = /^[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}$/i;

function isMac(text: string): boolean {
  return (
    (text.length === 17 || text.length === 12 || text.length === 14) &&
    (text.charCodeAt(4) === 46 ? FOURS : PAIRS).test(text)
  );
}

/** Each octet, 0 to 255, as two hexadecimal digits. */
const OCTETS: readonly string[] = Array.from({ length: 256 }, (_, i) =>
  i.toString(16).padStart(2, "0"),
);

function address(number: number): string {
  const high = Math.floor(number / 2 ** 24);
  const low = number - high * 2 ** 24;
  const first = OCTETS[(high >>> 16) * 4 + LOCAL_UNICAST];
  return `${first}${OCTETS[(high >>> 8) & 255]}${OCTETS[high & 255]}${OCTETS[low >>> 16]}${OCTETS[(low >>> 8) & 255]}${OCTETS[low & 255]}`;
}

/**
 * Tokens for MAC addresses: six pairs of hexadecimal digits separated by ":" or "-" or nothing, or three groups of four
 * separated by dots ("001b.4411.3ab7"). The only stage carries the id. Punctuation is the value's; letters are capitals when
 * all of the value's are, otherwise small.
 */
export const macForm: FixedForm = {
  stages(value) {
    if (!isMac(value)) return null;
    const capital = /[A-F]/.test(value) && !/[a-f]/.test(value);
    const text = (number: number): string => {
      const digits = address(number);
      return applySeparators(value, capital ? digits.toUpperCase() : digits);
    };
    return [idStage(SPACES.mac, 2 ** FREE_BITS, text)];
  },
  mayBe(text) {
    return isMac(text) && "26aeAE".includes(text.charAt(1));
  },
};
