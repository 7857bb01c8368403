// Tokens of every free-length form in free text without tags, through whatever has been put on the text. Pure.
import { atOnce, costOfLetters, type Steps } from "../../core/steps.ts";
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

/** A find, where it stands in the text itself, and the form it was found by. */
export interface FoundInForm extends FoundToken {
  /** The shaped form stands for the opaque one, too: only the mapping knows which of them it has. */
  readonly form: FreeForm;
  /** In what the text was read, and where in it the first letter stands that carries the id. */
  readonly view: TextView;
  readonly viewAt: number;
}

/**
 * Every place of a text where a token of any free-length form begins, in text order and apart from each
 * other; e-mail, URL and compact tokens come before others that would overlap them. Time is linear in the text.
 */
export function findTokens(cipher: TokenCipher, text: string): FoundInForm[] {
  return atOnce(tokensFound(cipher, text));
}

/** Compact tokens as they were written, in either letter case. */
export function findWholeCompact(cipher: TokenCipher, text: string): FoundInForm[] {
  const view = viewOf(text);
  return findCompact(cipher, view.text).map((token) => inForm(view, token, token.form));
}

/** The same in steps. */
export function* tokensFound(cipher: TokenCipher, text: string): Steps<FoundInForm[]> {
  if (cipher.isTokenFree?.(text)) return [];
  const view = isPlainView(text) ? new Unchanged(text) : yield* viewInSteps(text);
  // Most texts that are tokens as a whole. E-mail, URL and compact tokens have more letters.
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

/** What 64 KiB cost at most: words that could be compact tokens, one behind the other. */
const WORDS_COST = 16;

function inForm(view: TextView, { id, at, end }: FoundToken, form: FreeForm): FoundInForm {
  return { id, at: view.rawStart(at), end: view.rawEnd(end), form, view, viewAt: at };
}

/** True for a text in which a cut may uncover a token although it does not go through a word. */
export function isReadOtherwise(text: string): boolean {
  return text.includes("\n") || !isPlainView(text);
}

/**
 * Tokens that stand in words of their own (e-mail, URL, compact), by where they begin; then those that are broken over
 * lines, or have marks of emphasis in them.
 */
function* findWords(cipher: TokenCipher, view: TextView): Steps<FoundInForm[]> {
  const found = [...findCompact(cipher, view.text), ...findInHosts(cipher, view.text)];
  const broken = yield* findBroken(cipher, view.text);
  const words = [...found, ...broken].map((one) => inForm(view, one, one.form));
  const views = mayBreakDomain(view.text) ? yield* withoutLineEnds(view) : [];
  for (const joined of views) {
    for (const one of findInHosts(cipher, joined.text)) words.push(inForm(joined, one, one.form));
  }
  // Of two in one place the whole one is first, and the other is in its way no more.
  return words.sort((a, b) => a.at - b.at);
}

/** E-mail and URL tokens. */
function findInHosts(cipher: TokenCipher, text: string): FoundCompact[] {
  if (!hasReservedDomain(text)) return [];
  return [emailForm, urlForm].flatMap((form) =>
    form.find(cipher, text).map((token) => ({ ...token, form })),
  );
}
