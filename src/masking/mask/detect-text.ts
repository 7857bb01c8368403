// Finds the values of a text that the policy does not leave in clear, without masking them. Pure.
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
 * Values of a text that masking under the rules would replace, by start, without overlap; in steps. Throws when a recognizer
 * does. A longer value around an anonymized one is anonymized with it: a token for the longer one would bring both back.
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
 * Types that are ignored in words of a protocol: names of people and places, dates and network addresses occur in names of
 * models and tools, and licence or case numbers look like ids.
 */
const NO_WORDS: ReadonlySet<EntityName> = new Set([
  ...["DATE", "DATE_OF_BIRTH", "DISCHARGE_DATE", "AGE", "URL", "IP_ADDRESS", "USERNAME"],
  ...["ID_OTHER", "LICENCE_NO", "DRIVING_LICENSE_NUMBER", "VEHICLE_REGISTRATION_NUMBER"],
]);

/** Cost of 64 KiB of such words: one of 30 letters takes 0.02 to 0.2 ms. */
const WORD_COST = 200;

/**
 * Words of a protocol (ids, names of functions) that hold no value which its own form gives away: an address, a key, a
 * number with check digits, or a custom entity of the policy. External recognizers are not asked. In steps.
 */
export function* withoutValues(
  words: Iterable<string>,
  { detection }: MaskRules,
): Steps<Set<string>> {
  const isSearched = (type: EntityName) => !isNameType(type) && !NO_WORDS.has(type);
  const wanted = new Set([...detection.wanted].filter(isSearched));
  const recognizers = detection.recognizers.filter(({ name }) => !name.startsWith(EXTERNAL_PREFIX));
  const without = new Set<string>();
  for (const word of words) {
    yield costOfLetters(word.length, WORD_COST);
    // Each part of an address or query is searched as a word of its own.
    const parts = word.replace(/[/?&=,;]/g, " ");
    const found = yield* detected(parts, { ...detection, recognizers, wanted });
    if (!found.some((span) => isWhole(span, parts))) without.add(word);
  }
  return without;
}

/** False for a telephone number that is only some digits of a longer id. */
function isWhole({ entityType, start, end }: Span, text: string): boolean {
  const isInside = /[\w-]$/.test(text.slice(0, start)) || /^[\w-]/.test(text.slice(end));
  return entityType !== "PHONE_NUMBER" || !isInside;
}

interface TextParts {
  readonly before: string;
  readonly open: readonly TextRange[];
  readonly hidden: readonly TextRange[];
}

/**
 * Plans replacements in parts of a text. Each part is read as a text of its own, in the language of the whole text. In
 * `open` parts, values are replaced; each `hidden` part is replaced as a whole: by a LITERAL, or as the anonymized value it
 * holds. The first part is read together with the text `before` it. In steps.
 */
export function* detectedInParts(
  text: string,
  { before, open, hidden }: TextParts,
  rules: MaskRules,
): Steps<PlannedSpan[]> {
  const planned: PlannedSpan[] = [];
  const parts = open
    .filter(({ start, end }) => start < end)
    .map((part) => ({ part, context: part.start === 0 ? before : "" }));
  const texts = parts.map(({ part, context }) => context + text.slice(part.start, part.end));
  const rulesOf = yield* rulesOfEach(texts, rules);
  for (const [i, { part, context }] of parts.entries()) {
    planned.push(...(yield* valuesIn(text, part, rulesOf(i), context)));
  }
  for (const { start, end } of hidden) {
    const part = { start, end };
    const gone = rules.irreversible === null ? undefined : yield* goneIn(text, part, rules);
    planned.push({ ...(gone ?? literal(part)), start, end });
  }
  return planned;
}

/** The rules for each part of a text, by its index. In steps. */
function* rulesOfEach(
  texts: readonly string[],
  rules: MaskRules,
): Steps<(index: number) => MaskRules> {
  if (texts.length < 2) return () => rules;
  const forParts = new Map<Recognizer, readonly Recognizer[]>();
  for (const one of rules.detection.recognizers) {
    if (one.ofParts !== undefined) forParts.set(one, yield* one.ofParts(texts));
  }
  return (index) =>
    withRecognizers(rules, (all) => all.map((one) => forParts.get(one)?.[index] ?? one));
}

/** Values of a part; one that begins in the text before it counts with the rest that lies in the part. */
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

/** The first value in a part that the policy anonymizes. */
function* goneIn(text: string, part: TextRange, rules: MaskRules): Steps<PlannedSpan | undefined> {
  const values = yield* valuesIn(text, part, rules);
  return values.find(({ entityType }) => rules.treatmentOf(entityType).action === "anonymize");
}

/** Both lists merged, by start; spans that overlap one of `gone` are united with it. */
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
