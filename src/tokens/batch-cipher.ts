// The token cipher (described in cipher/cipher.ts) for the ids of a whole batch: one call of AES per round for all of them,
// instead of one call per id and round.
//
// What batches gain with 1,000 values a request, as a share of the floor's throughput (npm run bench beside other programs):
// unmask rises from 0.73 to 0.89, repeated masks from 0.83 to 1.21, new values from 1.22 to 1.64, texts of 1 KiB from 0.88
// of the detector plus the floor to 0.92. Single calls remain where batches made no difference: counters of fixed-shape
// tokens, texts of documents, searches of unmask.
import { type Aes, BLOCK_WORDS, type MakeAes, newAes } from "../crypto/aes.ts";
import { MAX_TOKEN_ID, ROUNDS, type TokenCipher, tokenCipher } from "./cipher/cipher.ts";
import { carriedId } from "./recognition.ts";

const TWO_32 = 2 ** 32;
const TWO_40 = MAX_TOKEN_ID + 1;
const TWO_20 = 2 ** 20;
/** Smaller batches are done one by one, which takes as long. */
const MIN_BATCH = 64;
/**
 * Most pairs of halves to foresee: three times what 1,000 texts of 1 KiB need. Each takes some 80 bytes, and a hostile text
 * of single digits needs one for every second byte. Texts that need more are done one by one.
 */
const MAX_FORESEEN = 2 ** 15;

/** Both halves of many enciphered ids, each half in an array of its own. */
interface Halves {
  readonly high: Float64Array;
  readonly low: Float64Array;
}

/** The token cipher of a namespace, for single ids and for batches. */
export class BatchCipher {
  /** The cipher for one id at a time. */
  readonly cipher: TokenCipher;
  readonly #aes: Aes;

  /** `key`: the namespace's 16-byte token key. Tests pass `aesOf` to use another platform's AES. */
  constructor(key: Uint8Array, aesOf: MakeAes = newAes) {
    this.cipher = tokenCipher(key);
    this.#aes = aesOf(key);
  }

  /** The same cipher with the halves of these ids computed in advance. */
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

  /** The same cipher with the answers computed in advance that reading each of these texts as a whole token needs. */
  async forTexts(texts: readonly string[]): Promise<TokenCipher> {
    return (await this.#foresee(texts, carriedId)).cipher;
  }

  /** The cipher with the answers ready that searching these texts needs; knows which hold no token. */
  async forSearch(
    texts: readonly string[],
    search: (cipher: TokenCipher, text: string) => Promise<unknown>,
  ): Promise<TokenCipher> {
    const { cipher, without } = await this.#foresee(texts, search);
    return without === null ? cipher : { ...cipher, isTokenFree: (text) => without.has(text) };
  }

  /** `without`: the texts in which no halves decipher to an id; null when nothing was computed in advance. */
  async #foresee(
    texts: readonly string[],
    read: (cipher: TokenCipher, text: string) => unknown,
  ): Promise<{ cipher: TokenCipher; without: ReadonlySet<string> | null }> {
    const { cipher } = this;
    // Read the texts once with a cipher that only records which halves it is asked to decipher.
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

  /** Deciphered pairs: where `low` is 0, `high` is the id; elsewhere this cipher did not make the halves. */
  async #decipher(highs: readonly number[], lows: readonly number[]): Promise<Halves> {
    const [high, low] = [new Float64Array(highs), new Float64Array(lows)];
    await this.#aes.prepare(high.length);
    for (let round = ROUNDS - 1; round >= 0; round--) this.#addRound(round, high, low, -1);
    return { high, low };
  }

  /**
   * One round of the Feistel network: add the round function of one half to the other (sign 1), or subtract it (-1), modulo
   * 2^40. Odd rounds use the halves the other way round, so they never have to be swapped.
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

function positionsOf(numbers: readonly number[]): ReadonlyMap<number, number> {
  const positions = new Map<number, number>();
  for (let i = 0; i < numbers.length; i++) positions.set(numbers[i] as number, i);
  return positions;
}

/**
 * Maps a pair of halves to a number that hardly any other pair shares: four 20-bit words, each times an odd number that is
 * derived from the namespace's key (multilinear hashing). The author of the texts chooses the halves, and V8's hash of
 * numbers is public: 65,000 words chosen for one bucket of a Map took 7 s.
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
