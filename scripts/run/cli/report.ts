// What a command prints while it runs: one line per step with its duration, and the progress of the running step.

import { styleText } from "node:util";

const SECONDS_WIDTH = 7;
const TITLE_WIDTH = 22;
const CLEAR_LINE = "\r\x1b[K";
const MARGIN = " ".repeat(SECONDS_WIDTH + 2);
/** Without a terminal, a progress line is printed at each multiple of this. */
const PERCENT_STEP = 10;
const OCCASIONAL_MS = 500;
const NAMED = 10;

/** Writes to a stream; on a terminal, the line of the running step is rewritten in place. */
export class Report {
  readonly #out: NodeJS.WriteStream;
  readonly #started = performance.now();
  #title = "";
  #printedPercent = 0;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  /** Width of the terminal in columns, 80 where it is unknown. */
  get width(): number {
    // A terminal that does not know its size reports 0.
    return (this.#out.isTTY && this.#out.columns) || 80;
  }

  /** Run a step, then print its duration and the summary that `describe` gives. It also gets the duration, as text. */
  async step<T>(
    title: string,
    body: () => Promise<T>,
    describe: (result: T, took: string) => string,
  ): Promise<T> {
    const started = performance.now();
    this.#title = title.padEnd(TITLE_WIDTH);
    this.#printedPercent = 0;
    if (this.#out.isTTY) this.#out.write(`${MARGIN}${this.#title} ...`);
    try {
      const result = await body();
      const took = seconds(performance.now() - started);
      const time = this.#styled("dim", took.padStart(SECONDS_WIDTH));
      this.#out.write(`${this.#lineStart()}${time}  ${this.#title} ${describe(result, took)}\n`);
      return result;
    } catch (error) {
      const mark = this.#styled("red", "x".padStart(SECONDS_WIDTH));
      this.#out.write(`${this.#lineStart()}${mark}  ${this.#title}\n`);
      throw error;
    }
  }

  /** Show the progress of the running step. */
  progress(done: number, total: number): void {
    const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
    const counts = `${String(percent).padStart(3)} %  ${count(done)} of ${count(total)}`;
    const line = `${MARGIN}${this.#title} ${counts}`;
    if (this.#out.isTTY) {
      // A line that reaches the last column would wrap and could not be rewritten.
      this.#out.write(CLEAR_LINE + line.slice(0, this.width - 1));
      return;
    }
    // A step may have several parts, each counted from zero.
    if (percent < this.#printedPercent) this.#printedPercent = 0;
    if (percent < this.#printedPercent + PERCENT_STEP) return;
    this.#printedPercent = percent - (percent % PERCENT_STEP);
    this.#out.write(`${line}\n`);
  }

  /** Like `progress`, at most twice a second. Steps that are usually over sooner then print none. */
  occasionalProgress(): (done: number, total: number) => void {
    let last = performance.now();
    return (done, total) => {
      if (performance.now() - last < OCCASIONAL_MS) return;
      last = performance.now();
      this.progress(done, total);
    };
  }

  print(text: string): void {
    this.#out.write(`${text}\n`);
  }

  /** Time since this report was created. */
  elapsed(): string {
    return seconds(performance.now() - this.#started);
  }

  #lineStart(): string {
    return this.#out.isTTY ? CLEAR_LINE : "";
  }

  /** Plain text where there is no terminal or NO_COLOR is set. */
  #styled(style: "dim" | "red", text: string): string {
    return styleText(style, text, { stream: this.#out });
  }
}

/** Print a lasting line on standard error, over a progress line that may be there. */
export function printLine(text: string): void {
  process.stderr.write(`${process.stderr.isTTY ? CLEAR_LINE : ""}${text}\n`);
}

/** A number for people: 17,893. */
export function count(value: number): string {
  // The first call of toLocaleString takes 25 ms, and each start prints a number.
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

/** The names of what there may be very many of: the first ten. */
export function namesOf(named: readonly { readonly name: string }[]): string {
  const names = named.slice(0, NAMED).map(({ name }) => name);
  return `${names.join(", ")}${named.length > NAMED ? " …" : ""}`;
}

/** Format rows as columns of fixed width. */
export function columnsOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
