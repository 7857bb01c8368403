// AES (FIPS 197) of many blocks under one key. The modes above it are in cmac.ts and siv.ts; the token cipher's batches
// (tokens/batch-cipher.ts) go through it, too.
//
// Blocks go to the platform's AES where there are many, and to the library's where there are few or the platform has
// none; both give the same. 1,000 blocks take 14 us in one call of the platform, where the library takes 270 to 450 us;
// a call costs 3 us whatever it does. WebCrypto has no mode that enciphers blocks each on its own.
//
// Blocks are words of 32 bits as they lie in memory. The library's AES takes them little-endian, as every processor
// that runs this has them (the same holds for the token cipher).
import { unsafe } from "@noble/ciphers/aes.js";

/** Words of a block. */
export const BLOCK_WORDS = 4;
/** Bytes of a block. */
export const BLOCK_BYTES = 16;
/** From so many blocks on a call of the platform takes less than the library. */
const MANY = 12;
/** From so many blocks in one call on it is worth loading the platform's. */
const WORTH_LOADING = 64;

/** Enciphers blocks of 16 bytes that stand end to end, each on its own. */
type Blocks = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;

/**
 * The platform's AES for a key of 16 or 32 bytes; null where the platform has no node:crypto (the Worker's flag
 * nodejs_compat is not set). node:crypto is loaded when first asked for.
 */
export async function platformAes(key: Uint8Array): Promise<Blocks | null> {
  const platform = await import("node:crypto").catch(() => null);
  if (platform === null) return null;
  const name = key.length === 16 ? "aes-128-ecb" : "aes-256-ecb";
  const cipher = platform.createCipheriv(name, key, null);
  // Whole blocks only, and no end: one cipher serves all calls.
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
    // Copies: the library wants an aligned array of its own.
    this.#key = Uint8Array.from(key);
    this.#schedule = unsafe.expandKeyLE(Uint8Array.from(key));
    this.#load = load;
  }

  /** To be awaited before so many blocks are asked for. */
  async prepare(blocks: number): Promise<void> {
    if (this.#platform !== undefined || blocks < WORTH_LOADING) return;
    // Never the promise: an import belongs to the request that began it, and dies with it.
    this.#platform = await this.#load(this.#key);
  }

  /** Each block enciphered on its own. The answer is an array of its own, to be changed at will. */
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

  /** The other way round, by the library: it is asked for little, and never while a caller waits. */
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

/** Makes the AES of a key; tests have it made with a platform of theirs. */
export type MakeAes = (key: Uint8Array) => Aes;

/** AES with the platform's own. */
export const newAes: MakeAes = (key) => new Aes(key);

type Block = [number, number, number, number];

/** Add (modulo 2) the 16 bytes at a place of one array to those at a place of another. */
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
