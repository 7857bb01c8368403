// What is remembered of jobs whose mappings all live.
import { expect, it } from "vitest";
import { UntouchedResults } from "../../../src/vault/jobs/results.ts";
import type { Liveness } from "../../../src/vault/state/liveness.ts";

function untouched() {
  const liveness = { epoch: 0 };
  return { liveness, results: new UntouchedResults(liveness as unknown as Liveness) };
}

it("holds until something is erased, whichever job it belonged to", () => {
  const { liveness, results } = untouched();
  expect(results.has(1)).toBe(false);
  results.began(1, 0);
  results.began(2, 0);
  expect([results.has(1), results.has(2)]).toEqual([true, true]);
  liveness.epoch += 1;
  results.began(3, 1);
  expect([results.has(1), results.has(2), results.has(3)]).toEqual([false, false, true]);
});

it("is not said of a job whose first chunk was read before something was erased, and written after it", () => {
  const { liveness, results } = untouched();
  results.began(1, 0);
  liveness.epoch += 1;
  results.began(1, 0);
  expect(results.has(1)).toBe(false);
});

it("is remembered of the newest jobs only", () => {
  const { results } = untouched();
  for (let serial = 0; serial <= 10_000; serial++) results.began(serial, 0);
  expect([results.has(0), results.has(1), results.has(10_000)]).toEqual([false, true, true]);
});
