// Which of the 64 Registry objects keeps a namespace: the namespace's nid names it, as does the hash of its name where only
// the name is known. Both name the same object except for namespaces made when there was one Registry, and for those bound
// to a jurisdiction: each jurisdiction has 64 Registries of its own (docs/decisions/registry-objects.md).

import type { RandomSource } from "./random-source.ts";

/** Registry objects of a deployment. Never to be changed: it decides where every namespace is stored. */
export const REGISTRIES = 64;

/** Jurisdictions that a namespace can be bound to. Append only: nids and Registry numbers hold the index in this list. */
export const JURISDICTIONS = ["eu", "fedramp", "us"] as const;

/** Number of Registry objects, those of every jurisdiction included; their numbers are below this. */
export const ALL_REGISTRIES = REGISTRIES * (1 + JURISDICTIONS.length);

/** What nids of bound namespaces begin with ("jurisd"); one other nid in 2^48 does by chance. */
const BOUND = "6a7572697364";
/** Two digits follow it: the index of the jurisdiction plus 1. */
const BOUND_LENGTH = BOUND.length + 2;

/** The only Registry of earlier versions; it answers for what concerns all namespaces. */
export const FIRST_REGISTRY = 0;

/** Number of the Registry that keeps everything known about a namespace; from the last bits of its nid. */
export function registryOfNid(nid: string): number {
  const number = numberIn(nid.slice(30, 32));
  if (!nid.startsWith(BOUND)) return number;
  const jurisdictionIndex = Number.parseInt(nid.slice(BOUND.length, BOUND_LENGTH), 16);
  return jurisdictionIndex <= JURISDICTIONS.length
    ? jurisdictionIndex * REGISTRIES + number
    : number;
}

/** The jurisdiction that the Registry of this number is bound to; null for none. */
export function jurisdictionOfRegistry(number: number): string | null {
  return JURISDICTIONS[Math.floor(number / REGISTRIES) - 1] ?? null;
}

/** A random nid changed so that it names a Registry bound to this jurisdiction; null when the jurisdiction is unknown. */
export function boundNid(nid: string, jurisdiction: string): string | null {
  const index = (JURISDICTIONS as readonly string[]).indexOf(jurisdiction);
  if (index === -1) return null;
  return BOUND + (index + 1).toString(16).padStart(2, "0") + nid.slice(BOUND_LENGTH);
}

/** Number of the Registry that may keep the job with this tracking id; ids of earlier versions name an arbitrary one. */
export function registryOfTrackingId(trackingId: string): number {
  return numberIn(trackingId.slice(34, 36));
}

/** Number of the Registry that knows which namespace has this name: FNV-1a of its UTF-8 bytes, folded to six bits. */
export function registryOfName(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash ^= hash >>> 16;
  return (hash ^ (hash >>> 8)) & (REGISTRIES - 1);
}

/** Randomness for nids and tracking ids that name this Registry: it fixes six bits of the last byte. */
export function randomNaming(number: number, random: RandomSource): RandomSource {
  return (length) => {
    const bytes = random(length);
    const last = length - 1;
    bytes[last] = ((bytes[last] ?? 0) & ~(REGISTRIES - 1)) | (number % REGISTRIES);
    return bytes;
  };
}

/** The number that two hexadecimal digits name; the first Registry's for any other text. */
function numberIn(digits: string): number {
  const byte = /^[0-9a-f]{2}$/.test(digits) ? Number.parseInt(digits, 16) : 0;
  return byte % REGISTRIES;
}
