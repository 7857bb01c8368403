// Free-length tokens of a namespace's mappings: made from the id whenever they are needed, never stored.
import { PLAIN_KIND } from "../../tokens/kinds.ts";
import { freeTokenOf, type TokenOwner } from "../../tokens/makers.ts";
import { isTokenOf } from "../../tokens/recognition.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { NamespaceBase } from "../namespace-base.ts";

type Made = Omit<TokenOwner, "isFormed">;

/** Renders tokens of mappings. */
export interface TokenRenderer {
  /** The token of a mapping. */
  tokenOf(mapping: Made): string;
  /** True when a text, which carries the mapping's id, is its token as a whole. */
  isTokenOf(mapping: Made, text: string): boolean;
}

/** Makes free-length tokens of one namespace. */
export class FreeTokens {
  readonly #keyring: Keyring;
  /** Mappings from this id on have tokens in their format's form. */
  readonly #formedSince: number;

  constructor({ settings, keyring }: NamespaceBase) {
    this.#keyring = keyring;
    this.#formedSince = settings.number("formed_tokens_since") ?? 0;
  }

  /** What renders the tokens of mappings without a token of their own, most of which have these ids. */
  async renderer(ids: readonly number[]): Promise<TokenRenderer> {
    const batchCipher = await this.#keyring.batchCipher();
    const cipher = await batchCipher.forIds(ids);
    const owner = ({ id, kind, value }: Made): TokenOwner => {
      return { id, kind, value, isFormed: id >= this.#formedSince };
    };
    return {
      // Texts that auto-detect left alone have no token.
      tokenOf: (made) => (made.kind === PLAIN_KIND ? "" : freeTokenOf(cipher, owner(made))),
      isTokenOf: (made, text) => isTokenOf(cipher, owner(made), text),
    };
  }
}
