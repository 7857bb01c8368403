// The scheduler alone: when it sets the alarm, and what it tells the Registry.

import { describe, expect, it } from "vitest";
import { Scheduler } from "../../../src/vault/runtime/scheduler.ts";

describe("the alarm", () => {
  // A restored file can hold an alarm in the past that never fires. The runtime cannot be brought
  // to that here (an alarm in the past fires at once), so the scheduler gets the storage it would see.
  it.each([
    ["missing", null, 5_000, 1_000_000],
    ["long past", 10_000, 5_000, 1_000_000],
    ["far behind the due time", 9_000_000, 2_000_000, 2_000_000],
  ])("that is %s is set anew by the first request", async (_, armed, due, expected) => {
    const set: number[] = [];
    const scheduler = schedulerWith(armed, due, set);
    await scheduler.ensureArmed();
    expect(set).toEqual([expected]);
    await scheduler.ensureArmed();
    expect(set).toEqual([expected]);
  });

  it.each([
    ["in time", 2_000_000, 2_000_000],
    ["about to fire", 999_000, 999_000],
    ["earlier than needed", 1_500_000, 2_000_000],
    ["absent with nothing to do", null, null],
  ])("that is %s stays as it is", async (_, armed, due) => {
    const set: number[] = [];
    await schedulerWith(armed, due, set).ensureArmed();
    expect(set).toEqual([]);
  });
});

describe("what the Registry is told", () => {
  it("is never waited for, comes in order, and is what holds at the moment it is told", async () => {
    let due: number | null = null;
    const told: (number | null)[] = [];
    const answers: ((error?: Error) => void)[] = [];
    const scheduler = new Scheduler({
      storage: { setAlarm: async () => undefined } as unknown as DurableObjectStorage,
      clock: () => 1_000_000,
      nextDue: () => due,
      reportDue: (now) => {
        told.push(now);
        return new Promise((resolve, reject) =>
          answers.push((error) => (error ? reject(error) : resolve())),
        );
      },
      inBackground: () => undefined,
    });
    const armWith = async (next: number | null) => {
      due = next;
      await scheduler.arm();
    };
    await armWith(null);
    for (const next of [2_000_000, 3_000_000, 4_000_000]) await armWith(next);
    // The Registry has not answered yet: a later word must not overtake the first.
    expect(told).toEqual([null]);
    answers.shift()?.();
    await aMoment();
    expect(told).toEqual([null, 4_000_000]);
    // A report that failed is sent again when the next alarm is set.
    answers.shift()?.(new Error("not reached"));
    await aMoment();
    expect(told).toEqual([null, 4_000_000]);
    await armWith(4_000_000);
    expect(told).toEqual([null, 4_000_000, 4_000_000]);
    answers.shift()?.();
    await aMoment();
    await armWith(4_000_000);
    expect(told).toHaveLength(3);
  });
});

/** Lets everything run that waits for nothing else. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 0));

function schedulerWith(armed: number | null, due: number | null, set: number[]): Scheduler {
  let now: number | null = armed;
  const storage = {
    getAlarm: async () => now,
    setAlarm: async (at: number) => {
      now = at;
      set.push(at);
    },
  } as unknown as DurableObjectStorage;
  return new Scheduler({
    storage,
    clock: () => 1_000_000,
    nextDue: () => due,
    reportDue: async () => undefined,
    inBackground: () => undefined,
  });
}
