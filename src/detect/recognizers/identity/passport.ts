// PASSPORT: six to twelve letters and digits behind a label. ICAO Doc 9303-3 gives the number nine
// characters; national forms are shorter or longer, and few have a check of their own.

import { type IdentifierForm, readForm, readIdentifier } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";

/** Letter and eight digits or nine digits (US, FR, DE ...), two letters and seven (IT, NZ, NL ...). */
const FORMS: readonly IdentifierForm[] = [
  { pattern: /(?:[A-Z]\d{7,8}|[A-Z]{2}\d{6,7}|\d{9})/iy, reason: "label and a passport's form" },
  // The specimen form of the German and the Dutch passport: letters of a set without vowels.
  {
    pattern: /[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8}\d?(?![A-Z])/y,
    reason: "label and a passport's form",
  },
  { pattern: /[A-Z]{2,3} [A-Z]{0,2}\d{7,9}/y, reason: "label and country with number" },
  { pattern: /[A-Z] \d{7,8}/y, reason: "label and a passport's form" },
];
const SHAPE = { min: 6, max: 12, digits: 4 } as const;

/** Passport numbers. */
export const passport: LabelRule = {
  name: "passport",
  entityType: "PASSPORT",
  labels:
    "passport|passport book|passport card|passports?|travel document|reisepass|reisepaesse?|pass nr|" +
    "reisepassnummer|passnummer|pasaporte|numero de pasaporte|passeport|numero de passeport|" +
    "passaporto|numero passaporto|passaporte|paspoort|paspoortnummer|pass number!|" +
    "passnr|paszport|nr paszportu|passi|pas nr!|pp no!|ppt!",
  prefixes: "passport ppt",
  read: (text, at, evidence) =>
    readForm(text, at, FORMS) ?? readIdentifier(text, at, SHAPE, evidence),
};
