// United Kingdom. National Insurance number: HMRC, NIM39110. NHS number: NHS Data Dictionary, modulus 11. The check of
// the taxpayer reference (UTR) is not published.

import { passesNhs } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

/** HMRC, NIM39110: letters that a National Insurance number does not begin with. */
const NINO = "(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]";
const REASON = "form of a National Insurance number";

/** Numbers of the United Kingdom. */
export const unitedKingdom: Country = {
  national: {
    labels: "national insurance|national insurance number|ni number|nino",
    forms: [
      form("the form of a National Insurance number", /[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]?/iy),
    ],
    alone: (row) => [
      {
        ...row(new RegExp(`${NINO} \\d{2} \\d{2} \\d{2} [A-D]`, "y"), [2, 2], 0.85, REASON),
        back: 3,
      },
      row(new RegExp(`${NINO}\\d{6}[A-D](?!-)`, "y"), [9, 9], 0.6, REASON),
    ],
  },
  tax: {
    labels: "utr|unique taxpayer reference",
    forms: [form("the form of a UTR", /\d{5} \d{5}/y)],
  },
  patient: {
    labels: "nhs|nhs number|nhs id|chi number",
    forms: [form("the check digit of an NHS number", /\d{3}[ -]\d{3}[ -]\d{4}/y, passesNhs)],
  },
};
