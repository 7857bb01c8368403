// Finds what a `token_value` asks for, and puts the values back. Pure.
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import type { FreeForm } from "../../tokens/forms/free-form.ts";
import { findPlaceholders, isPlaceholder } from "../../tokens/forms/plain/placeholder-form.ts";
import { escaped } from "../../tokens/reading/escaping.ts";
import { findTokens } from "../../tokens/reading/find-tokens.ts";
import { type Reading, readingsOf } from "../../tokens/reading/readings.ts";
import { MAX_TOKEN_LENGTH } from "../../tokens/reading/tagged.ts";
import {
  findWrapped,
  type KnownWrappers,
  type WrappedSpan,
} from "../../tokens/reading/wrappers.ts";
import { carriedId } from "../../tokens/recognition.ts";
import { isOneWord, isProse } from "../text/whole-text.ts";
import { startsWithToken } from "./found-text.ts";

/** A wrapped stretch: the first of its readings that stands for something counts. */
interface WrappedPart {
  readonly start: number;
  readonly end: number;
  readonly content: string;
  readonly readings: readonly Reading[];
  /** Position of the first reading's token in the plan's tokens; the others follow. */
  readonly firstToken: number;
}

/** A token without tags: letters at `at` carry an id. */
interface FoundPart {
  readonly at: number;
  readonly form: FreeForm;
  /** What may belong to it lies before this offset. */
  readonly until: number;
  /** What may belong to it does not lie before this one. */
  readonly from: number;
  /** Position of its id in the plan's ids. */
  readonly id: number;
}

/** What one item asks for. */
interface UnmaskPlan {
  /** Position in the plan's tokens of the whole item as a bare token; null: it cannot be one. */
  readonly bare: number | null;
  /** Tokens in it, in text order. */
  readonly parts: readonly (WrappedPart | FoundPart)[];
  /** It is one placeholder, bare or wrapped: what was anonymized. */
  readonly isAnonymized: boolean;
}

/** Plans of all items and what to look up, in the order the plans use it. */
export interface UnmaskPlans {
  readonly items: readonly UnmaskPlan[];
  readonly tokens: readonly string[];
  /** The id that each of `tokens` carries, 0 for none; ids begin at 1. */
  readonly carried: readonly number[];
  /** Positions in `tokens` of those that are a whole item: such a text may be one that auto-detect
   * once left alone, a tagged token may not. */
  readonly bareAt: readonly number[];
  /** Ids carried by tokens that stand in a text without tags. */
  readonly ids: readonly number[];
  /** Position in `tokens` of the whole item that each id stands in, -1 where the item cannot be a token. */
  readonly wholeAt: readonly number[];
}

/** What the vault has found, position by position. */
export interface UnmaskAnswer {
  readonly values: readonly (string | null)[];
  readonly found: readonly (FoundValue | null)[];
}

/** Value and token of a mapping that was asked for by its id. */
export interface FoundValue {
  readonly value: string;
  readonly token: string;
}

/** How tokens are looked for. */
export interface UnmaskSettings {
  /** Tells this namespace's free-length tokens from other text. */
  readonly cipher: TokenCipher;
  /** Only exact tags with exact content, and whole bare texts. */
  readonly strict: boolean;
  /** Every wrapper the namespace has ever had. */
  readonly wrappers: KnownWrappers;
}

/** Restored texts, each with the tokens in it that stand for nothing. */
export interface Restored {
  readonly texts: string[];
  readonly unresolved: string[][];
  /** Those that are nothing but a placeholder. */
  readonly anonymized: boolean[];
}

/** Plan a list of texts. A text too long for a token and without tags is plain text. */
export function planUnmask(texts: readonly string[], settings: UnmaskSettings): UnmaskPlans {
  const tokens: string[] = [];
  const carried: number[] = [];
  const ask = (token: string): void => {
    tokens.push(token);
    carried.push(idCarried(settings.cipher, token));
  };
  const bareAt: number[] = [];
  const ids: number[] = [];
  const wholeAt: number[] = [];
  const items = texts.map((text): UnmaskPlan => {
    const parts: (WrappedPart | FoundPart)[] = [];
    let isAnonymized = isPlaceholder(text.trim());
    let from = 0;
    const findIn = (until: number, whole: number): void => {
      if (settings.strict) return;
      for (const { id, at, form } of findTokens(settings.cipher, text.slice(from, until))) {
        parts.push({ at: from + at, form, from, until, id: ids.length });
        ids.push(id);
        wholeAt.push(whole);
      }
    };
    for (const span of findWrapped(text, settings.wrappers, settings.strict)) {
      const { start, end, content } = span;
      findIn(start, -1);
      from = end;
      const readings = readingsIn(span, settings.strict);
      if (readings === "placeholder") {
        isAnonymized ||= text.slice(0, start).trim() === "" && text.slice(end).trim() === "";
        continue;
      }
      parts.push({ start, end, content, readings, firstToken: tokens.length });
      for (const { token } of readings) ask(token);
    }
    if (from > 0) {
      findIn(text.length, -1);
      return { bare: null, parts, isAnonymized };
    }
    const canBeToken = text.length <= MAX_TOKEN_LENGTH;
    const bare = canBeToken ? tokens.length : null;
    if (canBeToken) {
      bareAt.push(tokens.length);
      ask(text);
    }
    // One word holds no other token than itself.
    if (!isOneWord(text)) findIn(text.length, bare ?? -1);
    return { bare, parts, isAnonymized };
  });
  return { items, tokens, carried, bareAt, ids, wholeAt };
}

