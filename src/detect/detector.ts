// Finds sensitive values in a text. Fails closed: if a recognizer throws, detect throws, because a partly masked text is
// worse than no answer. Every step takes time linear in the text: remove disguises, run recognizers, apply thresholds,
// resolve conflicts, join or cut addresses, drop allowed values, repeat names elsewhere in the text, add denied values,
// report wanted types.

import { ENTITIES, type EntityName, entityRule } from "../core/entities.ts";
import { runToEnd, type Steps } from "../core/steps.ts";
import { type Columns, columnsOf } from "./labels/table-columns.ts";
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
import { type Undisguised, undisguise } from "./text/disguise.ts";

export type { ValueFinder };

/** What to look for, and the score a finding needs. Built once per policy and model; immutable. */
export interface Detection {
  /** In order of precedence, including the tagger and custom recognizers. */
  readonly recognizers: readonly Recognizer[];
  /** Entity types to report; a finding of another type is reported as its `countsAs` type, or dropped. */
  readonly wanted: ReadonlySet<EntityName>;
  /** Languages a text may be in; absent: all supported ones. The tagger receives them at construction. */
  readonly languages?: readonly Language[] | undefined;
  /** How addresses are reported. */
  readonly addresses: AddressForm;
  /** Minimum score of a finding, 0 to 1. */
  readonly threshold: number;
  /** Minimum scores of single types, applied before a type is reported as another. */
  readonly thresholds: ReadonlyMap<EntityName, number>;
  /** Values left unmasked; null: none. */
  readonly allow: ValueFinder | null;
  /** Recognizer of values that are found whatever their score; null: none. */
  readonly deny: Recognizer | null;
}

/**
 * A missed value costs more than a needlessly masked word, so the threshold lies well below an even chance. Of 0.15, 0.3 and
 * 0.5, measured on unseen texts (npm run bench:detect): at 0.5 masking recall falls from 90 to 83 %; below 0.3 only
 * precision falls.
 */
const THRESHOLD = 0.3;

const ALL_TYPES = Object.keys(ENTITIES);

/** Detection without a policy: the entity types that are on by default, with names found by rules only. */
export const DEFAULT_DETECTION: Detection = {
  recognizers: RECOGNIZERS,
  wanted: new Set(Object.entries(ENTITIES).flatMap(([name, rule]) => (rule.isOn ? [name] : []))),
  addresses: "whole",
  threshold: THRESHOLD,
  thresholds: new Map(),
  allow: null,
  deny: null,
};

/** `DEFAULT_DETECTION` with every entity type wanted. */
export const EVERYTHING: Detection = { ...DEFAULT_DETECTION, wanted: new Set(ALL_TYPES) };

/**
 * Find sensitive values in `text`: non-overlapping spans, sorted by start (UTF-16 offsets). Rethrows a recognizer's error.
 *
 * Unwanted types are dropped last, because they may explain text that another recognizer would misread: the digits of an
 * unwanted date are still no phone number.
 */
export function detect(text: string, detection: Detection = DEFAULT_DETECTION): Span[] {
  return runToEnd(detected(text, detection));
}

/** `detect` in steps: each recognizer takes one or more. */
export function* detected(text: string, detection: Detection): Steps<Span[]> {
  const { wanted, allow, deny } = detection;
  const isReported = (type: EntityName) => reportedAs(type, wanted) !== null;
  const found = yield* findings(text, detection, isReported);
  const columns = columnsOf(text);
  // First, for of equal findings the first counts: a date of birth in its column is elsewhere any date.
  if (columns !== null)
    found.unshift(...(yield* findingsInColumns(columns, detection, isReported)));
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
  return reportedSpans(text, columns === null ? listed : inCells(listed, columns), wanted);
}

/**
 * Findings in the table rewritten as "column name: value", mapped back to the table. Custom types do not go by column names,
 * and external recognizers are not asked about a text that nobody wrote.
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

/** The spans, each within one cell of a table, so that masking keeps its columns. */
function inCells(spans: readonly Span[], columns: Columns): Span[] {
  return spans.flatMap((span) =>
    columns.inCells(span.start, span.end).map((range) => ({ ...span, ...range })),
  );
}

/**
 * The type a finding is reported as: its own if wanted, else the first wanted type along the entity table's `countsAs`
 * chain; null if none is wanted.
 */
export function reportedAs(type: EntityName, wanted: ReadonlySet<EntityName>): EntityName | null {
  let at: EntityName | undefined = type;
  while (at !== undefined && !wanted.has(at)) at = entityRule(at)?.countsAs;
  return at ?? null;
}

/**
 * Findings with a sufficient score. Recognizers read the text without disguises (disguise.ts), except those of names, which
 * read it as written.
 */
function* findings(
  text: string,
  { recognizers, threshold, thresholds, languages }: Detection,
  isReported: (type: EntityName) => boolean,
): Steps<Ranked[]> {
  const undisguised = undisguise(text);
  const found: Ranked[] = [];
  for (const [rank, recognizer] of neededOf(recognizers, isReported).entries()) {
    const { isLabelled = false } = recognizer;
    const readsUndisguised = undisguised !== null && !isOfNames(recognizer);
    const spans = readsUndisguised
      ? inOriginal(yield* scanned(recognizer, undisguised.text, languages), undisguised)
      : yield* scanned(recognizer, text, languages);
    for (const span of spans) {
      const least = thresholds.get(span.entityType) ?? threshold;
      if (span.score >= least) found.push({ span, rank, isLabelled });
    }
  }
  return found;
}

/**
 * Drops recognizers of names only when no name type is reported: unreported names yield to structured values (conflicts.ts),
 * so the result is the same. All others run whenever anything is reported, because their findings may be the better
 * explanation.
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

/** Maps spans of the text without disguises back to the original text. */
function inOriginal(spans: readonly Span[], { toOriginal }: Undisguised): Span[] {
  return spans.map((span) => ({
    ...span,
    start: toOriginal(span.start),
    end: toOriginal(span.end),
  }));
}

/** Spans for the caller, under their reported types. None begins or ends inside a surrogate pair. */
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

/** Widens a span to whole surrogate pairs; its start moves right instead where `from` leaves no room. */
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
