// Long work done in steps, so that its driver can let other requests run in between (platform/yield-to-callers.ts).

/**
 * Work in steps. Before each step the generator yields its greatest cost: about milliseconds of one core of a small server
 * (2 cores of an Intel Xeon). A step is never undone, and between two steps the work relies on no state outside of it. When
 * it yields a promise instead, the next step waits for that.
 */
export type Steps<T> = Generator<number | Promise<void>, T, void>;

/** Do all steps at once. Throws when a step has to wait. */
export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (typeof step.value === "number") continue;
    step.value.catch(() => undefined);
    throw new Error("a step has to wait for something that is not loaded");
  }
}

/** The length for which costs of reading a text are stated: that of the longest text. */
const MEASURED_LETTERS = 64 * 1024;

/** Cost of reading a text of so many letters, from the cost for 64 KiB. */
export function costOfLetters(letters: number, costOf64KiB: number): number {
  return (letters / MEASURED_LETTERS) * costOf64KiB;
}
