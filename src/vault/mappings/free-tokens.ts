// Free-length tokens of a namespace's mappings: made from the id whenever they are needed, never stored.
import { PLAIN_KIND } from "../../tokens/kinds.ts";
import { freeTokenOf, type TokenOwner } from "../../tokens/makers.ts";
import { isTokenOf } from "../../tokens/recognition.ts";
import type { NamespaceBase } from "../namespace-base.ts";

/** Renders tokens of mappings. */
export interface TokenRenderer {
  /** The token of a mapping. */
  tokenOf(mapping: TokenOwner): string;
  /** True when a text, which carries the mapping's id, is its token as a whole. */
  isTokenOf(mapping: TokenOwner, text: string): boolean;
}

/** What renders the tokens of mappings without a token of their own, most of which have these ids. */
export async function tokenRenderer(
  { keyring }: NamespaceBase,
  ids: readonly number[],
): Promise<TokenRenderer> {
  const batchCipher = await keyring.batchCipher();
  const cipher = await batchCipher.forIds(ids);
  return {
    // Texts that auto-detect left alone have no token.
    tokenOf: (mapping) => (mapping.kind === PLAIN_KIND ? "" : freeTokenOf(cipher, mapping)),
    isTokenOf: (mapping, text) => isTokenOf(cipher, mapping, text),
  };
}
