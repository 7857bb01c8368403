// DRIVING_LICENSE_NUMBER and LICENCE_NO (professions), mainly after a label. Forms of driving licences differ by issuer
// (AAMVA lists more than fifty). Known without a label: the British form (DVLA: five letters of the name, date of birth, two
// initials, a digit, two letters of a check that is not public) and the Italian one; after a word for driving, forms with a
// letter before the digits. Of professional licences, the US National Provider Identifier and the DEA registration have
// check digits; others are bar numbers and numbers in registers of doctors and nurses.

import { passesDea, passesNpi } from "../../checks/weighted-checks.ts";
import { form, formOrIdentifier, type IdentifierForm } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { afterWord, formsLike, type UnlabelledForm } from "../../labels/unlabelled-forms.ts";

/** Italy since 2013: U1, seven characters without most vowels, a letter. */
const ITALIAN = /U1(?=[A-Z]{0,6}\d)[B-DF-HJ-NPR-Z\d]{7}[A-Z](?!-)/y;
/** Italy before 2013: two letters, seven digits, a letter; orders and parts have this form too. */
const OLDER_ITALIAN = /[A-Z]{2}\d{7}[A-Z](?!-)/y;
const DRIVING_FORMS: readonly IdentifierForm[] = [
  form(
    "the form of a British licence",
    /[A-Z9]{5} ?\d[0156]\d[0-3]\d{2} ?[A-Z9]{2}[A-Z0-9]{3}(?: ?\d{2})?/iy,
  ),
  form(
    "a licence's form",
    /(?:[A-Z]{2} )?[A-Z]\d{3,4}[- ]\d{3,5}[- ]\d{2,5}(?:[- ]\d{3,4})?(?:[- ]\d)?/iy,
  ),
  form("the form of an Indian licence", /[A-Z]{2} ?[- ]?\d{2} ?[- ]?(?:19|20)\d{2} ?\d{7}/y),
  // With a state before the number: "CA D1234567".
  form("a licence's form", /[A-Z]{2}[ :#-]{1,2}[A-Z]{0,2}\d{6,9}/y),
  form("the form of an Italian licence", ITALIAN),
  form("the form of an Italian licence", OLDER_ITALIAN),
  form("a licence's form", /[A-Z]{1,2}\d{6,14}/iy),
];

/** Numbers of driving licences. */
export const drivingLicence: LabelRule = {
  name: "driving-licence",
  entityType: "DRIVING_LICENSE_NUMBER",
  labels:
    "driver s license|drivers license|driver license|driver s licence|drivers licence|driver licence|driving license|" +
    "driving licence|driving permit|driver s lic|driver lic|drivers lic|dr lic|driver s permit|operator s license|" +
    "operators license|operator license|chauffeur s license|driver s license state|drivinglicence|driverslicense|" +
    "driverlicense|commercial driver s license|cdl?|dl?|dln|dvla?|driver number!|driver id!|cnh?",
  abroad: "driving",
  prefixes: "dl cdl dln",
  read: formOrIdentifier(DRIVING_FORMS, { min: 5, max: 20, digits: 4 }),
};

/** Name (padded with 9), tens of the year, month (50 more for women), day, units of the year, initials, the rest. */
const BRITISH = [
  "(?:[A-Z]{5}|[A-Z]{4}9|[A-Z]{3}99|[A-Z]{2}999)",
  "\\d(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\\d|3[01])\\d",
  "[A-Z][A-Z9]\\d[A-Z]{2}",
];
const BRITISH_REASON = "form of a British licence";
const isBehindDriving = afterWord(
  "licence license licences licenses permit driver drivers driving dvla dmv patente patenti guida",
);
const AFTER_REASON = "a licence's form behind a word for driving";
const likeDriving = formsLike(drivingLicence);

/** Numbers of driving licences whose form needs no label, or only a word for driving nearby. */
export const UNLABELLED_DRIVING_LICENCES: readonly UnlabelledForm[] = [
  likeDriving(new RegExp(`${BRITISH.join("")}(?!-)`, "y"), [16, 16], 0.85, BRITISH_REASON),
  { ...likeDriving(new RegExp(BRITISH.join(" "), "y"), [6, 6], 0.85, BRITISH_REASON), back: 6 },
  likeDriving(ITALIAN, [10, 10], 0.6, "form of an Italian licence"),
  likeDriving(OLDER_ITALIAN, [10, 10], 0.6, AFTER_REASON, isBehindDriving),
  likeDriving(
    /[A-Z](?:\d{3,4}(?:-\d{2,5}){2,4}|\d{7,14})(?!-)/y,
    [4, 15],
    0.6,
    AFTER_REASON,
    isBehindDriving,
  ),
];

const PROFESSIONAL_FORMS: readonly IdentifierForm[] = [
  form("the check digit of a DEA number", /[A-Z][A-Z9]\d{7}/y, passesDea),
  form("the check digit of an NPI", /\d{10}/y, passesNpi),
  form("ten digits", /\d{10}/y),
  // Spanish physicians: province, province of the first college, number.
  form("the form of a college number", /\d{2} ?\/? ?\d{2} ?\/? ?\d{4,6}/y),
  // With a state before the number: "CA 123456", "TX-367045".
  form("state with number", /[A-Z]{2}[- ][A-Z]{0,2}\d{4,8}/y),
];

/** Professional licences. */
export const professionalLicence: LabelRule = {
  name: "professional-licence",
  entityType: "LICENCE_NO",
  labels:
    "npi|national provider|provider id|provider number!|prescriber id|dea|dea registration|dea reg|bar!|bar license|" +
    "bar licence|state bar!|sbn|attorney id|attorney number|attorney no|attorney reg|attorney registration|" +
    "juris number|roll number!|solicitor id|sra!|license?|licence?|lic!|medical license|medical licence|" +
    "nursing license|nursing licence|pharmacy license|dental license|professional license|professional licence|" +
    "state license|physician license|rn license|cpa license|teaching license|teacher reference|contractor license|" +
    "contractor s license|contractors license|real estate license|broker license|pilot license|pilot licence|" +
    "pilot certificate|business license|cpa number!|cpa no!|gmc|nmc pin|nmc number|hcpc|gphc number|gdc number|ahpra|" +
    "certification number!|certification no!|registration number!|registration no!|registration id!|reg number!|crd!|" +
    "nmls|finra!|upin|rpps|lanr|crm!",
  abroad: "licence",
  prefixes: "npi dea lic",
  read: formOrIdentifier(PROFESSIONAL_FORMS, { min: 4, max: 20, digits: 3 }),
};
