// AES-128 (FIPS 197) of many blocks in one call of the platform: 14 us for 1,000 blocks, where the library's
// AES takes 270 to 450 us. A call costs 3 us whatever it does, so single ids stay with the library.

/** Enciphers blocks of 16 bytes that stand end to end, each on its own. */
export type Blocks = (bytes: Uint8Array) => Uint8Array;

/**
 * Blocks under a key of 16 bytes; null where the platform has no node:crypto (the Worker's flag nodejs_compat
 * is not set). WebCrypto has no such mode. node:crypto is loaded when first asked for.
 */
export async function aesBlocks(key: Uint8Array): Promise<Blocks | null> {
  const platform = await import("node:crypto").catch(() => null);
  if (platform === null) return null;
  const cipher = platform.createCipheriv("aes-128-ecb", key, null);
  // Whole blocks only, and no end: one cipher serves all calls.
  cipher.setAutoPadding(false);
  return (bytes) => cipher.update(bytes);
}
