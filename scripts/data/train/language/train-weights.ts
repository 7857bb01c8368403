// Trains the languages in Latin letters: multinomial logistic regression with AdaGrad (Duchi, Hazan, Singer 2011).

import { ROWS, rowsOf, UNIT_OF_WEIGHTS } from "../../../../src/detect/language/features.ts";
import { LATIN_LANGUAGES } from "../../../../src/detect/language/languages.ts";
import { makeRandom } from "../crf.ts";
import { type KnownText, piecesOf } from "./texts.ts";

const COUNT = LATIN_LANGUAGES.length;
const ROUNDS = 4;
const STEP = 0.1;
const SEED = 7;
/** AdaGrad's initial sum of squares: keeps the first steps small. */
const FIRST_SQUARE = 0.1;
/** Pieces with a smaller error change nothing. */
const SMALL = 1e-3;

/** Weight of a piece by source. Generated texts are many and alike, and old print has misread letters. */
const SOURCE_WEIGHTS: Readonly<Record<string, number>> = {
  "pii-anon": 0.3,
  "presidio-research": 0.6,
  "multi-synth": 0.6,
  "europeana-news": 0.7,
};

/** Languages have equal weight, but a rare one is raised at most by this factor. */
const MOST_RAISED = 4;

interface Example {
  readonly language: number;
  readonly weight: number;
  readonly rows: Int32Array;
}

/** Weights of a model of `texts`, by language, in `UNIT_OF_WEIGHTS`. Equal texts give equal weights. */
export function trainWeights(texts: readonly KnownText[]): Int8Array {
  const random = makeRandom(SEED);
  const examples = balanced(texts.flatMap((text) => examplesOf(text, random)));
  const weights = new Float64Array(ROWS * COUNT);
  const squares = new Float64Array(ROWS * COUNT).fill(FIRST_SQUARE);
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(examples, random);
    for (const example of examples) learn(example, weights, squares);
  }
  return Int8Array.from(weights, (_, i) => wholeNumber(weights[placeOf(i)] as number));
}

/** Index in training of the model's weight `i`; the model stores each language's weights together. */
function placeOf(i: number): number {
  return (i % ROWS) * COUNT + Math.floor(i / ROWS);
}

function wholeNumber(weight: number): number {
  return Math.max(-127, Math.min(127, Math.round(weight * UNIT_OF_WEIGHTS)));
}

function examplesOf(known: KnownText, random: (bound: number) => number): Example[] {
  const language = LATIN_LANGUAGES.indexOf(known.language);
  const weight = SOURCE_WEIGHTS[known.source] ?? 1;
  return piecesOf(known.text, random).flatMap((piece) => {
    const rows = new Int32Array(piece.length + 1);
    const count = rowsOf(piece, 0, piece.length, rows);
    return count === 0 ? [] : [{ language, weight, rows: rows.subarray(0, count) }];
  });
}

function balanced(examples: readonly Example[]): Example[] {
  const sums = new Float64Array(COUNT);
  for (const { language, weight } of examples) sums[language] = (sums[language] as number) + weight;
  const mean = sums.reduce((sum, one) => sum + one) / COUNT;
  return examples.map((example) => {
    const raised = Math.min(MOST_RAISED, mean / (sums[example.language] as number));
    return { ...example, weight: example.weight * raised };
  });
}

function shuffle(list: Example[], random: (bound: number) => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random(i + 1);
    const kept = list[i] as Example;
    list[i] = list[j] as Example;
    list[j] = kept;
  }
}

const odds = new Float64Array(COUNT);

/** One step of AdaGrad against the gradient of an example's loss. */
function learn({ language, weight, rows }: Example, weights: Float64Array, squares: Float64Array) {
  odds.fill(0);
  for (const row of rows) {
    for (let k = 0; k < COUNT; k++) odds[k] = (odds[k] as number) + (weights[row * COUNT + k] ?? 0);
  }
  const most = odds.reduce((a, b) => Math.max(a, b));
  for (let k = 0; k < COUNT; k++) odds[k] = Math.exp((odds[k] as number) - most);
  const sum = odds.reduce((a, b) => a + b);
  if (1 - (odds[language] as number) / sum < SMALL) return;
  for (let k = 0; k < COUNT; k++) {
    odds[k] = ((odds[k] as number) / sum - (k === language ? 1 : 0)) * weight;
  }
  for (const row of rows) {
    for (let k = 0; k < COUNT; k++) {
      const at = row * COUNT + k;
      const slope = odds[k] as number;
      squares[at] = (squares[at] as number) + slope * slope;
      weights[at] = (weights[at] as number) - (STEP * slope) / Math.sqrt(squares[at] as number);
    }
  }
}
