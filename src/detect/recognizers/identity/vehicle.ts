// VEHICLE_IDENTIFICATION_NUMBER: seventeen characters without I, O and Q (ISO 3779), with the check digit of 49 CFR 565.15
// or after a label (most makers outside North America use no check digit). They also count near a word for a vehicle, and
// with the filler Z in positions that European makers leave open ("WVWZZZ1J..."). VEHICLE_REGISTRATION_NUMBER: number plates
// after a label; the British form (DVLA, INF104: two letters, two digits, three letters) also near a word for a vehicle.

import { passesVin } from "../../checks/weighted-checks.ts";
import { form, type IdentifierForm, readForm } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { afterWord, formsLike, type UnlabelledForm } from "../../labels/unlabelled-forms.ts";

const VIN_FORMS: readonly IdentifierForm[] = [
  form("check digit", /[A-HJ-NPR-Z0-9]{17}/iy, passesVin),
  form("seventeen characters", /(?=[A-Z]{0,16}\d)[A-HJ-NPR-Z0-9]{17}/iy),
  { pattern: /(?=[A-Z]{0,10}\d)[A-Z0-9]{11,17}/y, reason: "label" },
];

/** Vehicle identification numbers after a label. */
export const vehicleIdentification: LabelRule = {
  name: "vehicle-identification",
  entityType: "VEHICLE_IDENTIFICATION_NUMBER",
  labels: "vin|vehicle identification|vehicle id|chassis!|frame number!",
  abroad: "vin",
  prefixes: "vin",
  read: (text, at) => readForm(text, at, VIN_FORMS),
};

const isNearVehicle = afterWord(
  "car cars vehicle vehicles van lorry truck taxi cab motorbike motorcycle suv plate plates reg registration registered " +
    "parked driving drove garage dealer mileage odometer chassis vin audi bmw citroen dacia fiat ford honda hyundai jaguar " +
    "jeep kia lexus mazda mercedes mini nissan opel peugeot porsche renault seat skoda subaru suzuki tesla toyota vauxhall " +
    "volkswagen volvo vw",
);
const NEAR_VEHICLE_SCORE = 0.75;

/** Not 1: one in eleven random strings passes the check. */
const CHECK_DIGIT_SCORE = 0.85;
/** North American numbers end in four digits (49 CFR 565.15(d)); "1Z..." is a parcel. */
const IN_USE = /(?!1Z)(?=\d{0,16}[A-Z])[A-HJ-NPR-Z0-9]{13}\d{4}(?!-)/y;

/** European makers put a filler in positions that they do not use (ISO 3779, 6.2: the descriptor). */
const FILLED = /[S-Z][A-HJ-NPR-Z0-9]{2}ZZZ[A-HJ-NPR-Z0-9]{5}\d{6}(?!-)/y;
/** Not North American, because those have a check digit. */
const ELSEWHERE = /(?![1-5])(?=\d{0,16}[A-Z])[A-HJ-NPR-Z0-9]{13}\d{4}(?!-)/y;
const VIN_RUN = [17, 17] as const;
const likeVehicle = formsLike(vehicleIdentification);

/** Vehicle identification numbers by check digit, by fillers, or near a word for a vehicle. */
export const UNLABELLED_VEHICLE_IDENTIFICATION: readonly UnlabelledForm[] = [
  likeVehicle(IN_USE, VIN_RUN, CHECK_DIGIT_SCORE, "ISO 3779 form and check digit", passesVin),
  likeVehicle(FILLED, VIN_RUN, CHECK_DIGIT_SCORE, "ISO 3779 form filled as in Europe"),
  likeVehicle(
    ELSEWHERE,
    VIN_RUN,
    NEAR_VEHICLE_SCORE,
    "ISO 3779 form near a word for a vehicle",
    isNearVehicle,
  ),
];

const PLATE_FORMS: readonly IdentifierForm[] = [
  form("the British form", /[A-Z]{2}\d{2} ?[A-Z]{3}/iy),
  // Germany: district, letters, digits; electric and historic cars have a letter at the end.
  form("the German form", /[A-ZÄÖÜ]{1,3}[- ][A-Z]{1,2}[ -]?\d{1,4}[EH]?/y),
  form("a plate's form", /[A-Z]{2}[- ]?\d{1,3}[- ]?[A-Z]{1,3}(?:[- ]?\d{1,4})?/y),
  form("a plate's form", /\d{1,4}[- ]?[A-Z]{2,3}(?:[- ]?\d{1,4})?/y),
  form("a plate's form", /[A-Z]{1,3}[- ]\d{3}[- ]\d{3}/y),
  form("a plate's form", /[A-Z]{1,4}[- ]?\d{2,4}(?:[- ]?[A-Z]{1,3})?/y),
  form("the Polish form", /[A-Z]{2,3} (?=[A-Z]{0,3}\d)[A-Z\d]{4,5}/y),
  form("the Turkish form", /(?:0[1-9]|[1-7]\d|8[01]) [A-Z]{1,3} \d{2,5}/y),
  form("the Korean form", /\d{2,3}[\uac00-\ud7a3] ?\d{4}/y),
  form("the Irish form", /\d{2,3}-[A-Z]{1,2}-\d{1,6}/y),
  form("a plate's form", /\d[A-Z0-9]{4,7}/y),
  form("a plate's form", /[A-Z](?=[A-Z0-9]{0,6}\d)[A-Z0-9]{4,7}/y),
];

const ONE_PIECE = /^(?=[A-Z-]*\d)(?=[\d-]*[A-Z])[A-Z\d-]{6,}$/;

/** Number plates after a label. */
export const vehicleRegistration: LabelRule = {
  name: "vehicle-registration",
  entityType: "VEHICLE_REGISTRATION_NUMBER",
  labels:
    "license plate|licence plate|license plates|licenseplate|number plate|numberplate|registration plate|" +
    "plate?|plates?|registration?|lic plate|vehicle registration|vehicle registration mark|vehicle reg|" +
    "vehicle plate|vehicle number!|vehicle license|car registration|car reg|car plate|reg plate|vrn|vrm|reg!|" +
    "registration mark|tag number!|registered as!",
  abroad: "vehicle",
  read(text, at, evidence) {
    const plate = readForm(text, at, PLATE_FORMS);
    // Not "plate 12 AB": after an unspecific label it must be without blanks.
    const isOpen = evidence === "loose" && !ONE_PIECE.test(text.slice(at, plate?.end));
    return isOpen ? null : plate;
  },
};

const BRITISH_PLATE = /[A-HJ-PR-Y]{2}\d{2} ?[A-HJ-PR-Z]{3}(?!-)/y;
/** British plates after a word for a vehicle. */
export const UNLABELLED_VEHICLE_REGISTRATION: UnlabelledForm = formsLike(vehicleRegistration)(
  BRITISH_PLATE,
  [4, 7],
  NEAR_VEHICLE_SCORE,
  "British form behind a word for a vehicle",
  isNearVehicle,
);
