// The two plain forms of free-length tokens, by their names in the frozen vectors.
import type { TokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { opaqueForm, shapedForm } from "../../../src/tokens/forms/plain/free-length.ts";

/** In the value's shape, or in one piece. */
export type TokenLayout = "shaped" | "opaque";

/** The token of an id for a value. */
export function freeLengthToken(
  cipher: TokenCipher,
  id: number,
  value: string,
  layout: TokenLayout,
): string {
  return (layout === "opaque" ? opaqueForm : shapedForm).token(cipher, id, value);
}

/** The id in a text that begins like such a token, else null. */
export function readTokenId(cipher: TokenCipher, text: string): number | null {
  return shapedForm.read(cipher, text);
}
