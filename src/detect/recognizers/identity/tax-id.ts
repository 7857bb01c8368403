// TAX_ID: taxpayers' numbers after a label: VAT numbers (vat-forms.ts) and those of single countries (countries/), by form
// or check digits. Where form and check are unmistakable, no label is needed.

import { judgeVat } from "../../checks/vat-forms.ts";
import { form, formOrIdentifier, type IdentifierForm } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { formsLike, type UnlabelledForm } from "../../labels/unlabelled-forms.ts";
import { labelledFormsOf, labelsOf, unlabelledFormsOf } from "./countries/countries.ts";

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
  ...labelledFormsOf("tax"),
  form("number in groups", /\d{2,3}[ -]\d{3}[ -]\d{3}(?:[ -]\d{3})?/y),
  form("nine digits", /\d{3}-\d{2}-\d{4}/y),
];

/** Labels for tax numbers that many countries use, or countries that have no file yet. */
const LABELS =
  "tax id|taxid|tax identification|tax identification number|tax number|tax no|tax reference|tax ref|" +
  "tax registration|taxpayer id|taxpayer|taxpayer identification|taxpayer number|taxpayer reference|tin?|" +
  "employer id!|international tax id|vat|vat id|vat number|vat no|vat reg|vat registration|vat reg no|company tax!|" +
  "nit!|inn!|cvr|ico!|dic!|alv!|afm!";

/** Taxpayers' numbers. */
export const taxId: LabelRule = {
  name: "tax-id",
  entityType: "TAX_ID",
  labels: `${LABELS}|${labelsOf("tax")}`,
  abroad: "tax",
  prefixes: "tax tin ein vat itin",
  read: formOrIdentifier(FORMS, { min: 7, max: 18, digits: 5 }),
};

const unlabelled = formsLike(taxId);

/** Tax numbers that need no label. */
export const UNLABELLED_TAX_IDS: readonly UnlabelledForm[] = [
  // One in ten or eleven other strings of this form passes the check, so only a guess, supported by the country code.
  unlabelled(
    /[A-Z]{2}[A-Z0-9]?\d{7,11}(?:B\d{2})?(?!-)/y,
    [10, 14],
    0.6,
    "country and check digits of a VAT number",
    (compact) => judgeVat(compact) === "checked",
  ),
  ...unlabelledFormsOf("tax", taxId),
];
