// Finds sensitive values in a text. Fails closed: a recognizer that throws makes detect throw, since text
// with an unknown part unmasked is worse than no answer. Every step costs time in proportion to the text.

import { ENTITIES, type EntityName } from "../core/entities.ts";
import { mergeAddressParts } from "./merge/address-parts.ts";
import { type Ranked, resolveConflicts } from "./merge/conflicts.ts";
import {
  allowedRanges,
  type ValueFinder,
  withDenied,
  withoutAllowed,
} from "./merge/listed-values.ts";
import { isNameType, reportedAs } from "./merge/name-types.ts";
import { repeatNames } from "./merge/repetition.ts";
import { RECOGNIZERS } from "./recognizer-list.ts";
import type { Recognizer, Span } from "./span.ts";
import { codeAt } from "./text/chars.ts";
import { type Folded, fold } from "./text/disguise.ts";

export type { ValueFinder };

/** What is looked for, and how sure a finding has to be. Made once per policy and model, and never changed. */
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

/**
 * A value that is missed costs more than a word that is masked without need, so findings count from well below
 * an even chance on. Measured on unseen texts (npm run bench:detect) of 0.15, 0.3 and 0.5: with 0.5 masking
 * recall falls from 90 to 83 %, below 0.3 only precision falls.
 */
const THRESHOLD = 0.3;

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
 * Steps: recognizers, thresholds, overlaps (conflicts.ts), address parts (address-parts.ts), names found
 * elsewhere in the text (repetition.ts), allow list, deny list (listed-values.ts), wanted types. Types that
 * are not wanted go last, because they are the better explanation for what another recognizer takes for
 * something else: the digits of an unwanted date are still no phone number.
 */
export function detect(text: string, detection: Detection = DEFAULT_DETECTION): Span[] {
  const { steps, reported } = planOf(detection);
  const isReported = (type: EntityName) => reported.of(type) !== null;
  const found = steps.length === 0 ? [] : findings(text, detection, steps);
  if (found.length === 0 && detection.deny === null) return [];
  const resolved = resolveConflicts(text, found, isReported);
  const whole = isReported("ADDRESS") ? mergeAddressParts(text, resolved) : resolved;
  const allowed = allowedRanges(text, detection.allow);
  const named = repeatNames(text, withoutAllowed(whole, allowed), isReported);
  const denied = detection.deny?.scan(text) ?? [];
  const spans: Span[] = [];
  let last = 0;
  for (const span of withDenied(text, withoutAllowed(named, allowed), denied, isReported)) {
    const entityType = reported.of(span.entityType);
    if (entityType === null) continue;
    const whole = wholeCharacters(text, span, last);
    if (whole.start >= whole.end) continue;
    last = whole.end;
    spans.push(entityType === whole.entityType ? whole : { ...whole, entityType });
  }
  return spans;
}

/** The span with both halves of the surrogate pairs at its ends, as far as `from` allows. */
function wholeCharacters(text: string, span: Span, from: number): Span {
  const { start, end } = span;
  const isStartCut = isInsidePair(text, start);
  const isEndCut = isInsidePair(text, end);
  if (!isStartCut && !isEndCut) return span;
  const before = start - 1 >= from ? start - 1 : start + 1;
  return { ...span, start: isStartCut ? before : start, end: isEndCut ? end + 1 : end };
}

function isInsidePair(text: string, at: number): boolean {
  return (codeAt(text, at) & 0xfc00) === 0xdc00 && (codeAt(text, at - 1) & 0xfc00) === 0xd800;
}

/** A recognizer that has to run. */
interface Step {
  readonly recognizer: Recognizer;
  /** Its place in the order of precedence. */
  readonly rank: number;
  /** Reports names alone. */
  readonly isOfNames: boolean;
}

/** The type each type is reported as, looked up once. */
class ReportedTypes {
  readonly #wanted: ReadonlySet<EntityName>;
  readonly #known = new Map<EntityName, EntityName | null>();

  constructor(wanted: ReadonlySet<EntityName>) {
    this.#wanted = wanted;
  }

  of(type: EntityName): EntityName | null {
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    const found = reportedAs(type, this.#wanted);
    this.#known.set(type, found);
    return found;
  }
}

/** What follows from a detection whatever the text is. */
interface Plan {
  readonly steps: readonly Step[];
  readonly reported: ReportedTypes;
}

const plans = new WeakMap<Detection, Plan>();

function planOf(detection: Detection): Plan {
  const known = plans.get(detection);
  if (known !== undefined) return known;
  const reported = new ReportedTypes(detection.wanted);
  const plan = { steps: stepsOf(detection.recognizers, reported), reported };
  plans.set(detection, plan);
  return plan;
}

/**
 * Recognizers of names alone are left out where no name is reported: unreported names give way to
 * structured values (conflicts.ts), so the result is the same. All others run whenever anything is
 * reported, because their findings may be the better explanation.
 */
function stepsOf(recognizers: readonly Recognizer[], reported: ReportedTypes): Step[] {
  const wanted = recognizers
    .flatMap(({ entityTypes }) => entityTypes)
    .filter((type) => reported.of(type) !== null);
  if (wanted.length === 0) return [];
  const isNameWanted = wanted.some(isNameType);
  return recognizers
    .map((recognizer, rank) => {
      const isOfNames = recognizer.entityTypes.every(isNameType);
      return { recognizer, rank, isOfNames };
    })
    .filter(({ isOfNames }) => isNameWanted || !isOfNames);
}

/**
 * What the recognizers find with a sufficient score. They read the text without disguise (disguise.ts);
 * names are read as they are written.
 */
function findings(
  text: string,
  { threshold, thresholds }: Detection,
  steps: readonly Step[],
): Ranked[] {
  const folded = fold(text);
  const found: Ranked[] = [];
  for (const { recognizer, rank, isOfNames } of steps) {
    const { isLabelled = false } = recognizer;
    const isFolded = folded !== null && !isOfNames;
    const spans = isFolded ? unfolded(recognizer.scan(folded.text), folded) : recognizer.scan(text);
    for (const span of spans) {
      const least = thresholds.get(span.entityType) ?? threshold;
      if (span.score < least) continue;
      found.push({ span, rank, isLabelled });
    }
  }
  return found;
}

/** Spans of a text as it reads, at their places in the text as it is written. */
function unfolded(spans: readonly Span[], { toOriginal }: Folded): Span[] {
  return spans.map((span) => ({
    ...span,
    start: toOriginal(span.start),
    end: toOriginal(span.end),
  }));
}
