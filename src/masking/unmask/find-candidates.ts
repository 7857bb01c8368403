// What to look up when a text is unmasked: the readings of its wrapped ranges, the free-length tokens between them, and
// the text as a whole. Pure.
import { costOfLetters, type Steps } from "../../core/steps.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import type { FreeForm } from "../../tokens/forms/free-form.ts";
import { isCompact } from "../../tokens/forms/plain/compact-form.ts";
import { isPlaceholder } from "../../tokens/forms/plain/placeholder-form.ts";
import type { Escaping } from "../../tokens/reading/escaping.ts";
import { findWholeCompact, tokensFound } from "../../tokens/reading/find-tokens.ts";
import type { TextView } from "../../tokens/reading/offset-map.ts";
import { type Reading, readingsOf } from "../../tokens/reading/readings.ts";
import { MAX_TOKEN_LENGTH, type Marker } from "../../tokens/reading/tagged.ts";
import {
  type KnownWrappers,
  readWrappers,
  type WrappedSpan,
} from "../../tokens/reading/wrappers.ts";
import { partsOutside, type TextRange } from "../text/positions.ts";
import { isOneWord } from "../text/whole-text.ts";

/** How to look for tokens. */
export interface UnmaskSettings {
  /** Tells this namespace's free-length tokens from other text. */
  readonly cipher: TokenCipher;
  /** Only exact tags with exact content, and whole texts without tags. */
  readonly strict: boolean;
  /** Every wrapper the namespace has ever had. */
  readonly wrappers: KnownWrappers;
  /** The texts are parts of a longer one: none is a token as a whole. */
  readonly isInParts?: boolean;
}

/** A wrapped range; its value is that of the first reading that stands for something. */
export interface WrappedCandidate extends TextRange {
  readonly content: string;
  readonly readings: readonly Reading[];
  /** Tokens among other text in the content; used when no reading has a value. */
  readonly inside: readonly UntaggedCandidate[];
  /** How text around the tags is escaped. */
  readonly escaping: Escaping;
  /** The tag's name; absent for other wrappers. */
  readonly tag?: string | undefined;
}

/** A token without tags. */
export interface UntaggedCandidate {
  readonly id: number;
  readonly form: FreeForm;
  /** The characters that carry the id, as written. */
  readonly written: string;
  /** The part of the text that it may extend over, as it is read, and the offset there of the letters that carry the id. */
  readonly view: TextView;
  readonly viewAt: number;
  /** Offset of that part in the text, or in the content. */
  readonly partStart: number;
}

/** What to look up for one text. */
export interface TextCandidates {
  readonly tokens: readonly (WrappedCandidate | UntaggedCandidate)[];
  /** Tags without a partner, in text order. */
  readonly lone: readonly Marker[];
  /** The whole text may be a token, or a text that auto-detect once left alone. */
  readonly mayBeWhole: boolean;
  /** The text is one placeholder, with or without a wrapper: an anonymized value. */
  readonly isAnonymized: boolean;
}

/** Cost of searching 64 KiB for wrappers; brackets and backslashes are the worst case. */
const WRAPPERS_COST = 8;

/** Wrapped ranges per step, and their cost at most: each has few letters. */
const STEP_SPANS = 1_024;
const STEP_COST = 5;

/** Finds what to look up for a text, in steps. A text that has no wrappers and is too long for a token is plain text. */
export function* findCandidates(text: string, settings: UnmaskSettings): Steps<TextCandidates> {
  const { strict, wrappers, isInParts = false } = settings;
  yield costOfLetters(text.length, WRAPPERS_COST);
  const { wrapped, lone } = yield* readWrappers(text, wrappers, strict);
  let isAnonymized = isPlaceholder(text.trim());
  if (wrapped.length === 0) {
    // A text of one word holds no token but itself.
    const isWhole = !isInParts && isOneWord(text);
    const tokens = isWhole ? [] : yield* findUntagged(settings, text, 0);
    const mayBeWhole = !isInParts && text.length <= MAX_TOKEN_LENGTH;
    return { tokens, lone, mayBeWhole, isAnonymized };
  }
  const tokens: (WrappedCandidate | UntaggedCandidate)[] = [];
  for (const [i, part] of partsOutside(text, wrapped).entries()) {
    if (i % STEP_SPANS === STEP_SPANS - 1) yield STEP_COST;
    const inPart = text.slice(part.start, part.end);
    for (const token of yield* findUntagged(settings, inPart, part.start)) tokens.push(token);
    const span = wrapped[i];
    if (span === undefined) break;
    const { start, end, content, escaping, tag } = span;
    const readings = readingsIn(span, strict);
    if (readings.some(({ token }) => isPlaceholder(token))) {
      // A placeholder stays as it is, with its wrapper.
      isAnonymized ||= text.slice(0, start).trim() === "" && text.slice(end).trim() === "";
    } else {
      const inside = strict ? [] : yield* findUntagged(settings, content, 0);
      tokens.push({ start, end, content, readings, inside, escaping, tag });
    }
  }
  return { tokens, lone, mayBeWhole: false, isAnonymized };
}

/** Tokens without tags in one part of a text; in strict mode only compact ones, exactly as they were minted. */
function* findUntagged(
  { cipher, strict }: UnmaskSettings,
  part: string,
  partStart: number,
): Steps<UntaggedCandidate[]> {
  const found = strict ? findWholeCompact(cipher, part) : yield* tokensFound(cipher, part);
  const candidates: UntaggedCandidate[] = [];
  for (const { id, at, end, form, view, viewAt } of found) {
    const written = part.slice(at, end);
    if (strict && !isCompact(written)) continue;
    candidates.push({ id, form, written, view, viewAt, partStart });
  }
  return candidates;
}

function readingsIn({ content, escaping, longer = [] }: WrappedSpan, strict: boolean): Reading[] {
  const exactly = (token: string): Reading => ({ token, before: "", after: "", escaping: "none" });
  const first = strict ? [exactly(content)] : readingsOf(content, escaping);
  return [...first, ...longer.map(exactly)];
}
