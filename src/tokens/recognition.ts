// What a text says of itself as a token: whether it can be one, which mapping it names, and whether it is that
// mapping's token as a whole. Making tokens is for makers.ts.
import type { TokenCipher } from "./cipher/cipher.ts";
import { emailForm } from "./forms/network/email.ts";
import { urlForm } from "./forms/network/url.ts";
import { readCompact } from "./forms/plain/compact-form.ts";
import { hasFreeLengthForm, shapedForm } from "./forms/plain/free-length.ts";
import { isPlaceholder } from "./forms/plain/placeholder-form.ts";
import { FIXED_FORMS, freeFormOf, type TokenOwner } from "./makers.ts";

/** URL tokens have at least a label of 16 and ".example.com"; e-mail tokens are longer. */
const SHORTEST_IN_HOST = 28;

/**
 * The id that a whole text carries as a free-length token of this cipher, null for none (most texts). The id alone
 * proves little: what else is in the text is compared with the mapping's token, by `isTokenOf`.
 */
export function carriedId(cipher: TokenCipher, text: string): number | null {
  // E-mail and URL tokens first, as these look for their host before they decipher anything. A text that
  // one form reads is no other's token but by an accident of 2^-40. An opaque token reads like one in a value's shape.
  const inHost =
    text.length < SHORTEST_IN_HOST
      ? null
      : (emailForm.read(cipher, text) ?? urlForm.read(cipher, text));
  return inHost ?? readCompact(cipher, text) ?? shapedForm.read(cipher, text);
}

/** True when a text, which carries the mapping's id, is the mapping's free-length token as a whole. */
export function isTokenOf(cipher: TokenCipher, owner: TokenOwner, text: string): boolean {
  return freeFormOf(owner).matches(cipher, owner.id, owner.value, text);
}

/** True when a whole text could be a fixed-shape token, of any kind, of today or tomorrow. */
export function mayBeFixed(text: string): boolean {
  return FIXED_FORMS.some((form) => form.mayBe(text));
}

/** True when a whole text has the outward form of any token. Needs no key, so it says "maybe" more often. */
export function hasTokenForm(text: string): boolean {
  return mayBeFixed(text) || hasFreeLengthForm(text);
}

/**
 * True when unmask could take a whole text for a token of this cipher's namespace, or for a placeholder: masking
 * hides such a text.
 */
export function mayBeTaken(cipher: TokenCipher, text: string): boolean {
  return mayBeFixed(text) || isPlaceholder(text) || carriedId(cipher, text) !== null;
}
