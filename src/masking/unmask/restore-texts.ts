// Puts the values that the vault has found back into texts. Pure.
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import { isCompact } from "../../tokens/forms/plain/compact-form.ts";
import { findPlaceholders } from "../../tokens/forms/plain/placeholder-form.ts";
import { type Escaping, escaped, escapingSeen } from "../../tokens/reading/escaping.ts";
import type { Marker } from "../../tokens/reading/tagged.ts";
import type { TextRange } from "../text/positions.ts";
import { isProse } from "../text/whole-text.ts";
import type { UntaggedCandidate, WrappedCandidate } from "./find-candidates.ts";
import type { TextPlan, UnmaskPlans } from "./plan-unmask.ts";
import { rangeOfToken } from "./token-range.ts";

/** The vault's answer, index by index for a plan's tokens and ids. */
export interface UnmaskAnswer {
  readonly values: readonly (string | null)[];
  readonly found: readonly (FoundValue | null)[];
}

/** Value and token of a mapping that was looked up by its id. */
export interface FoundValue {
  readonly value: string;
  readonly token: string;
}

/** A restored text. */
export interface RestoredText {
  readonly value: string;
  /** Tokens in it that stand for nothing. */
  readonly unresolved: readonly string[];
  /** The text is nothing but a placeholder. */
  readonly isAnonymized: boolean;
}

/**
 * The restored texts, each with its unresolved tokens: wrapped or compact tokens that stand for nothing, or the whole text.
 * Placeholders stay as they are and are not listed. Any other token without a wrapper that stands for nothing is ordinary
 * text.
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
    // A text that auto-detect once left alone is its own value, whatever it looks like.
    if (whole !== null) return { value: whole, unresolved: [], isAnonymized: false };
    return { ...restored(text, plan, answer), isAnonymized: plan.isAnonymized };
  });
}

/** How many letters and digits of a token are cut off at the end of a text that is part of a longer one; 0: none. */
export function missingAfter(text: string, plan: TextPlan, answer: UnmaskAnswer): number {
  let nextId = plan.firstId;
  let missing = 0;
  for (const candidate of plan.tokens) {
    if ("readings" in candidate) {
      nextId += candidate.inside.length;
      continue;
    }
    const found = answer.found[nextId++] ?? null;
    if (found === null || ofUntagged(text, candidate, found) !== null) continue;
    const { form, view, viewAt } = candidate;
    const whole = countLetters(found.token.slice(form.anchor(found.token)));
    missing = Math.max(missing, whole - countLetters(view.text.slice(viewAt)));
  }
  return missing;
}

function countLetters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (digitValue(text.charCodeAt(at)) >= 0) count++;
  return count;
}

function restored(text: string, plan: TextPlan, answer: UnmaskAnswer) {
  const unresolved: string[] = [];
  const replacements: Replacement[] = [];
  let nextToken = plan.firstToken;
  let nextId = plan.firstId;
  const foundNext = () => answer.found[nextId++] ?? null;
  for (const candidate of plan.tokens) {
    let replacement: Replacement | null;
    if ("readings" in candidate) {
      const { readings, inside } = candidate;
      const values = answer.values.slice(nextToken, nextToken + readings.length);
      nextToken += readings.length;
      replacement = ofWrapped(candidate, values, inside.map(foundNext));
      if (replacement === null) unresolved.push(candidate.content);
    } else {
      replacement = ofUntagged(text, candidate, foundNext());
      const { written } = candidate;
      if (replacement === null && isCompact(written.toLowerCase())) unresolved.push(written);
    }
    if (replacement !== null) replacements.push(replacement);
  }
  const value = withReplacements(text, withoutLoneTags(text, replacements, plan.lone));
  const isText = isProse(text) || findPlaceholders(text).length > 0;
  const isUnknown = replacements.length === 0 && unresolved.length === 0;
  if (isUnknown && plan.mayBeWhole && !isText) unresolved.push(text);
  return { value, unresolved };
}

