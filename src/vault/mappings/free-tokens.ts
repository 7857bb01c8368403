// Free-length tokens of mappings: made from the id whenever needed, never stored.
import { PLAIN_KIND } from "../../tokens/kinds.ts";
import { freeTokenOf, type TokenOwner } from "../../tokens/makers.ts";
import { isTokenOf } from "../../tokens/recognition.ts";
import type { NamespaceBase } from "../namespace-base.ts";

/** Renders tokens of mappings. */
export interface TokenRenderer {
  tokenOf(mapping: TokenOwner): string;
  /** Whether a text that carries the mapping's id is exactly its token. */
  isTokenOf(mapping: TokenOwner, text: string): boolean;
}

/** A renderer for mappings without a stored token; `ids` are the ids it will mostly be asked for. */
export async function tokenRenderer(
  { keyring }: NamespaceBase,
  ids: readonly number[],
): Promise<TokenRenderer> {
  const batchCipher = await keyring.batchCipher();
  const cipher = await batchCipher.forIds(ids);
  return {
    // Texts that auto-detect left unchanged have no token.
    tokenOf: (mapping) => (mapping.kind === PLAIN_KIND ? "" : freeTokenOf(cipher, mapping)),
    isTokenOf: (mapping, text) => isTokenOf(cipher, mapping, text),
  };
}
