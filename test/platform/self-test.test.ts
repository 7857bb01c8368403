// Self-tests with known answers: run once, and a failure is final.
import { describe, expect, it } from "vitest";
import type { KnownAnswer } from "../../src/core/known-answer.ts";
import { SelfTest } from "../../src/platform/self-test.ts";

const answer = (name: string, isCorrect: () => Promise<boolean>): KnownAnswer => ({
  name,
  isCorrect,
});
const right = answer("right", async () => true);

describe("a self-test", () => {
  it("finds nothing wrong where all answers come out", async () => {
    const test = new SelfTest([right, right]);
    expect(test.knownFailure).toBeNull();
    expect(await test.failure()).toBeNull();
    expect(test.knownFailure).toBeNull();
  });

  it.each([
    ["does not come out", async () => false],
    ["throws", () => Promise.reject(new Error("secret text"))],
  ])("names the answer that %s, and keeps to it", async (_, comesOut) => {
    let isWrong = true;
    const moody = answer("moody", () => (isWrong ? comesOut() : Promise.resolve(true)));
    const test = new SelfTest([right, moody]);
    expect(await test.failure()).toBe("moody");
    isWrong = false;
    expect(await test.failure()).toBe("moody");
    expect(test.knownFailure).toBe("moody");
  });

  it("is made once, and known answers are not asked for again", async () => {
    let times = 0;
    const counted = answer("counted", async () => {
      times += 1;
      return true;
    });
    const test = new SelfTest([counted]);
    await test.failure();
    await test.failure();
    expect(times).toBe(1);
  });

  it("that two make at once has failed when it failed for either", async () => {
    const outcomes = [false, true];
    const test = new SelfTest([answer("odd", async () => outcomes.shift() ?? true)]);
    await Promise.all([test.failure(), test.failure()]);
    expect(await test.failure()).toBe("odd");
  });
});
