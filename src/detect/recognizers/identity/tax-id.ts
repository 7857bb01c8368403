// TAX_ID: numbers of taxpayers by label: US EIN and ITIN by form (IRS Publication 1635; IRM 3.13.5), VAT
// numbers by form and check digits (vat-forms.ts), national numbers with check digits. VAT numbers with a
// country and a passed check, CPF and codice fiscale in their written form need no label.

import { passesLuhn } from "../../../reference/check-digits.ts";
import { judgeVat, passesPortuguese } from "../../checks/vat-forms.ts";
import {
  passesBsn,
  passesCpf,
  passesDni,
  passesFiscalCode,
  passesMod1110,
  passesRut,
} from "../../checks/weighted-checks.ts";
import { form, formOrIdentifier, type IdentifierForm } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { formsLike, type UnlabelledForm } from "../../labels/unlabelled-forms.ts";

const CODICE = /[A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z]/iy;
const RUT = /\d{1,2}\.\d{3}\.\d{3}-[\dKk]/y;
const CPF = /\d{3}\.\d{3}\.\d{3}-\d{2}/y;

const FORMS: readonly IdentifierForm[] = [
  form(
    "the check digits of a VAT number",
    /[A-Z]{2} ?[A-Z0-9](?:[ .]?[A-Z0-9]){6,11}/iy,
    (compact) => judgeVat(compact) === "checked",
  ),
  form(
    "the form of a VAT number",
    /[A-Z]{2}[A-Z0-9]{7,12}/y,
    (compact) => judgeVat(compact) !== null,
  ),
  form("check character of a codice fiscale", CODICE, passesFiscalCode),
  form("the check digits of a CPF", CPF, passesCpf),
  form("the check digit of a tax number", /\d{2} ?\d{3} ?\d{3} ?\d{3}/y, passesMod1110),
  form("the check letter of a NIF", /[XYZ\d]\d{7}-?[A-Z]/iy, passesDni),
  form("the check digit of a NIF", /\d{3} ?\d{3} ?\d{3}/y, passesPortuguese),
  form("the check digit of a BSN", /\d{9}/y, passesBsn),
  form("check digit of a partita IVA", /\d{11}/y, passesLuhn),
  form("check digit of a SIREN or SIRET", /\d{3} ?\d{3} ?\d{3}(?: ?\d{5})?/y, passesLuhn),
  form("check digit of a RUT", RUT, passesRut),
  form("the form of an ITIN", /9\d\d-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-\d{4}/y),
  form("the form of an EIN", /\d{2}-\d{7}/y),
  form("the form of a PAN", /[A-Z]{5}\d{4}[A-Z]/iy),
  form("the form of a GSTIN", /\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]/iy),
  form("the form of a CNPJ", /\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/y),
  form("the form of a Steuernummer", /\d{2,3} ?\/ ?\d{3} ?\/ ?\d{4,5}/y),
  form("number in groups", /\d{2,3}[ -]\d{3}[ -]\d{3}(?:[ -]\d{3})?/y),
  form("the form of a UTR", /\d{5} \d{5}/y),
  form("nine digits", /\d{3}-\d{2}-\d{4}/y),
];

/** Numbers of taxpayers. */
export const taxId: LabelRule = {
  name: "tax-id",
  entityType: "TAX_ID",
  labels:
    "tax id|taxid|tax identification|tax identification number|tax number|tax no|tax reference|tax ref|tax file|" +
    "tax file number|tax registration|taxpayer id|taxpayer|taxpayer identification|taxpayer number|" +
    "taxpayer reference|unique taxpayer reference|federal tax id|federal id!|tin?|ein|fein|employer identification|" +
    "employer id!|itin|individual taxpayer|individual taxpayer identification|international tax id|" +
    "vat|vat id|vat number|vat no|vat reg|vat registration|vat reg no|gst|gst number|gst hst|gstin|hst!|abn|acn|tfn|utr|" +
    "business number!|company tax!|sales tax id|sales tax permit!|" +
    "ust id|ustid|ust idnr|ustidnr|ust id nr|umsatzsteuer id|umsatzsteuer identifikationsnummer|mwst|mwst nr|" +
    "steuernummer|steuer nr|steuernr|steuer id|steueridentifikationsnummer|steuer identifikationsnummer|idnr|" +
    "uid!|uid nummer|uid nr|che!|nif|nipc|cif|cif!|nit!|cpf|cnpj|rfc!|cuit|cuil|rut!|run!|" +
    "tva|numero tva|numero de tva|tva intracommunautaire|numero fiscal|numero fiscale|siren|siret|spi|" +
    "partita iva|p iva|piva|iva|codice fiscale|cod fisc|c f!|btw|btw nummer|btw nr|btw id|rsin|kvk!|" +
    "numero de identificacion fiscal|identificacion fiscal|contribuinte|numero de contribuinte|pan!|pan card|" +
    "nip!|inn!|moms!|momsnr|cvr|orgnr|organisationsnummer|ico!|dic!|alv!|afm!",
  prefixes: "tax tin ein vat itin",
  read: formOrIdentifier(FORMS, { min: 7, max: 18, digits: 5 }),
};

const unlabelled = formsLike(taxId);

/** Tax numbers that their own check digits give away. */
export const UNLABELLED_TAX_IDS: readonly UnlabelledForm[] = [
  // One in ten or eleven numbers of any kind passes: a guess that the country code supports.
  unlabelled(
    /[A-Z]{2}[A-Z0-9]?\d{7,11}(?:B\d{2})?(?!-)/y,
    [10, 14],
    0.6,
    "country and check digits of a VAT number",
    (compact) => judgeVat(compact) === "checked",
  ),
  unlabelled(CODICE, [16, 16], 1, "form and check character of a codice fiscale", passesFiscalCode),
  // India, Income Tax Department: the fourth letter is the kind of holder; a GSTIN has a PAN in it.
  unlabelled(/[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z](?!-)/y, [10, 10], 0.8, "form of a PAN"),
  unlabelled(
    /[0-3]\d[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z][A-Z\d]Z[A-Z\d](?!-)/y,
    [15, 15],
    0.9,
    "form of a GSTIN",
  ),
  unlabelled(RUT, [1, 2], 0.95, "form and check digit of a RUT", passesRut),
  unlabelled(CPF, [3, 3], 1, "form and check digits of a CPF", passesCpf),
];
