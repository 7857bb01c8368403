import { expect, it } from "vitest";
import { numberingPlans } from "../../../../src/detect/recognizers/phone/numbering-plans.ts";

it("takes numbers with a trunk zero as their region writes them, and no others", () => {
  const yes = [
    ...["020 7946 0128", "0117 496 0123", "01 23 45 67 89", "01.23.45.67.89", "0470 12 34 56"],
    ...["044 668 18 00", "(02) 9374 4000", "0412 345 678", "011 978 5000"],
  ];
  expect(yes.filter((number) => !numberingPlans.isNationalForm(number))).toEqual([]);
  const no = ["0044 1234 0130", "0123-4567-89", "020 79460 128", "0123 45 67 8"];
  expect(no.filter((number) => numberingPlans.isNationalForm(number))).toEqual([]);
});
