// What the person sees while a command runs: one line per step with its time, and how far it is.

import { styleText } from "node:util";

const SECONDS_WIDTH = 7;
const TITLE_WIDTH = 22;
const CLEAR_LINE = "\r\x1b[K";
const MARGIN = " ".repeat(SECONDS_WIDTH + 2);
/** Without a terminal a line is printed at each of these. */
const PERCENT_STEP = 10;
const OCCASIONAL_MS = 500;

/** Writes to a stream; on a terminal the line of the running step is rewritten in place. */
export class Report {
  readonly #out: NodeJS.WriteStream;
  readonly #started = performance.now();
  #title = "";
  #printedPercent = 0;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  /** Columns there are to fill. */
  get width(): number {
    // A terminal may not know its size and say 0.
    return (this.#out.isTTY && this.#out.columns) || 80;
  }

  /** Run a step; then print how long it took and what came of it. `tell` may use the time, as text. */
  async step<T>(
    title: string,
    body: () => Promise<T>,
    tell: (result: T, took: string) => string,
  ): Promise<T> {
    const started = performance.now();
    this.#title = title.padEnd(TITLE_WIDTH);
    this.#printedPercent = 0;
    if (this.#out.isTTY) this.#out.write(`${MARGIN}${this.#title} ...`);
    try {
      const result = await body();
      const took = seconds(performance.now() - started);
      const time = this.#styled("dim", took.padStart(SECONDS_WIDTH));
      this.#out.write(`${this.#lineStart()}${time}  ${this.#title} ${tell(result, took)}\n`);
      return result;
    } catch (error) {
      const mark = this.#styled("red", "x".padStart(SECONDS_WIDTH));
      this.#out.write(`${this.#lineStart()}${mark}  ${this.#title}\n`);
      throw error;
    }
  }

  /** Show how far the running step is. */
  progress(done: number, total: number): void {
    const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
    const counts = `${String(percent).padStart(3)} %  ${count(done)} of ${count(total)}`;
    const line = `${MARGIN}${this.#title} ${counts}`;
    if (this.#out.isTTY) {
      // A line that reached the last column would wrap, and could not be rewritten.
      this.#out.write(CLEAR_LINE + line.slice(0, this.width - 1));
      return;
    }
    // A step may have parts, each with a count of its own.
    if (percent < this.#printedPercent) this.#printedPercent = 0;
    if (percent < this.#printedPercent + PERCENT_STEP) return;
    this.#printedPercent = percent - (percent % PERCENT_STEP);
    this.#out.write(`${line}\n`);
  }

  /** As `progress`, at most twice a second, for steps that mostly are over before: they then print none. */
  occasionalProgress(): (done: number, total: number) => void {
    let last = performance.now();
    return (done, total) => {
      if (performance.now() - last < OCCASIONAL_MS) return;
      last = performance.now();
      this.progress(done, total);
    };
  }

  /** Print a paragraph. */
  print(text: string): void {
    this.#out.write(`${text}\n`);
  }

  /** Time since the report began. */
  elapsed(): string {
    return seconds(performance.now() - this.#started);
  }

  #lineStart(): string {
    return this.#out.isTTY ? CLEAR_LINE : "";
  }

  /** Plain where there is no terminal or NO_COLOR is set. */
  #styled(style: "dim" | "red", text: string): string {
    return styleText(style, text, { stream: this.#out });
  }
}

/** Say something that stays on standard error, in place of a progress that may stand there. */
export function tell(text: string): void {
  process.stderr.write(`${process.stderr.isTTY ? CLEAR_LINE : ""}${text}\n`);
}

/** A number for people: 17,893. */
export function count(value: number): string {
  // toLocaleString takes 25 ms when it is first asked, and each start says a number.
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A duration for people: 0.4 s. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** A number with its noun: 1 namespace, 2 namespaces. */
export function countOf(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}
