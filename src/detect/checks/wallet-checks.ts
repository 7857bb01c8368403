// Checksums of wallet addresses, and the SHA-256 (FIPS 180-4) that one of them needs: synchronous as recognizers are, which
// WebCrypto's digest is not. It processes no secrets.

const ROUNDS = 64;
const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

/** First 32 bits of the fractional parts of the roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 0x1_0000_0000);
}

const CONSTANTS = fractions(ROUNDS, Math.cbrt);
const START = fractions(8, Math.sqrt);

/** SHA-256 of at most 55 bytes (one block); throws a RangeError for more. */
export function sha256(message: Uint8Array): Uint8Array {
  if (message.length > BLOCK_BYTES - LENGTH_BYTES - 1) throw new RangeError("one block only");
  const block = new DataView(new ArrayBuffer(BLOCK_BYTES));
  for (const [i, byte] of message.entries()) block.setUint8(i, byte);
  block.setUint8(message.length, 0x80);
  block.setUint32(BLOCK_BYTES - 4, message.length * 8);
  const state = compress(scheduleOf(block));
  const digest = new DataView(new ArrayBuffer(START.length * 4));
  for (const [i, word] of state.entries()) digest.setUint32(i * 4, word + (START[i] ?? 0));
  return new Uint8Array(digest.buffer);
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function scheduleOf(block: DataView): Uint32Array {
  const words = new Uint32Array(ROUNDS);
  for (let t = 0; t < ROUNDS; t++) {
    if (t < 16) {
      words[t] = block.getUint32(t * 4);
      continue;
    }
    const [w2 = 0, w7 = 0, w15 = 0, w16 = 0] = [
      words[t - 2],
      words[t - 7],
      words[t - 15],
      words[t - 16],
    ];
    const sigma0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const sigma1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    words[t] = w16 + sigma0 + w7 + sigma1;
  }
  return words;
}

function compress(schedule: Uint32Array): Uint32Array {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = START;
  for (let t = 0; t < ROUNDS; t++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + (CONSTANTS[t] ?? 0) + (schedule[t] ?? 0)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + sum0 + majority) | 0];
  }
  return Uint32Array.of(a, b, c, d, e, f, g, h);
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** Bytes of an address: version byte, hash of 160 bits, checksum. */
const ADDRESS_BYTES = 25;
const CHECKSUM_BYTES = 4;

/** Whether `text` decodes to 21 bytes and the first four of their double SHA-256 (Bitcoin Wiki, Base58Check). */
export function isBase58Check(text: string): boolean {
  const bytes = new Uint8Array(ADDRESS_BYTES);
  for (const char of text) {
    let carry = BASE58.indexOf(char);
    if (carry === -1) return false;
    for (let i = ADDRESS_BYTES - 1; i >= 0; i--) {
      carry += (bytes[i] ?? 0) * 58;
      bytes[i] = carry & 255;
      carry >>= 8;
    }
    if (carry !== 0) return false;
  }
  const payload = bytes.subarray(0, ADDRESS_BYTES - CHECKSUM_BYTES);
  const hash = sha256(sha256(payload));
  return bytes.subarray(ADDRESS_BYTES - CHECKSUM_BYTES).every((byte, i) => byte === hash[i]);
}

const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const BECH32_SUM = 1;
const BECH32M_SUM = 0x2bc830a3;

/** Whether the checksum is that of BIP 173 (Bech32) or BIP 350 (Bech32m). */
export function isBech32(text: string): boolean {
  const lower = text.toLowerCase();
  if (lower !== text && text.toUpperCase() !== text) return false;
  const split = lower.lastIndexOf("1");
  let sum = 1;
  const human = Array.from(lower.slice(0, split), (char) => char.charCodeAt(0));
  for (const code of human) sum = step(sum, code >> 5);
  sum = step(sum, 0);
  for (const code of human) sum = step(sum, code & 31);
  for (const char of lower.slice(split + 1)) {
    const value = BECH32.indexOf(char);
    if (value === -1) return false;
    sum = step(sum, value);
  }
  return sum === BECH32_SUM || sum === BECH32M_SUM;
}

function step(sum: number, value: number): number {
  const top = sum >>> 25;
  let next = ((sum & 0x1ffffff) << 5) ^ value;
  for (const [i, generator] of GENERATORS.entries()) if ((top >> i) & 1) next ^= generator;
  return next >>> 0;
}
