// Numbers of patients and the insured, after a label. MEDICAL_RECORD_NUMBER: numbers of a hospital or health service (45 CFR
// 164.514(b)(2)(i)(H)). INSURANCE_NUMBER: policy, member, group and claim numbers of insurers and health plans (the same,
// (I)). Numbers of single countries are recognized by form or check digits: countries/.

import { form, formOrIdentifier } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import type { UnlabelledForm } from "../../labels/unlabelled-forms.ts";
import { labelledFormsOf, labelsOf, unlabelledFormsOf } from "./countries/countries.ts";

/** Medical record and patient numbers. */
export const medicalRecord: LabelRule = {
  name: "medical-record",
  entityType: "MEDICAL_RECORD_NUMBER",
  labels:
    "mrn|m r n|mr number!|mr no!|medrec?|med rec?|medical record|medical records?|medical rec|medical file|" +
    "medical id|medical number|medical card|medical chart|emr!|ehr!|health record|patient id|patientid|patient record|" +
    "patient mrn|patient account!|patient chart|patient file!|patient!|pt id|pt no|chart!|hospital number|" +
    "hospital no|hospital id|hospital record|clinic number|clinic id|health id|health number|health card|" +
    "health identifier|person number!|encounter!|visit number!|visit id!|admission number|admission id|admission no|" +
    "ipp?|" +
    `${labelsOf("patient")}`,
  abroad: "patient",
  prefixes: "mrn pat pid patient nhs",
  read: formOrIdentifier(labelledFormsOf("patient"), { min: 4, max: 20, digits: 3 }),
};

const INSURANCE_FORMS = [
  form("plan's letters with number", /[A-Z]{3} \d{3}(?:\d{3,9}|(?: \d{3}){1,3})/y),
  form("number of the pension insurance in Germany", /\d{2} ?\d{6} ?[A-Z] ?\d{3}/y),
  ...labelledFormsOf("insurance"),
];

/** Numbers of insurers and health plans. */
export const insuranceNumber: LabelRule = {
  name: "insurance-number",
  entityType: "INSURANCE_NUMBER",
  labels:
    "insurance?|insurance policy|insurance member|insurance card|insurance claim|insurance group!|" +
    "insurance account|insurance plan!|health insurance|health insurance claim|health plan|" +
    "health plan beneficiary|national health|national health insurance|plan id|plan number!|plan member|" +
    "policy?|policy holder!|policyholder id|policyholder number|member?|memberid|membership!|subscriber!|" +
    "beneficiary!|insured!|group number!|group id!|group no!|rxgrp!|rx group!|rx id!|claim?|claims?|" +
    "claimant id|claimant number|medicare|medicare card|coverage id|coverage number|certificate number!|" +
    `${labelsOf("insurance")}`,
  abroad: "insurance",
  prefixes: "ins pol policy clm claim hic mbr mem grp",
  read: formOrIdentifier(INSURANCE_FORMS, { min: 4, max: 24, digits: 3 }),
};

/** Numbers of patients and the insured whose form and check need no label. */
export const UNLABELLED_HEALTH_NUMBERS: readonly UnlabelledForm[] = [
  ...unlabelledFormsOf("patient", medicalRecord),
  ...unlabelledFormsOf("insurance", insuranceNumber),
];
