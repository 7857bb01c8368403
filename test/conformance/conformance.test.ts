// Runs the test of every row of requirements.ts, and fails when a row has none.
import { describe, expect, it } from "vitest";
import { ERASURE_CHECKS } from "./erasure-checks.ts";
import { JOB_CHECKS } from "./job-checks.ts";
import { type Checks, MASKING_CHECKS } from "./masking-checks.ts";
import { PERSON_CHECKS } from "./person-checks.ts";
import { POLICY_CHECKS } from "./policy-checks.ts";
import { REQUIREMENTS } from "./requirements.ts";

const ALL = [MASKING_CHECKS, JOB_CHECKS, ERASURE_CHECKS, PERSON_CHECKS, POLICY_CHECKS];
const CHECKS: Checks = Object.assign({}, ...ALL);

describe("the specification", () => {
  for (const { id, test } of REQUIREMENTS) {
    const check = CHECKS[id];
    if (check !== undefined) it(`${id}: ${test}`, check);
  }
});

describe("the list of requirements", () => {
  it("has a test for every row", () => {
    expect(REQUIREMENTS.filter(({ id }) => CHECKS[id] === undefined)).toEqual([]);
  });

  it("has a row for every test", () => {
    const rows = new Set(REQUIREMENTS.map(({ id }) => id));
    expect(Object.keys(CHECKS).filter((id) => !rows.has(id))).toEqual([]);
    const names = ALL.flatMap(Object.keys);
    expect(names).toHaveLength(Object.keys(CHECKS).length);
  });

  it("has a sentence and an id of its section in every row, none twice", () => {
    for (const { id, says } of REQUIREMENTS) {
      expect(id).toMatch(/^S[1-8](\.\d+){1,2}$/);
      expect(says).toMatch(/^[A-Za-z].{15,}\.$/);
    }
    expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(REQUIREMENTS.length);
    expect(new Set(REQUIREMENTS.map(({ test }) => test)).size).toBe(REQUIREMENTS.length);
  });

  it("covers all eight sections", () => {
    const sections = new Set(REQUIREMENTS.map(({ id }) => id[1]));
    expect([...sections].sort()).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
  });
});
