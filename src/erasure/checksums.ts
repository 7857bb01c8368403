// Checksums of fragments of a text, each in constant time whatever its length, so that searching a long text for many
// values stays linear. Not secret, and not proof: digests are compared afterwards. Pure.

/** Odd, so that every letter still counts modulo 2^32. */
const BASE = 0x01000193;

/** Powers of BASE; grows with the longest text seen. */
let powers = new Uint32Array([1]);

function powersUpTo(length: number): Uint32Array {
  if (powers.length > length) return powers;
  const grown = new Uint32Array(Math.max(length + 1, 2 * powers.length));
  grown[0] = 1;
  for (let i = 1; i < grown.length; i++) grown[i] = Math.imul(grown[i - 1] ?? 0, BASE);
  powers = grown;
  return powers;
}

/** Length of the head used for a form's checksum: the largest power of two that fits. */
export function headLength(length: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(1, length)));
}

/** Checksums of one text's fragments. */
export class Checksums {
  readonly #sums: Uint32Array;
  readonly #powers: Uint32Array;

  constructor(text: string) {
    const { length } = text;
    this.#powers = powersUpTo(length);
    this.#sums = new Uint32Array(length + 1);
    for (let i = 0; i < length; i++) {
      this.#sums[i + 1] = Math.imul(this.#sums[i] ?? 0, BASE) + text.charCodeAt(i) + 1;
    }
  }

  /** 16 bits that depend on every letter in [start, end). */
  of(start: number, end: number): number {
    const before = Math.imul(this.#sums[start] ?? 0, this.#powers[end - start] ?? 0);
    const sum = ((this.#sums[end] ?? 0) - before) | 0;
    // The low bits of such a sum are poorly mixed.
    return Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) >>> 16;
  }
}
