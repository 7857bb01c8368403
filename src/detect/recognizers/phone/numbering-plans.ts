// Asks libphonenumber-js about a candidate. Its `min` metadata (29 KB of gzip with the parser; `max` is 49 KB) has each
// country's lengths and general pattern, but not the area codes in use. That suits masking: a number with an invented area
// code still reads as a phone number.

import {
  type CountryCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { wordSet } from "../../../core/word-set.ts";

/** The questions that the phone recognizer asks; an interface, so that tests can count them. */
export interface NumberingPlans {
  /** Whether "+" and a country code begin a number that fits the country's plan, or at least its lengths; null: neither. */
  international(written: string): "valid" | "possible" | null;
  /** Whether its length is in use in one of the regions checked. */
  isPossibleAnywhere(written: string): boolean;
  /** Whether it is valid and written exactly as a region with trunk zero writes it. */
  isNationalForm(written: string): boolean;
  isValidIn(regions: readonly CountryCode[], written: string): boolean;
}

// Only a few, and the one with the most lengths first, so that most answers take one parse.
const POSSIBLE_REGIONS: readonly CountryCode[] = ["DE", "US", "GB", "IN"];
/** Regions whose way of writing distinguishes phone numbers from other numbers. */
export const FORM_REGIONS: readonly CountryCode[] = ["GB", "FR", "BE", "CH", "AU", "ZA"];
/**
 * Lengths of the digit groups of these regions' numbers, trunk zero included: all groupings of the library with at least
 * three groups. Checked first, because asking the library costs 15 us a region.
 */
export const FORM_GROUPS = wordSet(
  "4-2-2 4-2-3 3-3-2 3-3-3 3-3-4 3-4-4 4-3-3 4-3-4 2-4-4 2-3-2-2 3-2-2-2 4-2-2-2 3-3-2-2 2-2-2-2-2 4-2-3-2-2",
);

/** Answers from the library. */
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

/** `extract: false`: the candidate is the whole number, so the library does not search for one inside it. */
function parse(written: string, region?: CountryCode): PhoneNumber | undefined {
  const country = region === undefined ? {} : { defaultCountry: region };
  return parsePhoneNumberFromString(written, { ...country, extract: false });
}

/** Lengths of the digit groups: "3-4-4" for "(020) 7946-0128". */
function groupsOf(written: string): string {
  const groups = written.match(/\d+/g) ?? [];
  return groups.map((group) => group.length).join("-");
}

/** Whether the number has the groups that the library gives it in the region, with any separators. */
function isFormOf(written: string, region: CountryCode): boolean {
  const parsed = parse(written, region);
  const plain = written.replace(/[()]/g, "").replace(/[.\-/]/g, " ");
  return (parsed?.isValid() && parsed.formatNational().replace(/[()]/g, "") === plain) ?? false;
}
