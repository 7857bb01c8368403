// Finds tokens of every free-length form in free text, without tags and through escapes and line breaks. Pure.
import { costOfLetters, runToEnd, type Steps } from "../../core/steps.ts";
import type { TokenCipher } from "../cipher/cipher.ts";
import type { FoundToken, FreeForm } from "../forms/free-form.ts";
import { emailForm } from "../forms/network/email.ts";
import { hasReservedDomain, mayBreakDomain } from "../forms/network/reserved-host.ts";
import { urlForm } from "../forms/network/url.ts";
import { type FoundCompact, findCompact } from "../forms/plain/compact-form.ts";
import { shapedForm } from "../forms/plain/free-length.ts";
import { findIds, hasRoomForOneId, idAt } from "../forms/plain/scattered-id.ts";
import { findBroken } from "./broken-words.ts";
import { type TextView, Unchanged } from "./offset-map.ts";
import { isPlainView, viewInSteps, viewOf, withoutLineEnds } from "./text-view.ts";

/** A token found in a text: its range in the text itself, and its form. */
export interface FoundInForm extends FoundToken {
  /** shapedForm may also mean the opaque one: only the mapping tells which of the two it is. */
  readonly form: FreeForm;
  /** The view in which the token was read, and the offset there of the first letter that carries the id. */
  readonly view: TextView;
  readonly viewAt: number;
}

/**
 * All tokens of free-length forms in a text, in text order and without overlaps; e-mail, URL and compact tokens take
 * precedence over others that overlap them. Linear in the length of the text.
 */
export function findTokens(cipher: TokenCipher, text: string): FoundInForm[] {
  return runToEnd(tokensFound(cipher, text));
}

/** Compact tokens that are unbroken, in either letter case. */
export function findWholeCompact(cipher: TokenCipher, text: string): FoundInForm[] {
  const view = viewOf(text);
  return findCompact(cipher, view.text).map((token) => inForm(view, token, token.form));
}

/** findTokens, in steps. */
export function* tokensFound(cipher: TokenCipher, text: string): Steps<FoundInForm[]> {
  if (cipher.isTokenFree?.(text)) return [];
  const view = isPlainView(text) ? new Unchanged(text) : yield* viewInSteps(text);
  // Most texts that are a whole token end here. E-mail, URL and compact tokens have more letters.
  if (hasRoomForOneId(view.text)) {
    const only = idAt(cipher, view.text, 0);
    return only === null ? [] : [inForm(view, only, shapedForm)];
  }
  yield costOfLetters(text.length, WORDS_COST);
  const words = yield* findWords(cipher, view);
  const found: FoundInForm[] = [];
  let next = 0;
  const add = (token: FoundInForm): void => {
    if ((found.at(-1)?.end ?? 0) <= token.at) found.push(token);
  };
  for (const one of yield* findIds(cipher, view.text)) {
    const token = inForm(view, one, shapedForm);
    for (let word = words[next]; word !== undefined && word.at < token.end; word = words[next]) {
      add(word);
      next++;
    }
    add(token);
  }
  for (const word of words.slice(next)) add(word);
  return found;
}

/** The most that 64 KiB cost: one word after another that may be a compact token. */
const WORDS_COST = 16;

function inForm(view: TextView, { id, at, end }: FoundToken, form: FreeForm): FoundInForm {
  return { id, at: view.rawStart(at), end: view.rawEnd(end), form, view, viewAt: at };
}

/** Whether cutting the text may create a token even where the cut does not go through a word. */
export function isReadOtherwise(text: string): boolean {
  return text.includes("\n") || !isPlainView(text);
}

/** Tokens that are words of their own, by offset; broken or emphasized ones after whole ones at the same offset. */
function* findWords(cipher: TokenCipher, view: TextView): Steps<FoundInForm[]> {
  const found = [...findCompact(cipher, view.text), ...findInHosts(cipher, view.text)];
  const broken = yield* findBroken(cipher, view.text);
  const words = [...found, ...broken].map((one) => inForm(view, one, one.form));
  const views = mayBreakDomain(view.text) ? yield* withoutLineEnds(view) : [];
  for (const joined of views) {
    for (const one of findInHosts(cipher, joined.text)) words.push(inForm(joined, one, one.form));
  }
  // The sort is stable: of two tokens at one place the whole one comes first, and the other is then dropped as an overlap.
  return words.sort((a, b) => a.at - b.at);
}

/** E-mail and URL tokens. */
function findInHosts(cipher: TokenCipher, text: string): FoundCompact[] {
  if (!hasReservedDomain(text)) return [];
  return [emailForm, urlForm].flatMap((form) =>
    form.find(cipher, text).map((token) => ({ ...token, form })),
  );
}
