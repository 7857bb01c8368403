// AES (FIPS 197) of many blocks under one key. cmac.ts and siv.ts build their modes on it, and so do the batches of the
// token cipher (tokens/batch-cipher.ts).
//
// Many blocks go to the platform's AES; a few, or any number where the platform has none, go to the library's. Both give the
// same result. 1,000 blocks take 14 us in one call to the platform and 270 to 450 us in the library; a call to the platform
// costs at least 3 us. WebCrypto has no mode that enciphers each block on its own.
//
// Blocks are 32-bit words in the processor's byte order. The library's AES wants them little-endian, as every processor that
// runs this code has them (the same holds for the token cipher).
import { unsafe } from "@noble/ciphers/aes.js";

/** Words of a block. */
export const BLOCK_WORDS = 4;
/** Bytes of a block. */
export const BLOCK_BYTES = 16;
/** From this number of blocks on, a call to the platform takes less time than the library. */
const MANY = 12;
/** From this number of blocks in one call on, loading the platform's AES pays. */
const WORTH_LOADING = 64;

/** Enciphers the 16-byte blocks of an array, each on its own. */
type Blocks = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;

/** The platform's AES for a key of 16 or 32 bytes; null without node:crypto (the flag nodejs_compat), loaded here. */
export async function platformAes(key: Uint8Array): Promise<Blocks | null> {
  const platform = await import("node:crypto").catch(() => null);
  if (platform === null) return null;
  const name = key.length === 16 ? "aes-128-ecb" : "aes-256-ecb";
  const cipher = platform.createCipheriv(name, key, null);
  // The input is always whole blocks and `final` is never called, so one cipher object serves all calls.
  cipher.setAutoPadding(false);
  return (bytes) => cipher.update(bytes);
}

/** AES under a key of 16 or 32 bytes. */
export class Aes {
  readonly #key: Uint8Array;
  readonly #schedule: Uint32Array;
  readonly #load: typeof platformAes;
  #platform: Blocks | null | undefined;
  #inverse: Uint32Array | null = null;

  constructor(key: Uint8Array, load = platformAes) {
    // Copies, because the library wants an aligned array of its own.
    this.#key = Uint8Array.from(key);
    this.#schedule = unsafe.expandKeyLE(Uint8Array.from(key));
    this.#load = load;
  }

  /** Load the platform's AES if so many blocks are worth it. To be awaited before `encipher`. */
  async prepare(blocks: number): Promise<void> {
    if (this.#platform !== undefined || blocks < WORTH_LOADING) return;
    // Never keep the promise: an import belongs to the request that started it, and dies with that request.
    this.#platform = await this.#load(this.#key);
  }

  /** Encipher each block on its own. Returns a new array, which the caller may change. */
  encipher(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
    const many = words.length >= BLOCK_WORDS * MANY;
    if (many && this.#platform) return wordsOf(this.#platform(bytesOf(words)));
    const enciphered = new Uint32Array(words.length);
    for (let at = 0; at < words.length; at += BLOCK_WORDS) {
      const [a, b, c, d] = [words[at], words[at + 1], words[at + 2], words[at + 3]] as Block;
      const { s0, s1, s2, s3 } = unsafe.encrypt(this.#schedule, a, b, c, d);
      enciphered[at] = s0;
      enciphered[at + 1] = s1;
      enciphered[at + 2] = s2;
      enciphered[at + 3] = s3;
    }
    return enciphered;
  }

  /** The inverse of `encipher`, always by the library: used for few blocks, and never while a caller waits. */
  decipher(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
    this.#inverse ??= unsafe.expandKeyDecLE(Uint8Array.from(this.#key));
    const deciphered = new Uint32Array(words.length);
    for (let at = 0; at < words.length; at += BLOCK_WORDS) {
      const [a, b, c, d] = [words[at], words[at + 1], words[at + 2], words[at + 3]] as Block;
      const { s0, s1, s2, s3 } = unsafe.decrypt(this.#inverse, a, b, c, d);
      deciphered[at] = s0;
      deciphered[at + 1] = s1;
      deciphered[at + 2] = s2;
      deciphered[at + 3] = s3;
    }
    return deciphered;
  }
}

/** Makes the AES of a key; tests pass one with another platform. */
export type MakeAes = (key: Uint8Array) => Aes;

/** AES that uses the platform's own implementation. */
export const newAes: MakeAes = (key) => new Aes(key);

type Block = [number, number, number, number];

/** XOR the 16 bytes at `fromAt` in one array into those at `at` in another: addition in GF(2^128). */
export function addBlock(to: Uint8Array, at: number, from: Uint8Array, fromAt: number): void {
  for (let i = 0; i < BLOCK_BYTES; i++)
    to[at + i] = (to[at + i] as number) ^ (from[fromAt + i] as number);
}

function bytesOf(words: Uint32Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

function wordsOf(bytes: Uint8Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  const isAligned = byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0;
  return isAligned
    ? new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT)
    : wordsOf(Uint8Array.from(bytes));
}
