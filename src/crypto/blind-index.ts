// Keyed digests: they find "the same value again" without keeping the value. AES-256-CMAC (NIST SP 800-38B): 128
// bits that, under a random key, tell nothing about the value; two of 10^10 values meet with a
// chance below 2^-60. Namespaces made before this was so keep HMAC-SHA-256 (RFC 2104), of which 128 bits
// are kept (section 5 of the RFC allows half): their digests are all over their tables. The two have keys of
// different names (vault/keyring.ts), so neither is ever taken for the other.
import { type MakeAes, newAes } from "./aes.ts";
import { Cmac } from "./cmac.ts";
import { utf8, utf8All } from "./encoding.ts";

/** Bytes of a digest. */
export const DIGEST_BYTES = 16;

/** A key that digests are made with. */
export interface DigestKey {
  /** Digests of exact bytes, in order: no case folding, no normalisation. */
  digestAll(texts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>[]>;
}

/** Key of AES-CMAC digests, from 32 bytes. Digests of one call stand end to end in one buffer. */
export function cmacDigestKey(bytes: Uint8Array, aesOf: MakeAes = newAes): DigestKey {
  const cmac = new Cmac(aesOf(bytes));
  return {
    async digestAll(texts) {
      const messages = cmac.start(2 * DIGEST_BYTES * texts.length);
      for (const text of texts) messages.add(text);
      const codes = await cmac.all(messages);
      const digests: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0; at < codes.length; at += DIGEST_BYTES) {
        digests.push(codes.subarray(at, at + DIGEST_BYTES));
      }
      return digests;
    },
  };
}

/** Key of HMAC digests, from 32 bytes. */
export async function hmacDigestKey(bytes: Uint8Array<ArrayBuffer>): Promise<DigestKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return {
    async digestAll(texts) {
      const macs = await Promise.all(texts.map((text) => crypto.subtle.sign("HMAC", key, text)));
      return macs.map((mac) => new Uint8Array(mac, 0, DIGEST_BYTES));
    },
  };
}

/**
 * Digest of a text in a domain of its own (a user id, an attribute, a token), so that it never
 * equals the digest of a value with the same letters.
 */
export async function digestIn(
  key: DigestKey,
  domain: string,
  text: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const [digest] = await digestAllIn(key, domain, [text]);
  if (digest === undefined) throw new Error("nothing was digested");
  return digest;
}

/** Digests of many texts in a domain. */
export async function digestAllIn(
  key: DigestKey,
  domain: string,
  texts: readonly string[],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const head = headOf(domain);
  // Room for the domain is made with the texts: one call encodes them all.
  const room = "\0".repeat(head.length);
  const messages = utf8All(texts.map((text) => room + text));
  for (const message of messages) message.set(head);
  return key.digestAll(messages);
}

/** What a message in a domain begins with: the domain between bytes that UTF-8 never has. */
function headOf(domain: string): Uint8Array {
  return Uint8Array.from([0xff, ...utf8(domain), 0xff]);
}
