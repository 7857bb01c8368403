// Tokens of every free-length form in free text without tags. Pure.
import { atOnce, type Steps } from "../../core/steps.ts";
import type { TokenCipher } from "../cipher/cipher.ts";
import type { FoundToken, FreeForm } from "../forms/free-form.ts";
import { emailForm } from "../forms/network/email.ts";
import { hasReservedDomain } from "../forms/network/reserved-host.ts";
import { urlForm } from "../forms/network/url.ts";
import { shapedForm } from "../forms/plain/free-length.ts";
import { findIds, hasRoomForOneId, idAt } from "../forms/plain/scattered-id.ts";

/** A find and the form it was found by. */
export interface FoundInForm extends FoundToken {
  /** The shaped form stands for the opaque one, too: only the mapping knows which of them it has. */
  readonly form: FreeForm;
}

/**
 * Every place of a text where a token of any free-length form begins, in text order and apart from each
 * other; e-mail and URL tokens come before others that would overlap them. Time is linear in the text.
 */
export function findTokens(cipher: TokenCipher, text: string): FoundInForm[] {
  return atOnce(tokensFound(cipher, text));
}

/** The same in steps. */
export function* tokensFound(cipher: TokenCipher, text: string): Steps<FoundInForm[]> {
  // Most texts that are tokens as a whole. E-mail and URL tokens have more letters.
  if (hasRoomForOneId(text)) {
    const only = idAt(cipher, text, 0);
    return only === null ? [] : [{ ...only, form: shapedForm }];
  }
  const inHosts = findInHosts(cipher, text);
  const found: FoundInForm[] = [];
  let next = 0;
  for (const token of yield* findIds(cipher, text)) {
    for (
      let host = inHosts[next];
      host !== undefined && host.at < token.end;
      host = inHosts[next]
    ) {
      found.push(host);
      next++;
    }
    if ((found.at(-1)?.end ?? 0) <= token.at) found.push({ ...token, form: shapedForm });
  }
  return [...found, ...inHosts.slice(next)];
}

/** E-mail and URL tokens, by where they begin. */
function findInHosts(cipher: TokenCipher, text: string): FoundInForm[] {
  const found: FoundInForm[] = [];
  if (!hasReservedDomain(text)) return found;
  for (const form of [emailForm, urlForm]) {
    for (const token of form.find(cipher, text)) found.push({ ...token, form });
  }
  return found.sort((a, b) => a.at - b.at);
}
