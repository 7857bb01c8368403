// The key of a day: seals values and attributes. Which construction it is of follows from its length, which is
// wrapped with it: 64 bytes are AES-SIV (siv.ts). Days begun before that have 32, AES-256-GCM (seal.ts), and
// keep it for as long as they live.
import { type Pieces, piecesOf, viewsOf } from "../core/byte-slices.ts";
import type { RandomSource } from "../core/random-source.ts";
import { importSealingKey, openAll, sealAll } from "./seal.ts";
import { SIV_KEY_BYTES, Siv } from "./siv.ts";

/** Bytes of a new day key. */
export const DAY_KEY_BYTES = SIV_KEY_BYTES;

/** Seals and opens many things under one key; `contextOf(i)`, read at once, is bound to the i-th. */
export interface DayKey {
  seal(plaintexts: Pieces, contextOf: (i: number) => Uint8Array<ArrayBuffer>): Promise<Pieces>;
  /** The same of arrays; what comes back stands end to end in one buffer. */
  sealAll(
    plaintexts: readonly Uint8Array<ArrayBuffer>[],
    contextOf: (i: number) => Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>[]>;
  /** Throws when the key, a context or any byte differs: damage or tampering. */
  openAll(
    sealed: readonly ArrayBuffer[],
    contextOf: (i: number) => Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>[]>;
}

/** The day key of unwrapped bytes. */
export async function importDayKey(
  bytes: Uint8Array<ArrayBuffer>,
  random: RandomSource,
): Promise<DayKey> {
  if (bytes.length === SIV_KEY_BYTES) return new Siv(bytes);
  const key = await importSealingKey(bytes);
  return {
    seal: async (plaintexts, contextOf) =>
      piecesOf(await sealAll(key, viewsOf(plaintexts), contextOf, random)),
    sealAll: (plaintexts, contextOf) => sealAll(key, plaintexts, contextOf, random),
    openAll: (sealed, contextOf) => openAll(key, sealed, contextOf),
  };
}
