// LICENCE_NO: numbers of professional licences by label: the US National Provider Identifier and the DEA
// registration also by their check digits, bar numbers, registers of doctors and nurses.

import { passesDea, passesNpi } from "../../checks/weighted-checks.ts";
import { type IdentifierForm, readForm, readIdentifier } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";

const FORMS: readonly IdentifierForm[] = [
  {
    pattern: /[A-Z][A-Z9]\d{7}/y,
    check: passesDea,
    reason: "label and the check digit of a DEA number",
  },
  { pattern: /\d{10}/y, check: passesNpi, reason: "label and the check digit of an NPI" },
  { pattern: /\d{10}/y, reason: "label and ten digits" },
  // A state before the number: "CA 123456", "TX-367045".
  { pattern: /[A-Z]{2}[- ][A-Z]{0,2}\d{4,8}/y, reason: "label and state with number" },
];
const SHAPE = { min: 4, max: 20, digits: 3 } as const;

/** Professional licences. */
export const professionalLicence: LabelRule = {
  name: "professional-licence",
  entityType: "LICENCE_NO",
  labels:
    "npi|npi number|national provider|national provider identifier|provider id|provider number!|prescriber id|" +
    "dea|dea number|dea registration|dea reg|bar!|bar number|bar no|bar id|bar license|bar licence|" +
    "state bar!|state bar number|state bar no|sbn|attorney id|attorney number|attorney no|attorney reg|" +
    "attorney registration|juris number|roll number!|solicitor id|sra!|sra id|sra number|" +
    "license?|licence?|license id|licence id|lic!|lic no|license number|licence number|" +
    "medical license|medical licence|nursing license|nursing licence|pharmacy license|dental license|" +
    "professional license|professional licence|state license|physician license|rn license|cpa license|" +
    "teaching license|teacher reference|contractor license|contractor s license|contractors license|" +
    "real estate license|broker license|pilot license|pilot licence|pilot certificate|business license|" +
    "cpa number!|cpa no!|gmc|gmc number|gmc no|nmc pin|nmc number|hcpc|hcpc number|gphc number|gdc number|" +
    "ahpra|ahpra number|certification number!|certification no!|registration number!|registration no!|" +
    "registration id!|reg number!|crd!|crd number|nmls|nmls id|finra!|upin|" +
    "approbationsnummer|arztnummer|lanr|lizenznummer|zulassungsnummer!|" +
    "numero de colegiado|cedula profesional|rpps|numero adeli|numero de licence|numero de licencia|big nummer|crm!",
  prefixes: "npi dea lic",
  read: (text, at, evidence) =>
    readForm(text, at, FORMS) ?? readIdentifier(text, at, SHAPE, evidence),
};
