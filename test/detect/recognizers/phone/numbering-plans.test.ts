import { Metadata } from "libphonenumber-js/min";
import { expect, it } from "vitest";
import {
  FORM_GROUPS,
  FORM_REGIONS,
  numberingPlans,
} from "../../../../src/detect/recognizers/phone/numbering-plans.ts";

it("takes numbers with a trunk zero as their region writes them, and no others", () => {
  const yes = [
    ...["020 7946 0128", "0117 496 0123", "01 23 45 67 89", "01.23.45.67.89", "0470 12 34 56"],
    ...["044 668 18 00", "(02) 9374 4000", "0412 345 678", "011 978 5000"],
  ];
  expect(yes.filter((number) => !numberingPlans.isNationalForm(number))).toEqual([]);
  const no = ["0044 1234 0130", "0123-4567-89", "020 79460 128", "0123 45 67 8"];
  expect(no.filter((number) => numberingPlans.isNationalForm(number))).toEqual([]);
});

interface Format {
  pattern(): string;
  nationalPrefixFormattingRule(): string | undefined;
}

/** The library's formats of a region; its types do not tell of them. */
function formatsOf(region: string): Format[] {
  const metadata = new Metadata() as unknown as {
    selectNumberingPlan(region: string): void;
    numberingPlan: { formats(): Format[] };
  };
  metadata.selectNumberingPlan(region);
  return metadata.numberingPlan.formats();
}

/** Digits of each group of a format after the trunk zero, for each length its groups may have: "3-4-4". */
function groupsOf(format: Format): string[] {
  const groups = [...format.pattern().matchAll(/\\d(?:\{(\d+)(?:,(\d+))?\})?/g)];
  let written = [[] as number[]];
  for (const [, least = "1", most = least] of groups) {
    const lengths = Array.from(
      { length: Number(most) - Number(least) + 1 },
      (_, i) => i + Number(least),
    );
    written = written.flatMap((before) => lengths.map((digits) => [...before, digits]));
  }
  return written.map(([first = 0, ...rest]) => [first + 1, ...rest].join("-"));
}

it.each(FORM_REGIONS)("%s: looks at all of the library's groups behind a trunk zero", (region) => {
  const all = formatsOf(region)
    .filter((format) => `${format.nationalPrefixFormattingRule()}`.includes("0$1"))
    .flatMap(groupsOf)
    .filter((groups) => groups.split("-").length >= 3);
  expect(all.length).toBeGreaterThan(0);
  expect(all.filter((groups) => !FORM_GROUPS.has(groups))).toEqual([]);
});
