// AES-SIV (RFC 5297) of many values at once, with keys of 2 x 256 bits: AEAD_AES_SIV_CMAC_512 of section 6.
//
// Why not AES-GCM, as for everything else that is sealed: a value is some 24 bytes, and WebCrypto takes 4.5 us for
// each, nearly all of it for the call and its promise. SIV is made of nothing but AES of blocks, which the platform
// does for a thousand values in one call. It needs no nonce: what it binds a value to has the mapping's id,
// which is never used twice under a key, so equal values do not look equal (the attributes of one mapping share
// theirs, and differ); and were it used twice, that they are equal is all that would show.
import { type Pieces, piecesOf, viewsOf } from "../core/byte-slices.ts";
import { type Aes, addBlock, BLOCK_BYTES, type MakeAes, newAes } from "./aes.ts";
import { Cmac, double, doubled, type Messages } from "./cmac.ts";

/** Bytes of a key: the half that authenticates, then the half that enciphers. */
export const SIV_KEY_BYTES = 64;
/** Bytes a sealed thing is longer than its plaintext. */
export const SIV_OVERHEAD_BYTES = BLOCK_BYTES;

/** The context of the i-th of many things. It is read at once and may be the same array each time. */
type ContextOf = (i: number) => Uint8Array;

/** Seals and opens under one key. */
export class Siv {
  readonly #cmac: Cmac;
  readonly #counter: Aes;
  /** Doubled code of a block of zeros: where S2V begins. */
  #begin: Uint8Array | null = null;

  /** `key` has SIV_KEY_BYTES; with 32 it is the RFC's AEAD_AES_SIV_CMAC_256. */
  constructor(key: Uint8Array, aesOf: MakeAes = newAes) {
    this.#cmac = new Cmac(aesOf(key.subarray(0, key.length / 2)));
    this.#counter = aesOf(key.subarray(key.length / 2));
  }

  /** Seal many plaintexts, `contextOf(i)` bound to the i-th. */
  async seal(plaintexts: Pieces, contextOf: ContextOf): Promise<Pieces> {
    const vectors = await this.#vectors(plaintexts, contextOf);
    const lengths = lengthsOf(plaintexts);
    const stream = await this.#keyStream(vectors, lengths);
    const bytes = new Uint8Array(plaintexts.bytes.length + SIV_OVERHEAD_BYTES * lengths.length);
    const starts = [0];
    let at = 0;
    let block = 0;
    for (let i = 0; i < lengths.length; i++) {
      const from = plaintexts.starts[i] as number;
      const length = lengths[i] as number;
      copyBlock(vectors, BLOCK_BYTES * i, bytes, at);
      at += SIV_OVERHEAD_BYTES;
      addStream(plaintexts.bytes, from, stream, block, bytes, at, length);
      at += length;
      starts.push(at);
      block += blocksIn(length);
    }
    return { bytes, starts };
  }

  /** The same of arrays; what comes back stands end to end in one buffer. */
  async sealAll(
    plaintexts: readonly Uint8Array<ArrayBuffer>[],
    contextOf: ContextOf,
  ): Promise<Uint8Array<ArrayBuffer>[]> {
    return viewsOf(await this.seal(piecesOf(plaintexts), contextOf));
  }

  /**
   * Open many sealed things, `contextOf(i)` bound to the i-th. Throws when the key, a context or any byte
   * differs: at rest that means damage or tampering, which is never an expected failure. They come back end to
   * end in one buffer.
   */
  async openAll(
    sealed: readonly ArrayBuffer[],
    contextOf: ContextOf,
  ): Promise<Uint8Array<ArrayBuffer>[]> {
    const boxes = sealed.map((bytes) => new Uint8Array(bytes));
    const vectors = new Uint8Array(BLOCK_BYTES * boxes.length);
    const lengths: number[] = [];
    for (let i = 0; i < boxes.length; i++) {
      const box = boxes[i] as Uint8Array;
      if (box.length < SIV_OVERHEAD_BYTES) throw new NotOpened();
      copyBlock(box, 0, vectors, BLOCK_BYTES * i);
      lengths.push(box.length - SIV_OVERHEAD_BYTES);
    }
    const stream = await this.#keyStream(vectors, lengths);
    const bytes = new Uint8Array(sum(lengths));
    const starts = [0];
    let at = 0;
    let block = 0;
    for (let i = 0; i < boxes.length; i++) {
      const length = lengths[i] as number;
      addStream(boxes[i] as Uint8Array, SIV_OVERHEAD_BYTES, stream, block, bytes, at, length);
      at += length;
      starts.push(at);
      block += blocksIn(length);
    }
    const plaintexts = { bytes, starts };
    if (!areSame(vectors, await this.#vectors(plaintexts, contextOf))) throw new NotOpened();
    return viewsOf(plaintexts);
  }

  /** S2V of section 2.4 of each context and plaintext: 16 bytes each, end to end. */
  async #vectors({ bytes, starts }: Pieces, contextOf: ContextOf): Promise<Uint8Array> {
    const begin = await this.#beginning();
    const count = starts.length - 1;
    const first = count === 0 ? new Uint8Array(0) : contextOf(0);
    const contexts = this.#cmac.start(count * (first.length + BLOCK_BYTES));
    for (let i = 0; i < count; i++) contexts.add(contextOf(i));
    const codes = await this.#cmac.all(contexts);
    const messages = this.#cmac.start(count * 2 * BLOCK_BYTES);
    const short = new Uint8Array(BLOCK_BYTES);
    for (let i = 0; i < count; i++) {
      const [from, to] = [starts[i] as number, starts[i + 1] as number];
      addBlock(codes, BLOCK_BYTES * i, begin, 0);
      addTo(messages, bytes, from, to, codes, BLOCK_BYTES * i, short);
    }
    return this.#cmac.all(messages);
  }

  async #beginning(): Promise<Uint8Array> {
    if (this.#begin === null) {
      const zeros = this.#cmac.start(BLOCK_BYTES);
      zeros.add(new Uint8Array(BLOCK_BYTES));
      this.#begin = doubled(await this.#cmac.all(zeros));
    }
    return this.#begin;
  }

