// Authenticated encryption of everything that is stored: AES-256-GCM (NIST SP 800-38D) with a random
// 96-bit nonce in front of the ciphertext. Nonces are random, not counted, because a restored
// backup would count again; section 8.3 allows 2^32 of them per key, and a key lives one day or one
// job. The associated data binds a sealed thing to its place: moved anywhere else it does not open.
import type { RandomSource } from "../core/random.ts";

/** Bytes of the nonce in front of every sealed thing. */
const NONCE_BYTES = 12;
/** Bytes a sealed thing is longer than its plaintext: nonce and tag. */
export const SEAL_OVERHEAD_BYTES = NONCE_BYTES + 16;

/** Import 32 bytes as a sealing key; it cannot be exported again. */
export async function importSealingKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Seal one plaintext. Gives nonce, ciphertext and tag in one array. */
export async function seal(
  key: CryptoKey,
  plaintext: Uint8Array<ArrayBuffer>,
  context: Uint8Array<ArrayBuffer>,
  random: RandomSource,
): Promise<Uint8Array<ArrayBuffer>> {
  const [sealed] = await sealAll(key, [plaintext], [context], random);
  if (sealed === undefined) throw new Error("nothing was sealed");
  return sealed;
}

/**
 * Seal many plaintexts under one key; the nonces come from one call of the random source.
 * `contexts[i]` is bound to `plaintexts[i]`.
 */
export async function sealAll(
  key: CryptoKey,
  plaintexts: readonly Uint8Array<ArrayBuffer>[],
  contexts: readonly Uint8Array<ArrayBuffer>[],
  random: RandomSource,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const nonces = random(NONCE_BYTES * plaintexts.length);
  const ciphertexts = await Promise.all(
    plaintexts.map((plaintext, i) => {
      const iv = nonces.subarray(NONCE_BYTES * i, NONCE_BYTES * (i + 1));
      const params = { name: "AES-GCM", iv, additionalData: contexts[i] ?? NO_CONTEXT };
      return crypto.subtle.encrypt(params, key, plaintext);
    }),
  );
  return ciphertexts.map((ciphertext, i) => {
    const nonce = nonces.subarray(NONCE_BYTES * i, NONCE_BYTES * (i + 1));
    return joined(nonce, ciphertext);
  });
}

/**
 * Open a sealed thing. Throws when the key, the context or any byte differs: at rest that means
 * damage or tampering, which is never an expected failure.
 */
export async function open(
  key: CryptoKey,
  sealed: ArrayBuffer | Uint8Array<ArrayBuffer>,
  context: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = sealed instanceof Uint8Array ? sealed : new Uint8Array(sealed);
  const params = { name: "AES-GCM", iv: bytes.subarray(0, NONCE_BYTES), additionalData: context };
  return new Uint8Array(await crypto.subtle.decrypt(params, key, bytes.subarray(NONCE_BYTES)));
}

/**
 * Open many sealed things, `sealed[i]` with `keys[i]` and `contexts[i]`. One promise a thing. Throws as
 * `open` does.
 */
export async function openAll(
  keys: readonly CryptoKey[],
  sealed: readonly ArrayBuffer[],
  contexts: readonly Uint8Array<ArrayBuffer>[],
): Promise<ArrayBuffer[]> {
  return Promise.all(
    sealed.map((bytes, i) => {
      const iv = new Uint8Array(bytes, 0, NONCE_BYTES);
      const params = { name: "AES-GCM", iv, additionalData: contexts[i] ?? NO_CONTEXT };
      const box = new Uint8Array(bytes, NONCE_BYTES);
      return crypto.subtle.decrypt(params, keys[i] as CryptoKey, box);
    }),
  );
}

function joined(nonce: Uint8Array<ArrayBuffer>, ciphertext: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const sealed = new Uint8Array(NONCE_BYTES + ciphertext.byteLength);
  sealed.set(nonce, 0);
  sealed.set(new Uint8Array(ciphertext), NONCE_BYTES);
  return sealed;
}

const NO_CONTEXT = new Uint8Array(0);
