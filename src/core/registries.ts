// Which Registry object knows of a namespace: one of 64, by the namespace's nid, or by the hash of its name where only
// that is known. Both name the same object, but for namespaces of versions that had one Registry, and for those bound to
// a jurisdiction: each of these has 64 of its own (docs/decisions/registry-objects.md).

import type { RandomSource } from "./random-source.ts";

/** Registry objects of a deployment. For ever: where everything lies follows from it. */
export const REGISTRIES = 64;

/** Where a namespace may have to stay. Append only: nids tell the place in this list, and so do numbers. */
export const JURISDICTIONS = ["eu", "fedramp", "us"] as const;

/** Registry objects there may be with those of every jurisdiction; their numbers are below this. */
export const ALL_REGISTRIES = REGISTRIES * (1 + JURISDICTIONS.length);

/** What nids of bound namespaces begin with ("jurisd"); of the others one in 2^48 does by chance. */
const BOUND = "6a7572697364";
/** Then follows the jurisdiction, from 1. */
const BOUND_LENGTH = BOUND.length + 2;

/** The only one of earlier versions; what is about all namespaces is asked of it. */
export const FIRST_REGISTRY = 0;

/** Number of the Registry that keeps all that is known of a namespace; from the last bits of its nid. */
export function registryOfNid(nid: string): number {
  const number = numberIn(nid.slice(30, 32));
  if (!nid.startsWith(BOUND)) return number;
  const place = Number.parseInt(nid.slice(BOUND.length, BOUND_LENGTH), 16);
  return place <= JURISDICTIONS.length ? place * REGISTRIES + number : number;
}

/** Where the Registry of this number must stay, null for anywhere. */
export function jurisdictionOfRegistry(number: number): string | null {
  return JURISDICTIONS[Math.floor(number / REGISTRIES) - 1] ?? null;
}

/** The nid made of a random one that names a Registry bound to this jurisdiction; null for an unknown jurisdiction. */
export function boundNid(nid: string, jurisdiction: string): string | null {
  const index = (JURISDICTIONS as readonly string[]).indexOf(jurisdiction);
  if (index === -1) return null;
  return BOUND + (index + 1).toString(16).padStart(2, "0") + nid.slice(BOUND_LENGTH);
}

/** Number of the Registry that may have made the job of this tracking id; ids of earlier versions name any. */
export function registryOfTrackingId(trackingId: string): number {
  return numberIn(trackingId.slice(34, 36));
}

/** Number of the Registry that knows who has this name: FNV-1a of its UTF-8 bytes, folded. */
export function registryOfName(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash ^= hash >>> 16;
  return (hash ^ (hash >>> 8)) & (REGISTRIES - 1);
}

/** Randomness whose nids and tracking ids name this Registry: six bits of the last byte are given. */
export function randomNaming(number: number, random: RandomSource): RandomSource {
  return (length) => {
    const bytes = random(length);
    const last = length - 1;
    bytes[last] = ((bytes[last] ?? 0) & ~(REGISTRIES - 1)) | (number % REGISTRIES);
    return bytes;
  };
}

/** Of two hexadecimal digits; the first Registry's where there are none. */
function numberIn(digits: string): number {
  const byte = /^[0-9a-f]{2}$/.test(digits) ? Number.parseInt(digits, 16) : 0;
  return byte % REGISTRIES;
}
