// Replaces a vault in tests of pure code: makes tokens from counters and ids as a vault does, and recognizes
// them.

import type { RandomSource } from "../../../src/core/random-source.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { MAX_TOKEN_ID, type TokenCipher, tokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { makerOf } from "../../../src/tokens/makers.ts";
import { carriedId, isTokenOf } from "../../../src/tokens/recognition.ts";
import type { Stage } from "../../../src/tokens/stages.ts";

interface Entry {
  readonly id: number;
  readonly kind: number;
  readonly value: string;
  readonly token: string;
  isErased: boolean;
}

/** Mappings of one namespace, in memory. */
export class MemoryTokens {
  readonly cipher: TokenCipher;
  readonly #random: RandomSource;
  /** By kind, then by value. */
  readonly #byValue = new Map<number, Map<string, Entry>>();
  /** Mappings of free-length kinds. */
  readonly #byId = new Map<number, Entry>();
  /** By fixed-shape token, including those of erased mappings. */
  readonly #byToken = new Map<string, Entry>();
  readonly #counters = new Map<number, number>();
  #nextId = 1;

  constructor(key: Uint8Array = systemRandom(16), random: RandomSource = systemRandom) {
    this.cipher = tokenCipher(key);
    this.#random = random;
  }

  /** The token of a value of a kind; for a text that auto-detect left unchanged, the text itself. */
  tokenOf(value: string, kind: number): string {
    const ofKind = this.#byValue.get(kind) ?? new Map<string, Entry>();
    let entry = ofKind.get(value);
    if (entry === undefined) {
      if (ofKind.size === 0) this.#byValue.set(kind, ofKind);
      const maker = makerOf(kind, value);
      const id = this.#nextId++;
      const isFree = maker.family === "free";
      const token =
        maker.family === "plain"
          ? value
          : maker.family === "free"
            ? maker.form.token(this.cipher, id, value)
            : this.#mint(maker.stages, id, value);
      entry = { id, kind, value, token, isErased: false };
      ofKind.set(value, entry);
      if (isFree) this.#byId.set(id, entry);
      else this.#byToken.set(token, entry);
    }
    return entry.token;
  }

  /** The value of a whole text as a token, or null. */
  valueOf(token: string): string | null {
    const id = carriedId(this.cipher, token);
    const named = id === null ? undefined : this.#byId.get(id);
    if (named !== undefined && isTokenOf(this.cipher, named, token)) return named.value;
    const entry = this.#byToken.get(token);
    return entry === undefined || entry.isErased ? null : entry.value;
  }

  /** Value and token of an id read from a free text, or null. */
  found(id: number): { value: string; token: string } | null {
    const entry = this.#byId.get(id);
    return entry === undefined ? null : { value: entry.value, token: entry.token };
  }

  /** Erase all mappings, or that of one token, like a deletion: their tokens stay used. */
  erase(token?: string): void {
    for (const ofKind of this.#byValue.values()) {
      for (const [value, entry] of ofKind) {
        if (token !== undefined && entry.token !== token) continue;
        entry.isErased = true;
        ofKind.delete(value);
        this.#byId.delete(entry.id);
      }
    }
  }

  #mint(stages: readonly Stage[], id: number, value: string): string {
    let attempt = 0;
    for (const stage of stages) {
      for (;;) {
        const place = this.#place(stage, id, attempt++);
        if (place === null) break;
        const token = stage.spell(this.cipher, place, this.#random);
        if (token !== value && !this.#byToken.has(token)) return token;
      }
      attempt = 0;
    }
    throw new Error("no free token found");
  }

  #place({ space, usable }: Stage, id: number, attempt: number): number | null {
    if (space === null) return attempt < 8 ? id + attempt * (MAX_TOKEN_ID + 1) : null;
    const next = this.#counters.get(space) ?? 0;
    if (next >= usable) return null;
    this.#counters.set(space, next + 1);
    return next;
  }
}
