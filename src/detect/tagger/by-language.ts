// The tagger over several models: the language of each stretch of a text decides which model reads it.

import { costOfLetters, runToEnd, type Steps } from "../../core/steps.ts";
import { LANGUAGES, LATIN_LANGUAGES, type Language, type Stretch } from "../language/languages.ts";
import { stretchesOf } from "../language/stretches.ts";
import type { Recognizer, Span } from "../span.ts";
import { type Group, groupOf } from "./groups.ts";
import type { TaggerModel } from "./model.ts";
import { TAGGER_NAME, type Tagger, taggerRecognizer } from "./tagger.ts";
import { TAGGED_TYPES } from "./tags.ts";

/** Access to the models. */
export interface Models {
  /** Whether there is a model for this group; always true for English. */
  has(group: Group): boolean;
  /** The model of a group for which `has` is true; null: not loaded yet. */
  get(group: Group): TaggerModel | null;
  /** Loads a group's model. Rejects when it cannot be loaded. */
  load(group: Group): Promise<void>;
}

/** Settings of the tagger. */
export interface LanguageOptions {
  /** As in tagger.ts. */
  readonly recall: number;
  /** Languages a text may be in; absent: all supported ones. */
  readonly languages?: readonly Language[] | undefined;
}

/** Part of a text that one model reads: its stretches are in languages of one group. */
interface Part {
  readonly group: Group;
  readonly start: number;
  end: number;
  readonly stretches: Stretch[];
}

/**
 * The recognizer over these models. A step waits for a model that is not loaded yet, so a caller that only sends values with
 * token names never pays for one. Nothing is found in a script without a model. `scan` throws if a model is not loaded.
 */
export function taggerByLanguage(
  models: Models,
  { recall, languages = LANGUAGES }: LanguageOptions,
): Recognizer {
  const known = languages.filter((language) => models.has(groupOf(language)));
  const allowed = known.length > 0 ? known : DEFAULT_LANGUAGES;
  const taggers = new Map<Group, Tagger>();
  function* taggerOf(group: Group): Steps<Tagger> {
    const made = taggers.get(group);
    if (made !== undefined) return made;
    if (models.get(group) === null) yield models.load(group);
    const tagger = taggerRecognizer(models.get(group) as TaggerModel, { group, recall });
    taggers.set(group, tagger);
    return tagger;
  }
  function* steps(text: string, among: readonly Language[]): Steps<Span[]> {
    const found: Span[] = [];
    const cost = costOfLetters(text.length, STRETCHES_COST);
    if (cost >= MIN_COST) yield cost;
    const parts = partsOf(stretchesOf(text, among));
    for (const part of parts) {
      // A short part is no step of its own, but there may be thousands.
      if (parts.length > 1) yield costOfLetters(part.end - part.start, PARTS_COST);
      const tagger = yield* taggerOf(part.group);
      const { start, end, stretches } = part;
      const spans = yield* tagger.steps(text.slice(start, end), stretches, start);
      addPlaced(found, spans, part);
    }
    return found;
  }
  const choosingAmong = (among: readonly Language[]): Recognizer => ({
    name: TAGGER_NAME,
    entityTypes: TAGGED_TYPES,
    scan: (text) => runToEnd(steps(text, among)),
    steps: (text) => steps(text, among),
  });
  return {
    ...choosingAmong(allowed),
    *ofParts(texts) {
      const letters = texts.reduce((sum, { length }) => sum + length, 0);
      yield costOfLetters(letters, STRETCHES_COST);
      return languagesOfEach(texts, allowed).map(choosingAmong);
    },
  };
}

/**
 * The languages that each part of one text may be in. A few words between two names would be taken for English, so Latin
 * letters in a part can only be in a language that the whole text has there; other scripts identify theirs.
 */
function languagesOfEach(
  texts: readonly string[],
  allowed: readonly Language[],
): (readonly Language[])[] {
  const whole = texts.join(" ");
  const stretches = stretchesOf(whole, allowed);
  let index = 0;
  let start = 0;
  return texts.map(({ length }) => {
    const end = start + length;
    const found = new Set<Language>();
    for (; index < stretches.length; index++) {
      const stretch = stretches[index] as Stretch;
      const from = Math.max(start, stretch.start);
      const { language } = stretch;
      // A sentence also has the signs after it, which may be all that the next part has of it.
      if (isLatin(language) && /\p{L}/u.test(whole.slice(from, Math.min(end, stretch.end)))) {
        found.add(language);
      }
      if (stretch.end > end) break;
    }
    start = end + 1;
    return found.size === 0 ? allowed : allowed.filter((one) => !isLatin(one) || found.has(one));
  });
}

function isLatin(language: Language | null): language is Language {
  return language !== null && LATIN_LANGUAGES.includes(language);
}

/** Most that finding the stretches of 64 KiB costs, and reading them in short parts: they took up to 13 and 56 ms. */
const STRETCHES_COST = 16;
const PARTS_COST = 80;
/** A cheaper scan is no step of its own. */
const MIN_COST = 1;

/** Languages assumed if none of those asked for has a model. */
const DEFAULT_LANGUAGES: readonly Language[] = ["en"];

/** Joins adjacent stretches of one group into one part, so that the model sees the text around a name. */
function partsOf(stretches: readonly Stretch[]): Part[] {
  const parts: Part[] = [];
  for (const stretch of stretches) {
    if (stretch.language === null) continue;
    const group = groupOf(stretch.language);
    const last = parts.at(-1);
    if (last?.group === group && last.end === stretch.start) {
      last.end = stretch.end;
      last.stretches.push(stretch);
    } else parts.push({ group, start: stretch.start, end: stretch.end, stretches: [stretch] });
  }
  return parts;
}

/**
 * Add the findings in a part, at their positions in the text and with their languages. The search for each finding's stretch
 * begins at the previous one's: findings come nearly in order.
 */
function addPlaced(found: Span[], spans: readonly Span[], { start, stretches }: Part): void {
  const stretchAt = (index: number) => stretches[index] as Stretch;
  let index = 0;
  for (const span of spans) {
    const at = start + span.start;
    while (stretchAt(index).end <= at) index++;
    while (stretchAt(index).start > at) index--;
    const language = stretchAt(index).language as Language;
    found.push({ ...span, start: at, end: start + span.end, language });
  }
}
