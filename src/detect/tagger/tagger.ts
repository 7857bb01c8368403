// Finds names of persons, places and organizations, and addresses, with a trained model.

import { costOfLetters, runToEnd, type Steps } from "../../core/steps.ts";
import type { Stretch } from "../language/languages.ts";
import type { Recognizer, Span } from "../span.ts";
import { writtenAt } from "../text/sticky.ts";
import { withCharacterEdges } from "./corrections/by-character/character-edges.ts";
import { withHonoured } from "./corrections/by-character/honoured-names.ts";
import { doubtOf, withWholeKatakana } from "./corrections/by-character/katakana.ts";
import { correct } from "./corrections/corrections.ts";
import { DANDA, withEdgesAbroad, withoutLone } from "./corrections/edges-abroad.ts";
import { raiseNames, withKnownNames } from "./corrections/known-names.ts";
import { withWholeEdges } from "./corrections/name-edges.ts";
import { withOwnTypes } from "./corrections/name-types.ts";
import { withoutVerbs } from "./corrections/name-verbs.ts";
import { withNamesInNotation } from "./corrections/names-in-notation.ts";
import { withTitledAbroad } from "./corrections/titles-abroad.ts";
import { withIntroduced, withRestOfPersons } from "./corrections/whole-persons.ts";
import { bestTags, type Lattice, makeLattice, STEP_TOKENS } from "./decode.ts";
import { type Group, isByCharacter, isOfLanguages } from "./groups.ts";
import type { TaggerModel } from "./model.ts";
import { goesOn, TAG_COUNT, TAGGED_TYPES, type Tagged, typeOfTag } from "./tags.ts";
import { makeTokens, markLanguages, type Tokens, tokenize } from "./tokens.ts";

/** Margin of the names that corrections add because of a title or an organization's words. */
const HEAD_MARGIN = 6;

/** Name of the recognizer, repeated in its spans. */
export const TAGGER_NAME = "tagger";

/** What a recall setting of 1 subtracts from the tag "outside", in natural log odds. */
const FULL_DIAL = 2;

/**
 * Texts of up to this many code units share these arrays, one after another: new arrays for each took 6 % of the search of a
 * text of 200 to 700 letters. Each is one step, since shared arrays must not be left in the middle of their use.
 */
const SHARED_UNITS = STEP_TOKENS - 1;
const sharedTokens = makeTokens(SHARED_UNITS);
const sharedLattice = makeLattice(SHARED_UNITS);

/** Settings of the tagger. */
export interface TaggerOptions {
  /** Languages of the model. */
  readonly group: Group;
  /** -1 (only sure names) to 1 (clearly more names, more of them wrong); 0: as trained. */
  readonly recall: number;
}

/** A recognizer that accepts the languages of the text it reads. */
export interface Tagger extends Omit<Recognizer, "steps"> {
  /** `stretches` cover the text, which begins at offset `from` of theirs; absent: its languages are not known. */
  steps(text: string, stretches?: readonly Stretch[], from?: number): Steps<Span[]>;
}

/** The recognizer of a model. */
export function taggerRecognizer(model: TaggerModel, { group, recall }: TaggerOptions): Tagger {
  function* steps(text: string, stretches: readonly Stretch[] = [], from = 0): Steps<Span[]> {
    const isShort = text.length <= SHARED_UNITS;
    if (!isShort) yield costOfLetters(text.length, MIN_COST);
    const room = isShort ? sharedTokens : makeTokens(text.length);
    const tokens = tokenize(text, room, isByCharacter(group));
    if (isOfLanguages(group) && stretches.length > 0) markLanguages(tokens, stretches, from);
    const names = yield* namesIn(text, tokens, model, { group, recall });
    return names.map((one) => spanOf(text, one, tokens, model));
  }
  return {
    name: TAGGER_NAME,
    entityTypes: TAGGED_TYPES,
    scan: (text) => runToEnd(steps(text)),
    steps,
  };
}

/** Cost of everything but decoding, for 64 KiB. */
const MIN_COST = 12;
/** Cost of each half of the corrections, for 64 KiB of names: "Maria, Maria, ". */
const CORRECTIONS_COST = 12;
/** Cost of the corrections of the other models, for 64 KiB of titles: "先生先生". */
const TITLES_COST = 16;

/**
 * Score, by type, from which a name is sure and confirms others. Chosen on documents that the models had not seen, so that
 * characters masked keep a recall of 80 to 90 %; of German's capitalized nouns many look a little like places.
 */
const SURE: Readonly<Record<Exclude<Group, "en">, readonly number[]>> = {
  west: [0.45, 0.6, 0.42, 0],
  "pl-tr": [0.5, 0.55, 0.45, 0],
  hi: [0.45, 0.45, 0.45, 0],
  "ja-zh": [0.5, 0.6, 0.5, 0],
};

