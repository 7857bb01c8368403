// The token cipher (cipher/cipher.ts, which says what it is) for the ids of a whole batch: a round of all of them in
// one call of AES, instead of a call for each id and round.
//
// Why there is a second way: 1,000 values in one request, as a share of what the floor does (npm run bench, beside other
// programs): one id at a time unmask reaches 0.73 and repeated masks 0.83, in batches 0.89 and 1.21; new values go from
// 1.22 to 1.64; texts of 1 KiB from 0.88 of the detector and then the floor to 0.92. Places of fixed-shape tokens, texts of
// documents and searches of unmask are done one by one: nothing of it was felt.
import { type Aes, BLOCK_WORDS, type MakeAes, newAes } from "../crypto/aes.ts";
import { MAX_TOKEN_ID, ROUNDS, type TokenCipher, tokenCipher } from "./cipher/cipher.ts";
import { carriedId } from "./recognition.ts";

const TWO_32 = 2 ** 32;
const TWO_40 = MAX_TOKEN_ID + 1;
const TWO_20 = 2 ** 20;
/** Fewer are done one by one: that takes as long. */
const MIN_BATCH = 64;
/**
 * Where foreseeing ends: three times as many as 1,000 texts of 1 KiB ask for. Each takes some 80 bytes, and a hostile
 * text of single digits asks for one at every second byte. Texts that ask for more are done one by one.
 */
const MAX_FORESEEN = 2 ** 15;

/** Halves of enciphered ids, column by column. */
interface Halves {
  readonly high: Float64Array;
  readonly low: Float64Array;
}

/** The cipher of a namespace, for one id at a time and for batches. */
export class BatchCipher {
  /** For one id at a time. */
  readonly cipher: TokenCipher;
  readonly #aes: Aes;

  /** `key` is a namespace's token key, of 16 bytes; tests have its AES made with a platform of theirs. */
  constructor(key: Uint8Array, aesOf: MakeAes = newAes) {
    this.cipher = tokenCipher(key);
    this.#aes = aesOf(key);
  }

  /** The same cipher, which knows the halves of these ids already. */
  async forIds(ids: readonly number[]): Promise<TokenCipher> {
    const { cipher } = this;
    if (ids.length < MIN_BATCH) return cipher;
    const { high, low } = await this.#encipher(ids);
    const positions = positionsOf(ids);
    return {
      ...cipher,
      encipher(id) {
        const i = positions.get(id);
        return i === undefined ? cipher.encipher(id) : [high[i] as number, low[i] as number];
      },
    };
  }

  /** The same cipher, which knows already what it is asked for when these texts are read as a whole. */
  async forTexts(texts: readonly string[]): Promise<TokenCipher> {
    return (await this.#foresee(texts, carriedId)).cipher;
  }

  /**
   * The same, which knows what it is asked for when these texts are searched, and in which of them nothing will be found.
   * `search` may take its time.
   */
  async forSearch(
    texts: readonly string[],
    search: (cipher: TokenCipher, text: string) => Promise<unknown>,
  ): Promise<TokenCipher> {
    const { cipher, without } = await this.#foresee(texts, search);
    return without === null ? cipher : { ...cipher, isTokenFree: (text) => without.has(text) };
  }

  /** `without`: those that ask for nothing that is an id; null where nothing is foreseen. */
  async #foresee(
    texts: readonly string[],
    read: (cipher: TokenCipher, text: string) => unknown,
  ): Promise<{ cipher: TokenCipher; without: ReadonlySet<string> | null }> {
    const { cipher } = this;
    // What reading the texts will ask for: found by reading them with a cipher that only takes it down.
    const high: number[] = [];
    const low: number[] = [];
    const asked: TokenCipher = {
      ...cipher,
      decipher(one, other) {
        if (high.length < MAX_FORESEEN) {
          high.push(one);
          low.push(other);
        }
        return null;
      },
    };
    const ends: number[] = [];
    for (const text of texts) {
      await read(asked, text);
      ends.push(high.length);
      if (high.length === MAX_FORESEEN) return { cipher, without: null };
    }
    if (high.length < MIN_BATCH) return { cipher, without: null };
    const deciphered = await this.#decipher(high, low);
    const without = new Set(
      texts.filter((_, i) => deciphered.low.subarray(ends[i - 1] ?? 0, ends[i]).every(Boolean)),
    );
    const keyOf = keyUnder(cipher);
    const positions = positionsOf(high.map((one, i) => keyOf(one, low[i] as number)));
    const knowing: TokenCipher = {
      ...cipher,
      decipher(one, other) {
        const i = positions.get(keyOf(one, other));
        const isKnown = i !== undefined && high[i] === one && low[i] === other;
        if (!isKnown) return cipher.decipher(one, other);
        return deciphered.low[i] === 0 ? (deciphered.high[i] as number) : null;
      },
    };
    return { cipher: knowing, without };
  }

