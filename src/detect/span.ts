// What a recognizer reports and what a recognizer is. Kept small on purpose: taggers for names and
// places join through the same interface. Pure; no storage, no clock.

import type { EntityName } from "../core/entities.ts";
import { costOfLetters, type Steps } from "../core/steps.ts";
import { wordSet } from "../core/word-set.ts";
import type { Language } from "./language/languages.ts";

/** What the names of recognizers begin with that a policy brings itself. */
export const OWN_PREFIX = "custom:";

/** What the names of recognizers begin with that stand outside of the service. */
export const EXTERNAL_PREFIX = "external:";

/** One range of text that holds a sensitive value. */
export interface Span {
  /** First UTF-16 code unit of the value. */
  readonly start: number;
  /** One past the last UTF-16 code unit. */
  readonly end: number;
  /** What the value is. */
  readonly entityType: EntityName;
  /**
   * Trust in the finding, 0 to 1: 1 is a passed check digit, 0.5 an even chance. Compared with a policy's
   * threshold, and between spans that overlap.
   */
  readonly score: number;
  /** Name of the recognizer that reported it. */
  readonly recognizer: string;
  /** The check that passed, in words; never the value or a part of it. */
  readonly reason: string;
  /** Language that the text there is taken to be in, where that decided what was found. */
  readonly language?: Language;
  /** It explains its characters, and is nobody's ("June 2023"): not reported. */
  readonly isNobodys?: boolean;
}

/** Makes the spans of one recognizer that are all of one type. */
export function spansOf(
  recognizer: string,
  entityType: EntityName,
): (start: number, end: number, score: number, reason: string) => Span {
  return (start, end, score, reason) => ({ start, end, entityType, score, recognizer, reason });
}

/**
 * Types read off words and word lists: names, places and their parts. No check digit and no grammar stands
 * behind them, so a checked value inside one is not a part of it. Every other type is a structured value.
 */
const NAME_TYPES: ReadonlySet<EntityName> = wordSet(
  "PERSON ORGANIZATION LOCATION ADDRESS ZIP NATIONALITY",
);

/** Whether a type is read off words, and no structured value. */
export function isNameType(type: EntityName): boolean {
  return NAME_TYPES.has(type);
}

/** Finds values of one family. `scan` is pure and costs time linear in the text. */
export interface Recognizer {
  /** Stable name, repeated in every span. */
  readonly name: string;
  /** Every entity type `scan` can report. */
  readonly entityTypes: readonly EntityName[];
  /** It goes by labels: words beside a value, whose own form may be that of something else. */
  readonly isLabelled?: boolean;
  /**
   * What a text of 64 KiB costs at most that holds nothing but what is hardest to read, as steps count it
   * (core/steps.ts). Most cost less than `USUAL_COST`.
   */
  readonly cost?: number;
  /** All findings in `text`, in any order; throws only on a defect. `languages`: those it may be in; absent: all. */
  scan(text: string, languages?: readonly Language[]): Span[];
  /** The same in steps, of those for whom one long text is more than one step. */
  steps?(text: string, languages?: readonly Language[]): Steps<Span[]>;
  /**
   * Itself for each of these parts of one text, in order, of those to whom the whole says more than a part: in which language
   * it is. Linear in the length of all.
   */
  ofParts?(parts: readonly string[]): Steps<readonly Recognizer[]>;
}

/** What most recognizers cost at most: most take 1 to 5, on the text that is worst for them. */
const USUAL_COST = 16;
/** What costs less is no step of its own: whoever drives the steps counts short texts as a whole. */
const LEAST_COST = 1;

/** What a recognizer finds, in steps. */
export function* scanned(
  recognizer: Recognizer,
  text: string,
  languages?: readonly Language[],
): Steps<Span[]> {
  if (recognizer.steps !== undefined) return yield* recognizer.steps(text, languages);
  const cost = costOfLetters(text.length, recognizer.cost ?? USUAL_COST);
  if (cost >= LEAST_COST) yield cost;
  return recognizer.scan(text, languages);
}
