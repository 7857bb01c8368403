// CMAC (NIST SP 800-38B, RFC 4493) of many messages at once. The messages go on side by side, a block of each
// in every call of AES: a call costs the same for one block as for a hundred, and WebCrypto, which has a call
// and a promise for each message, takes 3.5 us a message whatever it does.
import { type Aes, addBlock, BLOCK_BYTES, BLOCK_WORDS } from "./aes.ts";

/** Longer messages are chained one by one: as many calls as blocks would take longer. */
const LONG_BLOCKS = 64;
/** Above this the doubled block is reduced: the low byte of x^128 + x^7 + x^2 + x + 1. */
const REDUCTION = 0x87;

/** Messages of a batch, each from the start of a block and padded as CMAC has it. */
export class Messages {
  readonly #ends: CmacEnds;
  readonly #starts: number[] = [0];
  #bytes: Uint8Array<ArrayBuffer>;

  /** `capacity` is a guess at the bytes of all messages. */
  constructor(ends: CmacEnds, capacity: number) {
    this.#ends = ends;
    this.#bytes = new Uint8Array(roundUp(capacity));
  }

  /** First block of each message, and one more: where the next would begin. */
  get starts(): readonly number[] {
    return this.#starts;
  }

  /** All bytes, padding included; another array after the next `add`. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }

  /**
   * Add a message: an array, or a stretch of one. Gives the place of its first byte in `bytes`, for whoever adds
   * something to it there.
   */
  add(message: Uint8Array, from = 0, to = message.length): number {
    const length = to - from;
    const at = BLOCK_BYTES * (this.#starts.at(-1) ?? 0);
    const end = at + Math.max(BLOCK_BYTES, roundUp(length));
    if (end > this.#bytes.length) this.#grow(end);
    const bytes = this.#bytes;
    // Byte by byte: most are short, and a view of each would take longer.
    for (let i = 0; i < length; i++) bytes[at + i] = message[from + i] as number;
    const isWhole = at + length === end;
    if (!isWhole) bytes[at + length] = 0x80;
    const mask = isWhole ? this.#ends.whole : this.#ends.padded;
    addBlock(bytes, end - BLOCK_BYTES, mask, 0);
    this.#starts.push(end / BLOCK_BYTES);
    return at;
  }

  #grow(needed: number): void {
    const bytes = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}

/** What is added to a last block: one that is full, or one that was padded (K1 and K2 of the standard). */
interface CmacEnds {
  readonly whole: Uint8Array;
  readonly padded: Uint8Array;
}

/** CMAC under one key. */
export class Cmac {
  readonly #aes: Aes;
  readonly #ends: CmacEnds;

  constructor(aes: Aes) {
    this.#aes = aes;
    const zeros = aes.encipher(new Uint32Array(BLOCK_WORDS));
    const whole = doubled(new Uint8Array(zeros.buffer, zeros.byteOffset, BLOCK_BYTES));
    this.#ends = { whole, padded: doubled(whole) };
  }

  /** An empty batch; `capacity` is a guess at the bytes of all messages. */
  start(capacity: number): Messages {
    return new Messages(this.#ends, capacity);
  }

  /** The 16-byte codes of all messages, end to end. */
  async all(messages: Messages): Promise<Uint8Array<ArrayBuffer>> {
    const { starts } = messages;
    await this.#aes.prepare(starts.at(-1) ?? 0);
    const words = new Uint32Array(messages.bytes.buffer);
    const codes = new Uint32Array(BLOCK_WORDS * (starts.length - 1));
    const short = this.#chainLong(words, starts, codes);
    this.#sideBySide(words, starts, short, codes);
    return new Uint8Array(codes.buffer);
  }

  /** Codes of long messages, one by one; gives the places of the others, those with most blocks first. */
  #chainLong(words: Uint32Array<ArrayBuffer>, starts: readonly number[], codes: Uint32Array) {
    const short: number[] = [];
    let isSorted = true;
    for (let i = 0; i < starts.length - 1; i++) {
      const length = blocksOf(starts, i);
      if (length > LONG_BLOCKS) {
        const from = BLOCK_WORDS * (starts[i] as number);
        const code = this.#aes.endOfChain(words.subarray(from, from + BLOCK_WORDS * length));
        if (code !== null) {
          codes.set(code, BLOCK_WORDS * i);
          continue;
        }
      }
      isSorted &&= short.length === 0 || blocksOf(starts, short.at(-1) as number) >= length;
      short.push(i);
    }
    return isSorted ? short : short.sort((a, b) => blocksOf(starts, b) - blocksOf(starts, a));
  }

  /** A block of every message in each call, as long as it has one. */
  #sideBySide(
    words: Uint32Array,
    starts: readonly number[],
    order: readonly number[],
    codes: Uint32Array,
  ): void {
    let state = new Uint32Array(BLOCK_WORDS * order.length);
    let active = order.length;
    for (let block = 0; active > 0; block++) {
      for (let k = 0; k < active; k++) {
        const from = BLOCK_WORDS * ((starts[order[k] as number] as number) + block);
        for (let w = 0; w < BLOCK_WORDS; w++) {
          state[BLOCK_WORDS * k + w] =
            (state[BLOCK_WORDS * k + w] as number) ^ (words[from + w] as number);
        }
      }
      state = this.#aes.encipher(state.subarray(0, BLOCK_WORDS * active));
      while (active > 0 && blocksOf(starts, order[active - 1] as number) === block + 1) {
        active -= 1;
        const to = BLOCK_WORDS * (order[active] as number);
        for (let w = 0; w < BLOCK_WORDS; w++) {
          codes[to + w] = state[BLOCK_WORDS * active + w] as number;
        }
      }
    }
  }
}

/** A block times x in the field of the standard (appendix B of RFC 4493 calls it L << 1). */
export function doubled(block: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(BLOCK_BYTES);
  double(block, 0, result);
  return result;
}

/** The same from a place in one array into another, which may be the same. */
export function double(from: Uint8Array, at: number, to: Uint8Array, toAt = 0): void {
  const carry = (from[at] as number) >> 7;
  for (let i = 0; i < BLOCK_BYTES - 1; i++) {
    to[toAt + i] = ((from[at + i] as number) << 1) | ((from[at + i + 1] as number) >> 7);
  }
  const last = BLOCK_BYTES - 1;
  // No branch on a secret.
  to[toAt + last] = ((from[at + last] as number) << 1) ^ (REDUCTION & -carry);
}

function blocksOf(starts: readonly number[], i: number): number {
  return (starts[i + 1] as number) - (starts[i] as number);
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}