  async #encipher(ids: readonly number[]): Promise<Halves> {
    const high = new Float64Array(ids);
    const low = new Float64Array(ids.length);
    await this.#aes.prepare(ids.length);
    for (let round = 0; round < ROUNDS; round++) this.#addRound(round, high, low, 1);
    return { high, low };
  }

  /** What halves stand for: an id above a 0, or halves that were not made by this cipher. */
  async #decipher(highs: readonly number[], lows: readonly number[]): Promise<Halves> {
    const [high, low] = [new Float64Array(highs), new Float64Array(lows)];
    await this.#aes.prepare(high.length);
    for (let round = ROUNDS - 1; round >= 0; round--) this.#addRound(round, high, low, -1);
    return { high, low };
  }

  /**
   * A round of the network: the round function of one half is added to the other (sign 1), or taken from it (-1),
   * modulo 2^40. Rounds take turns in which half it is, so no halves change places.
   */
  #addRound(round: number, high: Float64Array, low: Float64Array, sign: 1 | -1): void {
    const [to, from] = round % 2 === 0 ? [high, low] : [low, high];
    const words = new Uint32Array(BLOCK_WORDS * to.length);
    for (let i = 0; i < from.length; i++) {
      const half = from[i] as number;
      words[BLOCK_WORDS * i] = round;
      words[BLOCK_WORDS * i + 1] = half / TWO_32;
      words[BLOCK_WORDS * i + 2] = half;
    }
    const enciphered = this.#aes.encipher(words);
    for (let i = 0; i < to.length; i++) {
      const word = enciphered[BLOCK_WORDS * i] as number;
      const byte = (enciphered[BLOCK_WORDS * i + 1] as number) & 0xff;
      const sum = (to[i] as number) + sign * (byte * TWO_32 + word);
      if (sum < 0) to[i] = sum + TWO_40;
      else to[i] = sum > MAX_TOKEN_ID ? sum - TWO_40 : sum;
    }
  }
}

/** Where in a list each number stands. */
function positionsOf(numbers: readonly number[]): ReadonlyMap<number, number> {
  const positions = new Map<number, number>();
  for (let i = 0; i < numbers.length; i++) positions.set(numbers[i] as number, i);
  return positions;
}

/**
 * Nearly a number of its own for each pair of halves: their four words of 20 bits, each times an odd number that only the
 * namespace's key gives (multilinear hashing). Who writes the texts chooses the halves, and V8 does not hide how it
 * hashes numbers: 65,000 words chosen for one bucket of a Map took 7 s.
 */
export function keyUnder({ mix }: TokenCipher): (high: number, low: number) => number {
  const odd = (word: number) => mix(word, 0) | 1;
  const [a, b, c, d] = [odd(0), odd(1), odd(2), odd(3)];
  return (high, low) =>
    (Math.imul(a, high / TWO_20) +
      Math.imul(b, high % TWO_20) +
      Math.imul(c, low / TWO_20) +
      Math.imul(d, low % TWO_20)) >>>
    0;
}
