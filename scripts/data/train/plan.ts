// Tuned parameters of training. A change here changes the shipped models: run `npm run train` afterwards.

import type { Group } from "../../../src/detect/tagger/groups.ts";
import type { TAGGED_TYPES } from "../../../src/detect/tagger/tags.ts";
import type { TrainingPlan } from "./crf.ts";

/** How the model of a group of languages is trained. */
export interface GroupPlan {
  readonly training: TrainingPlan;
  /** Features that occur less often in the training texts are left out. */
  readonly minCount: number;
  /** Weight of a source by name: generated texts, which are alike, and old print, full of errors, count less. */
  readonly sourceWeights: Readonly<Record<string, number>>;
  /** Weight of each listed word of several characters, used as a text without names: nearly all texts there contain one. */
  readonly wordWeight: number;
  /** Subtracted from the trained weight of "outside", in log odds: favours finding a name. */
  readonly outsideBias: number;
  /** Added to every token of a type, in log odds, beside `outsideBias`. */
  readonly typeBias: Readonly<Record<(typeof TAGGED_TYPES)[number], number>>;
}

const TRAINING: TrainingPlan = {
  rounds: 5,
  step: 0.3,
  shrink: 1e-3,
  seed: 7,
  dropout: 0.35,
  averaged: 1,
};
const ENGLISH: GroupPlan = {
  training: TRAINING,
  minCount: 2,
  sourceWeights: { "pii-anon": 0.3, "presidio-research": 0.5, "own-notes": 0.5 },
  wordWeight: 0,
  outsideBias: 0.5,
  // Chosen on unseen sources, for equal recall and precision of masked characters, 93 %.
  typeBias: { PERSON: 0.55, LOCATION: 0.4, ORGANIZATION: 0.4, ADDRESS: 0 },
};
const OTHER: GroupPlan = {
  ...ENGLISH,
  training: { ...TRAINING, averaged: 3 },
  typeBias: { PERSON: 0.3, LOCATION: 0.2, ORGANIZATION: 0.35, ADDRESS: 0 },
  sourceWeights: { "multi-synth": 0.2, "europeana-news": 0.5, meddocan: 0.5 },
};

/** Plans of the shipped models. */
export const PLANS: Readonly<Record<Group, GroupPlan>> = {
  en: ENGLISH,
  west: {
    ...OTHER,
    minCount: 3,
    outsideBias: 1.2,
    // Chosen with the scores of lone names (SURE in tagger.ts): on documents not seen, for a recall of 80 % in German, and on
    // manuals, for two findings in a thousand words.
    typeBias: { ...OTHER.typeBias, PERSON: 0.2, ORGANIZATION: 0.1 },
  },
  "pl-tr": { ...OTHER, outsideBias: 1.2 },
  hi: { ...OTHER, outsideBias: 0.7 },
  "ja-zh": { ...OTHER, wordWeight: 0.2, outsideBias: 0.55 },
};

/** Whole-number weights per trained unit: 127 is 8. */
export const UNIT = 16;

/** Weights closer to zero than this many units become zero: they take space and have little effect. */
export const DEAD_ZONE = 2;

/** Never trained on: it hides values on purpose, and is only measured. */
export const NEVER_TRAINED = ["pii-anon-adversarial"];
