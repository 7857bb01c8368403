// Keyed digests: they recognize an equal value without storing the value. AES-256-CMAC (NIST SP 800-38B) gives 128 bits that
// reveal nothing about the value without the key; the chance that any two of 10^10 values collide is below 2^-60.

import {
  type ByteSlices,
  byteSlicesOf,
  DIGEST_BYTES,
  digestsBetween,
} from "../core/byte-slices.ts";
import { type MakeAes, newAes } from "./aes.ts";
import { Cmac } from "./cmac.ts";
import { utf8, utf8Slices } from "./encoding.ts";

/** A key that makes digests. */
export interface DigestKey {
  /** Digests of exact bytes, in order and end to end: no case folding, no normalization. */
  digest(texts: ByteSlices): Promise<Uint8Array<ArrayBuffer>>;
  /** The same, as one view per digest. */
  digestAll(texts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>[]>;
}

/** The key of AES-CMAC digests, from 32 bytes. */
export function cmacDigestKey(bytes: Uint8Array, aesOf: MakeAes = newAes): DigestKey {
  const cmac = new Cmac(aesOf(bytes));
  const digest = (texts: ByteSlices) => cmac.codesOf(texts);
  return { digest, digestAll: async (texts) => digestsIn(await digest(byteSlicesOf(texts))) };
}

function digestsIn(digests: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: digests.length / DIGEST_BYTES }, (_, i) =>
    digestsBetween(digests, i, i + 1),
  );
}

/** Digest of a text in a domain of its own (user id, attribute, token): never equal to a value with the same letters. */
export async function digestIn(
  key: DigestKey,
  domain: string,
  text: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const [digest] = await digestAllIn(key, domain, [text]);
  if (digest === undefined) throw new Error("nothing was digested");
  return digest;
}

/** Digests of many texts in one domain. */
export async function digestAllIn(
  key: DigestKey,
  domain: string,
  texts: readonly string[],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const head = headOf(domain);
  // Each text gets room for the domain in front, so that one call encodes them all.
  const room = "\0".repeat(head.length);
  const messages = utf8Slices(texts.map((text) => room + text));
  for (let i = 0; i < texts.length; i++) messages.bytes.set(head, messages.starts[i]);
  return digestsIn(await key.digest(messages));
}

/** The prefix of messages in a domain: the domain's name between bytes that never occur in UTF-8. */
function headOf(domain: string): Uint8Array {
  return Uint8Array.from([0xff, ...utf8(domain), 0xff]);
}
