// What a policy defines itself: entity types given by a pattern or a word list, with context words and a check of the value;
// values that are always found (deny list), and values that are never masked (allow list).

import type { CustomEntity, CustomValidator, PolicyDefinition } from "../../core/policy.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { runToEnd, type Steps } from "../../core/steps.ts";
import { passesLuhn, passesMod97 } from "../../reference/check-digits.ts";
import { OWN_PREFIX, type Recognizer, type Span } from "../span.ts";
import type { TextRange } from "../text/chars.ts";
import { compilePattern, type PatternFlaw } from "./pattern.ts";
import type { PatternMatcher } from "./pattern-matcher.ts";
import { type FoundWord, type WordFinder, wordFinder } from "./word-finder.ts";

/** Most code points between the end of a context word and the value after it. */
const CONTEXT_BEFORE = 40;
/** Most code points between the value's end and a context word after it. */
const CONTEXT_AFTER = 20;

/** For a check digit, or a value that is listed verbatim. */
const SURE_SCORE = 0.9;
/** For a form and a context word. */
const CONTEXT_SCORE = 0.75;
/** For a form alone. Above the default threshold: the pattern's author wants it found. */
const FORM_SCORE = 0.6;

/**
 * Recognizer "custom:NAME" of a policy's entity. Its cost is linear in the text.
 *
 * A match counts only if a context word is near (when the entity has any: a whole word, letter case ignored, at most 40
 * characters before the value or 20 after it) and the validator passes (when there is one). After a match that does not
 * count, the search continues at its end, so a value that begins inside it is not found.
 *
 * Refused: an entity with both a pattern and words or with neither, and every pattern that `compilePattern` refuses.
 */
export function customRecognizer(entity: CustomEntity): Result<Recognizer, PatternFlaw> {
  const compiled = finderOf(entity);
  if (!compiled.ok) return compiled;
  const finder = compiled.value;
  const context =
    entity.contextWords.length === 0 ? null : wordFinder(entity.contextWords, { matchCase: false });
  const evidence = {
    entityType: entity.name,
    score: scoreOf(entity),
    recognizer: OWN_PREFIX + entity.name,
    reason: reasonOf(entity),
  };
  function* steps(text: string): Steps<Span[]> {
    const found: readonly TextRange[] = yield* finder.steps(text);
    const passed = found.filter(({ start, end }) => isValid(text.slice(start, end), entity));
    const near = yield* nearContext(text, passed, context);
    return near.map(({ start, end }): Span => ({ start, end, ...evidence }));
  }
  return ok({
    name: evidence.recognizer,
    entityTypes: [entity.name],
    cost: finder.cost + (context?.cost ?? 0),
    scan: (text) => runToEnd(steps(text)),
    steps,
  });
}

function finderOf(entity: CustomEntity): Result<PatternMatcher | WordFinder, PatternFlaw> {
  if ((entity.pattern === null) === (entity.words.length === 0)) {
    return err({ position: null, reason: "it needs either a pattern or words" });
  }
  return entity.pattern === null
    ? ok(wordFinder(entity.words, entity))
    : compilePattern(entity.pattern, entity);
}

function isValid(value: string, entity: CustomEntity): boolean {
  return entity.validator === null || passesValidator(value, entity.validator);
}

/** Those of `found` (sorted) with a context word near; the text is searched only if there are any. */
function* nearContext(
  text: string,
  found: TextRange[],
  context: WordFinder | null,
): Steps<TextRange[]> {
  if (context === null || found.length === 0) return found;
  const words = yield* context.steps(text);
  let at = 0;
  return found.filter((value) => {
    // Both lists are sorted and without overlap: a word too far before one value is too far before the next.
    const from = positionAfter(text, value.start, -CONTEXT_BEFORE);
    const until = positionAfter(text, value.end, CONTEXT_AFTER);
    while (at < words.length && (words[at] as FoundWord).end < from) at++;
    for (let i = at; i < words.length; i++) {
      const word = words[i] as FoundWord;
      if (word.start > until) return false;
      if (word.end <= value.start || word.start >= value.end) return true;
    }
    return false;
  });
}

/** The offset `steps` code points after `at`, or before it if negative; stops at the text's ends. */
function positionAfter(text: string, at: number, steps: number): number {
  const direction = Math.sign(steps);
  let to = at;
  for (let left = Math.abs(steps); left > 0 && to >= 0 && to <= text.length; left--) {
    to += direction;
    const pair = text.codePointAt(to - 1) ?? 0;
    if (pair > 0xffff) to += direction;
  }
  return to;
}

