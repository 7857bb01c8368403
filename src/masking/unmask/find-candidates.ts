// What a text may ask for when it is unmasked: the readings of its wrapped ranges, the free-length tokens between
// them, and itself as a whole. Pure.
import { costOfLetters, type Steps } from "../../core/steps.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import type { FreeForm } from "../../tokens/forms/free-form.ts";
import { findCompact, isCompact } from "../../tokens/forms/plain/compact-form.ts";
import { isPlaceholder } from "../../tokens/forms/plain/placeholder-form.ts";
import { tokensFound } from "../../tokens/reading/find-tokens.ts";
import { type Reading, readingsOf } from "../../tokens/reading/readings.ts";
import { MAX_TOKEN_LENGTH } from "../../tokens/reading/tagged.ts";
import {
  findWrapped,
  type KnownWrappers,
  type WrappedSpan,
} from "../../tokens/reading/wrappers.ts";
import { partsOutside, type TextRange } from "../text/positions.ts";
import { isOneWord } from "../text/whole-text.ts";

/** How tokens are looked for. */
export interface UnmaskSettings {
  /** Tells this namespace's free-length tokens from other text. */
  readonly cipher: TokenCipher;
  /** Only what mask has written, exactly: tags with their content, compact tokens, whole texts without tags. */
  readonly strict: boolean;
  /** Every wrapper the namespace has ever had. */
  readonly wrappers: KnownWrappers;
}

/** A wrapped range: the first of its readings that stands for something counts. */
export interface WrappedCandidate extends TextRange {
  readonly content: string;
  readonly readings: readonly Reading[];
}

/** A token without tags. */
export interface UntaggedCandidate {
  /** The id it carries. */
  readonly id: number;
  /** Where the letters stand that carry the id. */
  readonly at: number;
  readonly end: number;
  readonly form: FreeForm;
  /** What may belong to it lies in this part of the text. */
  readonly part: TextRange;
}

/** What one text asks for. */
export interface TextCandidates {
  /** Tokens in it, in text order. */
  readonly tokens: readonly (WrappedCandidate | UntaggedCandidate)[];
  /** It may be a token, or a text that auto-detect once left alone, as a whole. */
  readonly mayBeWhole: boolean;
  /** It is one placeholder, with or without a wrapper: what was anonymized. */
  readonly isAnonymized: boolean;
}

/** What the search for wrappers costs in 64 KiB, which brackets and backslashes are worst for. */
const WRAPPERS_COST = 8;

/** What a text may ask for, in steps. A text too long for a token and without wrappers is plain text. */
export function* findCandidates(text: string, settings: UnmaskSettings): Steps<TextCandidates> {
  const { strict, wrappers } = settings;
  yield costOfLetters(text.length, WRAPPERS_COST);
  const wrapped = findWrapped(text, wrappers, strict);
  let isAnonymized = isPlaceholder(text.trim());
  if (wrapped.length === 0) {
    // One word holds no other token than itself.
    const whole = { start: 0, end: text.length };
    const tokens = isOneWord(text) ? [] : yield* findUntagged(settings, text, whole);
    return { tokens, mayBeWhole: text.length <= MAX_TOKEN_LENGTH, isAnonymized };
  }
  const tokens: (WrappedCandidate | UntaggedCandidate)[] = [];
  for (const [i, part] of partsOutside(text, wrapped).entries()) {
    for (const token of yield* findUntagged(settings, text, part)) tokens.push(token);
    const span = wrapped[i];
    if (span === undefined) break;
    const { start, end, content } = span;
    const readings = readingsIn(span, strict);
    if (readings.some(({ token }) => isPlaceholder(token))) {
      // It stays as it is, wrapper and all.
      isAnonymized ||= text.slice(0, start).trim() === "" && text.slice(end).trim() === "";
    } else {
      tokens.push({ start, end, content, readings });
    }
  }
  return { tokens, mayBeWhole: false, isAnonymized };
}

/** The tokens without tags that begin in a part of a text. */
function* findUntagged(
  { cipher, strict }: UnmaskSettings,
  text: string,
  part: TextRange,
): Steps<UntaggedCandidate[]> {
  const inPart = text.slice(part.start, part.end);
  const found = strict
    ? findCompact(cipher, inPart).filter(({ at, end }) => isCompact(inPart.slice(at, end)))
    : yield* tokensFound(cipher, inPart);
  return found.map(({ id, at, end, form }) => {
    return { id, at: part.start + at, end: part.start + end, form, part };
  });
}

/** What a wrapped content can mean. */
function readingsIn({ content, escaping, longer = [] }: WrappedSpan, strict: boolean): Reading[] {
  const exactly = (token: string): Reading => ({ token, before: "", behind: "", escaping: "none" });
  const first = strict ? [exactly(content)] : readingsOf(content, escaping);
  return [...first, ...longer.map(exactly)];
}