interface Replacement extends TextRange {
  readonly value: string;
  /** It replaces a token without tags. */
  readonly isUntagged?: true;
}

/** The text with its replacements, which are in text order; one that overlaps its predecessor is dropped. */
function withReplacements(text: string, replacements: readonly Replacement[]): string {
  let value = "";
  let from = 0;
  for (const replacement of replacements) {
    if (replacement.start < from) continue;
    value += text.slice(from, replacement.start) + replacement.value;
    from = replacement.end;
  }
  return value + text.slice(from);
}

/** Restores a wrapped range: to the value of its first reading that has one, or else with the tokens in its content. */
function ofWrapped(
  { start, end, content, readings, inside, escaping }: WrappedCandidate,
  values: readonly (string | null)[],
  found: readonly (FoundValue | null)[],
): Replacement | null {
  const hits = readings.flatMap((reading, i) => {
    const value = values[i] ?? null;
    return value === null ? [] : [{ ...reading, value }];
  });
  const replacements = inside.flatMap(
    (token, i) => ofUntagged(content, token, found[i] ?? null, escaping) ?? [],
  );
  const hit = hits.find(({ isTidied }) => replacements.length === 0 || isTidied !== true);
  if (hit !== undefined) {
    const value = hit.before + escaped(hit.value, hit.escaping) + hit.after;
    return { start, end, value };
  }
  if (replacements.length === 0) return null;
  return { start, end, value: withReplacements(content, replacements) };
}

/** Restores a token without tags. The id proves little: the whole token must be there. Its value is escaped as it was. */
function ofUntagged(
  text: string,
  { form, view, viewAt, partStart }: UntaggedCandidate,
  found: FoundValue | null,
  around: Escaping = "none",
): Replacement | null {
  if (found === null) return null;
  const { token } = found;
  const range = rangeOfToken(view, viewAt, token, form.anchor(token));
  if (range === null) return null;
  const [start, end] = [partStart + range.start, partStart + range.end];
  const written = text.slice(start, end);
  const escaping = around !== "none" || written === token ? around : escapingSeen(written);
  return { start, end, value: escaped(found.value, escaping), isUntagged: true };
}

/** What may be between a token and the one tag left of its pair, and how much of it. */
const BESIDE_TAG = /[\s*_~`"']/;
const MAX_BESIDE = 8;

/**
 * Widens replacements of tokens without tags by a tag beside them that has lost its partner. No masked text holds such a tag
 * by itself: masking hides each one (docs/decisions/literal.md).
 */
function withoutLoneTags(
  text: string,
  replacements: readonly Replacement[],
  lone: readonly Marker[],
): readonly Replacement[] {
  if (lone.length === 0) return replacements;
  const openings = new Map(lone.filter((tag) => !tag.closing).map((tag) => [tag.end, tag]));
  const closings = new Map(lone.filter((tag) => tag.closing).map((tag) => [tag.start, tag]));
  return replacements.map((one) => {
    if (one.isUntagged !== true) return one;
    const opening = tagBeside(text, one.start, -1, openings);
    const closing = tagBeside(text, one.end, 1, closings);
    const before = text.slice(opening?.end ?? one.start, one.start);
    const after = text.slice(one.end, closing?.start ?? one.end);
    const [start, end] = [opening?.start ?? one.start, closing?.end ?? one.end];
    return { start, end, value: before + one.value + after };
  });
}

/** The tag that ends (step -1) or begins (step 1) next to an offset. */
function tagBeside(
  text: string,
  from: number,
  step: 1 | -1,
  tags: ReadonlyMap<number, Marker>,
): Marker | undefined {
  for (let at = from; Math.abs(at - from) <= MAX_BESIDE; at += step) {
    const tag = tags.get(at);
    if (tag !== undefined) return tag;
    if (!BESIDE_TAG.test(text[step < 0 ? at - 1 : at] ?? "")) return undefined;
  }
  return undefined;
}
