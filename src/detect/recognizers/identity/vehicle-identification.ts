// VEHICLE_IDENTIFICATION_NUMBER: seventeen characters without I, O and Q (ISO 3779), with the check digit
// of 49 CFR 565.15 or behind a label (most makers outside North America do without the check digit).

import { passesVin } from "../../checks/weighted-checks.ts";
import { type IdentifierForm, readForm } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import type { UnlabelledForm } from "../../labels/unlabelled-forms.ts";

const FORMS: readonly IdentifierForm[] = [
  { pattern: /[A-HJ-NPR-Z0-9]{17}/iy, check: passesVin, reason: "label and check digit" },
  { pattern: /(?=[A-Z]{0,16}\d)[A-HJ-NPR-Z0-9]{17}/iy, reason: "label and seventeen characters" },
  { pattern: /(?=[A-Z]{0,10}\d)[A-Z0-9]{11,17}/y, reason: "label" },
];

/** Vehicle identification numbers behind a label. */
export const vehicleIdentification: LabelRule = {
  name: "vehicle-identification",
  entityType: "VEHICLE_IDENTIFICATION_NUMBER",
  labels:
    "vin|vin number|vehicle identification|vehicle identification number|vehicle id|chassis number|chassis no|" +
    "chassis!|frame number!|fahrgestellnummer|fahrzeug identifizierungsnummer|fahrzeugidentifizierungsnummer|fin nr|" +
    "numero de bastidor|bastidor|numero de chassis|numero di telaio|telaio|chassisnummer",
  prefixes: "vin",
  read: (text, at) => readForm(text, at, FORMS),
};

/** One in eleven of all such strings passes the check. */
const UNLABELLED_SCORE = 0.85;
/** North American makers end in digits (49 CFR 565.15(d)); "1Z..." is a parcel. */
const IN_USE = /(?!1Z)(?=\d{0,16}[A-Z])[A-HJ-NPR-Z0-9]{13}\d{4}(?!-)/y;

/** Vehicle identification numbers by their check digit. */
export const UNLABELLED_VEHICLE_IDENTIFICATION: UnlabelledForm = {
  name: "vehicle-identification",
  entityType: "VEHICLE_IDENTIFICATION_NUMBER",
  pattern: IN_USE,
  run: [17, 17],
  judge: (written) =>
    passesVin(written)
      ? { score: UNLABELLED_SCORE, reason: "ISO 3779 form and check digit" }
      : null,
};
