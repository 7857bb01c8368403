import { describe, expect, it } from "vitest";
import {
  type DeletionPhase,
  firstPhase,
  isSearch,
  percentOf,
  phaseAfter,
} from "../../src/erasure/deletion.ts";
import type { DeletionTarget } from "../../src/erasure/ledger-entry.ts";

describe("the phases of a deletion", () => {
  const AGE = ["count", "rows", "digests", "reseal", "keys", "jobs", "receipt"];
  const SEARCH = ["values", "pairs", "job-data", "day-keys", "receipt"];
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
