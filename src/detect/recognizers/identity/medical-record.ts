// MEDICAL_RECORD_NUMBER: numbers a hospital or health service knows a patient by (45 CFR 164.514(b)(2)(i)(H)),
// by label; the British NHS number also by its check digit.

import { passesNhs } from "../../checks/weighted-checks.ts";
import { type IdentifierForm, readForm, readIdentifier } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";

const FORMS: readonly IdentifierForm[] = [
  {
    pattern: /\d{3}[ -]\d{3}[ -]\d{4}/y,
    check: passesNhs,
    reason: "label and the check digit of an NHS number",
  },
];
const SHAPE = { min: 4, max: 20, digits: 3 } as const;

/** Medical record and patient numbers. */
export const medicalRecord: LabelRule = {
  name: "medical-record",
  entityType: "MEDICAL_RECORD_NUMBER",
  labels:
    "mrn|m r n|mr number!|mr no!|medrec?|med rec?|medical record|medical records?|medical rec|medical file|" +
    "medical id|medical number|medical chart|emr!|ehr!|emr id|ehr id|health record|patient id|patientid|" +
    "patient identifier|patient identification|patient number|patient no|patient record|patient code|" +
    "patient mrn|patient account!|patient chart|patient file!|patient ref!|patient!|pt id|pt no|pid!|chart!|" +
    "chart number|chart no|hospital number|hospital no|hospital id|hospital record|clinic number|" +
    "clinic id|health id|health number|health card|health identifier|nhs|nhs number|nhs id|chi number|" +
    "h c number|hcn!|ihi!|person number!|encounter!|encounter id|encounter number|" +
    "visit number!|visit id!|admission number|admission id|admission no|" +
    "patientennummer|patienten id|patientenakte!|fallnummer!|krankenaktennummer|" +
    "numero de paciente|numero de historia|historia clinica|numero de historia clinica|" +
    "numero de dossier medical|dossier medical!|dossier patient!|numero patient|ipp!|" +
    "cartella clinica!|numero paziente|patientnummer|patient nummer|prontuario!",
  prefixes: "mrn pat pid patient nhs",
  read: (text, at, evidence) =>
    readForm(text, at, FORMS) ?? readIdentifier(text, at, SHAPE, evidence),
};
