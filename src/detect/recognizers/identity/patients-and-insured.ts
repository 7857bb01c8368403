// What patients and the insured are known by, by label. MEDICAL_RECORD_NUMBER: numbers of a hospital or health service
// (45 CFR 164.514(b)(2)(i)(H)), the British NHS number also by its check digit. INSURANCE_NUMBER: policy, member, group and
// claim numbers of insurers and health plans (the same, (I)), the Medicare Beneficiary Identifier also by its form (CMS).

import { passesMedicare, passesNhs } from "../../checks/weighted-checks.ts";
import { form, formOrIdentifier, type IdentifierForm } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { formsLike, type UnlabelledForm } from "../../labels/unlabelled-forms.ts";

const RECORD_FORMS: readonly IdentifierForm[] = [
  form("the check digit of an NHS number", /\d{3}[ -]\d{3}[ -]\d{4}/y, passesNhs),
];

/** Medical record and patient numbers. */
export const medicalRecord: LabelRule = {
  name: "medical-record",
  entityType: "MEDICAL_RECORD_NUMBER",
  labels:
    "mrn|m r n|mr number!|mr no!|medrec?|med rec?|medical record|medical records?|medical rec|medical file|" +
    "medical id|medical number|medical card|medical card number|medical chart|emr!|ehr!|emr id|ehr id|health record|patient id|patientid|" +
    "patient identifier|patient identification|patient number|patient no|patient record|patient code|" +
    "patient mrn|patient account!|patient chart|patient file!|patient ref!|patient!|pt id|pt no|chart!|" +
    "chart number|chart no|hospital number|hospital no|hospital id|hospital record|clinic number|" +
    "clinic id|health id|health number|health card|health identifier|nhs|nhs number|nhs id|chi number|" +
    "h c number|hcn!|ihi!|person number!|encounter!|encounter id|encounter number|" +
    "visit number!|visit id!|admission number|admission id|admission no|" +
    "patientennummer|patienten id|patientenakte!|fallnummer!|krankenaktennummer|" +
    "numero de paciente|numero de historia|historia clinica|numero de historia clinica|" +
    "numero de dossier medical|dossier medical!|dossier patient!|numero patient|ipp!|" +
    "cartella clinica!|numero paziente|patientnummer|patient nummer|prontuario!",
  prefixes: "mrn pat pid patient nhs",
  read: formOrIdentifier(RECORD_FORMS, { min: 4, max: 20, digits: 3 }),
};

/** Australia: card number in groups, reference of the person behind it. */
const MEDICARE = /[2-6]\d{3} \d{5} \d(?: ?\/? ?\d)?/y;
const L = "[AC-HJKMNP-RT-Y]";
const INSURANCE_FORMS: readonly IdentifierForm[] = [
  form(
    "the form of a Medicare number",
    new RegExp(`[1-9]${L}[AC-HJKMNP-RT-Y\\d]\\d-?${L}[AC-HJKMNP-RT-Y\\d]\\d-?${L}{2}\\d{2}`, "y"),
  ),
  form("plan's letters with number", /[A-Z]{3} \d{3}(?:\d{3,9}|(?: \d{3}){1,3})/y),
  form("check digit of a Medicare card", MEDICARE, passesMedicare),
  // German statutory health insurance: a letter and nine digits (section 290 SGB V).
  form("the form of a health insurance number", /[A-Z]\d{9}/y),
];

/** Numbers of insurers and health plans. */
export const insuranceNumber: LabelRule = {
  name: "insurance-number",
  entityType: "INSURANCE_NUMBER",
  labels:
    "insurance?|insurance id|insurance policy|insurance number|insurance member|insurance card|" +
    "insurance claim|insurance group!|insurance account|insurance reference!|insurance plan!|" +
    "health insurance|health insurance claim|health plan|health plan id|health plan beneficiary|" +
    "national health|national health id|national health insurance|plan id|plan number!|plan member|" +
    "policy?|policy id|policy number|policy holder!|policyholder id|policyholder number|" +
    "member?|member id|memberid|member number|membership!|membership id|membership number|" +
    "subscriber!|subscriber id|subscriber number|beneficiary!|beneficiary id|" +
    "insured id|insured number|insured!|group number!|group id!|group no!|rxgrp!|rx group!|rx id!|" +
    "claim?|claim id|claim number|claims?|claimant id|claimant number|medicare|medicare card|medicare card number|medicare card no|medicare id|medicare number|" +
    "medicaid|medicaid id|mbi|hicn|hic number|coverage id|coverage number|certificate number!|" +
    "versicherungsnummer|versicherungsnr|versichertennummer|versicherten nr|versicherungs nr|" +
    "versicherungsschein|policennummer|krankenversicherungsnummer|krankenversichertennummer|kvnr|schadennummer|" +
    "numero de poliza|poliza|numero de siniestro|numero de police|police d assurance|numero de contrat!|" +
    "numero d assure|polizza|numero polizza|apolice|numero da apolice|polisnummer|polis!|sinistro!|sinistre!",
  prefixes: "ins pol policy clm claim hic mbr mem grp",
  read: formOrIdentifier(INSURANCE_FORMS, { min: 4, max: 24, digits: 3 }),
};

/** Numbers of Australian Medicare cards by groups and check digit. */
export const UNLABELLED_MEDICARE: UnlabelledForm = formsLike(insuranceNumber)(
  MEDICARE,
  [4, 4],
  0.85,
  "groups and check digit of a Medicare card",
  passesMedicare,
);
