import { describe, expect, it } from "vitest";
import {
  compactTimestamp,
  DAY_MS,
  dayOf,
  isoDate,
  parseIsoDay,
  wireTimestamp,
} from "../../src/core/time.ts";
import { cases, fc } from "../support/properties.ts";

describe("parseIsoDay", () => {
  it.each([
    ["1970-01-01", 0],
    ["1970-01-02", 1],
    ["1969-12-31", -1],
    ["2000-02-29", 11016],
    ["2024-02-29", 19782],
    ["2026-11-21", 20778],
    ["9999-12-31", 2932896],
  ])("reads %s as day %i", (text, day) => {
    expect(parseIsoDay(text)).toBe(day);
  });

  it.each([
    "2023-02-29",
    "1900-02-29",
    "2100-02-29",
    "2024-02-30",
    "2024-04-31",
    "2024-13-01",
    "2024-00-10",
    "2024-01-00",
    "2024-01-32",
    "2024-1-1",
    "24-01-01",
    "20240101",
    "2024-01-01T00:00:00Z",
    " 2024-01-01",
    "2024-01-01 ",
    "2024-01-01\n",
    "2024/01/01",
    "٢٠٢٤-٠١-٠١",
    "+024-01-01",
    "",
    "today",
  ])("refuses %j", (text) => {
    expect(parseIsoDay(text)).toBeNull();
  });

  it("takes exactly the days of the Gregorian calendar", () => {
    const monthLength = (year: number, month: number): number => {
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
      return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
    };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(14), fc.nat(33), (y, m, d) => {
        const text = [
          String(y).padStart(4, "0"),
          String(m).padStart(2, "0"),
          String(d).padStart(2, "0"),
        ];
        const isReal = m >= 1 && m <= 12 && d >= 1 && d <= monthLength(y, m);
        expect(parseIsoDay(text.join("-")) !== null).toBe(isReal);
      }),
      { numRuns: cases(2000) },
    );
  });

  it("is undone by isoDate, and days follow one another", () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_932_895 }), (day) => {
        expect(parseIsoDay(isoDate(day * DAY_MS))).toBe(day);
        expect(dayOf(day * DAY_MS)).toBe(day);
        expect(dayOf((day + 1) * DAY_MS - 1)).toBe(day);
      }),
    );
  });
});

describe("timestamps", () => {
  it.each([
    [0, "1970-01-01 00:00:00", "01011970000000"],
    [Date.UTC(2024, 1, 29, 23, 59, 59, 999), "2024-02-29 23:59:59", "29022024235959"],
    [Date.UTC(2026, 10, 21, 9, 8, 7), "2026-11-21 09:08:07", "21112026090807"],
  ])("of %i are in UTC, to the second, never rounded up", (ms, wire, compact) => {
    expect(wireTimestamp(ms)).toBe(wire);
    expect(compactTimestamp(ms)).toBe(compact);
  });
});
