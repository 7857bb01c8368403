// Puts what the vault has found back into texts. Pure.
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import { isCompact } from "../../tokens/forms/plain/compact-form.ts";
import { findPlaceholders } from "../../tokens/forms/plain/placeholder-form.ts";
import { escaped } from "../../tokens/reading/escaping.ts";
import type { TextRange } from "../text/positions.ts";
import { isProse } from "../text/whole-text.ts";
import type { UntaggedCandidate, WrappedCandidate } from "./find-candidates.ts";
import type { TextPlan, UnmaskPlans } from "./plan-unmask.ts";

/** What the vault has found, position by position of a plan's tokens and ids. */
export interface UnmaskAnswer {
  readonly values: readonly (string | null)[];
  readonly found: readonly (FoundValue | null)[];
}

/** Value and token of a mapping that was asked for by its id. */
export interface FoundValue {
  readonly value: string;
  readonly token: string;
}

/** A restored text. */
export interface RestoredText {
  readonly value: string;
  /** The tokens in it that stand for nothing. */
  readonly unresolved: readonly string[];
  /** It is nothing but a placeholder. */
  readonly isAnonymized: boolean;
}

/**
 * The restored texts, each with what stands for nothing in it: a wrapped token that is not resolved, or the whole
 * text. Placeholders stay as they are and are listed nowhere. A token without a wrapper among other text that
 * stands for nothing is simply text, but for a compact one: no text has that form and its check by accident.
 */
export function restoreTexts(
  texts: readonly string[],
  plans: UnmaskPlans,
  answer: UnmaskAnswer,
): RestoredText[] {
  return texts.map((text, i) => {
    const plan = plans.texts[i];
    if (plan === undefined) throw new Error("fewer plans than texts");
    const whole = plan.mayBeWhole ? (answer.values[plan.firstToken] ?? null) : null;
    // A text that auto-detect once left alone stands for itself, whatever it looks like.
    if (whole !== null) return { value: whole, unresolved: [], isAnonymized: false };
    return { ...restored(text, plan, answer), isAnonymized: plan.isAnonymized };
  });
}

/** A text that is no token as a whole. */
function restored(text: string, plan: TextPlan, answer: UnmaskAnswer) {
  const unresolved: string[] = [];
  let value = "";
  let from = 0;
  let nextToken = plan.firstToken;
  let nextId = plan.firstId;
  for (const candidate of plan.tokens) {
    let replacement: Replacement | null;
    if ("readings" in candidate) {
      const end = nextToken + candidate.readings.length;
      replacement = ofWrapped(candidate, answer.values.slice(nextToken, end));
      nextToken = end;
      if (replacement === null) unresolved.push(candidate.content);
    } else {
      replacement = ofUntagged(text, candidate, answer.found[nextId++] ?? null);
      const token = text.slice(candidate.at, candidate.end);
      if (replacement === null && isCompact(token.toLowerCase())) unresolved.push(token);
    }
    if (replacement === null || replacement.start < from) continue;
    value += text.slice(from, replacement.start) + replacement.value;
    from = replacement.end;
  }
  const isText = isProse(text) || findPlaceholders(text).length > 0;
  const isUnknown = from === 0 && unresolved.length === 0;
  if (isUnknown && plan.mayBeWhole && !isText) unresolved.push(text);
  return { value: value + text.slice(from), unresolved };
}

/** A range of a text and what takes its place. */
interface Replacement extends TextRange {
  readonly value: string;
}

/** By the first reading that has a value. */
function ofWrapped(
  { start, end, readings }: WrappedCandidate,
  values: readonly (string | null)[],
): Replacement | null {
  for (const [i, { before, behind, escaping }] of readings.entries()) {
    const value = values[i] ?? null;
    if (value !== null) return { start, end, value: before + escaped(value, escaping) + behind };
  }
  return null;
}

/** The id alone proves little: the whole token must stand there, and end there. */
function ofUntagged(
  text: string,
  { at, form, part }: UntaggedCandidate,
  found: FoundValue | null,
): Replacement | null {
  if (found === null) return null;
  const start = at - form.anchor(found.token);
  const end = start + found.token.length;
  const isInPart = start >= part.start && end <= part.end;
  return isInPart && isTokenAt(text, start, found.token)
    ? { start, end, value: found.value }
    : null;
}

/** Tokens that are e-mail addresses or URLs: software writes their letters in either case. */
const IS_CASELESS = /^[^\s@]+@[^\s@]+$|^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * True when exactly this token stands at an offset, with no letter or digit of tokens behind it. A token
 * with a backslash is never found: in text that was written as JSON it could be a control character and
 * letters that somebody had put there.
 */
export function isTokenAt(text: string, start: number, token: string): boolean {
  if (token.includes("\\")) return false;
  const end = start + token.length;
  if (digitValue(text.charCodeAt(end)) >= 0) return false;
  if (text.startsWith(token, start)) return true;
  const isCaseless = IS_CASELESS.test(token) || isCompact(token);
  return isCaseless && text.slice(start, end).toLowerCase() === token.toLowerCase();
}
