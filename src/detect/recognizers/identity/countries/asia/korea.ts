// Korea. Resident and alien registration number: weights 2 to 9, modulus 11 (Enforcement rules of the Resident Registration
// Act). Numbers issued since October 2020 have no check digit: form. Business registration number: National Tax Service.

import { weightedSum } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, DAY, MONTH, withoutLabel } from "../country.ts";

const BORN = `\\d{2}${MONTH}${DAY}`;
const SOLID = new RegExp(`${BORN}-?\\d{7}`, "y");
const WRITTEN = new RegExp(`${BORN}-[1-8]\\d{6}(?!-)`, "y");
const SHOWN = "check digit of a Korean number";

function passesResident(digits: string): boolean {
  const rest = weightedSum(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11;
  return (11 - rest) % 10 === Number(digits.charAt(12));
}

function passesBusiness(digits: string): boolean {
  const carry = Math.floor((5 * Number(digits.charAt(8))) / 10);
  return (weightedSum(digits, [1, 3, 7, 1, 3, 7, 1, 3, 5, 1]) + carry) % 10 === 0;
}

/** Numbers of Korea. */
export const korea: Country = {
  national: {
    labels: "rrn!|resident registration|jumin|jumin deungnok beonho",
    forms: [
      afterLabel(SHOWN, SOLID, passesResident),
      afterLabel("form of a Korean number", WRITTEN),
      withoutLabel(SHOWN, WRITTEN, { run: [6, 6], score: 0.95 }, passesResident),
    ],
  },
  tax: {
    labels: "business registration number",
    forms: [afterLabel("check digit of a Korean business", /\d{3}-?\d{2}-?\d{5}/y, passesBusiness)],
  },
};
