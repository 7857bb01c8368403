// Where an auto-detect text holds what unmask would take for a token without a wrapper. Pure.
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import type { FreeForm } from "../../tokens/forms/free-form.ts";
import { findPlaceholders } from "../../tokens/forms/plain/placeholder-form.ts";
import { findTokens } from "../../tokens/reading/find-tokens.ts";
import type { TextRange } from "../text/positions.ts";

/** The letters of a token's id and the rest of the word; without a form: a placeholder, or part of a wrapper. */
export interface TokenRange extends TextRange {
  readonly form?: FreeForm;
}

/**
 * Tokens and placeholders in parts of a text, by start. Placeholders stand for nothing, and must not seem to be
 * ours.
 */
export function findTokenRanges(
  text: string,
  parts: readonly TextRange[],
  cipher: TokenCipher,
): TokenRange[] {
  const found = parts.flatMap((part): TokenRange[] => {
    const placeholders = findPlaceholders(text.slice(part.start, part.end)).map((one) => ({
      start: part.start + one.start,
      end: part.start + one.end,
    }));
    return [...tokensIn(text, part, cipher), ...placeholders];
  });
  return found.sort((a, b) => a.start - b.start);
}

/** Tokens without tags in a part of a text, up to the end of the word: what follows is padding. */
export function tokensIn(text: string, part: TextRange, cipher: TokenCipher): TokenRange[] {
  return findTokens(cipher, text.slice(part.start, part.end)).map(({ at, end, form }) => {
    let wordEnd = part.start + end;
    while (wordEnd < part.end && digitValue(text.charCodeAt(wordEnd)) >= 0) wordEnd++;
    return { start: part.start + at, end: wordEnd, form };
  });
}
