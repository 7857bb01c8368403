// ACC_NO: bank accounts by label, routing numbers by label and check digits, BICs by ISO 9362 form after a label or next to
// an IBAN. IBANs have a type of their own.

import { isCountryCode } from "../../../reference/countries.ts";
import { passesAba } from "../../checks/weighted-checks.ts";
import {
  form,
  formOrIdentifier,
  type IdentifierForm,
  readForm,
  readIdentifier,
} from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { recognizerOf, type Span, spansOf } from "../../span.ts";

const ACCOUNT_FORMS: readonly IdentifierForm[] = [
  form("an IBAN of Poland without its letters", /\d{2}(?: ?\d{4}){6}/y),
  form("bank, branch, check digits and account in Spain", /\d{4}[ -]?\d{4}[ -]?\d{2}[ -]?\d{10}/y),
  form("bank, branch, account and key in France", /\d{5} ?\d{5} ?[A-Z\d]{11} ?\d{2}/y),
  form("account in eights, as in Hungary", /\d{8}-\d{8}(?:-\d{8})?/y),
  form("sort code with account", /\d{2}-\d{2}-\d{2}[ ,/]{1,2}\d{8}/y),
  form("BSB with account", /\d{3}-\d{3}[ ,/]{1,2}\d{6,10}/y),
  form("account in groups", /\d{3,5}(?:[ -]\d{3,5}){1,4}(?![ -]?\d)/y),
  form("digits of an account", /\d{5,18}/y),
];
const ACCOUNT_SHAPE = { min: 5, max: 20, digits: 4, letters: 6 } as const;

/** Bank accounts. */
export const account: LabelRule = {
  name: "account-number",
  entityType: "ACC_NO",
  labels:
    "account?|accounts?|acct|accountnumber|a c!|acc!|bank account|bank acct|bank details!|checking account|" +
    "checking?|savings account|savings!|current account|deposit account|brokerage account|giro account|" +
    "beneficiary account|source account|destination account|account ending!|direct deposit!|rib|cta!",
  abroad: "account",
  prefixes: "acct acc",
  read: (text, at, evidence) =>
    (evidence === "loose" ? null : readForm(text, at, ACCOUNT_FORMS)) ??
    readIdentifier(text, at, ACCOUNT_SHAPE, evidence),
};

const BRANCH_FORMS: readonly IdentifierForm[] = [
  form("the check digit of a routing number", /\d{9}/y, passesAba),
  form("the form of a sort code", /\d{2}[- ]\d{2}[- ]\d{2}/y),
  form("the form of a branch number", /\d{3}[- ]\d{3}(?: ?\d{2})?/y),
  form("the form of an IFSC", /[A-Z]{4}0[A-Z0-9]{6}/iy),
  form("the form of a transit number", /\d{5}-\d{3}/y),
];

/** Routing numbers, sort codes and other numbers of bank branches. */
export const bankBranch: LabelRule = {
  name: "account-number",
  entityType: "ACC_NO",
  labels:
    "routing|rtn!|aba|aba routing|aba rtn|routing transit|bank routing|transit number|ach routing|wire routing|" +
    "sort code|sortcode|sort?|bsb|bank code!|branch code!|ifsc|institution number!|clearing number!|micr!",
  abroad: "branch",
  read: formOrIdentifier(BRANCH_FORMS, { min: 5, max: 12, digits: 5, letters: 4 }),
};

const BIC = /[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?/y;
const BIC_FORMS: readonly IdentifierForm[] = [
  { pattern: BIC, check: isBic, reason: "label, ISO 9362 form and country" },
];

/** BICs after a label. */
export const bic: LabelRule = {
  name: "account-number",
  entityType: "ACC_NO",
  labels: "bic|swift?|swift bic|bic swift|swift address|bank identifier",
  read(text, at, evidence) {
    const value = readForm(text, at, BIC_FORMS);
    // "SWIFT SHIPMENT" has this form too.
    const isSure = value !== null && /\d|XXX$/.test(text.slice(at, value.end));
    return isSure || evidence !== "loose" ? value : null;
  },
};

/** Whether characters five and six are a country of ISO 3166; a BIC has the institution before it, the place after it. */
function isBic(compact: string): boolean {
  return isCountryCode(compact.slice(4, 6));
}

const UNLABELLED_BIC = /(?<![A-Za-z0-9_])[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Za-z0-9_])/g;
/** A neighbouring IBAN: country, check digits, and groups with at least eight digits. */
const IBAN_NEAR = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}/g;
const IBAN_DIGITS = 10;
const NEAR_CHARS = 60;
const BESIDE_SCORE = 0.7;

const spanAt = spansOf("account-number", "ACC_NO");

/** Recognizer of BICs that are next to an IBAN. */
export const bicBesideIban = recognizerOf("account-number", "ACC_NO", (text) => {
  const spans: Span[] = [];
  for (const match of text.matchAll(UNLABELLED_BIC)) {
    const start = match.index;
    const end = start + match[0].length;
    if (!isBic(match[0])) continue;
    const before = text.slice(Math.max(0, start - NEAR_CHARS), start);
    const around = `${before}\n${text.slice(end, end + NEAR_CHARS)}`;
    if (!hasIban(around)) continue;
    spans.push(spanAt(start, end, BESIDE_SCORE, "ISO 9362 form and country beside an IBAN"));
  }
  return spans;
});

function hasIban(text: string): boolean {
  return (text.match(IBAN_NEAR) ?? []).some(
    (found) => found.replace(/\D/g, "").length >= IBAN_DIGITS && isCountryCode(found.slice(0, 2)),
  );
}
