// Which tokens and ids the vault is asked for to unmask a list of texts. Pure.
import type { Steps } from "../../core/steps.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import type { Reading } from "../../tokens/reading/readings.ts";
import { carriedId } from "../../tokens/recognition.ts";
import {
  findCandidates,
  type TextCandidates,
  type UnmaskSettings,
  type UntaggedCandidate,
  type WrappedCandidate,
} from "./find-candidates.ts";

/** What one text asks for, and where. */
export interface TextPlan extends TextCandidates {
  /**
   * Position in the plan's tokens of the first one that the text asks for: itself as a whole, or the first reading
   * of its first wrapped range. The others follow in the order of the text.
   */
  readonly firstToken: number;
  /** Position in the plan's ids of that of its first token that was found by its id; the others follow. */
  readonly firstId: number;
}

/** What to look up, in the order that plans use it. */
export interface Wanted {
  readonly tokens: readonly string[];
  /** The id that each of `tokens` carries, 0 for none; ids begin at 1. */
  readonly carried: readonly number[];
  /**
   * Positions in `tokens` of those that are a whole text: such a text may be one that auto-detect once left alone,
   * a tagged token may not.
   */
  readonly wholeTexts: readonly number[];
  /** Ids carried by tokens that were found among other text. */
  readonly ids: readonly number[];
  /** Position in `tokens` of the whole text that each id stands in, -1 where the text cannot be a token. */
  readonly wholeTextOf: readonly number[];
}

/** Plans of all texts, and what they want. */
export interface UnmaskPlans extends Wanted {
  readonly texts: readonly TextPlan[];
}

/** Readings of one step, and what they cost at most: 3 us to decipher each. */
const STEP_READINGS = 2_048;
const STEP_COST = 8;

const NO_READINGS: readonly Reading[] = [];

/** Plan a list of texts, in steps. */
export function* planUnmask(
  texts: readonly string[],
  settings: UnmaskSettings,
): Steps<UnmaskPlans> {
  const tokens: string[] = [];
  const carried: number[] = [];
  const wholeTexts: number[] = [];
  const ids: number[] = [];
  const wholeTextOf: number[] = [];
  const plans: TextPlan[] = [];
  for (const text of texts) {
    const candidates = yield* findCandidates(text, settings);
    const [firstToken, firstId] = [tokens.length, ids.length];
    if (candidates.mayBeWhole) {
      wholeTexts.push(firstToken);
      tokens.push(text);
    }
    const wholeText = candidates.mayBeWhole ? firstToken : -1;
    for (const candidate of candidates.tokens) {
      for (const { token } of readingsIn(candidate)) tokens.push(token);
      for (const { id } of untaggedIn(candidate)) {
        ids.push(id);
        wholeTextOf.push(wholeText);
      }
    }
    plans.push({ ...candidates, firstToken, firstId });
    for (let i = firstToken; i < tokens.length; i++) {
      if (i % STEP_READINGS === STEP_READINGS - 1) yield STEP_COST;
      carried.push(idCarried(settings.cipher, tokens[i] as string));
    }
  }
  return { texts: plans, tokens, carried, wholeTexts, ids, wholeTextOf };
}

/** The tags that what is asked for stands in, position by position: in upper case, null for none. */
export interface AskedTags {
  readonly tokens: readonly (string | null)[];
  readonly ids: readonly (string | null)[];
}

/** The tags around what plans ask for. */
export function tagsAsked(plans: readonly TextPlan[]): AskedTags {
  const tokens: (string | null)[] = [];
  const ids: (string | null)[] = [];
  for (const { mayBeWhole, tokens: candidates } of plans) {
    if (mayBeWhole) tokens.push(null);
    for (const candidate of candidates) {
      const tag = ("readings" in candidate ? candidate.tag?.toUpperCase() : null) ?? null;
      for (const _ of readingsIn(candidate)) tokens.push(tag);
      for (const _ of untaggedIn(candidate)) ids.push(tag);
    }
  }
  return { tokens, ids };
}

function readingsIn(candidate: WrappedCandidate | UntaggedCandidate): readonly Reading[] {
  return "readings" in candidate ? candidate.readings : NO_READINGS;
}

function untaggedIn(candidate: WrappedCandidate | UntaggedCandidate): readonly UntaggedCandidate[] {
  return "readings" in candidate ? candidate.inside : [candidate];
}

/** The id that a whole text carries as a free-length token of any form, 0 for none. */
export function idCarried(cipher: TokenCipher, token: string): number {
  return carriedId(cipher, token) ?? 0;
}
