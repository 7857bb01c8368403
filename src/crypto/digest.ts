// Keyed digests: they find "the same value again" without keeping the value. AES-256-CMAC (NIST SP 800-38B): 128
// bits that, under a random key, tell nothing about the value; two of 10^10 values meet with a
// chance below 2^-60.

import {
  type ByteSlices,
  byteSlicesOf,
  DIGEST_BYTES,
  digestsBetween,
} from "../core/byte-slices.ts";
import { type MakeAes, newAes } from "./aes.ts";
import { Cmac } from "./cmac.ts";
import { utf8, utf8Slices } from "./encoding.ts";

/** A key that digests are made with. */
export interface DigestKey {
  /** Digests of exact bytes, in order and end to end: no case folding, no normalisation. */
  digest(texts: ByteSlices): Promise<Uint8Array<ArrayBuffer>>;
  /** The same, a view of each. */
  digestAll(texts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>[]>;
}

/** Key of AES-CMAC digests, from 32 bytes. */
export function cmacDigestKey(bytes: Uint8Array, aesOf: MakeAes = newAes): DigestKey {
  const cmac = new Cmac(aesOf(bytes));
  const digest = (texts: ByteSlices) => cmac.codesOf(texts);
  return { digest, digestAll: async (texts) => digestsIn(await digest(byteSlicesOf(texts))) };
}

/** A view of each digest. */
function digestsIn(digests: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: digests.length / DIGEST_BYTES }, (_, i) =>
    digestsBetween(digests, i, i + 1),
  );
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
  const messages = utf8Slices(texts.map((text) => room + text));
  for (let i = 0; i < texts.length; i++) messages.bytes.set(head, messages.starts[i]);
  return digestsIn(await key.digest(messages));
}

/** What a message in a domain begins with: the domain between bytes that UTF-8 never has. */
function headOf(domain: string): Uint8Array {
  return Uint8Array.from([0xff, ...utf8(domain), 0xff]);
}
