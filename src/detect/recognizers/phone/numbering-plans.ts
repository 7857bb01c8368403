// What libphonenumber-js says about a candidate. Its `min` metadata (29 KB of gzip with the parser;
// `max` is 49 KB) knows lengths and the general pattern of each country, not which area codes are
// in use. That suits masking: a number with a made-up area code still reads as a phone number.

import {
  type CountryCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { wordSet } from "../../../core/word-set.ts";

/** The questions the phone recognizer asks; injectable so that tests can count them. */
export interface NumberingPlans {
  /** Whether "+" and a country code begin a number that fits the country's plan, or its lengths only. */
  international(written: string): "valid" | "possible" | null;
  /** Whether it has a length in use in one of the regions looked at. */
  isPossibleAnywhere(written: string): boolean;
  /** Whether it is valid and written exactly as a region with trunk zero writes it. */
  isNationalForm(written: string): boolean;
  /** Whether it is valid in one of these regions. */
  isValidIn(regions: readonly CountryCode[], written: string): boolean;
}

// Few on purpose, the one with the widest choice of lengths first: most answers take one parse.
const POSSIBLE_REGIONS: readonly CountryCode[] = ["DE", "US", "GB", "IN"];
/** Regions whose way of writing tells a number from others. */
export const FORM_REGIONS: readonly CountryCode[] = ["GB", "FR", "BE", "CH", "AU", "ZA"];
/**
 * How many digits the groups of their numbers have, trunk zero included: all groupings of the library with three groups
 * and more. Looked at first, since to ask the library costs 15 us a region.
 */
export const FORM_GROUPS = wordSet(
  "4-2-2 4-2-3 3-3-2 3-3-3 3-3-4 3-4-4 4-3-3 4-3-4 2-4-4 2-3-2-2 3-2-2-2 4-2-2-2 3-3-2-2 2-2-2-2-2 4-2-3-2-2",
);

/** Those of the library. */
export const numberingPlans: NumberingPlans = {
  international: (written) => {
    const parsed = parse(written);
    if (parsed?.isValid()) return "valid";
    return parsed?.isPossible() ? "possible" : null;
  },
  isPossibleAnywhere: (written) =>
    POSSIBLE_REGIONS.some((region) => parse(written, region)?.isPossible()),
  isNationalForm: (written) =>
    FORM_GROUPS.has(groupsOf(written)) && FORM_REGIONS.some((region) => isFormOf(written, region)),
  isValidIn: (regions, written) => regions.some((region) => parse(written, region)?.isValid()),
};

/** The candidate is the whole number already: the library need not look for one inside it. */
function parse(written: string, region?: CountryCode): PhoneNumber | undefined {
  const country = region === undefined ? {} : { defaultCountry: region };
  return parsePhoneNumberFromString(written, { ...country, extract: false });
}

/** "3-4-4" for "(020) 7946-0128". */
function groupsOf(written: string): string {
  const groups = written.match(/\d+/g) ?? [];
  return groups.map((group) => group.length).join("-");
}

/** Whether the number is grouped as the library groups it in the region, whatever the separators. */
function isFormOf(written: string, region: CountryCode): boolean {
  const parsed = parse(written, region);
  const plain = written.replace(/[()]/g, "").replace(/[.\-/]/g, " ");
  return (parsed?.isValid() && parsed.formatNational().replace(/[()]/g, "") === plain) ?? false;
}
