// Numbers and texts that many slices of a job need, kept outside of what the garbage collector looks through: one by
// one they are copied twice and then taken for old, and callers wait when all that is old is collected. Cleared columns
// keep their room for what comes next.
import { type ByteSlices, slicesAt } from "../../core/byte-slices.ts";
import { fromUtf8Slices } from "../../crypto/encoding.ts";

/** Room of the first numbers, or bytes, of a column. */
const FIRST_ROOM = 4_096;

/** A growing list of numbers. */
export class NumberColumn {
  #numbers = new Float64Array(0);
  #length = 0;

  /** How many there are. */
  get length(): number {
    return this.#length;
  }

  /** Add numbers behind those that are there. */
  add(numbers: ArrayLike<number>): void {
    const length = this.#length + numbers.length;
    if (length > this.#numbers.length) {
      const wider = new Float64Array(Math.max(FIRST_ROOM, 2 * length));
      wider.set(this.all());
      this.#numbers = wider;
    }
    this.#numbers.set(numbers, this.#length);
    this.#length = length;
  }

  /** All of them, until some are added. */
  all(): Float64Array {
    return this.#numbers.subarray(0, this.#length);
  }

  /** One of them. */
  at(place: number): number {
    return this.#numbers[place] as number;
  }

  /** Take all of them away. */
  clear(): void {
    this.#length = 0;
  }
}

/** A growing list of texts, as UTF-8. */
export class TextColumn {
  #bytes = new Uint8Array(0);
  readonly #starts = new NumberColumn();

  constructor() {
    this.clear();
  }

  /** Add texts, given as UTF-8, behind those that are there. */
  add({ bytes, starts }: ByteSlices): void {
    const start = this.#starts.all().at(-1) as number;
    const end = start + bytes.length;
    if (end > this.#bytes.length) {
      const wider = new Uint8Array(Math.max(FIRST_ROOM, 2 * end));
      wider.set(this.#bytes.subarray(0, start));
      this.#bytes = wider;
    }
    this.#bytes.set(bytes, start);
    const ends = new Float64Array(starts.length - 1);
    for (let i = 0; i < ends.length; i++) ends[i] = start + (starts[i + 1] as number);
    this.#starts.add(ends);
  }

  /** How many bytes a text has. */
  bytesAt(place: number): number {
    return this.#starts.at(place + 1) - this.#starts.at(place);
  }

  /** The texts at some places. */
  pick(places: ArrayLike<number>): string[] {
    const starts = this.#starts.all();
    const bytes = this.#bytes.subarray(0, starts.at(-1));
    return fromUtf8Slices(slicesAt({ bytes, starts }, places));
  }

  /** Take all of them away. */
  clear(): void {
    this.#starts.clear();
    this.#starts.add([0]);
  }
}
