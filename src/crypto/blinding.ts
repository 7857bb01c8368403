// Blinding of stored digests, so that they can be destroyed. A keyed digest tells the holder of its key "this value was
// here", and that key must live for as long as equal values have to match. So each digest is stored enciphered, as one block
// of AES-256 (FIPS 197), under a key that has versions. When a version's key is destroyed, every digest stored under it,
// anywhere in the file, is noise. Digests that are still needed are first deciphered and enciphered under the next version,
// without access to the values (vault/erasure/index-renewer.ts).
//
// An index of keyed digests is known as a blind index; the key that can be destroyed is our addition.
import { type Aes, BLOCK_BYTES, type MakeAes, newAes } from "./aes.ts";

/** Length of a version's secret: a key for digests, then a key for searches. */
export const BLINDING_SECRET_BYTES = 64;
const KEY_BYTES = 32;
/** The number of blocks from which on AES loads the platform's; see `Aes`. */
const MANY_BLOCKS = 64;

/** One version of the blinding key. Version 0 leaves digests as they are. */
export class Blinding {
  readonly version: number;
  readonly #secret: Uint8Array<ArrayBuffer>;
  readonly #aes: Aes | null;

  /** `secret` has BLINDING_SECRET_BYTES; it is empty in version 0, which namespaces older than blinding have. */
  constructor(version: number, secret: Uint8Array<ArrayBuffer>, aesOf: MakeAes = newAes) {
    this.version = version;
    this.#secret = secret;
    this.#aes = secret.length === 0 ? null : aesOf(secret.subarray(0, KEY_BYTES));
  }

  /** To be awaited before so many digests are blinded: loads the platform's AES where that pays. */
  async prepare(digests = MANY_BLOCKS): Promise<void> {
    await this.#aes?.prepare(digests);
  }

  /** Digests as they are stored. Input and result are digests end to end. */
  blind(digests: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    return this.#aes === null ? digests : bytesOf(this.#aes.encipher(wordsOf(digests)));
  }

  /** The digests that were stored as these. */
  reveal(digests: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    return this.#aes === null ? digests : bytesOf(this.#aes.decipher(wordsOf(digests)));
  }

  /** One digest as it is stored, followed by the low byte of the version; version 0 adds no byte. */
  blindMarked(digest: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    return this.#aes === null ? digest : Uint8Array.from([...this.blind(digest), this.mark]);
  }

  /** The byte that marks its digests where they carry a mark. */
  get mark(): number {
    return this.version % 256;
  }

  /** Bytes of the key that seals the searches of open erasures, which contain digests too; null in version 0. */
  get searchKey(): Uint8Array<ArrayBuffer> | null {
    return this.#aes === null ? null : this.#secret.slice(KEY_BYTES);
  }
}

function wordsOf(digests: Uint8Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  if (digests.length % BLOCK_BYTES !== 0) throw new Error("digests are whole blocks");
  // Copied, because words must be aligned and the digests may be part of a longer array of the caller's.
  return new Uint32Array(Uint8Array.from(digests).buffer);
}

function bytesOf(words: Uint32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