/** The id that a whole text carries as a free-length token of any form, 0 for none. */
export function idCarried(cipher: TokenCipher, token: string): number {
  return carriedId(cipher, token) ?? 0;
}

/** What a wrapped content can mean; a placeholder stays as it is, wrapper and all. */
function readingsIn(
  { content, escaping, longer = [] }: WrappedSpan,
  strict: boolean,
): readonly Reading[] | "placeholder" {
  const exactly = (token: string): Reading => ({ token, before: "", behind: "", escaping: "none" });
  const first = strict ? [exactly(content)] : readingsOf(content, escaping);
  const readings = [...first, ...longer.map(exactly)];
  return readings.some(({ token }) => isPlaceholder(token)) ? "placeholder" : readings;
}

/**
 * The restored texts, each with what stands for nothing in it: a wrapped token that is not resolved, or a
 * bare one that is the whole text. Placeholders stay as they are and are listed nowhere. A token without a
 * wrapper that stands for nothing is simply text.
 */
export function renderUnmasked(
  texts: readonly string[],
  plans: UnmaskPlans,
  answer: UnmaskAnswer,
): Restored {
  const restored: Restored = { texts: [], unresolved: [], anonymized: [] };
  for (const [index, text] of texts.entries()) {
    const plan = plans.items[index];
    if (plan === undefined) throw new Error("fewer plans than texts");
    const { value, unresolved } = restore(text, plan, answer);
    restored.texts.push(value);
    restored.unresolved.push(unresolved);
    // A text that auto-detect once left alone stands for itself, whatever it looks like.
    const isKnown = plan.bare !== null && (answer.values[plan.bare] ?? null) !== null;
    restored.anonymized.push(plan.isAnonymized && !isKnown);
  }
  return restored;
}

function restore(
  text: string,
  plan: UnmaskPlan,
  answer: UnmaskAnswer,
): { value: string; unresolved: string[] } {
  const whole = plan.bare === null ? null : (answer.values[plan.bare] ?? null);
  if (whole !== null) return { value: whole, unresolved: [] };
  const unresolved: string[] = [];
  let filled = "";
  let from = 0;
  for (const part of plan.parts) {
    const put = "readings" in part ? putWrapped(part, answer) : putFound(text, part, answer);
    if (put === null) {
      if ("readings" in part) unresolved.push(part.content);
    } else if (put.start >= from) {
      filled += text.slice(from, put.start) + put.value;
      from = put.end;
    }
  }
  const isUntouched = from === 0 && plan.bare !== null;
  const isText = isProse(text) || findPlaceholders(text).length > 0;
  if (isUntouched && !isText) unresolved.push(text);
  return { value: filled + text.slice(from), unresolved };
}

/** A stretch of text and what takes its place. */
interface Put {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

function putWrapped(part: WrappedPart, answer: UnmaskAnswer): Put | null {
  for (const [i, { before, behind, escaping }] of part.readings.entries()) {
    const value = answer.values[part.firstToken + i] ?? null;
    if (value === null) continue;
    const { start, end } = part;
    return { start, end, value: before + escaped(value, escaping) + behind };
  }
  return null;
}

/** The id alone proves little: the whole token must stand there, and end there. */
function putFound(text: string, part: FoundPart, answer: UnmaskAnswer): Put | null {
  const found = answer.found[part.id] ?? null;
  if (found === null) return null;
  const start = part.at - part.form.anchor(found.token);
  const end = start + found.token.length;
  if (start < part.from || end > part.until || !startsWithToken(text, start, found.token))
    return null;
  return { start, end, value: found.value };
}
