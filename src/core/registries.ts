// Which Registry object knows of a namespace: one of 64, by the namespace's nid, or by the hash of its name where only
// that is known. Both name the same object, but for namespaces of versions that had one Registry
// (docs/decisions/registry-objects.md).

import type { RandomSource } from "./random-source.ts";

/** Registry objects of a deployment. For ever: where everything lies follows from it. */
export const REGISTRIES = 64;

/** The only one of earlier versions; what is about all namespaces is asked of it. */
export const FIRST_REGISTRY = 0;

/** Number of the Registry that keeps all that is known of a namespace; from the last bits of its nid. */
export function registryOfNid(nid: string): number {
  return numberIn(nid.slice(30, 32));
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
    bytes[last] = ((bytes[last] ?? 0) & ~(REGISTRIES - 1)) | number;
    return bytes;
  };
}

/** Of two hexadecimal digits; the first Registry's where there are none. */
function numberIn(digits: string): number {
  const byte = /^[0-9a-f]{2}$/.test(digits) ? Number.parseInt(digits, 16) : 0;
  return byte % REGISTRIES;
}
