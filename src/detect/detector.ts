// Finds sensitive values in a text. Fails closed: a recognizer that throws makes detect throw, since text
// with an unknown part unmasked is worse than no answer. Every step costs time in proportion to the text.

import { ENTITIES, type EntityName } from "../core/entities.ts";
import { mergeAddressParts } from "./address-parts.ts";
import { type Folded, fold } from "./disguise.ts";
import { allowedStretches, type ValueFinder, withDenied, withoutAllowed } from "./listed-values.ts";
import { isNameType, reportedAs } from "./name-types.ts";
import { type Ranked, settle } from "./overlaps.ts";
import { RECOGNIZERS } from "./recognizers.ts";
import { repeatNames } from "./repetition.ts";
import type { Recognizer, Span } from "./span.ts";

export type { ValueFinder };

/** What is looked for, and how sure a finding has to be. Made once per policy and model. */
export interface Detection {
  /** In order of precedence; the tagger and custom ones included. */
  readonly recognizers: readonly Recognizer[];
  /** Entity types to report; a finding of another type is reported as what it counts as, or dropped. */
  readonly wanted: ReadonlySet<EntityName>;
  /** Least score of a finding, 0 to 1. */
  readonly threshold: number;
  /** The same for single types, before they are reported as another one. */
  readonly thresholds: ReadonlyMap<EntityName, number>;
  /** Values left in clear; null: none. */
  readonly allow: ValueFinder | null;
  /** Values that are found whatever their score; null: none. */
  readonly deny: Recognizer | null;
}

/** Scores below an even chance are guesses. */
const THRESHOLD = 0.5;

const ALL_TYPES = Object.keys(ENTITIES);

/** What is looked for without a policy: the entity types that are on from the start, names by rules only. */
export const DEFAULT_DETECTION: Detection = {
  recognizers: RECOGNIZERS,
  wanted: new Set(Object.entries(ENTITIES).flatMap(([name, rule]) => (rule.isOn ? [name] : []))),
  threshold: THRESHOLD,
  thresholds: new Map(),
  allow: null,
  deny: null,
};

/** The same with every entity type wanted. */
export const EVERYTHING: Detection = { ...DEFAULT_DETECTION, wanted: new Set(ALL_TYPES) };

/**
 * Find sensitive values in `text`: spans without overlap, sorted by start (UTF-16 offsets). Throws what a
 * recognizer throws.
 *
 * Steps: recognizers, thresholds, overlaps (overlaps.ts), address parts (address-parts.ts), names found
 * elsewhere in the text (repetition.ts), allow list, deny list (listed-values.ts), wanted types. Types that
 * are not wanted go last, because they are the better explanation for what another recognizer takes for
 * something else: the digits of an unwanted date are still no phone number.
 */
export function detect(text: string, detection: Detection = DEFAULT_DETECTION): Span[] {
  const { wanted } = detection;
  const known = new Map<EntityName, EntityName | null>();
  const reported = (type: EntityName) => {
    const as = known.get(type);
    if (as !== undefined) return as;
    const found = reportedAs(type, wanted);
    known.set(type, found);
    return found;
  };
  const isReported = (type: EntityName) => reported(type) !== null;
  const settled = settle(text, findings(text, detection, isReported), isReported);
  const whole = isReported("ADDRESS") ? mergeAddressParts(text, settled) : settled;
  const allowed = allowedStretches(text, detection.allow);
  const named = repeatNames(text, withoutAllowed(whole, allowed), isReported);
  const denied = detection.deny?.scan(text) ?? [];
  return withDenied(text, withoutAllowed(named, allowed), denied, isReported).flatMap((span) => {
    const entityType = reported(span.entityType);
    if (entityType === null) return [];
    return [entityType === span.entityType ? span : { ...span, entityType }];
  });
}

/**
 * What the recognizers find with a sufficient score. Recognizers of names alone are left out where no name
 * is reported: unreported names give way to structured values (overlaps.ts), so the result is the same. All others
 * run whenever anything is reported, because their findings may be the better explanation. They read the text
 * without disguise (disguise.ts); names are read as they are written.
 */
function findings(
  text: string,
  { recognizers, threshold, thresholds }: Detection,
  isReported: (type: EntityName) => boolean,
): Ranked[] {
  if (!recognizers.some(({ entityTypes }) => entityTypes.some(isReported))) return [];
  const isNameWanted = recognizers.some(({ entityTypes }) =>
    entityTypes.some((type) => isNameType(type) && isReported(type)),
  );
  const folded = fold(text);
  return recognizers.flatMap((recognizer, rank) => {
    const isOfNames = recognizer.entityTypes.every(isNameType);
    if (!isNameWanted && isOfNames) return [];
    const isFolded = folded !== null && !isOfNames;
    const spans = isFolded ? unfolded(recognizer.scan(folded.text), folded) : recognizer.scan(text);
    return spans
      .filter(({ entityType, score }) => score >= (thresholds.get(entityType) ?? threshold))
      .map((span) => ({ span, rank }));
  });
}

/** Spans of a text as it reads, at their places in the text as it is written. */
function unfolded(spans: readonly Span[], { toOriginal }: Folded): Span[] {
  return spans.map((span) => ({
    ...span,
    start: toOriginal(span.start),
    end: toOriginal(span.end),
  }));
}
