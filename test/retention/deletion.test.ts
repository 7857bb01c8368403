import { describe, expect, it } from "vitest";
import { DELETION_PHASES, percentOf, phaseAfter } from "../../src/retention/deletion.ts";

describe("the phases of a deletion", () => {
  it("follow one another to the receipt, each once", () => {
    const walked: string[] = [];
    for (let phase: (typeof DELETION_PHASES)[number] | null = "count"; phase !== null; ) {
      walked.push(phase);
      phase = phaseAfter(phase);
    }
    expect(walked).toEqual(["count", "rows", "reseal", "keys", "jobs", "receipt"]);
    expect(walked).toEqual([...DELETION_PHASES]);
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
