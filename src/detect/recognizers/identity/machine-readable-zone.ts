// PASSPORT and NATIONAL_ID: the machine-readable zone of a travel document, as scanners and apps give it: ICAO Doc 9303, parts 4
// (passports: two lines of 44), 5 and 6 (cards: three lines of 30, two of 36) and 7 (visas). Name, number and date of birth
// stand in it without blanks, so the zone is one value.

import type { Recognizer } from "../../span.ts";

const SIGN = "[A-Z\\d<]";
const BREAK = "\\s{1,4}";
/** Document code, issuing state and holder, filled up to `length`. */
const holder = (code: string, length: number) => `${code}[A-Z<][A-Z<]{3}[A-Z<]{${length - 5}}`;
const ZONE = new RegExp(
  `(?<!${SIGN})(?:${holder("[PV]", 44)}${BREAK}${SIGN}{44}|${holder("[PVIAC]", 36)}${BREAK}${SIGN}{36}|` +
    `[IAC][A-Z<]${SIGN}{28}${BREAK}${SIGN}{30}${BREAK}[A-Z<]{30})(?!${SIGN})`,
  "g",
);
const FILLER = "<<";
const SCORE = 1;

/** Machine-readable zones; nothing else has their form, so mistyped check digits count, too. */
export const machineReadableZone: Recognizer = {
  name: "machine-readable-zone",
  entityTypes: ["PASSPORT", "NATIONAL_ID"],
  scan(text) {
    const zones = [...text.matchAll(ZONE)].filter(([zone]) => zone.includes(FILLER));
    return zones.map(({ 0: zone, index: start }) => ({
      start,
      end: start + zone.length,
      entityType: /^[PV]/.test(zone) ? "PASSPORT" : "NATIONAL_ID",
      score: SCORE,
      recognizer: "machine-readable-zone",
      reason: "lines of ICAO Doc 9303",
    }));
  },
};
