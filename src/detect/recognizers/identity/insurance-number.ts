// INSURANCE_NUMBER: policy, member, group and claim numbers of insurers and health plans, by label
// (45 CFR 164.514(b)(2)(i)(I)); the Medicare Beneficiary Identifier also by its form (CMS, MBI format).

import { type IdentifierForm, readForm, readIdentifier } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";

const L = "[AC-HJKMNP-RT-Y]";
const FORMS: readonly IdentifierForm[] = [
  {
    pattern: new RegExp(
      `[1-9]${L}[AC-HJKMNP-RT-Y\\d]\\d-?${L}[AC-HJKMNP-RT-Y\\d]\\d-?${L}{2}\\d{2}`,
      "y",
    ),
    reason: "label and the form of a Medicare number",
  },
  { pattern: /[A-Z]{3} \d{6,12}/y, reason: "label and plan's letters with number" },
  // German statutory health insurance: a letter and nine digits (section 290 SGB V).
  { pattern: /[A-Z]\d{9}/y, reason: "label and the form of a health insurance number" },
];
const SHAPE = { min: 4, max: 24, digits: 3 } as const;

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
    "claim?|claim id|claim number|claims?|claimant id|claimant number|medicare|medicare id|medicare number|" +
    "medicaid|medicaid id|mbi|hicn|hic number|coverage id|coverage number|certificate number!|" +
    "versicherungsnummer|versicherungsnr|versichertennummer|versicherten nr|versicherungs nr|" +
    "versicherungsschein|policennummer|krankenversicherungsnummer|krankenversichertennummer|kvnr|schadennummer|" +
    "numero de poliza|poliza|numero de siniestro|numero de police|police d assurance|numero de contrat!|" +
    "numero d assure|polizza|numero polizza|apolice|numero da apolice|polisnummer|polis!|sinistro!|sinistre!",
  prefixes: "ins pol policy clm claim hic mbr mem grp",
  read: (text, at, evidence) =>
    readForm(text, at, FORMS) ?? readIdentifier(text, at, SHAPE, evidence),
};
