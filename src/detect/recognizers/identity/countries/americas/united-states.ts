// United States, besides social security (us-ssn.ts). A-number: eight or nine digits after A (USCIS). EIN: IRS Publication
// 1635; ITIN: IRM 3.13.5. Medicare Beneficiary Identifier: CMS. None has a check digit.

import { afterLabel, type Country } from "../country.ts";

const L = "[AC-HJKMNP-RT-Y]";
const C = "[AC-HJKMNP-RT-Y\\d]";
const MEDICARE = new RegExp(`[1-9]${L}${C}\\d-?${L}${C}\\d-?${L}{2}\\d{2}`, "y");

/** Numbers of the United States. */
export const unitedStates: Country = {
  national: {
    labels: "a number?|alien registration|green card|uscis number!",
    forms: [afterLabel("form of an A-number", /A-?\d{3}[ -]?\d{3}[ -]?\d{2,3}/y)],
  },
  tax: {
    labels:
      "federal tax id|federal id!|ein|fein|employer identification|itin|individual taxpayer|sales tax id|" +
      "sales tax permit!",
    forms: [
      afterLabel("form of an ITIN", /9\d\d-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-\d{4}/y),
      afterLabel("form of an EIN", /\d{2}-\d{7}/y),
    ],
  },
  insurance: {
    labels: "medicaid|mbi|hicn|hic number",
    forms: [afterLabel("form of a Medicare number", MEDICARE)],
  },
};
