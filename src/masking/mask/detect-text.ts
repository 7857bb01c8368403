// What is found in a text and not left in clear, without masking it. Pure.
import type { EntityName } from "../../core/entities.ts";
import { costOfLetters, type Steps } from "../../core/steps.ts";
import { detected } from "../../detect/detector.ts";
import { EXTERNAL_PREFIX, isNameType, type Recognizer, type Span } from "../../detect/span.ts";
import type { MaskRules } from "../policy/rules.ts";
import type { TextRange } from "../text/positions.ts";
import { detectedThroughEscapes } from "./escaped-values.ts";
import { literal, type PlannedSpan } from "./planned-span.ts";
import { withRecognizers } from "./second-opinion.ts";

/**
 * Values of a text that masking with the rules would replace, by start, without overlap, in steps; throws when a
 * recognizer does. A longer value around one that must not come back goes with it: a token for the longer
 * one would bring both back.
 */
export function* detectedIn(text: string, rules: MaskRules): Steps<Span[]> {
  const actionOf = ({ entityType }: Span) => rules.treatmentOf(entityType).action;
  const all = yield* detectedThroughEscapes(text, rules.detection);
  const found = all.filter((span) => actionOf(span) !== "exclude");
  if (rules.irreversible === null) return found;
  const again = yield* detectedThroughEscapes(text, rules.irreversible);
  const gone = again.filter((span) => actionOf(span) === "anonymize");
  if (gone.length === 0) return found;
  return united(found, gone, (span) => actionOf(span) === "anonymize");
}

/**
 * Types that a word of a protocol says nothing of: names of people and places, dates and addresses of machines are parts of
 * names of models and tools, and numbers of a licence or a case look like ids.
 */
const NO_WORDS: ReadonlySet<EntityName> = new Set([
  ...["DATE", "DATE_OF_BIRTH", "DISCHARGE_DATE", "AGE", "URL", "IP_ADDRESS", "USERNAME"],
  ...["ID_OTHER", "LICENCE_NO", "DRIVING_LICENSE_NUMBER", "VEHICLE_REGISTRATION_NUMBER"],
]);

/** What 64 KiB of words cost: one of 30 letters takes 0.02 to 0.2 ms. */
const WORD_COST = 200;

/**
 * Words of a protocol (ids, names of functions) in which nothing is that its own form gives away: an address, a key, a number
 * with check digits, or what the policy defines itself. No external recognizer is asked. In steps.
 */
export function* withoutValues(
  words: Iterable<string>,
  { detection }: MaskRules,
): Steps<Set<string>> {
  const isTold = (type: EntityName) => !isNameType(type) && !NO_WORDS.has(type);
  const wanted = new Set([...detection.wanted].filter(isTold));
  const recognizers = detection.recognizers.filter(({ name }) => !name.startsWith(EXTERNAL_PREFIX));
  const without = new Set<string>();
  for (const word of words) {
    yield costOfLetters(word.length, WORD_COST);
    // Parts of an address are words of their own.
    const parts = word.replace(/[/?&=,;]/g, " ");
    const found = yield* detected(parts, { ...detection, recognizers, wanted });
    if (!found.some((span) => isWhole(span, parts))) without.add(word);
  }
  return without;
}

/** Digits inside a longer id are no telephone number. */
function isWhole({ entityType, start, end }: Span, text: string): boolean {
  const isInside = /[\w-]$/.test(text.slice(0, start)) || /^[\w-]/.test(text.slice(end));
  return entityType !== "PHONE_NUMBER" || !isInside;
}

/** Parts of a text, and what stands in front of it. */
interface TextParts {
  readonly before: string;
  readonly open: readonly TextRange[];
  readonly hidden: readonly TextRange[];
}

/**
 * What is replaced in parts of a text, each taken for a text of its own in the language of the whole: the values in `open` ones; of `hidden` ones
 * the whole, as a LITERAL or as a value in it that must not come back. What stands `before` the text is read with its
 * beginning. In steps.
 */
export function* detectedInParts(
  text: string,
  { before, open, hidden }: TextParts,
  rules: MaskRules,
): Steps<PlannedSpan[]> {
  const planned: PlannedSpan[] = [];
  const parts = open
    .filter(({ start, end }) => start < end)
    .map((part) => ({ part, told: part.start === 0 ? before : "" }));
  const texts = parts.map(({ part, told }) => told + text.slice(part.start, part.end));
  const rulesOf = yield* rulesOfEach(texts, rules);
  for (const [i, { part, told }] of parts.entries()) {
    planned.push(...(yield* valuesIn(text, part, rulesOf(i), told)));
  }
  for (const { start, end } of hidden) {
    const part = { start, end };
    const gone = rules.irreversible === null ? undefined : yield* goneIn(text, part, rules);
    planned.push({ ...(gone ?? literal(part)), start, end });
  }
  return planned;
}

/** The rules for each of the parts of a text. In steps. */
function* rulesOfEach(
  texts: readonly string[],
  rules: MaskRules,
): Steps<(index: number) => MaskRules> {
  if (texts.length < 2) return () => rules;
  const told = new Map<Recognizer, readonly Recognizer[]>();
  for (const one of rules.detection.recognizers) {
    if (one.ofParts !== undefined) told.set(one, yield* one.ofParts(texts));
  }
  return (index) =>
    withRecognizers(rules, (all) => all.map((one) => told.get(one)?.[index] ?? one));
}

/** Of a value that begins in what stands before the part, what is left of it there. */
function* valuesIn(
  text: string,
  part: TextRange,
  rules: MaskRules,
  before = "",
): Steps<PlannedSpan[]> {
  const found = yield* detectedIn(before + text.slice(part.start, part.end), rules);
  const zero = part.start - before.length;
  return found.flatMap((finding) => {
    const [start, end] = [Math.max(part.start, zero + finding.start), zero + finding.end];
    return start < end ? [{ start, end, entityType: finding.entityType, finding }] : [];
  });
}

/** The first value in a part that must not come back. */
function* goneIn(text: string, part: TextRange, rules: MaskRules): Steps<PlannedSpan | undefined> {
  const values = yield* valuesIn(text, part, rules);
  return values.find(({ entityType }) => rules.treatmentOf(entityType).action === "anonymize");
}

/** Both lists as one, by start; what overlaps a span of `gone` becomes one with it. */
function united(
  found: readonly Span[],
  gone: readonly Span[],
  isGone: (span: Span) => boolean,
): Span[] {
  const all: Span[] = [];
  for (const span of [...found, ...gone].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last === undefined || span.start >= last.end) {
      all.push(span);
      continue;
    }
    const irreversible = isGone(last) ? last : span;
    const end = Math.max(last.end, span.end);
    all[all.length - 1] = { ...irreversible, start: last.start, end };
  }
  return all;
}
