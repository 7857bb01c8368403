// What stored digests are blinded with, so that they can die. A keyed digest says "this value was here" to whoever has
// its key, and that key has to live for as long as equal values are to meet. So a digest is not stored as it is: it is
// enciphered, one block of AES-256 (FIPS 197), under a key that has versions. A key that is destroyed leaves noise of
// every digest that was stored under it, in whatever corner of the file. What lives on is deciphered and enciphered under
// the next version, without any look at the values themselves (vault/erasure/index-renewer.ts).
//
// An index of keyed digests goes by the name of a blind index; the key that dies is what is added here.
import { type Aes, BLOCK_BYTES, type MakeAes, newAes } from "./aes.ts";

/** Bytes of a version's secret: a key for digests, a key for searches. */
export const BLINDING_SECRET_BYTES = 64;
const KEY_BYTES = 32;
/** Blocks from which on AES loads the platform's; see `Aes`. */
const MANY_BLOCKS = 64;

/** One version of what digests are blinded with. Version 0 leaves them as they are. */
export class Blinding {
  readonly version: number;
  readonly #secret: Uint8Array<ArrayBuffer>;
  readonly #aes: Aes | null;

  /** `secret` has BLINDING_SECRET_BYTES; that of version 0, of namespaces from before blinding, has none. */
  constructor(version: number, secret: Uint8Array<ArrayBuffer>, aesOf: MakeAes = newAes) {
    this.version = version;
    this.#secret = secret;
    this.#aes = secret.length === 0 ? null : aesOf(secret.subarray(0, KEY_BYTES));
  }

  /** To be awaited before so many digests are blinded: it may load what makes that fast. */
  async prepare(digests = MANY_BLOCKS): Promise<void> {
    await this.#aes?.prepare(digests);
  }

  /** Digests as they are stored; they stand end to end. */
  blind(digests: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    return this.#aes === null ? digests : bytesOf(this.#aes.encipher(wordsOf(digests)));
  }

  /** Stored digests as they were before. */
  reveal(digests: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    return this.#aes === null ? digests : bytesOf(this.#aes.decipher(wordsOf(digests)));
  }

  /** The same of one, with the version's low byte behind it; nothing behind it in version 0. */
  blindMarked(digest: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    return this.#aes === null ? digest : Uint8Array.from([...this.blind(digest), this.mark]);
  }

  /** What marks its digests where they carry a mark. */
  get mark(): number {
    return this.version % 256;
  }

  /** Bytes of the key that seals the searches of open erasures, which hold digests, too; null in version 0. */
  get searchKey(): Uint8Array<ArrayBuffer> | null {
    return this.#aes === null ? null : this.#secret.slice(KEY_BYTES);
  }
}

function wordsOf(digests: Uint8Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  if (digests.length % BLOCK_BYTES !== 0) throw new Error("digests are whole blocks");
  // Copied: words have to be aligned, and the digests may be somebody's part of a longer array.
  return new Uint32Array(Uint8Array.from(digests).buffer);
}

function bytesOf(words: Uint32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
