// CRC-32 of ISO 3309 / ITU-T V.42 (the one of gzip and PNG): tells an altered file.

const POLYNOMIAL = 0xedb88320;

/** The checksum, 0 to 2^32 - 1. */
export function crc32(bytes: Uint8Array): number {
  const table = new Int32Array(256).map((_, byte) => remainder(byte));
  let crc = -1;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] as number) ^ (crc >>> 8);
  return (crc ^ -1) >>> 0;
}

function remainder(byte: number): number {
  let value = byte;
  for (let bit = 0; bit < 8; bit++)
    value = (value & 1) === 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
}
