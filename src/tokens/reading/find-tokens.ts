// Tokens of every free-length form in free text without tags. Pure.
import { atOnce, costOfLetters, type Steps } from "../../core/steps.ts";
import type { TokenCipher } from "../cipher/cipher.ts";
import type { FoundToken, FreeForm } from "../forms/free-form.ts";
import { emailForm } from "../forms/network/email.ts";
import { hasReservedDomain } from "../forms/network/reserved-host.ts";
import { urlForm } from "../forms/network/url.ts";
import { findCompact } from "../forms/plain/compact-form.ts";
import { shapedForm } from "../forms/plain/free-length.ts";
import { findIds, hasRoomForOneId, idAt } from "../forms/plain/scattered-id.ts";

/** A find and the form it was found by. */
export interface FoundInForm extends FoundToken {
  /** The shaped form stands for the opaque one, too: only the mapping knows which of them it has. */
  readonly form: FreeForm;
}

/**
 * Every place of a text where a token of any free-length form begins, in text order and apart from each
 * other; e-mail, URL and compact tokens come before others that would overlap them. Time is linear in the text.
 */
export function findTokens(cipher: TokenCipher, text: string): FoundInForm[] {
  return atOnce(tokensFound(cipher, text));
}

/** The same in steps. */
export function* tokensFound(cipher: TokenCipher, text: string): Steps<FoundInForm[]> {
  // Most texts that are tokens as a whole. E-mail, URL and compact tokens have more letters.
  if (hasRoomForOneId(text)) {
    const only = idAt(cipher, text, 0);
    return only === null ? [] : [{ ...only, form: shapedForm }];
  }
  yield costOfLetters(text.length, WORDS_COST);
  const words = findWords(cipher, text);
  const found: FoundInForm[] = [];
  let next = 0;
  for (const token of yield* findIds(cipher, text)) {
    for (let word = words[next]; word !== undefined && word.at < token.end; word = words[next]) {
      found.push(word);
      next++;
    }
    if ((found.at(-1)?.end ?? 0) <= token.at) found.push({ ...token, form: shapedForm });
  }
  return [...found, ...words.slice(next)];
}

/** What 64 KiB cost at most: words that could be compact tokens, one behind the other. */
const WORDS_COST = 12;

/** Tokens that stand in words of their own (e-mail, URL, compact), by where they begin. */
function findWords(cipher: TokenCipher, text: string): FoundInForm[] {
  const found: FoundInForm[] = findCompact(cipher, text);
  if (!hasReservedDomain(text)) return found;
  for (const form of [emailForm, urlForm]) {
    for (const token of form.find(cipher, text)) found.push({ ...token, form });
  }
  return found.sort((a, b) => a.at - b.at);
}
