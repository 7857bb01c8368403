// One line on a terminal that tells how far a table is, how fast it goes and how long it will take.

import { count, seconds } from "../cli/report.ts";
import type { TextInput } from "./text-input.ts";

const EVERY_MS = 500;

/** Counts rows, and tells of them on standard error: while it goes on only on a terminal. */
export class Meter {
  readonly #input: TextInput;
  readonly #before: number;
  readonly #began = performance.now();
  #last = 0;
  #rows = 0;
  #rowsRead = 0;

  /** `before`: rows that an earlier run has done. */
  constructor(input: TextInput, before: number) {
    this.#input = input;
    this.#before = before;
  }

  /** So many rows are done, of so many that have been read. */
  show(rows: number, rowsRead: number): void {
    this.#rows = rows;
    this.#rowsRead = rowsRead;
    if (!process.stderr.isTTY || performance.now() - this.#last < EVERY_MS) return;
    this.#last = performance.now();
    process.stderr.write(`\r\x1b[K${this.#line()}`);
  }

  /** Milliseconds since it began. */
  took(): number {
    return Math.round(performance.now() - this.#began);
  }

  #line(): string {
    const took = performance.now() - this.#began;
    const now = this.#rows - this.#before;
    const rate = `${count(this.#rows)} rows, ${count((now / took) * 1000)} rows/s`;
    const { total } = this.#input;
    if (!total) return rate;
    // The input is read some jobs ahead of what is done: a file of 60,000 rows is read before the first of them.
    const part = Math.min(1, ((this.#input.read() / total) * this.#rows) / this.#rowsRead);
    const left = (took / (part * (now / this.#rows))) * (1 - part);
    return `${Math.floor(part * 100)} %  ${rate}, ${seconds(left)} left`;
  }
}
