// The groupings that are asked about are all that the library writes.

import { Metadata } from "libphonenumber-js/min";
import { describe, expect, it } from "vitest";
import { FORM_REGIONS, phoneJudge } from "../../../../src/detect/recognizers/phone/phone-judge.ts";

interface Format {
  pattern(): string;
  format(): string;
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

/** The shortest and the longest number of a format, of nines behind the trunk zero. */
function written(format: Format): string[] {
  return [1, 2].map((bound) => {
    const groups = [...format.pattern().matchAll(/\\d(?:\{(\d+)(?:,(\d+))?\})?/g)].map((group) =>
      "9".repeat(Number(group[bound] ?? group[1] ?? 1)),
    );
    const [first = "", ...rest] = groups;
    return [`0${first}`, ...rest].join(" ");
  });
}

describe("regions whose written form is told", () => {
  it.each(FORM_REGIONS)(
    "%s: all of the library's groupings are asked about",
    (region, grouping) => {
      const all = formatsOf(region)
        .filter((format) => `${format.nationalPrefixFormattingRule()}`.includes("0$1"))
        .flatMap(written)
        .filter((number) => number.split(" ").length >= 3);
      expect(all.length).toBeGreaterThan(0);
      expect(all.filter((number) => !grouping.test(number))).toEqual([]);
    },
  );

  it("take numbers as they are written there, and no others", () => {
    const yes = [
      ...["020 7946 0128", "0117 496 0123", "01 23 45 67 89", "01.23.45.67.89", "0470 12 34 56"],
      ...["044 668 18 00", "(02) 9374 4000", "0412 345 678", "011 978 5000"],
    ];
    expect(yes.filter((number) => !phoneJudge.isNationalForm(number))).toEqual([]);
    const no = ["0044 1234 0130", "0123-4567-89", "020 79460 128", "0123 45 67 8"];
    expect(no.filter((number) => phoneJudge.isNationalForm(number))).toEqual([]);
  });
});
