// Counting unmasked values per hour, compared with a list of every single unmask.
import { describe, expect, it } from "vitest";
import {
  countedAt,
  countOf,
  maySeeSameResults,
  NO_RECENT_UNMASKS,
  type RecentUnmasks,
  withMore,
} from "../../../src/core/brakes/unmask-brakes.ts";
import { cases, fc } from "../../support/properties.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse("2026-11-26T12:00:00Z");

/** Seconds that pass, forwards or back; and how many values are asked for. */
const steps = fc.array(
  fc.tuple(fc.integer({ min: -2 * 3_600, max: 3_600 }), fc.integer({ min: 1, max: 8 })),
  { maxLength: 60 },
);

describe("values that were unmasked lately", () => {
  it("are never more than the limit in any hour of time that has passed, and free again a minute later", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const limit = 10;
        let lately: RecentUnmasks = NO_RECENT_UNMASKS;
        let now = NOON;
        // What has passed of time: a clock that is set back has brought nothing.
        let passed = 0;
        const given: [at: number, values: number][] = [];
        for (const [seconds, values] of taken) {
          now += seconds * 1_000;
          passed += Math.max(0, seconds * 1_000);
          lately = countedAt(lately, now);
          const inHour = (ms: number) =>
            given.filter(([at]) => at > passed - ms).reduce((sum, [, count]) => sum + count, 0);
          const left = limit - countOf(lately);
          expect(left).toBeLessThanOrEqual(limit - inHour(HOUR));
          expect(left).toBeGreaterThanOrEqual(limit - inHour(HOUR + MINUTE));
          if (values > left) continue;
          lately = withMore(lately, values);
          given.push([passed, values]);
          expect(lately.runs.length).toBeLessThanOrEqual(62);
        }
      }),
      { numRuns: cases(4_000) },
    );
  });

  it("come under the limit one at a time as they come together", () => {
    let lately = countedAt(NO_RECENT_UNMASKS, NOON);
    for (let i = 0; i < 500; i++) lately = withMore(countedAt(lately, NOON + i * 7_000), 1);
    const { runs } = lately;
    expect(runs.length).toBeLessThan(62);
    expect(countOf(lately)).toBe(500);
    expect(countOf(countedAt(lately, NOON + 500 * 7_000 + HOUR + MINUTE))).toBe(0);
  });
});

describe("what two tokens are shown", () => {
  it("is the same where types, policies and reveal are", () => {
    const one = { entityTypes: ["PERSON"], reveal: "partial" } as const;
    expect(maySeeSameResults(one, { ...one, valuesPerHour: 5, needsReason: true })).toBe(true);
    expect(maySeeSameResults(one, { entityTypes: ["PERSON"] })).toBe(false);
    expect(maySeeSameResults(one, { ...one, policies: [null] })).toBe(false);
    expect(maySeeSameResults({ valuesPerHour: 1 }, undefined)).toBe(false);
  });
});