/** A length check alone proves nothing; a check digit does. */
function scoreOf(entity: CustomEntity): number {
  const hasCheckDigit = entity.validator !== null && entity.validator.kind !== "length";
  if (hasCheckDigit || entity.pattern === null) return SURE_SCORE;
  return entity.contextWords.length > 0 ? CONTEXT_SCORE : FORM_SCORE;
}

function reasonOf(entity: CustomEntity): string {
  const parts = [entity.pattern === null ? "word of the list" : "pattern"];
  if (entity.validator !== null) parts.push(VALIDATOR_REASONS[entity.validator.kind]);
  if (entity.contextWords.length > 0) parts.push("context word near");
  return parts.join(", ");
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu;
const NOT_DIGIT = /[^0-9]/g;
const NOT_ASCII_LETTER_OR_DIGIT = /[^0-9A-Za-z]/g;
/** Country code, check digits and at least one character. */
const MIN_MOD97 = 5;
/** A digit and its check digit. */
const MIN_LUHN = 2;

/**
 * Whether `value` passes.
 * - `luhn`: its ASCII digits, at least two, everything else left out (ISO/IEC 7812-1, annex B).
 * - `mod97`: its ASCII letters and digits, at least five, in upper case, the first four moved to the
 *   end, letters as 10 to 35, remainder 1: ISO 7064 MOD 97-10 in the form ISO 13616 gives an IBAN.
 * - `length`: how many letters and digits of any script (Unicode L and N) it has, bounds included.
 */
export function passesValidator(value: string, validator: CustomValidator): boolean {
  switch (validator.kind) {
    case "luhn": {
      const digits = value.replace(NOT_DIGIT, "");
      return digits.length >= MIN_LUHN && passesLuhn(digits);
    }
    case "mod97": {
      const code = value.replace(NOT_ASCII_LETTER_OR_DIGIT, "").toUpperCase();
      return code.length >= MIN_MOD97 && passesMod97(code);
    }
    case "length": {
      const length = value.match(LETTER_OR_DIGIT)?.length ?? 0;
      return length >= validator.min && length <= validator.max;
    }
  }
}

/** Names of the passed checks in a span's reason. */
const VALIDATOR_REASONS = {
  luhn: "Luhn check digit",
  mod97: "mod 97 check digits",
  length: "length",
} as const satisfies Record<CustomValidator["kind"], string>;

/** Certain: the policy's author put the value on the list. */
const LISTED = { score: 1, recognizer: "deny-list", reason: "value on the deny list" } as const;

/**
 * Recognizer "deny-list" of the values a policy always wants found, as whole words, each as its listed entity type; null for
 * an empty list. Case-sensitive, as for every value. Of two entries for one value the first counts.
 */
export function denyRecognizer(deny: PolicyDefinition["deny"]): Recognizer | null {
  if (deny.length === 0) return null;
  const finder = wordFinder(
    deny.map(({ value }) => value),
    { matchCase: true },
  );
  function* steps(text: string): Steps<Span[]> {
    const found = yield* finder.steps(text);
    return found.flatMap(({ start, end, entry }) => {
      const entityType = deny[entry]?.entity;
      return entityType === undefined ? [] : [{ start, end, entityType, ...LISTED }];
    });
  }
  return {
    name: LISTED.recognizer,
    entityTypes: [...new Set(deny.map(({ entity }) => entity))],
    cost: finder.cost,
    scan: (text) => runToEnd(steps(text)),
    steps,
  };
}

/**
 * Finder of the values a policy leaves unmasked wherever they occur as whole words, case-sensitive; null for an empty list.
 */
export function allowFinder(allow: readonly string[]): WordFinder | null {
  return allow.length === 0 ? null : wordFinder(allow, { matchCase: true });
}

/** Most that it costs to compile a pattern or sort a word list. */
export const COMPILE_COST = 8;

/**
 * Most that these entities cost together, in the unit of core/steps.ts for each 64 KiB of text. One thread serves all
 * callers, so the caller bounds it: one policy must not hold up everybody. A pattern that does not compile costs 0, since
 * the caller refuses it (pattern.ts). In steps, because every pattern is compiled.
 */
export function* customCost(entities: readonly CustomEntity[]): Steps<number> {
  let sum = 0;
  for (const entity of entities) {
    yield COMPILE_COST;
    const recognizer = customRecognizer(entity);
    sum += recognizer.ok ? (recognizer.value.cost ?? 0) : 0;
  }
  return sum;
}
