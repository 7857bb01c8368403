// What patients and the insured are known by, by label. MEDICAL_RECORD_NUMBER: numbers of a hospital or health service
// (45 CFR 164.514(b)(2)(i)(H)). INSURANCE_NUMBER: policy, member, group and claim numbers of insurers and health plans (the
// same, (I)). Those of countries by form or check digits: countries/.

import { form, formOrIdentifier } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import type { UnlabelledForm } from "../../labels/unlabelled-forms.ts";
import { aloneOf, formsOf, labelsOf } from "./countries/countries.ts";

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
    "clinic id|health id|health number|health card|health identifier|" +
    "person number!|encounter!|encounter id|encounter number|" +
    "visit number!|visit id!|admission number|admission id|admission no|" +
    "patientennummer|patienten id|patientenakte!|fallnummer!|krankenaktennummer|" +
    "numero de paciente|numero de historia|historia clinica|numero de historia clinica|" +
    "numero de dossier medical|dossier medical!|dossier patient!|numero patient|ipp!|" +
    "cartella clinica!|numero paziente|patientnummer|patient nummer|prontuario!|" +
    `${labelsOf("patient")}`,
  abroad: "patient",
  prefixes: "mrn pat pid patient nhs",
  read: formOrIdentifier(formsOf("patient"), { min: 4, max: 20, digits: 3 }),
};

const INSURANCE_FORMS = [
  form("plan's letters with number", /[A-Z]{3} \d{3}(?:\d{3,9}|(?: \d{3}){1,3})/y),
  ...formsOf("insurance"),
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
    "coverage id|coverage number|certificate number!|" +
    "versicherungsnummer|versicherungsnr|versichertennummer|versicherten nr|versicherungs nr|" +
    "versicherungsschein|policennummer|schadennummer|" +
    "numero de poliza|poliza|numero de siniestro|numero de police|police d assurance|numero de contrat!|" +
    "numero d assure|polizza|numero polizza|apolice|numero da apolice|polisnummer|polis!|sinistro!|sinistre!|" +
    `${labelsOf("insurance")}`,
  abroad: "insurance",
  prefixes: "ins pol policy clm claim hic mbr mem grp",
  read: formOrIdentifier(INSURANCE_FORMS, { min: 4, max: 24, digits: 3 }),
};

/** Numbers of patients and the insured whose form and check need no label. */
export const UNLABELLED_HEALTH_NUMBERS: readonly UnlabelledForm[] = [
  ...aloneOf("patient", medicalRecord),
  ...aloneOf("insurance", insuranceNumber),
];
