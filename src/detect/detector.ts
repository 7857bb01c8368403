// Finds sensitive values in a text. Fails closed: a recognizer that throws makes detect throw, since text
// with an unknown part unmasked is worse than no answer. Every step costs time in proportion to the text: disguises
// taken off, recognizers, thresholds, conflicts, parts of addresses, allow list, names found elsewhere in the text, deny
// list, wanted types.

import { ENTITIES, type EntityName, entityRule } from "../core/entities.ts";
import { atOnce, type Steps } from "../core/steps.ts";
import type { Language } from "./language/languages.ts";
import { type AddressForm, cutAddresses } from "./merge/address-cut.ts";
import { mergeAddressParts } from "./merge/address-parts.ts";
import { type Ranked, resolveConflicts } from "./merge/conflicts.ts";
import {
  allowedRanges,
  type ValueFinder,
  withDenied,
  withoutAllowed,
} from "./merge/listed-values.ts";
import { repeatNames } from "./merge/repetition.ts";
import { RECOGNIZERS } from "./recognizer-list.ts";
import {
  EXTERNAL_PREFIX,
  isNameType,
  OWN_PREFIX,
  type Recognizer,
  type Span,
  scanned,
} from "./span.ts";
import { codeAt } from "./text/chars.ts";
import { type Folded, fold } from "./text/disguise.ts";
import { type Columns, columnsOf } from "./text/table-columns.ts";

export type { ValueFinder };

