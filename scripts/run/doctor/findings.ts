// One result of the doctor, and how it is printed.
import { styleText } from "node:util";

/** `bad` prevents the service from serving, now or soon; `watch` may do so one day. */
type Verdict = "good" | "watch" | "bad";

/** Result of one check. */
export interface Finding {
  readonly what: string;
  readonly verdict: Verdict;
  /** What was seen, and what to do about it. */
  readonly said: string;
}

/** Nothing to do. */
export const good = (what: string, said: string): Finding => ({ what, verdict: "good", said });
/** Something to keep an eye on. */
export const watch = (what: string, said: string): Finding => ({ what, verdict: "watch", said });
/** Something to act on. */
export const bad = (what: string, said: string): Finding => ({ what, verdict: "bad", said });

const MARKS = { good: ["green", "ok"], watch: ["yellow", "watch"], bad: ["red", "BAD"] } as const;

/** A finding as one line. */
export function lineOf({ what, verdict, said }: Finding, isColoured: boolean): string {
  const [colour, mark] = MARKS[verdict];
  const shown = mark.padEnd(6);
  return `${isColoured ? styleText(colour, shown) : shown} ${what.padEnd(12)} ${said}`;
}
