// The token cipher: it enciphers a mapping's id so that only its own namespace can make or read the token.
//
// Construction: encode-then-encipher (Bellare, Rogaway, ASIACRYPT 2000). The 40-bit id and 40 zero bits form one 80-bit
// block that goes through a pseudo-random permutation; deciphering must give the zeros again. A forged or damaged token
// passes with a chance of 2^-40 and is otherwise refused before any look-up. Equal ids give equal tokens, which is intended:
// there is one token per id. The permutation is a balanced Feistel network of 8 rounds over two 40-bit halves with AES-128
// as round function. Patarin (CRYPTO 2004) proves 6 rounds secure against chosen plaintexts and ciphertexts up to about 2^40
// queries here; two rounds are margin. No standard wide-block cipher exists for 80 bits, and FF1 (NIST SP 800-38G) would
// give the same at fifteen times the cost.
import { unsafe } from "@noble/ciphers/aes.js";

/** Ids have 40 bits: 10^12 mappings per namespace. */
export const MAX_TOKEN_ID = 2 ** 40 - 1;
/** Length of a token key. */
export const TOKEN_KEY_BYTES = 16;

/** Rounds of the network; the first one adds the same number for all ids. */
export const ROUNDS = 8;
/** First AES input word of padding blocks, different from every round number. */
const PADDING_DOMAIN = 0x80;
/** First AES input word of `mix`, different from all of those. */
const MIX_DOMAIN = 0x81;
const TWO_32 = 2 ** 32;
const TWO_40 = MAX_TOKEN_ID + 1;

/** Enciphers the ids of one namespace. All numbers are whole and below 2^40. */
export interface TokenCipher {
  /** The two 40-bit halves of an id's token. */
  encipher(id: number): readonly [number, number];
  /** The id that two halves encipher; null when this cipher did not make them. */
  decipher(high: number, low: number): number | null;
  /** 16 pseudo-random bytes: block number `block` of the padding of an id. */
  padding(id: number, block: number): readonly number[];
  /** 48 pseudo-random bits of two numbers below 2^32. */
  mix(tweak: number, value: number): number;
  /** Whether a text has been searched in advance and holds no token. */
  isTokenFree?(text: string): boolean;
}

/** The cipher under a namespace's 16-byte token key. */
export function tokenCipher(key: Uint8Array): TokenCipher {
  // A copy, because the library wants an aligned array of its own.
  const schedule = unsafe.expandKeyLE(Uint8Array.from(key));
  /** The round function: 40 pseudo-random bits of a round number and a half, which the caller adds modulo 2^40. */
  const round = (number: number, half: number): number => {
    const { s0, s1 } = unsafe.encrypt(schedule, number, (half / TWO_32) >>> 0, half >>> 0, 0);
    return (s1 & 0xff) * TWO_32 + (s0 >>> 0);
  };
  // The right half of every id is 0, so the first round always adds the same number: seven calls of AES instead of eight, in
  // both directions.
  const first = round(0, 0);
  return {
    encipher(id) {
      let left = 0;
      let right = id + first;
      if (right > MAX_TOKEN_ID) right -= TWO_40;
      for (let i = 1; i < ROUNDS; i++) {
        const next = left + round(i, right);
        left = right;
        right = next > MAX_TOKEN_ID ? next - TWO_40 : next;
      }
      return [left, right];
    },
    decipher(high, low) {
      let left = high;
      let right = low;
      for (let i = ROUNDS - 1; i > 0; i--) {
        const before = right - round(i, left);
        right = left;
        left = before < 0 ? before + TWO_40 : before;
      }
      const id = right < first ? right - first + TWO_40 : right - first;
      return left === 0 ? id : null;
    },
    padding(id, block) {
      const word = unsafe.encrypt(schedule, PADDING_DOMAIN, (id / TWO_32) >>> 0, id >>> 0, block);
      // A plain array: making a typed array of 16 bytes takes longer than encrypting.
      const bytes = new Array<number>(16);
      for (let i = 0; i < 4; i++) {
        bytes[i] = (word.s0 >>> (8 * i)) & 0xff;
        bytes[i + 4] = (word.s1 >>> (8 * i)) & 0xff;
        bytes[i + 8] = (word.s2 >>> (8 * i)) & 0xff;
        bytes[i + 12] = (word.s3 >>> (8 * i)) & 0xff;
      }
      return bytes;
    },
    mix(tweak, value) {
      const { s0, s1 } = unsafe.encrypt(schedule, MIX_DOMAIN, tweak, value, 0);
      return (s1 & 0xffff) * TWO_32 + (s0 >>> 0);
    },
  };
}
