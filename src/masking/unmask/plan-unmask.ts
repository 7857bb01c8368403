// Plans which tokens and ids to ask the vault for, to unmask a list of texts. Pure.
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

/** What to look up for one text, and where in the plan. */
export interface TextPlan extends TextCandidates {
  /** Index of this text's first token: the whole text, or its first wrapped range's first reading. Others follow. */
  readonly firstToken: number;
  /** Index in the plan's ids of the text's first token that was found by its id; the others follow. */
  readonly firstId: number;
}

/** What to look up, in the order in which plans use it. */
export interface Wanted {
  readonly tokens: readonly string[];
  /** The id that each of `tokens` carries; 0: none (ids begin at 1). */
  readonly carried: readonly number[];
  /** Indexes in `tokens` of whole texts, without tags: only these may be texts that auto-detect once left alone. */
  readonly wholeTexts: readonly number[];
  /** Ids carried by tokens that were found among other text. */
  readonly ids: readonly number[];
  /** Index in `tokens` of the whole text that each id was found in; -1 where that text cannot be a token. */
  readonly wholeTextOf: readonly number[];
}

/** Plans of all texts, and everything to look up for them. */
export interface UnmaskPlans extends Wanted {
  readonly texts: readonly TextPlan[];
}

/** Readings per step, and their cost at most: 3 us to decipher each. */
const STEP_READINGS = 2_048;
const STEP_COST = 8;

const NO_READINGS: readonly Reading[] = [];

/** Plans a list of texts, in steps. */
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

/** Names of the tags around everything that is looked up, index by index: in upper case; null: no tag. */
export interface AskedTags {
  readonly tokens: readonly (string | null)[];
  readonly ids: readonly (string | null)[];
}

/** The tags around everything that the plans look up. */
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

/** The id that a whole text carries as a free-length token of any form; 0: none. */
export function idCarried(cipher: TokenCipher, token: string): number {
  return carriedId(cipher, token) ?? 0;
}
