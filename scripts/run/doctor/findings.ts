// What a doctor says of one thing, and how it is printed.
import { styleText } from "node:util";

/** `bad` keeps the service from serving, or will; `watch` may one day. */
type Verdict = "good" | "watch" | "bad";

/** One thing that was looked at. */
export interface Finding {
  readonly what: string;
  readonly verdict: Verdict;
  /** What was seen, and what to do about it. */
  readonly said: string;
}

/** A good one. */
export const good = (what: string, said: string): Finding => ({ what, verdict: "good", said });
/** One to keep an eye on. */
export const watch = (what: string, said: string): Finding => ({ what, verdict: "watch", said });
/** One to do something about. */
export const bad = (what: string, said: string): Finding => ({ what, verdict: "bad", said });

const MARKS = { good: ["green", "ok"], watch: ["yellow", "watch"], bad: ["red", "BAD"] } as const;

/** As a line. */
export function lineOf({ what, verdict, said }: Finding, isColoured: boolean): string {
  const [colour, mark] = MARKS[verdict];
  const shown = mark.padEnd(6);
  return `${isColoured ? styleText(colour, shown) : shown} ${what.padEnd(12)} ${said}`;
}
