// Switzerland. AHV number: EAN-13 with prefix 756 (Federal Social Insurance Office). UID: modulus 11 (UIDV; eCH-0097).

import { passesEan13, weightedSum } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, withoutLabel } from "../country.ts";

const [AHV_SHOWN, UID_SHOWN] = ["check digit of an AHV number", "check digit of a UID"];
const AHV = /756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}/y;
const AHV_ALONE = /756\.\d{4}\.\d{4}\.\d{2}(?!\.\d)/y;
const UID = /CHE[- ]?\d{3}[. ]?\d{3}[. ]?\d{3}/y;
const UID_ALONE = /CHE-\d{3}\.\d{3}\.\d{3}(?!\.\d)/y;

function passesUid(compact: string): boolean {
  return weightedSum(compact.slice(3), [5, 4, 3, 2, 7, 6, 5, 4, 1]) % 11 === 0;
}

/** Numbers of Switzerland. */
export const switzerland: Country = {
  national: {
    labels: "ahv|avs!",
    forms: [
      afterLabel(AHV_SHOWN, AHV, passesEan13),
      withoutLabel(AHV_SHOWN, AHV_ALONE, { run: [3, 3], score: 1 }, passesEan13),
    ],
  },
  tax: {
    labels: "uid!|uid nummer|uid nr|che!",
    forms: [
      afterLabel(UID_SHOWN, UID, passesUid),
      withoutLabel(UID_SHOWN, UID_ALONE, { run: [3, 3], score: 0.95, starts: "CHE" }, passesUid),
    ],
  },
};
