// Long work that is done in steps, so that whoever drives it can let others in between (platform/yield-to-callers.ts).

/**
 * Work in steps. Before each step it says what the step costs at most: about milliseconds of one core of a small server
 * (2 cores of an Intel Xeon). What a step has done is never undone, and nothing outside of it is relied on between two.
 * A promise instead of a number is what the next step waits for.
 */
export type Steps<T> = Generator<number | Promise<void>, T, void>;

/** Do all steps at once. Throws when one of them has to wait. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (typeof step.value === "number") continue;
    step.value.catch(() => undefined);
    throw new Error("a step has to wait for something that is not loaded");
  }
}

/** Letters that costs of reading a text are given for: the longest text there is. */
const MEASURED_LETTERS = 64 * 1024;

/** What a text of so many letters costs to read, by what one of 64 KiB costs. */
export function costOfLetters(letters: number, costOf64KiB: number): number {
  return (letters / MEASURED_LETTERS) * costOf64KiB;
}
