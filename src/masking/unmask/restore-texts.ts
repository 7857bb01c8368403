// Puts what the vault has found back into texts. Pure.
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import { isCompact } from "../../tokens/forms/plain/compact-form.ts";
import { findPlaceholders } from "../../tokens/forms/plain/placeholder-form.ts";
import { type Escaping, escaped, escapingSeen } from "../../tokens/reading/escaping.ts";
import type { Marker } from "../../tokens/reading/tagged.ts";
import type { TextRange } from "../text/positions.ts";
import { isProse } from "../text/whole-text.ts";
import type { UntaggedCandidate, WrappedCandidate } from "./find-candidates.ts";
import type { TextPlan, UnmaskPlans } from "./plan-unmask.ts";
import { placeOfToken } from "./token-places.ts";

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
 * stands for nothing is simply text.
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

/** How many letters and digits of a token are missing at the end of a text that is part of a longer one; 0: none. */
export function missingBehind(text: string, plan: TextPlan, answer: UnmaskAnswer): number {
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

/** A text that is no token as a whole. */
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

/** A range of a text and what takes its place. */
interface Replacement extends TextRange {
  readonly value: string;
  /** It was found without tags. */
  readonly isUntagged?: true;
}

/** Replacements in text order; one that overlaps the one before it goes. */
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

/** By the first reading that has a value; or the content with the values of the tokens in it. */
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
    const value = hit.before + escaped(hit.value, hit.escaping) + hit.behind;
    return { start, end, value };
  }
  if (replacements.length === 0) return null;
  return { start, end, value: withReplacements(content, replacements) };
}

/** The id alone proves little: the whole token must stand there. A value is escaped as its token was. */
function ofUntagged(
  text: string,
  { form, view, viewAt, partStart }: UntaggedCandidate,
  found: FoundValue | null,
  around: Escaping = "none",
): Replacement | null {
  if (found === null) return null;
  const { token } = found;
  const place = placeOfToken(view, viewAt, token, form.anchor(token));
  if (place === null) return null;
  const [start, end] = [partStart + place.start, partStart + place.end];
  const written = text.slice(start, end);
  const escaping = around !== "none" || written === token ? around : escapingSeen(written);
  return { start, end, value: escaped(found.value, escaping), isUntagged: true };
}

/** What may stand between a token and the one tag that is left of its two, and how much of it. */
const BESIDE_TAG = /[\s*_~`"']/;
const MAX_BESIDE = 8;

/**
 * The replacements, those of tokens without tags with a tag beside them that has lost its partner. Such a tag is in no
 * text that was masked: there each is hidden (docs/decisions/literal.md).
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
    const behind = text.slice(one.end, closing?.start ?? one.end);
    const [start, end] = [opening?.start ?? one.start, closing?.end ?? one.end];
    return { start, end, value: before + one.value + behind };
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
