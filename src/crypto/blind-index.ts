// Keyed digests: they find "the same value again" without keeping the value. HMAC-SHA-256 (RFC 2104),
// of which 128 bits are kept (section 5 of the RFC allows half); under a random key they tell
// nothing about the value, and two of 10^10 values meet with a chance below 2^-61.
import { utf8 } from "./encoding.ts";

/** Bytes kept of a digest. */
export const DIGEST_BYTES = 16;

/** Import 32 bytes as a digest key. */
export async function importDigestKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** Digest of exact bytes: no case folding, no normalisation. */
export async function digest(
  key: CryptoKey,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes), 0, DIGEST_BYTES);
}

/** Digests of many texts' bytes. One promise a text: wrapping each call once more costs 2 us. */
export async function digestAll(
  key: CryptoKey,
  texts: readonly Uint8Array<ArrayBuffer>[],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const signing: Promise<ArrayBuffer>[] = [];
  for (const bytes of texts) signing.push(crypto.subtle.sign("HMAC", key, bytes));
  const digests: Uint8Array<ArrayBuffer>[] = [];
  for (const mac of await Promise.all(signing)) {
    digests.push(new Uint8Array(mac, 0, DIGEST_BYTES));
  }
  return digests;
}

/**
 * Digest of a text in a domain of its own (a user id, an attribute, a token), so that it never
 * equals the digest of a value with the same letters.
 */
export async function digestIn(
  key: CryptoKey,
  domain: string,
  text: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return digest(key, inDomain(utf8(domain), text));
}

/** Digests of many texts in a domain. */
export async function digestAllIn(
  key: CryptoKey,
  domain: string,
  texts: readonly string[],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const head = utf8(domain);
  return digestAll(
    key,
    texts.map((text) => inDomain(head, text)),
  );
}

/** The domain stands between bytes that UTF-8 never has. */
function inDomain(domain: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  const tail = utf8(text);
  const bytes = new Uint8Array(1 + domain.length + 1 + tail.length);
  bytes[0] = 0xff;
  bytes.set(domain, 1);
  bytes[1 + domain.length] = 0xff;
  bytes.set(tail, 2 + domain.length);
  return bytes;
}
