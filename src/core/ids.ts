// Identifiers, made from the randomness that the caller passes in.
import type { RandomSource } from "./random-source.ts";
import { compactTimestamp } from "./time.ts";

/** Bytes as lower-case hexadecimal digits. */
export function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** 128 random bits as 32 hexadecimal digits: namespace ids (nid) and token ids. */
export function randomId(random: RandomSource): string {
  return hex(random(16));
}

/** Opaque id of a job: a version 4 UUID (RFC 9562), then the submission time as DDMMYYYYHHMMSS in UTC; 50 characters. */
export function newTrackingId(random: RandomSource, now: number): string {
  return uuidOf(random(16)) + compactTimestamp(now);
}

/** Characters of a tracking id that `trackingIdOf` derives from the request: the same whenever and wherever it is sent. */
const REQUEST_LETTERS = 34;

/**
 * Tracking id of a request that may be sent again, from a digest of it (16 bytes or more). `beginningOf` gives the
 * characters that repeat. The last byte of the UUID stays random, because it may name a Registry (core/registries.ts).
 */
export function trackingIdOf(digest: Uint8Array, random: RandomSource, now: number): string {
  const given: RandomSource = (length) => {
    const bytes = random(length);
    bytes.set(digest.subarray(0, length - 1));
    return bytes;
  };
  return newTrackingId(given, now);
}

/** The first characters of each tracking id that `trackingIdOf` gives for this digest. */
export function beginningOf(digest: Uint8Array): string {
  return uuidOf(digest.slice(0, 16)).slice(0, REQUEST_LETTERS);
}

/** A version 4 UUID of 16 bytes; sets the version and variant bits in the given array. */
function uuidOf(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = hex(bytes);
  const uuid = [8, 12, 16, 20, 32].map((end, i, ends) => digits.slice(ends[i - 1] ?? 0, end));
  return uuid.join("-");
}
