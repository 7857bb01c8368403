// Seals the namespace's records (grants, policies, wrappers, requesters, finds of erasures) under its record key.
import { Part } from "../../core/part.ts";
import type { RandomSource } from "../../core/random-source.ts";
import type { ContextMaker } from "../../crypto/context.ts";
import { fromUtf8, utf8 } from "../../crypto/encoding.ts";
import { open, seal } from "../../crypto/seal.ts";
import type { Keyring } from "./keyring.ts";

interface Parts {
  readonly keyring: Pick<Keyring, "recordKey">;
  readonly context: ContextMaker;
  readonly random: RandomSource;
}

/** What a sealed record is, and the numbers that identify it. */
type Place = Parameters<ContextMaker>;

/** Seals and opens texts, each bound to its place. */
export class RecordSealer extends Part<Parts> {
  async seal(text: string, ...place: Place): Promise<Uint8Array<ArrayBuffer>> {
    const { keyring, context, random } = this.parts;
    return seal(await keyring.recordKey(), utf8(text), context(...place), random);
  }

  /** Throws as `open` of crypto/seal.ts does. */
  async open(sealed: ArrayBuffer | Uint8Array<ArrayBuffer>, ...place: Place): Promise<string> {
    const { keyring, context } = this.parts;
    return fromUtf8(await open(await keyring.recordKey(), sealed, context(...place)));
  }
}
