// The days that dates are drawn from, against Date.

import { describe, expect, it } from "vitest";
import { dayNumber, isDay } from "../../../../src/reference/calendar.ts";
import {
  ALL_YEARS,
  dayAt,
  REALISTIC_YEARS,
  SHORT_YEARS,
  sizeOf,
} from "../../../../src/tokens/forms/date/day-ranges.ts";
import { isIsoDay } from "../../../support/tokens/written-dates.ts";

describe("the calendar", () => {
  it("agrees with Date about every day of 1900 to 2099 and of the short years", () => {
    for (const range of [REALISTIC_YEARS, SHORT_YEARS]) {
      const start = Date.UTC(range.firstYear, 0, 1);
      for (let index = 0; index < range.days; index++) {
        const date = new Date(start + index * 86_400_000);
        const day = dayAt(range, false, index);
        const same =
          day.year === date.getUTCFullYear() &&
          day.month === date.getUTCMonth() + 1 &&
          day.day === date.getUTCDate() &&
          day.weekday === (date.getUTCDay() + 6) % 7;
        if (!same || dayNumber(day.year, day.month, day.day) !== range.firstDay + index) {
          throw new Error(date.toISOString());
        }
      }
    }
  });

  it("agrees with Date about days of all years, and which days there are", () => {
    const start = Date.UTC(1000, 0, 1);
    for (let index = 0; index < ALL_YEARS.days; index += 37) {
      const { year, month, day } = dayAt(ALL_YEARS, false, index);
      const text = new Date(start + index * 86_400_000).toISOString().slice(0, 10);
      if (text !== [year, month, day].map((n) => String(n).padStart(2, "0")).join("-")) {
        throw new Error(text);
      }
    }
    for (const year of [1, 4, 100, 1900, 2000, 2023, 2024, 9999]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const text = [String(year).padStart(4, "0"), month, day]
            .map((part) => String(part).padStart(2, "0"))
            .join("-");
          if (isDay(year, month, day) !== isIsoDay(text)) throw new Error(text);
        }
      }
    }
  });

  it("has as many days as documented", () => {
    expect([SHORT_YEARS, REALISTIC_YEARS, ALL_YEARS].map((range) => sizeOf(range, false))).toEqual([
      36_525, 73_049, 3_287_182,
    ]);
    expect([SHORT_YEARS, REALISTIC_YEARS, ALL_YEARS].map((range) => sizeOf(range, true))).toEqual([
      14_400, 28_800, 1_296_000,
    ]);
  });
});
