// Identifiers, made from the one source of randomness.
import type { RandomSource } from "./random-source.ts";
import { compactTimestamp } from "./time.ts";

/** Lower-case hexadecimal of bytes. */
export function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** 128 random bits as 32 hexadecimal digits: namespace ids (nid) and token ids. */
export function randomId(random: RandomSource): string {
  return hex(random(16));
}

/**
 * Tracking id of a job: a version 4 UUID (RFC 9562) directly followed by the submission time as
 * DDMMYYYYHHMMSS in UTC, 50 characters; callers treat it as opaque.
 */
export function newTrackingId(random: RandomSource, now: number): string {
  const bytes = random(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = hex(bytes);
  const uuid = [8, 12, 16, 20, 32].map((end, i, ends) => digits.slice(ends[i - 1] ?? 0, end));
  return uuid.join("-") + compactTimestamp(now);
}
