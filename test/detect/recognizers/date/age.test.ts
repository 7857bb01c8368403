import { describe, expect, it } from "vitest";
import { age } from "../../../../src/detect/recognizers/date/age.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("ages", () => {
  it.each([
    "a «79»-year-old woman",
    "a «5» year old and a «7» yr old",
    "«34» years old",
    "«34» yo, «35» y/o, «18»yo",
    "aged «34», Age: «35», age «36»",
    '{"age": «41»}',
    "at the age of «90».",
    "I just turned «47»",
    "I'll turn «23».",
    "I'm «47», and he is «50».",
    "«21» years of age",
    "a «3»-month-old baby",
    "patient: «58» M, smoker",
  ])("finds the number: %s", (marked) => {
    const { found, expected } = compare(age, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "121 years old",
    "I'm 47 miles away",
    "turned 90 degrees",
    "page 34",
    "average 34",
    "in 34 years",
    "1.5 years old",
    "1,234 years old",
    "teenage 15",
    "he is 50% sure",
    "it was 12:30",
  ])("leaves another number alone: %s", (text) => {
    expect(age.scan(text)).toEqual([]);
  });
});
