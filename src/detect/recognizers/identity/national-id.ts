// NATIONAL_ID: numbers of persons in national registers, after a label by form or check digits, and without a label where
// form and check together are unmistakable: countries/. PASSPORT: six to twelve letters and digits after a label. ICAO Doc
// 9303-3 gives the number nine characters; national forms are shorter or longer, and few have a check of their own.

import { form, formOrIdentifier, type IdentifierForm } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { afterWord, formsLike, type UnlabelledForm } from "../../labels/unlabelled-forms.ts";
import { labelledFormsOf, labelsOf, unlabelledFormsOf } from "./countries/countries.ts";

const FORMS: readonly IdentifierForm[] = [
  ...labelledFormsOf("national"),
  form(
    "eleven or fourteen digits in groups",
    /\d{3}([ -])\d{3}\1\d{3}\1\d{2}|\d{4}(?: \d{4}){2} \d{2}/y,
  ),
  form("place, date and serial in China", /\d{6}([ -])\d{8}\1\d{3}[\dXx]/y),
  form("number in groups", /\d{1,4}(?:[ .-]\d{3,4}){2,3}(?:-[\dKk])?/y),
  form("date with serial", /\d{6}[-/ ]\d{3,7}/y),
];

/** Labels for national numbers that many countries use, or countries that have no file yet. */
const LABELS =
  "national id|nationalid|national identification|national identity|national identity number|national id card|" +
  "national identification number|national identity card|" +
  "national register|national registry|national registration|nid|identity card|identity number|identity no|" +
  "identity document|id card|id document!|identification document!|citizen id|citizen number|citizenship number|" +
  "civil id|civil registration|resident identity|residence permit|residency permit|residence card|resident card|" +
  "government id|government issued id|govt id|foreign id|foreigner id|personal identification|" +
  "personal identification number!|personal identity code|personal identity number|personal code!|social id|tribal id|" +
  "iqama|nik!|ktp|cpr!|cpr nummer|cpr nr|fodselsnummer|kennitala|" +
  "isikukood|oib|jmbg|egn!|cnp!|rodne cislo|teudat zehut|omang|ghana card|nin!|bvn|mykad|philsys";

/** Numbers of persons in national registers. */
export const nationalId: LabelRule = {
  name: "national-id",
  entityType: "NATIONAL_ID",
  labels: `${LABELS}|${labelsOf("national")}`,
  abroad: "national",
  prefixes: "nid nin nino dni nie cnic",
  read: formOrIdentifier(FORMS, { min: 6, max: 20, digits: 5 }),
};

/** National numbers whose form and check need no label. */
export const UNLABELLED_NATIONAL_IDS = unlabelledFormsOf("national", nationalId);

/** A letter and eight digits, or nine digits (US, FR, DE ...); two letters and seven digits (IT, NZ, NL ...). */
const PASSPORT_FORMS: readonly IdentifierForm[] = [
  form("a passport's form", /(?:[A-Z]\d{7,8}|[A-Z]{2}\d{6,7}|\d{9})/iy),
  // The form of German and Dutch passports: letters of a set without vowels.
  form("a passport's form", /[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8}\d?(?![A-Z])/y),
  form("country with number", /[A-Z]{2,3} [A-Z]{0,2}\d{7,9}/y),
  form("a passport's form", /[A-Z] \d{7,8}/y),
  // Nine digits in groups as people write them, some grouped like a social security number.
  form("nine digits in groups", /\d{3}([- ])(?:\d{2}\1\d{4}|\d{3}\1\d{3})/y),
];

/** Passport numbers. */
export const passport: LabelRule = {
  name: "passport",
  entityType: "PASSPORT",
  labels:
    "passport|passport book|passport card|passports?|travel document|pass number!|pp no!|ppt!",
  abroad: "passport",
  prefixes: "passport ppt",
  read: formOrIdentifier(PASSPORT_FORMS, { min: 6, max: 12, digits: 4 }),
};

const PASSPORT_WORDS = "passport passports pasaporte passeport reisepass";
const PASSPORT_CHARS = 80;
const nearPassport = formsLike(passport);

/** Passport numbers within some words after "passport": "passports: Ann K4821907, Ben L7730218". */
export const UNLABELLED_PASSPORTS: readonly UnlabelledForm[] = [
  nearPassport(
    /(?:[A-Z]{1,2}\d{6,8}|\d{9}|[CFGHJKLMNPRTVWXYZ](?=[A-Z]{0,7}\d)[CFGHJKLMNPRTVWXYZ\d]{8})(?!-)/y,
    [7, 10],
    0.6,
    "a passport's form behind the word",
    afterWord(PASSPORT_WORDS, undefined, PASSPORT_CHARS),
  ),
];
