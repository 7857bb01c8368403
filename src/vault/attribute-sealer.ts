// Seals the attribute pairs of a batch, and makes the digests they are found by.
import type { RandomSource } from "../core/random.ts";
import { dayOf } from "../core/time.ts";
import { digestIn } from "../crypto/blind-index.ts";
import type { ContextMaker } from "../crypto/context.ts";
import { utf8 } from "../crypto/encoding.ts";
import { seal } from "../crypto/seal.ts";
import type { Keyring } from "./keyring.ts";
import { inRuns } from "./runs.ts";
import type { Slot } from "./slots.ts";
import type { NewAttribute } from "./store/mappings.ts";

interface Parts {
  readonly keyring: Keyring;
  readonly context: ContextMaker;
  readonly random: RandomSource;
}

/** Seals attributes of one namespace. */
export class AttributeSealer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The pairs of slots whose mappings are found or reserved. They die with their mapping: they are
   * sealed under the key of its day. Null when such a key has just been destroyed.
   */
  async seal(slots: readonly Slot[]): Promise<NewAttribute[] | null> {
    const { keyring, context, random } = this.#parts;
    const digestKey = await keyring.digestKey();
    const names = new Map<string, Uint8Array<ArrayBuffer>>();
    const attributes: NewAttribute[] = [];
    let hasLostKey = false;
    await inRuns(slots, async (run) => {
      for (const slot of run) {
        const key = await keyring.dayKey(dayOf(slot.created), slot.keyVersion);
        if (key === null) {
          hasLostKey = true;
          return;
        }
        for (const pair of slot.pairs) {
          const [name] = JSON.parse(pair) as [string, unknown];
          const nameDigest = names.get(name) ?? (await digestIn(digestKey, "attribute-name", name));
          names.set(name, nameDigest);
          attributes.push({
            mappingId: slot.id,
            digest: await digestIn(digestKey, "attribute", pair),
            nameDigest,
            keyVersion: slot.keyVersion,
            sealed: await seal(key, utf8(pair), context("attribute", slot.id), random),
          });
        }
      }
    });
    return hasLostKey ? null : attributes;
  }
}