  /** The blocks to add to texts of those lengths; each begins with a block of its own. */
  async #keyStream(vectors: Uint8Array, lengths: readonly number[]): Promise<Uint8Array> {
    let blocks = 0;
    for (const length of lengths) blocks += blocksIn(length);
    const counters = new Uint8Array(BLOCK_BYTES * blocks);
    let at = 0;
    for (let i = 0; i < lengths.length; i++) {
      const count = blocksIn(lengths[i] as number);
      for (let j = 0; j < count; j++) {
        putCounter(vectors, BLOCK_BYTES * i, j, counters, at);
        at += BLOCK_BYTES;
      }
    }
    await this.#counter.prepare(blocks);
    const stream = this.#counter.encipher(new Uint32Array(counters.buffer));
    return new Uint8Array(stream.buffer, stream.byteOffset, stream.byteLength);
  }
}

/** A sealed value that does not open. Says nothing of it. */
class NotOpened extends Error {
  constructor() {
    super("a sealed value does not open");
    this.name = "NotOpened";
  }
}

/** The last part of S2V: the plaintext with the code so far added to its end, or padded and added. */
function addTo(
  messages: Messages,
  plaintexts: Uint8Array,
  from: number,
  to: number,
  codes: Uint8Array,
  at: number,
  short: Uint8Array,
): void {
  const length = to - from;
  if (length >= BLOCK_BYTES) {
    const end = messages.add(plaintexts, from, to) + length - BLOCK_BYTES;
    addBlock(messages.bytes, end, codes, at);
    return;
  }
  double(codes, at, short);
  for (let b = 0; b < length; b++) {
    short[b] = (short[b] as number) ^ (plaintexts[from + b] as number);
  }
  short[length] = (short[length] as number) ^ 0x80;
  messages.add(short);
}

/** The vector with two bits cleared (section 2.6), so that counting never carries beyond the last four bytes. */
function putCounter(
  vectors: Uint8Array,
  from: number,
  count: number,
  to: Uint8Array,
  at: number,
): void {
  copyBlock(vectors, from, to, at);
  to[at + 8] = (to[at + 8] as number) & 0x7f;
  to[at + 12] = (to[at + 12] as number) & 0x7f;
  if (count === 0) return;
  const last =
    (to[at + 12] as number) * 2 ** 24 +
    ((to[at + 13] as number) << 16) +
    ((to[at + 14] as number) << 8) +
    (to[at + 15] as number) +
    count;
  to[at + 12] = last >>> 24;
  to[at + 13] = last >>> 16;
  to[at + 14] = last >>> 8;
  to[at + 15] = last;
}

function addStream(
  text: Uint8Array,
  from: number,
  stream: Uint8Array,
  block: number,
  to: Uint8Array,
  at: number,
  length: number,
): void {
  const key = BLOCK_BYTES * block;
  for (let i = 0; i < length; i++) {
    to[at + i] = (text[from + i] as number) ^ (stream[key + i] as number);
  }
}

/** Looks at every byte, wherever the first difference is. */
function areSame(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}

function copyBlock(from: Uint8Array, at: number, to: Uint8Array, toAt: number): void {
  for (let i = 0; i < BLOCK_BYTES; i++) to[toAt + i] = from[at + i] as number;
}

function blocksIn(length: number): number {
  return Math.ceil(length / BLOCK_BYTES);
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function lengthsOf({ starts }: Pieces): number[] {
  const lengths: number[] = [];
  for (let i = 0; i + 1 < starts.length; i++) {
    lengths.push((starts[i + 1] as number) - (starts[i] as number));
  }
  return lengths;
}
