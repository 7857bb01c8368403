// What libphonenumber-js says about a candidate. Its `min` metadata (29 KB of gzip with the parser;
// `max` is 49 KB) knows lengths and the general pattern of each country, not which area codes are
// in use. That suits masking: a number with a made-up area code still reads as a phone number.

import {
  type CountryCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/** The questions the phone recognizer asks; injectable so that tests can count them. */
export interface PhoneJudge {
  /** Whether "+" and a country code begin a number that fits the country's plan, or its lengths only. */
  international(written: string): "valid" | "possible" | null;
  /** Whether it has a length in use in one of the regions looked at. */
  isPossibleAnywhere(written: string): boolean;
  /** Whether it is valid and written exactly as a region with trunk zero writes it. */
  isNationalForm(written: string): boolean;
  /** Whether a number with a trunk zero is valid in a region where people group it as they like. */
  isFreelyGrouped(written: string): boolean;
  /** Whether a number grouped with dashes is valid in a region that groups so. */
  isDashed(written: string): boolean;
  /** Whether a number without trunk zero is valid in a region that dials none. */
  isTrunkless(written: string): boolean;
}

// Few on purpose, the one with the widest choice of lengths first: most answers take one parse.
const POSSIBLE_REGIONS: readonly CountryCode[] = ["DE", "US", "GB", "IN"];
const FREE_REGIONS: readonly CountryCode[] = ["DE", "SE", "NL", "IT", "GB", "AT"];
const DASHED_REGIONS: readonly CountryCode[] = ["JP", "BR"];
const TRUNKLESS_REGIONS: readonly CountryCode[] = ["ES", "NO"];

/**
 * Regions whose written form is told from other numbers, and how they group digits behind a trunk zero: the
 * library's formats of three groups and more. To ask it costs 15 us a region, and other numbers ("0044 1234 0130")
 * are in none of these groups.
 */
export const FORM_REGIONS: readonly (readonly [region: CountryCode, grouping: RegExp])[] = [
  ["GB", /^(?:\d{3} \d{4} \d{4}|\d{4} \d{3} \d{4}|\d{4} \d\d \d\d)$/],
  ["FR", /^\d\d \d\d \d\d \d\d \d\d$/],
  ["BE", /^(?:\d{4} \d\d \d{3}|\d\d \d{3} \d\d \d\d|\d{3,4} \d\d \d\d \d\d)$/],
  ["CH", /^(?:\d{4} \d{3} \d{3}|\d{3} \d{3} \d\d \d\d|\d{4} \d\d \d{3} \d\d \d\d)$/],
  ["AU", /^(?:\d{3} \d{3} \d{2,4}|\d{4} \d{3} \d{3}|\d\d \d{4} \d{4})$/],
  ["ZA", /^(?:\d{3} \d{3} \d{2,4}|\d{4} \d{3} \d{3,4})$/],
];

/** The judge in use. */
export const phoneJudge: PhoneJudge = {
  international: (written) => {
    const parsed = parse(written);
    if (parsed?.isValid()) return "valid";
    return parsed?.isPossible() ? "possible" : null;
  },
  isPossibleAnywhere: (written) => POSSIBLE_REGIONS.some((region) => isPossible(written, region)),
  isNationalForm: (written) => {
    const plain = written.replace(/[()]/g, "").replace(/[.\-/]/g, " ");
    return FORM_REGIONS.some(
      ([region, grouping]) => grouping.test(plain) && isFormOf(written, plain, region),
    );
  },
  isFreelyGrouped: (written) => FREE_REGIONS.some((region) => isValid(written, region)),
  isDashed: (written) => DASHED_REGIONS.some((region) => isValid(written, region)),
  isTrunkless: (written) => TRUNKLESS_REGIONS.some((region) => isValid(written, region)),
};

// The candidate is the whole number already: nothing to look for inside it.
const ALONE = { extract: false };

function parse(written: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
  const options = defaultCountry === undefined ? ALONE : { defaultCountry, extract: false };
  return parsePhoneNumberFromString(written, options);
}

function isPossible(written: string, region: CountryCode): boolean {
  return parse(written, region)?.isPossible() ?? false;
}

function isValid(written: string, region: CountryCode): boolean {
  return parse(written, region)?.isValid() ?? false;
}

function isFormOf(written: string, plain: string, region: CountryCode): boolean {
  const parsed = parse(written, region);
  if (parsed === undefined || !parsed.isValid()) return false;
  return parsed.formatNational().replace(/[()]/g, "") === plain;
}
