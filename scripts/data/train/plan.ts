// What training was tuned to. A change here changes the shipped model: run `npm run train` then.

import type { TAGGED_TYPES } from "../../../src/detect/tagger/tags.ts";
import type { TrainingPlan } from "./crf.ts";

/** How the shipped model is trained. */
export const PLAN: TrainingPlan = { rounds: 5, step: 0.3, shrink: 1e-3, seed: 7, dropout: 0.35 };

/** Features seen less often in the training texts are left out. */
export const MIN_COUNT = 2;

/** Whole-number weights per unit of the trained ones: 127 stands for 8. */
export const UNIT = 16;

/** Weights nearer to zero than this many units become zero: they cost room and tell little. */
export const DEAD_ZONE = 2;

/** Left out of training: it hides values on purpose, and is kept for measuring. */
export const NEVER_TRAINED = ["pii-anon-adversarial"];

/**
 * How much a source counts, by the name of its file. Generated texts are many and alike: they count
 * less than texts that people wrote.
 */
export const SOURCE_WEIGHTS: Readonly<Record<string, number>> = {
  "pii-anon": 0.3,
  "presidio-research": 0.5,
  "own-notes": 0.5,
};

/** Taken off the trained weight of "outside", in logarithm of odds: favours finding a name. */
export const OUTSIDE_BIAS = 0.5;

/**
 * Added to every token of a type, in logarithm of odds, beyond `OUTSIDE_BIAS`. Chosen on unseen sources, so
 * that characters masked have recall and precision of 92 %.
 */
export const TYPE_BIAS: Readonly<Record<(typeof TAGGED_TYPES)[number], number>> = {
  PERSON: 0.3,
  LOCATION: 0.2,
  ORGANIZATION: 0.35,
  ADDRESS: 0,
};
