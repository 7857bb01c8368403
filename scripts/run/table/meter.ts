// One line on a terminal that tells how far a table is, how fast it goes and how long it will take.

import { count, countOf, seconds } from "../cli/report.ts";
import type { TextInput } from "./text-input.ts";

const EVERY_MS = 500;

/** Counts rows, and tells of them on standard error: while it goes on only on a terminal. */
export class Meter {
  readonly #input: TextInput;
  readonly #began = performance.now();
  #last = 0;
  #rows = 0;
  #values = 0;

  constructor(input: TextInput) {
    this.#input = input;
  }

  /** So many more are done. */
  add(rows: number, values: number): void {
    this.#rows += rows;
    this.#values += values;
    if (!process.stderr.isTTY || performance.now() - this.#last < EVERY_MS) return;
    this.#last = performance.now();
    process.stderr.write(`\r\x1b[K${this.#line()}`);
  }

  /** Everything is done: the last line. */
  end(verb: string): void {
    const took = performance.now() - this.#began;
    const start = process.stderr.isTTY ? "\r\x1b[K" : "";
    const rows = `${countOf(this.#rows, "row")}, ${countOf(this.#values, "value")} ${verb}`;
    process.stderr.write(`${start}${rows} in ${seconds(took)}\n`);
  }

  #line(): string {
    const took = performance.now() - this.#began;
    const rate = `${count(this.#rows)} rows, ${count((this.#rows / took) * 1000)} rows/s`;
    const { total } = this.#input;
    if (!total) return rate;
    // What has been read is a little ahead of what is done.
    const part = Math.min(1, this.#input.read() / total);
    return `${Math.floor(part * 100)} %  ${rate}, ${seconds((took / part) * (1 - part))} left`;
  }
}
