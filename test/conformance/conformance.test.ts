// Runs the test of every row of requirements.ts, and fails when a row has none.
import { describe, expect, it } from "vitest";
import { ERASURE_CHECKS } from "./erasure-checks.ts";
import { JOB_CHECKS } from "./job-checks.ts";
import { type Checks, MASKING_CHECKS } from "./masking-checks.ts";
import { PERSON_CHECKS } from "./person-checks.ts";
import { REQUIREMENTS } from "./requirements.ts";

const CHECKS: Checks = { ...MASKING_CHECKS, ...JOB_CHECKS, ...ERASURE_CHECKS, ...PERSON_CHECKS };
const TESTED = REQUIREMENTS.flatMap((row) => ("test" in row ? [row] : []));
const PENDING = REQUIREMENTS.filter((row) => "pending" in row);

describe("the specification", () => {
  for (const { id, test } of TESTED) {
    const check = CHECKS[id];
    if (check !== undefined) it(`${id}: ${test}`, check);
  }
  for (const { id, says } of PENDING) it.todo(`${id}: ${says}`);
});

describe("the list of requirements", () => {
  it("has a test for every row that is not pending", () => {
    expect(TESTED.filter(({ id }) => CHECKS[id] === undefined)).toEqual([]);
  });

  it("has a row that is not pending for every test", () => {
    const tested = new Set(TESTED.map(({ id }) => id));
    expect(Object.keys(CHECKS).filter((id) => !tested.has(id))).toEqual([]);
    const names = [MASKING_CHECKS, JOB_CHECKS, ERASURE_CHECKS, PERSON_CHECKS].flatMap(Object.keys);
    expect(names).toHaveLength(Object.keys(CHECKS).length);
  });

  it("has a sentence and an id of its section in every row, none twice", () => {
    for (const { id, says } of REQUIREMENTS) {
      expect(id).toMatch(/^S[1-8](\.\d+){1,2}$/);
      expect(says).toMatch(/^[A-Za-z].{15,}\.$/);
    }
    expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(REQUIREMENTS.length);
    expect(new Set(TESTED.map(({ test }) => test)).size).toBe(TESTED.length);
  });

  it("covers all eight sections", () => {
    const sections = new Set(REQUIREMENTS.map(({ id }) => id[1]));
    expect([...sections].sort()).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
  });
});
