// AES-128, encryption of single blocks (FIPS 197), for the token cipher alone, with tables of 4 KB. Those of
// the library have 640 KB: as fast in a loop of nothing else, but beside the rest of a request they do not
// stay in the processor's caches, and a call takes twice as long. The key schedule is the library's. Pure.

/** Words of an AES-128 key schedule: eleven round keys of four. */
const SCHEDULE_WORDS = 44;
const LAST_ROUND = SCHEDULE_WORDS - 4;

/** FIPS 197, section 5.1.1: the inverse in GF(2^8), then the affine transformation. */
const SBOX = sBox();
/** S-box and MixColumns of one byte, as a little-endian column; for the byte of each row. */
const T0 = Int32Array.from(SBOX, (s) => {
  const doubled = double(s);
  return doubled | (s << 8) | (s << 16) | ((doubled ^ s) << 24);
});
const T1 = T0.map((word) => (word << 8) | (word >>> 24));
const T2 = T0.map((word) => (word << 16) | (word >>> 16));
const T3 = T0.map((word) => (word << 24) | (word >>> 8));

/**
 * Encrypt a block: four little-endian words, in place. `schedule` is that of a 16-byte key.
 */
export function encryptBlock(schedule: Uint32Array, block: Int32Array): void {
  let a = (block[0] as number) ^ (schedule[0] as number);
  let b = (block[1] as number) ^ (schedule[1] as number);
  let c = (block[2] as number) ^ (schedule[2] as number);
  let d = (block[3] as number) ^ (schedule[3] as number);
  for (let k = 4; k < LAST_ROUND; k += 4) {
    const e = column(a, b, c, d) ^ (schedule[k] as number);
    const f = column(b, c, d, a) ^ (schedule[k + 1] as number);
    const g = column(c, d, a, b) ^ (schedule[k + 2] as number);
    const h = column(d, a, b, c) ^ (schedule[k + 3] as number);
    a = e;
    b = f;
    c = g;
    d = h;
  }
  block[0] = lastColumn(a, b, c, d) ^ (schedule[LAST_ROUND] as number);
  block[1] = lastColumn(b, c, d, a) ^ (schedule[LAST_ROUND + 1] as number);
  block[2] = lastColumn(c, d, a, b) ^ (schedule[LAST_ROUND + 2] as number);
  block[3] = lastColumn(d, a, b, c) ^ (schedule[LAST_ROUND + 3] as number);
}

function column(a: number, b: number, c: number, d: number): number {
  return (
    (T0[a & 0xff] as number) ^
    (T1[(b >>> 8) & 0xff] as number) ^
    (T2[(c >>> 16) & 0xff] as number) ^
    (T3[d >>> 24] as number)
  );
}

function lastColumn(a: number, b: number, c: number, d: number): number {
  return (
    (SBOX[a & 0xff] as number) |
    ((SBOX[(b >>> 8) & 0xff] as number) << 8) |
    ((SBOX[(c >>> 16) & 0xff] as number) << 16) |
    ((SBOX[d >>> 24] as number) << 24)
  );
}

function sBox(): Uint8Array {
  const box = new Uint8Array(256);
  // Powers of 3 are all numbers of the field but 0, and those of its inverse, 0xf6, their inverses.
  let number = 1;
  let inverse = 1;
  do {
    number ^= double(number);
    // Divided by 3: the sum of the quotients by all powers of 2.
    inverse ^= inverse << 1;
    inverse ^= inverse << 2;
    inverse ^= inverse << 4;
    inverse &= 0xff;
    if (inverse >= 0x80) inverse ^= 0x09;
    const turned = (by: number): number => (inverse << by) | (inverse >>> (8 - by));
    box[number] = inverse ^ turned(1) ^ turned(2) ^ turned(3) ^ turned(4) ^ 0x63;
  } while (number !== 1);
  box[0] = 0x63;
  return box;
}

/** Twice a number of GF(2^8). */
function double(number: number): number {
  return number < 0x80 ? number << 1 : ((number << 1) ^ 0x11b) & 0xff;
}
