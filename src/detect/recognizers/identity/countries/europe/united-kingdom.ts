// United Kingdom. National Insurance number: HMRC, NIM39110. NHS number: NHS Data Dictionary, modulus 11. The check of
// the taxpayer reference (UTR) is not published.

import { passesNhs } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, withoutLabel } from "../country.ts";

/** The first two letters of a National Insurance number; HMRC, NIM39110 names those that are not used. */
const NINO = "(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]";
const SHOWN = "form of a National Insurance number";
const GROUPED = new RegExp(`${NINO} \\d{2} \\d{2} \\d{2} [A-D]`, "y");
const SOLID = new RegExp(`${NINO}\\d{6}[A-D](?!-)`, "y");

/** Numbers of the United Kingdom. */
export const unitedKingdom: Country = {
  national: {
    labels: "national insurance|ni number|nino",
    forms: [
      afterLabel(SHOWN, /[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]?/iy),
      withoutLabel(SHOWN, GROUPED, { run: [2, 2], score: 0.85, back: 3 }),
      withoutLabel(SHOWN, SOLID, { run: [9, 9], score: 0.6 }),
    ],
  },
  tax: {
    labels: "utr|unique taxpayer reference",
    forms: [afterLabel("form of a UTR", /\d{5} \d{5}/y)],
  },
  patient: {
    labels: "nhs|chi number",
    forms: [afterLabel("check digit of an NHS number", /\d{3}[ -]\d{3}[ -]\d{4}/y, passesNhs)],
  },
};
