// Checksums of wallet addresses.

import { sha256 } from "./sha256.ts";

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** Version byte, hash of 160 bits, checksum. */
const ADDRESS_BYTES = 25;
const CHECKSUM_BYTES = 4;

/** Whether `text` is 21 bytes and the first four of their double SHA-256 (Bitcoin Wiki, Base58Check). */
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
