// What a text shows of itself as a token: whether it can be one, which mapping it names, and whether it is exactly that
// mapping's token. makers.ts makes tokens.
import type { TokenCipher } from "./cipher/cipher.ts";
import { emailForm } from "./forms/network/email.ts";
import { urlForm } from "./forms/network/url.ts";
import { readCompact } from "./forms/plain/compact-form.ts";
import { hasFreeLengthForm, shapedForm } from "./forms/plain/free-length.ts";
import { isPlaceholder } from "./forms/plain/placeholder-form.ts";
import { FIXED_FORMS, freeFormOf, type TokenOwner } from "./makers.ts";

/** A URL token has at least a label of 16 and ".example.com"; e-mail tokens are longer. */
const SHORTEST_IN_HOST = 28;

/**
 * The id that a whole text carries as a free-length token of this cipher; null for most texts. The id alone proves little:
 * `isTokenOf` compares the rest of the text with the mapping's token.
 */
export function carriedId(cipher: TokenCipher, text: string): number | null {
  // E-mail and URL first, because they look for their host before they decipher anything. A text that one form reads is
  // another form's token only with a chance of 2^-40. The shaped form also reads opaque tokens.
  const inHost =
    text.length < SHORTEST_IN_HOST
      ? null
      : (emailForm.read(cipher, text) ?? urlForm.read(cipher, text));
  return inHost ?? readCompact(cipher, text) ?? shapedForm.read(cipher, text);
}

/** Whether a text that carries the mapping's id is exactly the mapping's free-length token. */
export function isTokenOf(cipher: TokenCipher, owner: TokenOwner, text: string): boolean {
  return freeFormOf(owner).matches(cipher, owner.id, owner.value, text);
}

/** Whether a whole text may be a fixed-shape token of any kind, even one that no mapping has yet. */
export function mayBeFixed(text: string): boolean {
  return FIXED_FORMS.some((form) => form.mayBe(text));
}

/** Whether a whole text looks like a token of any form. It has no key, so it accepts more texts than mayBeTaken. */
export function hasTokenForm(text: string): boolean {
  return mayBeFixed(text) || hasFreeLengthForm(text);
}

/** Whether unmask might take a whole text for a token of this cipher, or for a placeholder: mask hides such texts. */
export function mayBeTaken(cipher: TokenCipher, text: string): boolean {
  return mayBeFixed(text) || isPlaceholder(text) || carriedId(cipher, text) !== null;
}
