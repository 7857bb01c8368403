// AES-CMAC (NIST SP 800-38B, RFC 4493) of many messages at once. The messages advance side by side, one block of each in
// every call of AES: a call costs the same for one block as for a hundred. WebCrypto needs a call and a promise for each
// message, at least 3.5 us.
import type { ByteSlices } from "../core/byte-slices.ts";
import { type Aes, addBlock, BLOCK_BYTES, BLOCK_WORDS } from "./aes.ts";

/** What reduces a doubled block that overflows: the low byte of x^128 + x^7 + x^2 + x + 1. */
const REDUCTION = 0x87;

/** Padded messages; each starts on a block boundary. */
interface Padded {
  readonly words: Uint32Array;
  /** Index of the first block of each message; one more entry says where the last message ends. */
  readonly starts: readonly number[];
}

/** CMAC under one key. */
export class Cmac {
  readonly #aes: Aes;
  /** What is added to a last block that is full, and to one that was padded (K1 and K2 of the standard). */
  readonly #fullKey: Uint8Array;
  readonly #paddedKey: Uint8Array;

  constructor(aes: Aes) {
    this.#aes = aes;
    const zeros = aes.encipher(new Uint32Array(BLOCK_WORDS));
    this.#fullKey = doubled(new Uint8Array(zeros.buffer, zeros.byteOffset, BLOCK_BYTES));
    this.#paddedKey = doubled(this.#fullKey);
  }

  /** The 16-byte codes of the messages, end to end; with `ends`, which it overwrites, S2V's last step (`addEnd`). */
  async codesOf(messages: ByteSlices, ends?: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const padded = this.#pad(messages, ends);
    await this.#aes.prepare(padded.words.length / BLOCK_WORDS);
    return this.#chain(padded);
  }

  #pad({ bytes, starts }: ByteSlices, ends?: Uint8Array): Padded {
    const count = starts.length - 1;
    const blocks = [0];
    for (let i = 0; i < count; i++) {
      const length = (starts[i + 1] as number) - (starts[i] as number);
      blocks.push((blocks[i] as number) + Math.max(1, Math.ceil(length / BLOCK_BYTES)));
    }
    const padded = new Uint8Array(BLOCK_BYTES * (blocks[count] as number));
    for (let i = 0; i < count; i++) {
      const from = starts[i] as number;
      let length = (starts[i + 1] as number) - from;
      const at = BLOCK_BYTES * (blocks[i] as number);
      const end = BLOCK_BYTES * (blocks[i + 1] as number);
      // Byte by byte: most messages are short, and making a view of each would take longer.
      for (let b = 0; b < length; b++) padded[at + b] = bytes[from + b] as number;
      if (ends !== undefined) length = addEnd(padded, at, length, ends, BLOCK_BYTES * i);
      const isWhole = at + length === end;
      if (!isWhole) padded[at + length] = 0x80;
      addBlock(padded, end - BLOCK_BYTES, isWhole ? this.#fullKey : this.#paddedKey, 0);
    }
    return { words: new Uint32Array(padded.buffer), starts: blocks };
  }

  /** The CBC chain: each call of AES takes one block of every message that still has one. */
  #chain({ words, starts }: Padded): Uint8Array<ArrayBuffer> {
    const count = starts.length - 1;
    const codes = new Uint32Array(BLOCK_WORDS * count);
    const state = new Uint32Array(codes.length);
    // Indexes of the messages that have blocks left, in the first `active` elements.
    const unfinished = new Uint32Array(count);
    for (let i = 0; i < count; i++) unfinished[i] = i;
    let active = count;
    for (let block = 0; active > 0; block++) {
      for (let k = 0; k < active; k++) {
        const i = unfinished[k] as number;
        const from = BLOCK_WORDS * ((starts[i] as number) + block);
        for (let w = 0; w < BLOCK_WORDS; w++) {
          state[BLOCK_WORDS * k + w] =
            (codes[BLOCK_WORDS * i + w] as number) ^ (words[from + w] as number);
        }
      }
      const enciphered = this.#aes.encipher(state.subarray(0, BLOCK_WORDS * active));
      let left = 0;
      for (let k = 0; k < active; k++) {
        const i = unfinished[k] as number;
        for (let w = 0; w < BLOCK_WORDS; w++) {
          codes[BLOCK_WORDS * i + w] = enciphered[BLOCK_WORDS * k + w] as number;
        }
        const isDone = (starts[i] as number) + block + 1 === (starts[i + 1] as number);
        if (!isDone) unfinished[left++] = i;
      }
      active = left;
    }
    return new Uint8Array(codes.buffer);
  }
}

/**
 * The last step of SIV's S2V (RFC 5297, section 2.4): XOR a code into the end of the message at `at`. A message shorter than
 * a block is padded first, and the code doubled. Returns the new length of the message.
 */
function addEnd(
  padded: Uint8Array,
  at: number,
  length: number,
  codes: Uint8Array,
  code: number,
): number {
  const isShort = length < BLOCK_BYTES;
  if (isShort) {
    padded[at + length] = 0x80;
    double(codes, code);
  }
  const end = at + (isShort ? BLOCK_BYTES : length);
  addBlock(padded, end - BLOCK_BYTES, codes, code);
  return end - at;
}

/** A block times x in the field of the standard (appendix B of RFC 4493 calls it L << 1). */
export function doubled(block: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = Uint8Array.from(block);
  double(result, 0);
  return result;
}

/** Doubles the block at a place of an array, in place. */
function double(bytes: Uint8Array, at: number): void {
  const carry = (bytes[at] as number) >> 7;
  const last = at + BLOCK_BYTES - 1;
  for (let i = at; i < last; i++) {
    bytes[i] = ((bytes[i] as number) << 1) | ((bytes[i + 1] as number) >> 7);
  }
  // No branch, because the carry is secret.
  bytes[last] = ((bytes[last] as number) << 1) ^ (REDUCTION & -carry);
}