/** What is looked for, and how sure a finding has to be. Made once per policy and model, and never changed. */
export interface Detection {
  /** In order of precedence; the tagger and custom ones included. */
  readonly recognizers: readonly Recognizer[];
  /** Entity types to report; a finding of another type is reported as what it counts as, or dropped. */
  readonly wanted: ReadonlySet<EntityName>;
  /** Languages that texts are taken to be in; absent: all there are. The tagger is told them when it is made. */
  readonly languages?: readonly Language[] | undefined;
  /** How addresses are reported. */
  readonly addresses: AddressForm;
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
  addresses: "whole",
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
 * Types that are not wanted go last, because they are the better explanation for what another recognizer takes for
 * something else: the digits of an unwanted date are still no phone number.
 */
export function detect(text: string, detection: Detection = DEFAULT_DETECTION): Span[] {
  return atOnce(detected(text, detection));
}

/** The same in steps: each recognizer is one, or several. */
export function* detected(text: string, detection: Detection): Steps<Span[]> {
  const { wanted, allow, deny } = detection;
  const isReported = (type: EntityName) => reportedAs(type, wanted) !== null;
  const found = yield* findings(text, detection, isReported);
  const columns = columnsOf(text);
  if (columns !== null) found.push(...(yield* findingsInColumns(columns, detection, isReported)));
  const resolved = resolveConflicts(
    text,
    found.filter(({ span, isLabelled }) => !(isLabelled && columns?.isName(span.start))),
    isReported,
  );
  const whole = isReported("ADDRESS") ? mergeAddressParts(text, resolved) : resolved;
  const apart = detection.addresses === "parts" ? cutAddresses(text, whole) : whole;
  const allowed = allow === null ? [] : allowedRanges(yield* allow.steps(text));
  const named = repeatNames(text, withoutAllowed(apart, allowed), isReported);
  const denied = deny === null ? [] : yield* scanned(deny, text);
  const listed = withDenied(text, withoutAllowed(named, allowed), denied, isReported);
  return reportedSpans(text, listed, wanted);
}

/**
 * What is found behind the names of columns, at its place in the table. A policy's own types have no such names, and what
 * stands outside is not asked about a text that nobody has written.
 */
function* findingsInColumns(
  { text, toOriginal }: Columns,
  detection: Detection,
  isReported: (type: EntityName) => boolean,
): Steps<Ranked[]> {
  const isOurs = ({ name }: Recognizer) =>
    !name.startsWith(OWN_PREFIX) && !name.startsWith(EXTERNAL_PREFIX);
  const recognizers = detection.recognizers.filter(isOurs);
  const found = yield* findings(text, { ...detection, recognizers }, isReported);
  return found.flatMap(({ span, ...ranked }) => {
    const range = toOriginal(span.start, span.end);
    return range === null ? [] : [{ ...ranked, span: { ...span, ...range } }];
  });
}

/**
 * The type a finding is reported as: its own if that is wanted, else the first wanted one along `countsAs` of the
 * entity table; null if none is.
 */
export function reportedAs(type: EntityName, wanted: ReadonlySet<EntityName>): EntityName | null {
  let at: EntityName | undefined = type;
  while (at !== undefined && !wanted.has(at)) at = entityRule(at)?.countsAs;
  return at ?? null;
}

/**
 * What the recognizers find with a sufficient score. They read the text without disguise (disguise.ts);
 * names are read as they are written.
 */
function* findings(
  text: string,
  { recognizers, threshold, thresholds, languages }: Detection,
  isReported: (type: EntityName) => boolean,
): Steps<Ranked[]> {
  const folded = fold(text);
  const found: Ranked[] = [];
  for (const [rank, recognizer] of neededOf(recognizers, isReported).entries()) {
    const { isLabelled = false } = recognizer;
    const isFolded = folded !== null && !isOfNames(recognizer);
    const spans = isFolded
      ? unfolded(yield* scanned(recognizer, folded.text, languages), folded)
      : yield* scanned(recognizer, text, languages);
    for (const span of spans) {
      const least = thresholds.get(span.entityType) ?? threshold;
      if (span.score >= least) found.push({ span, rank, isLabelled });
    }
  }
  return found;
}

/**
 * Recognizers of names alone are left out where no name is reported: unreported names give way to
 * structured values (conflicts.ts), so the result is the same. All others run whenever anything is
 * reported, because their findings may be the better explanation.
 */
function neededOf(
  recognizers: readonly Recognizer[],
  isReported: (type: EntityName) => boolean,
): readonly Recognizer[] {
  const isAnyReported = recognizers.some(({ entityTypes }) => entityTypes.some(isReported));
  if (!isAnyReported) return [];
  const isNameReported = recognizers.some(({ entityTypes }) =>
    entityTypes.some((type) => isNameType(type) && isReported(type)),
  );
  return isNameReported ? recognizers : recognizers.filter((one) => !isOfNames(one));
}

function isOfNames({ entityTypes }: Recognizer): boolean {
  return entityTypes.every(isNameType);
}

/** Spans of a text as it reads, at their places in the text as it is written. */
function unfolded(spans: readonly Span[], { toOriginal }: Folded): Span[] {
  return spans.map((span) => ({
    ...span,
    start: toOriginal(span.start),
    end: toOriginal(span.end),
  }));
}

/** The spans that reach the caller, as what they are reported as, none of them beginning or ending inside a character. */
function reportedSpans(
  text: string,
  spans: readonly Span[],
  wanted: ReadonlySet<EntityName>,
): Span[] {
  const reported: Span[] = [];
  for (const span of spans) {
    const entityType = reportedAs(span.entityType, wanted);
    const { start, end } = wholeCharacters(text, span, reported.at(-1)?.end ?? 0);
    if (entityType !== null && start < end && span.isNobodys !== true)
      reported.push({ ...span, start, end, entityType });
  }
  return reported;
}

/** Start and end of a span with both halves of the surrogate pairs there, as far as `from` allows. */
function wholeCharacters(
  text: string,
  { start, end }: Span,
  from: number,
): { start: number; end: number } {
  const before = start - 1 >= from ? start - 1 : start + 1;
  return {
    start: isInsidePair(text, start) ? before : start,
    end: isInsidePair(text, end) ? end + 1 : end,
  };
}

function isInsidePair(text: string, at: number): boolean {
  return (codeAt(text, at) & 0xfc00) === 0xdc00 && (codeAt(text, at - 1) & 0xfc00) === 0xd800;
}
