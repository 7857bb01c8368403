import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/core/time.ts";
import {
  cutoffOf,
  type DeletionPhase,
  firstPhase,
  isSearch,
  percentOf,
  phaseAfter,
} from "../../src/erasure/deletion.ts";
import type { DeletionTarget } from "../../src/erasure/ledger-entry.ts";

describe("the phases of a deletion", () => {
  const AGE = ["count", "rows", "digests", "keys", "day-keys", "jobs", "close", "renew", "receipt"];
  const SEARCH = [
    "values",
    "pairs",
    "left-pairs",
    "job-data",
    "day-keys",
    "close",
    "renew",
    "receipt",
  ];
  it.each<[DeletionTarget, string[]]>([
    ["age", AGE],
    ["retention", AGE],
    ["value", SEARCH],
    ["token", SEARCH],
    ["attribute", SEARCH.slice(1)],
  ])("by %s follow one another to the receipt, each once", (target, phases) => {
    const walked: string[] = [];
    for (let phase: DeletionPhase | null = firstPhase(target); phase !== null; ) {
      walked.push(phase);
      phase = phaseAfter(target, phase);
    }
    expect(walked).toEqual(phases);
    expect(isSearch(target)).toBe(!phases.includes("count"));
  });
});

describe("the percent done", () => {
  it.each([
    ["unknown while counting", 0, null, null],
    ["unknown while counting, though the mask's block has removed some", 5, null, null],
    ["all where nothing was to do", 0, 0, 100],
    ["none at the beginning", 0, 3, 0],
    ["rounded down", 2, 3, 66],
    ["not 100 before the end", 999, 1_000, 99],
    ["100 at the end", 3, 3, 100],
    ["never above 100", 4, 3, 100],
  ])("is %s", (_, cleared, total, percent) => {
    expect(percentOf(cleared, total)).toBe(percent);
  });
});

const NOW = Date.UTC(2024, 1, 28, 15, 30, 12, 345);
const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);

describe("the cutoff of a date", () => {
  it.each([
    ["a day long ago", "1999-12-31", at(1999, 12, 31)],
    ["before 1970", "1969-07-20", at(1969, 7, 20)],
    ["today", "2024-02-28", at(2024, 2, 28)],
    ["tomorrow, which is everything up to acceptance", "2024-02-29", NOW + 1],
    ["a leap day", "2020-02-29", at(2020, 2, 29)],
  ])("is that day's first moment in UTC (%s)", (_, date, cutoff) => {
    expect(cutoffOf({ date }, NOW, 0)).toEqual({ ok: true, value: cutoff });
  });

  it.each([
    ["no calendar date", "2023-02-29", "invalid_date"],
    ["the 31st of a short month", "2023-04-31", "invalid_date"],
    ["month 13", "2023-13-01", "invalid_date"],
    ["month 0", "2023-00-10", "invalid_date"],
    ["day 0", "2023-01-00", "invalid_date"],
    ["the day after tomorrow", "2024-03-01", "date_in_future"],
    ["a day far ahead", "9999-12-31", "date_in_future"],
  ])("is refused (%s)", (_, date, code) => {
    expect(cutoffOf({ date }, NOW, 0)).toEqual({ ok: false, error: { code } });
  });

  it.each([
    ["the last millisecond of a day", at(2024, 2, 29) - 1, "2024-03-01", "date_in_future"],
    ["the first millisecond of the next", at(2024, 2, 29), "2024-03-01", at(2024, 2, 29) + 1],
  ])("counts tomorrow from the moment of acceptance, in UTC (%s)", (_, now, date, expected) => {
    const cutoff = cutoffOf({ date }, now, 0);
    expect(cutoff.ok ? cutoff.value : cutoff.error.code).toBe(expected);
  });
});

it("covers what a clock put back has left ahead of it, for tomorrow's date", () => {
  expect(cutoffOf({ date: "2024-02-29" }, NOW, NOW + 5_000)).toEqual({
    ok: true,
    value: NOW + 5_001,
  });
});

describe("the cutoff of a duration", () => {
  it.each([1, 3, 90, 36_500])("is so many times 24 hours before acceptance (%i)", (duration) => {
    expect(cutoffOf({ duration }, NOW, 0)).toEqual({ ok: true, value: NOW - duration * DAY_MS });
  });
});
