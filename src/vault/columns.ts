// Numbers and texts that many slices of a job need, kept outside of what the garbage collector looks through: one by
// one they are copied twice and then taken for old, and callers wait when all that is old is collected. Cleared columns
// keep their room for what comes next.
import { fromUtf8All } from "../crypto/encoding.ts";

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

  /** Take all of them away. */
  clear(): void {
    this.#length = 0;
  }
}

/** A growing list of texts, as UTF-8. */
export class TextColumn {
  #bytes = new Uint8Array(0);
  readonly #ends = new NumberColumn();

  /** Add texts, given as UTF-8, behind those that are there. */
  add(texts: readonly Uint8Array[]): void {
    const ends = new Float64Array(texts.length);
    const start = this.#ends.all().at(-1) ?? 0;
    let end = start;
    for (let i = 0; i < texts.length; i++) {
      end += (texts[i] as Uint8Array).length;
      ends[i] = end;
    }
    if (end > this.#bytes.length) {
      const wider = new Uint8Array(Math.max(FIRST_ROOM, 2 * end));
      wider.set(this.#bytes.subarray(0, start));
      this.#bytes = wider;
    }
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i] as Uint8Array;
      this.#bytes.set(text, (ends[i] as number) - text.length);
    }
    this.#ends.add(ends);
  }

  /** The texts at some places. */
  pick(places: Iterable<number>): string[] {
    const ends = this.#ends.all();
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (const place of places) {
      pieces.push(this.#bytes.subarray(place === 0 ? 0 : ends[place - 1], ends[place]));
    }
    return fromUtf8All(pieces);
  }

  /** Take all of them away. */
  clear(): void {
    this.#ends.clear();
  }
}
