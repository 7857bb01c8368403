// Authenticated encryption of what is stored, but for values and attributes (keys.ts): AES-256-GCM (NIST SP
// 800-38D) with a random 96-bit nonce in front of the ciphertext. Nonces are random, not counted, because a restored
// backup would count again; section 8.3 allows 2^32 of them per key, and a key lives one day or one
// job. The associated data binds a sealed thing to its place: moved anywhere else it does not open.
//
// Nonce and context of many things pass through one array each. WebCrypto has its own copy before it
// returns: normalizing an algorithm takes a copy of each of its buffers (W3C Web Cryptography API,
// section 18.4.4), and nothing is waited for before that.
import type { RandomSource } from "../core/random-source.ts";
import type { ContextOf } from "./context.ts";

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
  const [sealed] = await sealAll(key, [plaintext], () => context, random);
  if (sealed === undefined) throw new Error("nothing was sealed");
  return sealed;
}

/**
 * Seal many plaintexts under one key; the nonces come from one call of the random source.
 * `contextOf(i)` is bound to `plaintexts[i]`. What comes back stands end to end in one buffer.
 */
export async function sealAll(
  key: CryptoKey,
  plaintexts: readonly Uint8Array<ArrayBuffer>[],
  contextOf: ContextOf,
  random: RandomSource,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const nonces = random(NONCE_BYTES * plaintexts.length);
  const iv = new Uint8Array(NONCE_BYTES);
  const sealing: Promise<ArrayBuffer>[] = [];
  let length = 0;
  for (let i = 0; i < plaintexts.length; i++) {
    const plaintext = plaintexts[i] as Uint8Array<ArrayBuffer>;
    copyNonce(nonces, NONCE_BYTES * i, iv, 0);
    const params = { name: "AES-GCM", iv, additionalData: contextOf(i) };
    sealing.push(crypto.subtle.encrypt(params, key, plaintext));
    length += plaintext.length + SEAL_OVERHEAD_BYTES;
  }
  const ciphertexts = await Promise.all(sealing);
  const bytes = new Uint8Array(length);
  const sealed: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (let i = 0; i < ciphertexts.length; i++) {
    const ciphertext = ciphertexts[i] as ArrayBuffer;
    const end = at + NONCE_BYTES + ciphertext.byteLength;
    copyNonce(nonces, NONCE_BYTES * i, bytes, at);
    bytes.set(new Uint8Array(ciphertext), at + NONCE_BYTES);
    sealed.push(bytes.subarray(at, end));
    at = end;
  }
  return sealed;
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

/** Open many sealed things under one key, `sealed[i]` with `contextOf(i)`. Throws as `open` does. */
export async function openAll(
  key: CryptoKey,
  sealed: readonly ArrayBuffer[],
  contextOf: ContextOf,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const opening: Promise<ArrayBuffer>[] = [];
  for (let i = 0; i < sealed.length; i++) {
    const bytes = sealed[i] as ArrayBuffer;
    const iv = new Uint8Array(bytes, 0, NONCE_BYTES);
    const params = { name: "AES-GCM", iv, additionalData: contextOf(i) };
    opening.push(crypto.subtle.decrypt(params, key, new Uint8Array(bytes, NONCE_BYTES)));
  }
  return (await Promise.all(opening)).map((bytes) => new Uint8Array(bytes));
}

/** Byte by byte: a view of twelve bytes takes longer to make. */
function copyNonce(from: Uint8Array, at: number, to: Uint8Array, toAt: number): void {
  for (let i = 0; i < NONCE_BYTES; i++) to[toAt + i] = from[at + i] as number;
}
