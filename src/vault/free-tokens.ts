// Free-length tokens of a namespace's mappings: made from the id whenever they are needed, never stored.
import type { TokenCipher } from "../tokens/cipher.ts";
import { PLAIN_KIND } from "../tokens/kinds.ts";
import { freeFormOf } from "../tokens/makers.ts";
import type { Keyring } from "./keyring.ts";
import type { SettingStore } from "./store/settings.ts";

/** What a free-length token is made from. */
interface Made {
  readonly id: number;
  readonly kind: number;
  readonly value: string;
}

/** Makes free-length tokens of one namespace. */
export class FreeTokens {
  readonly #keyring: Keyring;
  /** Mappings from this id on have tokens in their format's form. */
  readonly #formedSince: number;

  constructor(settings: SettingStore, keyring: Keyring) {
    this.#keyring = keyring;
    this.#formedSince = settings.number("formed_tokens_since") ?? 0;
  }

  /** A function that gives the token of a mapping without a token of its own. */
  async maker(): Promise<(mapping: Made) => string> {
    const cipher = await this.#keyring.cipher();
    return (mapping) => this.#make(cipher, mapping);
  }

  #make(cipher: TokenCipher, { id, kind, value }: Made): string {
    // Texts that auto-detect left alone have no token.
    if (kind === PLAIN_KIND) return "";
    return freeFormOf(kind, value, id >= this.#formedSince).token(cipher, id, value);
  }
}
