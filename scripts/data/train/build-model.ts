// Builds a model from labelled records: examples, selection of features, training, rounding to whole numbers.

import {
  FEATURE_BITS,
  featuresOf,
  MAX_FEATURES,
  makeNotes,
  noteToken,
} from "../../../src/detect/tagger/features.ts";
import { fillForms } from "../../../src/detect/tagger/forms.ts";
import type { Group } from "../../../src/detect/tagger/groups.ts";
import { Lexicon, type LexiconData } from "../../../src/detect/tagger/lexicon.ts";
import { fillListed } from "../../../src/detect/tagger/listed.ts";
import { WEIGHT_PLACEMENT } from "../../../src/detect/tagger/packed.ts";
import { TAG_COUNT, TAGGED_TYPES, typeOfTag } from "../../../src/detect/tagger/tags.ts";
import type { GoldRecord } from "../../quality/detect/gold.ts";
import { type Example, trainCrf, type Weights, withRows } from "./crf.ts";
import { type LabelledText, labelled } from "./examples.ts";
import { DEAD_ZONE, type GroupPlan, PLANS, UNIT } from "./plan.ts";
import { CALIBRATIONS } from "./scores.ts";
import { type ModelData, placeWords } from "./write-model.ts";

/** Called after each round over the examples. */
export type Told = (done: number, total: number) => void;

/** Records by source name. */
export type Sources = ReadonlyMap<string, readonly GoldRecord[]>;

/** The lexicon, and words of several characters that are used as examples: texts without names. */
export interface KnownWords extends LexiconData {
  readonly nameless?: readonly string[];
}

/** Train the model of a group of languages on `sources`. Equal input gives equal output on every machine. */
export function buildModel(
  sources: Sources,
  { nameless = [], ...lexicon }: KnownWords,
  group: Group,
  told: Told,
  plan: GroupPlan = PLANS[group],
): ModelData {
  const { training, minCount, sourceWeights, wordWeight } = plan;
  const known = new Lexicon(placeWords(lexicon));
  const drafts = [...sources].flatMap(([source, records]) =>
    records.map((record) => draft(labelled(record, group), known, sourceWeights[source] ?? 1)),
  );
  for (const text of nameless) {
    drafts.push(draft(labelled(namelessText(text), group), known, wordWeight));
  }
  const features = keptFeatures(drafts, minCount);
  const rowOf = new Map(Array.from(features, (feature, row) => [feature, row]));
  const examples = drafts.map((example) => withRows(example, (hash) => rowOf.get(hash)));
  const weights = trainCrf(examples, features.length, training, (round) =>
    told(round, training.rounds),
  );
  const numbers = inWholeNumbers(features, weights, plan);
  return { lexicon, ...numbers, unit: UNIT, calibration: CALIBRATIONS[group] };
}

/** An example without any name. */
function namelessText(text: string): GoldRecord {
  return { id: "", source: "words", text, spans: [], types: TAGGED_TYPES };
}

/** An example whose rows are still hashes of features. */
function draft({ tokens, allowed }: LabelledText, lexicon: Lexicon, weight: number): Example {
  const notes = makeNotes(tokens.count);
  fillForms(tokens, notes.form);
  if (tokens.byCharacter) fillListed(tokens, notes.listed, lexicon);
  for (let i = 0; i < tokens.count; i++) noteToken(tokens, notes, i, lexicon);
  const room = new Int32Array(MAX_FEATURES);
  const rows = new Int32Array(tokens.count * MAX_FEATURES);
  const from = new Int32Array(tokens.count + 1);
  let n = 0;
  for (let i = 0; i < tokens.count; i++) {
    const count = featuresOf(tokens, notes, i, room);
    for (let k = 0; k < count; k++) rows[n++] = room[k] as number;
    from[i + 1] = n;
  }
  return { rows: rows.slice(0, n), from, allowed, weight };
}

/** Sorted hashes of the features that occur at least `minCount` times. */
function keptFeatures(drafts: readonly Example[], minCount: number): Int32Array {
  const counts = new Uint8Array(2 ** FEATURE_BITS);
  const kept: number[] = [];
  for (const { rows } of drafts) {
    for (const feature of rows) {
      const count = counts[feature] as number;
      if (count >= minCount) continue;
      counts[feature] = count + 1;
      if (count + 1 === minCount) kept.push(feature);
    }
  }
  return Int32Array.from(kept).sort();
}

/** Round the weights to whole numbers; drop features whose weights are all 0, and the weakest beyond a file's capacity. */
function inWholeNumbers(
  features: Int32Array,
  weights: Weights,
  plan: GroupPlan,
): Pick<ModelData, "features" | "weights" | "transitions"> {
  const rounded = Int8Array.from(weights.rows, toUnits);
  const strengths = Array.from(features, (_, row) => strengthOf(rounded, row));
  const strongest = strengths
    .map((_, row) => row)
    .filter((row) => (strengths[row] as number) > 0)
    .sort((a, b) => (strengths[b] as number) - (strengths[a] as number) || a - b)
    .slice(0, MOST_FEATURES)
    .sort((a, b) => a - b);
  const kept = new Int8Array(strongest.length * TAG_COUNT);
  strongest.forEach((row, i) => {
    kept.set(rounded.subarray(row * TAG_COUNT, (row + 1) * TAG_COUNT), i * TAG_COUNT);
  });
  return {
    features: Int32Array.from(strongest, (row) => features[row] as number),
    weights: kept,
    transitions: Int16Array.from(weights.transitions, (value, k) =>
      Math.round((value + biasOf(k % TAG_COUNT, plan)) * UNIT),
    ),
  };
}

/** Number of features for which slots can be found: a table cannot be filled completely. */
const MOST_FEATURES = Math.floor(WEIGHT_PLACEMENT.slots * 0.95);

/** Sum of the absolute weights of a row. */
function strengthOf(rounded: Int8Array, row: number): number {
  let sum = 0;
  for (let at = row * TAG_COUNT; at < (row + 1) * TAG_COUNT; at++) {
    sum += Math.abs(rounded[at] as number);
  }
  return sum;
}

/** A tag is entered once per token, so its bias can be part of the transitions. */
function biasOf(tag: number, { outsideBias, typeBias }: GroupPlan): number {
  const type = TAGGED_TYPES[typeOfTag(tag)];
  return type === undefined ? -outsideBias : typeBias[type];
}

function toUnits(weight: number): number {
  const value = Math.round(weight * UNIT);
  if (Math.abs(value) < DEAD_ZONE) return 0;
  return Math.max(-127, Math.min(127, value));
}
