// ID_OTHER: numbers of a person's record with a court, an employer, a school, a shop or an office, by label or prefix; court
// dockets also by their form alone.

import { form, type IdentifierForm, readForm, readIdentifier } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";

const NO_MONTH = "(?!(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC))";
const FORMS: readonly IdentifierForm[] = [
  // US federal courts: "1:26-mj-09510-XGU" (CM/ECF); state courts: "2024-CIV-3426", "24-CV-001234".
  form("the form of a docket number", /\d{1,2}:\d{2}-[A-Za-z]{2,4}-\d{3,6}(?:-[A-Z]{2,4}){0,3}/y),
  form(
    "the form of a case number",
    new RegExp(`(?:19|20)?\\d{2}[- ]${NO_MONTH}[A-Z]{1,5}[- ]\\d{2,8}(?:-[A-Z0-9]{1,4})?`, "y"),
  ),
  form(
    "the form of a case number",
    new RegExp(`${NO_MONTH}[A-Z]{1,4}[- ]\\d{2,4}[-/ ]\\d{3,8}`, "y"),
  ),
  // German courts: "12 O 345/23".
  form(
    "the form of a German file number",
    /(?:[IVX]{1,5} )?(?:\d{1,3} )?[A-Z][A-Za-z]{0,3} \d{1,6}\/\d{2}/y,
  ),
  // US patent applications, series code and serial number (37 CFR 1.5): "12/345,678".
  form("the form of an application number", /\d{2}\/\d{3},\d{3}/y),
  form("fifteen digits", /\d{15}/y),
];
const SHAPE = { min: 3, max: 36, digits: 2 } as const;

/** Numbers of other records. */
export const otherId: LabelRule = {
  name: "other-id",
  entityType: "ID_OTHER",
  labels:
    "case?|case file|docket?|cause no|cause number|civil action|criminal case|civil case|index no!|index number!|" +
    "matter!|file number!|file no!|file nos!|file ref!|our file!|court file|court case|claim petition|petition!|" +
    "complaint!|incident!|police report!|report number!|report no!|citation!|warrant!|inmate!|prisoner number|" +
    "booking!|employee!|employeeid|emp!|empid|staff id|staff number|staff no|personnel!|personnel file!|payroll!|" +
    "worker id|worker number|associate id|badge|clock number|user number!|officer id|agent id!|customer!|customerid|" +
    "cust!|client!|contact id|crm id|applicant!|application!|applications!|application ser!|application serial!|" +
    "candidate id|candidate number|student!|studentid|pupil number|matriculation|enrollment number|enrolment number|" +
    "enrollment id|enrollment no|registrant id|register number!|roll no!|exam number|ucas id|ucas number|alumni id|" +
    "school id|university id|participant!|subject id|respondent id|volunteer id|donor!|invoice?|inv!|bill number!|" +
    "billing id|receipt number!|reservation!|confirmation!|conf no|conf number|conf code|pnr!|record locator|" +
    "rx?|prescription!|loyalty number|loyalty id|frequent flyer|rewards number|loan!|mortgage number|mortgage account|contract!|" +
    "agreement number!|tenancy ref|lease number!|voter!|voter registration|reference!|ref!|your ref!|our ref!|" +
    "record number!|record no!|record id!|profile id!|person id|personal number!|individual id|identification number|" +
    "identification no|id no|id number|resident id|tenant id|member ref|military id|service number!|edipi|dod id|" +
    "dodid|imei|imsi|serial number!|serial no!|serialnumber!|serialno!|s n!|device serial|device id!|udid|library card|card id!|permit!|visa!|immigration file|uscis|uscis receipt|alien number|guest id|" +
    "visitor id|crew id",
  abroad: "other",
  prefixes: "emp empl eid case cust client inv stu stud badge staff stf dkt ref bkg usr cus",
  read(text, at, evidence) {
    const form = readForm(text, at, FORMS);
    // A form with blanks counts only where a label announces a value: not in "in case 12 PM 30".
    const isOpen = form !== null && evidence === "loose" && /\s/.test(text.slice(at, form.end));
    return form !== null && !isOpen ? form : readIdentifier(text, at, SHAPE, evidence);
  },
};

const PLAIN_SCORE = 0.5;
const PLAIN_SHAPE = { min: 4, max: 24, digits: 4 } as const;

/** Numbers whose label is only "ID" or the like. */
export const plainId: LabelRule = {
  name: "other-id",
  entityType: "ID_OTHER",
  labels: "id?|identifier!|record!|file id!",
  read(text, at, evidence) {
    const value = readIdentifier(text, at, PLAIN_SHAPE, evidence);
    return value && { ...value, score: PLAIN_SCORE, reason: "label that does not say much" };
  },
};