/** The names and addresses of a text, given its tokens; in steps. */
export function* namesIn(
  text: string,
  tokens: Tokens,
  model: TaggerModel,
  { group, recall }: TaggerOptions,
): Steps<readonly Tagged[]> {
  const { lexicon } = model;
  if (group !== "en") {
    const found = yield* tagTokens(tokens, model, recall);
    if (text.length > SHARED_UNITS) yield costOfLetters(text.length, TITLES_COST);
    const least = SURE[group];
    if (isByCharacter(group)) {
      const edged = withCharacterEdges(text, tokens, found);
      const whole = withWholeKatakana(text, tokens, edged);
      const honoured = withHonoured(text, tokens, whole, { lexicon, margin: HEAD_MARGIN });
      const doubt = (one: Tagged) => doubtOf(text, tokens, one, lexicon);
      return withoutLone(tokens, honoured, (one) => {
        return scoreOf(one, model) >= (least[one.type] as number) + doubt(one);
      });
    }
    const edged = withEdgesAbroad(text, tokens, found, group, lexicon);
    const titled = withTitledAbroad(tokens, edged, group, HEAD_MARGIN, lexicon);
    const inNotation = withNamesInNotation(tokens, titled, lexicon, false);
    return withoutLone(tokens, inNotation, (one) => {
      return scoreOf(one, model) >= (least[one.type] as number);
    });
  }
  // These corrections are made of English words.
  const read = { ...tokens, text, lexicon };
  raiseNames(read);
  const tagged = yield* tagTokens(tokens, model, recall);
  const cost = text.length > SHARED_UNITS ? costOfLetters(text.length, CORRECTIONS_COST) : 0;
  if (cost > 0) yield cost;
  const corrected = correct(read, tagged, HEAD_MARGIN);
  const inNotation = withNamesInNotation(read, corrected, lexicon);
  const known = withKnownNames(read, inNotation);
  if (cost > 0) yield cost;
  const introduced = withIntroduced(read, known, HEAD_MARGIN);
  const persons = withRestOfPersons(read, introduced);
  const whole = withWholeEdges(read, persons);
  const named = withoutVerbs(read, whole);
  return withOwnTypes(read, named);
}

/** The entities among `tokens` that the model finds. */
function* tagTokens(tokens: Tokens, model: TaggerModel, recall: number): Steps<Tagged[]> {
  const { count } = tokens;
  const lattice = count <= SHARED_UNITS ? sharedLattice : makeLattice(count);
  const tags = yield* bestTags(tokens, model, Math.round(recall * FULL_DIAL * model.unit), lattice);
  const found: Tagged[] = [];
  for (let from = 0; from < count; from++) {
    const type = typeOfTag(tags[from] as number);
    if (type < 0) continue;
    let to = from + 1;
    while (to < count && goesOn(tags[to] as number)) to++;
    found.push({ from, to, type, margin: marginOf(count, lattice, from, to, model) });
    from = to - 1;
  }
  return found;
}

/** How much more an entity's tags are worth than "outside" on all of its tokens, in natural log odds. */
function marginOf(
  count: number,
  { sums, tags }: Lattice,
  from: number,
  to: number,
  { transitions, unit }: TaggerModel,
): number {
  const move = (a: number, b: number) => transitions[a * TAG_COUNT + b] as number;
  const before = from > 0 ? (tags[from - 1] as number) : 0;
  const after = to < count ? (tags[to] as number) : 0;
  let sum = 0;
  for (let i = from; i < to; i++) {
    const tag = tags[i] as number;
    sum += (sums[i * TAG_COUNT + tag] as number) - (sums[i * TAG_COUNT] as number);
    const last = i === from ? before : (tags[i - 1] as number);
    sum += move(last, tag) - move(i === from ? before : 0, 0);
  }
  sum += move(tags[to - 1] as number, after) - move(0, after);
  return sum / unit;
}

function scoreOf({ type, margin }: Tagged, { calibration }: TaggerModel): number {
  const { slope, base } = calibration[type] as { slope: number; base: number };
  return 1 / (1 + Math.exp(-(slope * margin + base)));
}

/** The rest of a name in a web address, after the tagged part; `sign` or "%20" is a blank: "%20Q.%20Roe", "%C3%A9". */
const restWith = (sign: string) =>
  new RegExp(
    `(?:\\.?(?:${sign}%[\\dA-F]{2}){1,4}\\p{L}[\\p{L}'’-]{0,40}){1,6}(?:%C3%[89AB][\\dA-F])?|%C3%[89AB][\\dA-F]`,
    "uy",
  );
const ENCODED_REST = restWith("");
/** The same after "name=": "Jane+Roe". */
const FORM_REST = restWith("\\+|");

function spanOf(text: string, tagged: Tagged, tokens: Tokens, model: TaggerModel): Span {
  const { from, to, type } = tagged;
  const start = tokens.start[from] as number;
  const last = tokens.end[to - 1] as number;
  const rest = text.charAt(start - 1) === "=" ? FORM_REST : ENCODED_REST;
  const end = last + writtenAt(rest, text, last).length;
  return {
    start,
    end: text.charAt(end - 1) === DANDA ? end - 1 : end,
    entityType: TAGGED_TYPES[type] as string,
    score: scoreOf(tagged, model),
    recognizer: TAGGER_NAME,
    reason: "wording and context, by the trained model",
  };
}
