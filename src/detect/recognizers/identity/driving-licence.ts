// DRIVING_LICENSE_NUMBER: by label. Forms differ by issuer (AAMVA lists more than fifty); known by their
// form are the British one (DVLA: five of the name, date of birth, two initials, three more) and those
// with a letter before the digits.

import { type IdentifierForm, readForm, readIdentifier } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";

const FORMS: readonly IdentifierForm[] = [
  {
    pattern: /[A-Z9]{5} ?\d[0156]\d[0-3]\d{2} ?[A-Z9]{2}[A-Z0-9]{3}(?: ?\d{2})?/iy,
    reason: "label and the form of a British licence",
  },
  {
    pattern: /(?:[A-Z]{2} )?[A-Z]\d{3,4}[- ]\d{3,5}[- ]\d{2,5}(?:[- ]\d{3,4})?(?:[- ]\d)?/iy,
    reason: "label and a licence's form",
  },
  {
    pattern: /[A-Z]{2} ?[- ]?\d{2} ?[- ]?(?:19|20)\d{2} ?\d{7}/y,
    reason: "label and the form of an Indian licence",
  },
  // A state before the number: "CA D1234567".
  { pattern: /[A-Z]{2}[ :#-]{1,2}[A-Z]{0,2}\d{6,9}/y, reason: "label and a licence's form" },
  { pattern: /[A-Z]{1,2}\d{6,14}/iy, reason: "label and a licence's form" },
];
const SHAPE = { min: 5, max: 20, digits: 4 } as const;

/** Numbers of driving licences. */
export const drivingLicence: LabelRule = {
  name: "driving-licence",
  entityType: "DRIVING_LICENSE_NUMBER",
  labels:
    "driver s license|drivers license|driver license|driver s licence|drivers licence|driver licence|" +
    "driving license|driving licence|driving permit|driver s lic|driver lic|drivers lic|dr lic|" +
    "driver s permit|operator s license|operators license|operator license|chauffeur s license|" +
    "driver s license state|drivinglicence|driverslicense|driverlicense|" +
    "commercial driver s license|cdl?|dl?|dl no|dln|dvla?|driver number!|driver id!|" +
    "fuhrerschein|fuehrerschein|fuhrerscheinnummer|fuehrerscheinnummer|" +
    "permis de conduire|numero de permis|permiso de conducir|licencia de conducir|carnet de conducir|" +
    "patente di guida|numero patente|rijbewijs|rijbewijsnummer|carta de conducao|" +
    "carteira de habilitacao|cnh?|prawo jazdy|korkort|kørekort|ajokortti",
  prefixes: "dl cdl dln",
  read: (text, at, evidence) =>
    readForm(text, at, FORMS) ?? readIdentifier(text, at, SHAPE, evidence),
};
