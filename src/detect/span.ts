// The span a recognizer reports, and the interface of recognizers. Kept small on purpose: taggers for names and places
// implement it, too. Pure; no storage, no clock.

import type { EntityName } from "../core/entities.ts";
import { costOfLetters, type Steps } from "../core/steps.ts";
import { wordSet } from "../core/word-set.ts";
import type { Language } from "./language/languages.ts";

/** Prefix of the names of a policy's own recognizers. */
export const OWN_PREFIX = "custom:";

/** Prefix of the names of external recognizers, which run outside the service. */
export const EXTERNAL_PREFIX = "external:";

/** One range of text that holds a sensitive value. */
export interface Span {
  /** First UTF-16 code unit of the value. */
  readonly start: number;
  /** One past the last UTF-16 code unit. */
  readonly end: number;
  readonly entityType: EntityName;
  /**
   * Confidence, 0 to 1: 1 is a passed check digit, 0.5 an even chance. Compared with a policy's threshold, and between
   * overlapping spans.
   */
  readonly score: number;
  readonly recognizer: string;
  /** The check that passed, in words; never the value or a part of it. */
  readonly reason: string;
  /** Language that the text there is taken to be in; set where it decided the finding. */
  readonly language?: Language;
  /** It explains its characters but is nobody's personal data ("June 2023"), so it is not reported. */
  readonly isNobodys?: boolean;
}

/** Returns a maker of spans of one recognizer and one type. */
export function spansOf(
  recognizer: string,
  entityType: EntityName,
): (start: number, end: number, score: number, reason: string) => Span {
  return (start, end, score, reason) => ({ start, end, entityType, score, recognizer, reason });
}

/**
 * Types recognized from words and word lists: names, places and their parts. No check digit and no grammar confirms them, so
 * a checked value inside one is not part of it. Every other type is a structured value.
 */
const NAME_TYPES: ReadonlySet<EntityName> = wordSet(
  "PERSON ORGANIZATION LOCATION ADDRESS ZIP NATIONALITY",
);

/** Whether a type is recognized from words, and so is no structured value. */
export function isNameType(type: EntityName): boolean {
  return NAME_TYPES.has(type);
}

/** Finds values of one family. `scan` is pure and costs time linear in the text. */
export interface Recognizer {
  /** Stable name, repeated in every span. */
  readonly name: string;
  /** Every entity type `scan` can report. */
  readonly entityTypes: readonly EntityName[];
  /** It relies on labels: words beside a value whose own form may fit another type. */
  readonly isLabelled?: boolean;
  /** Cost of 64 KiB of its worst-case text, in the unit of core/steps.ts. Most recognizers cost less than `USUAL_COST`. */
  readonly cost?: number;
  /** All findings in `text`, in any order; throws only on a defect. `languages` the text may be in; absent: all. */
  scan(text: string, languages?: readonly Language[]): Span[];
  /** `scan` in steps, for recognizers that need more than one step for a long text. */
  steps?(text: string, languages?: readonly Language[]): Steps<Span[]>;
  /**
   * Returns a recognizer for each part of one text, in order. For recognizers that learn more from the whole text than from
   * a part, such as its language. Linear in the total length.
   */
  ofParts?(parts: readonly string[]): Steps<readonly Recognizer[]>;
}

/** A recognizer of one type, without settings of its own. */
export function recognizerOf(
  name: string,
  entityType: EntityName,
  scan: Recognizer["scan"],
): Recognizer {
  return { name, entityTypes: [entityType], scan };
}

/** Upper bound for most recognizers: most cost 1 to 5 on their worst-case text. */
const USUAL_COST = 16;
/** A cheaper scan yields no step: the caller that drives the steps counts short texts as a whole. */
const MIN_COST = 1;

/** Runs a recognizer in steps. */
export function* scanned(
  recognizer: Recognizer,
  text: string,
  languages?: readonly Language[],
): Steps<Span[]> {
  if (recognizer.steps !== undefined) return yield* recognizer.steps(text, languages);
  const cost = costOfLetters(text.length, recognizer.cost ?? USUAL_COST);
  if (cost >= MIN_COST) yield cost;
  return recognizer.scan(text, languages);
}
