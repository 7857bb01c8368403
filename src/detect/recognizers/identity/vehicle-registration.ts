// VEHICLE_REGISTRATION_NUMBER: number plates behind a label; in the British form (DVLA, INF104: two
// letters, two digits, three letters) also near a word for a vehicle.

import { hasWordBefore } from "../../labels/context.ts";
import { type IdentifierForm, readForm } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import type { UnlabelledForm } from "../../labels/unlabelled-forms.ts";

const FORMS: readonly IdentifierForm[] = [
  { pattern: /[A-Z]{2}\d{2} ?[A-Z]{3}/iy, reason: "label and the British form" },
  // Germany: district, letters, digits; Electric and historic cars have a letter behind.
  { pattern: /[A-ZÄÖÜ]{1,3}[- ][A-Z]{1,2}[ -]?\d{1,4}[EH]?/y, reason: "label and the German form" },
  {
    pattern: /[A-Z]{2}[- ]?\d{1,3}[- ]?[A-Z]{1,3}(?:[- ]?\d{1,4})?/y,
    reason: "label and a plate's form",
  },
  { pattern: /\d{1,4}[- ]?[A-Z]{2,3}(?:[- ]?\d{1,4})?/y, reason: "label and a plate's form" },
  { pattern: /[A-Z]{1,4}[- ]?\d{2,4}(?:[- ]?[A-Z]{1,3})?/y, reason: "label and a plate's form" },
  { pattern: /\d[A-Z0-9]{4,7}/y, reason: "label and a plate's form" },
  { pattern: /[A-Z](?=[A-Z0-9]{0,6}\d)[A-Z0-9]{4,7}/y, reason: "label and a plate's form" },
];

/** Number plates behind a label. */
export const vehicleRegistration: LabelRule = {
  name: "vehicle-registration",
  entityType: "VEHICLE_REGISTRATION_NUMBER",
  labels:
    "license plate|licence plate|license plates|license plate number|licenseplate|number plate|numberplate|" +
    "registration plate|plate number|plate no|plate!|plates!|lic plate|vehicle registration|vehicle registration number|" +
    "vehicle registration mark|vehicle reg|vehicle plate|vehicle number!|vehicle license|car registration|car reg|" +
    "car plate|reg plate|vrn|vrm|reg no!|reg!|registration mark|tag number!|registered as!|" +
    "kennzeichen|kfz kennzeichen|autokennzeichen|nummernschild|matricula|placa|placas|numero de placa|" +
    "immatriculation|plaque d immatriculation|plaque!|targa|targa auto|kenteken|kentekennummer|rejestracja!",
  read: (text, at) => readForm(text, at, FORMS),
};

const BRITISH = /[A-HJ-PR-Y]{2}\d{2} ?[A-HJ-PR-Z]{3}(?!-)/y;
const VEHICLE_WORDS: ReadonlySet<string> = new Set(
  (
    "car cars vehicle van lorry truck taxi cab motorbike motorcycle plate plates reg registration registered " +
    "parked driving drove ford vauxhall toyota bmw audi volkswagen vw nissan honda mercedes peugeot renault"
  ).split(" "),
);
const CONTEXT_CHARS = 50;
const UNLABELLED_SCORE = 0.75;

/** British plates behind a word for a vehicle. */
export const UNLABELLED_VEHICLE_REGISTRATION: UnlabelledForm = {
  name: "vehicle-registration",
  entityType: "VEHICLE_REGISTRATION_NUMBER",
  pattern: BRITISH,
  run: [4, 7],
  begins: "letter",
  judge: (_, text, start) =>
    hasWordBefore(text, start, VEHICLE_WORDS, CONTEXT_CHARS)
      ? { score: UNLABELLED_SCORE, reason: "British form behind a word for a vehicle" }
      : null,
};
