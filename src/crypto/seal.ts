// Authenticated encryption of everything stored except values and attributes (siv.ts): AES-256-GCM (NIST SP 800-38D) with a
// random 96-bit nonce before the ciphertext. Nonces are random rather than counted, because a restored backup would repeat a
// counter; section 8.3 allows 2^32 of them per key, and no key seals nearly as many. The associated data binds a sealed
// thing to its place: moved anywhere else it does not open.
import type { RandomSource } from "../core/random-source.ts";

/** Length of the nonce at the start of everything sealed. */
const NONCE_BYTES = 12;
/** How many bytes longer than its plaintext a sealed thing is: nonce and tag. */
export const SEAL_OVERHEAD_BYTES = NONCE_BYTES + 16;

/** Import 32 bytes as a sealing key, which cannot be exported. */
export async function importSealingKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Seal a plaintext. Returns nonce, ciphertext and tag in one array. */
export async function seal(
  key: CryptoKey,
  plaintext: Uint8Array<ArrayBuffer>,
  context: Uint8Array<ArrayBuffer>,
  random: RandomSource,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = random(NONCE_BYTES);
  const params = { name: "AES-GCM", iv, additionalData: context };
  const ciphertext = await crypto.subtle.encrypt(params, key, plaintext);
  const sealed = new Uint8Array(NONCE_BYTES + ciphertext.byteLength);
  sealed.set(iv);
  sealed.set(new Uint8Array(ciphertext), NONCE_BYTES);
  return sealed;
}

/** Open a sealed thing. Throws when the key, the context or any byte is wrong: damage or tampering. */
export async function open(
  key: CryptoKey,
  sealed: ArrayBuffer | Uint8Array<ArrayBuffer>,
  context: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = sealed instanceof Uint8Array ? sealed : new Uint8Array(sealed);
  const params = { name: "AES-GCM", iv: bytes.subarray(0, NONCE_BYTES), additionalData: context };
  return new Uint8Array(await crypto.subtle.decrypt(params, key, bytes.subarray(NONCE_BYTES)));
}
