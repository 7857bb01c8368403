// Trains a linear-chain conditional random field (Lafferty, McCallum, Pereira 2001) with AdaGrad (Duchi,
// Hazan, Singer 2011). A token may have several allowed tags: training then raises the total probability of
// all allowed taggings.

import { TAG_COUNT } from "../../../src/detect/tagger/tags.ts";
import { type Expected, Lattice } from "./lattice.ts";

const T = TAG_COUNT;

/** A text ready for training. */
export interface Example {
  /** Rows of the weights, token after token. */
  readonly rows: Int32Array;
  /** Index at which each token's rows begin, with one more index at the end. */
  readonly from: Int32Array;
  /** Allowed tags of each token, one bit per tag. */
  readonly allowed: Int32Array;
  /** Weight of the example. */
  readonly weight: number;
}

/** Weights of features (rows of `TAG_COUNT`) and of transitions. */
export interface Weights {
  readonly rows: Float32Array;
  /** Index: tag times `TAG_COUNT` plus next tag. */
  readonly transitions: Float64Array;
}

/** Parameters of training. */
export interface TrainingPlan {
  readonly rounds: number;
  /** Step size of AdaGrad. */
  readonly step: number;
  /** L2 penalty per example, on the rows that it uses. */
  readonly shrink: number;
  readonly seed: number;
  /** Share of features left out at each visit of an example, so that the model relies on none alone. */
  readonly dropout: number;
  /** Number of last rounds whose weights are averaged. */
  readonly averaged: number;
}

/** Pseudo-random whole numbers below `bound` (Marsaglia's xorshift32). */
export function makeRandom(seed: number): (bound: number) => number {
  let state = seed | 0 || 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 4294967296) * bound);
  };
}

/** Train on `examples`, whose row numbers are below `rowCount`. */
export function trainCrf(
  examples: readonly Example[],
  rowCount: number,
  plan: TrainingPlan,
  told: (round: number) => void,
): Weights {
  const trainer = new Trainer(examples, rowCount, plan);
  for (let round = 1; round <= plan.rounds; round++) {
    trainer.round();
    if (round > plan.rounds - plan.averaged) trainer.keep();
    told(round);
  }
  return trainer.result();
}

/** AdaGrad's initial sum of squares: keeps the first steps small. */
const FIRST_SQUARE = 1e-2;
/** Tokens with a smaller error in every tag's probability change nothing. */
const SMALL = 1e-4;

class Trainer {
  readonly #examples: readonly Example[];
  readonly #plan: TrainingPlan;
  readonly #weights: Weights;
  readonly #squares: Float32Array;
  readonly #moveSquares = new Float64Array(T * T).fill(FIRST_SQUARE);
  readonly #lattice: Lattice;
  readonly #sums: Expected;
  readonly #order: number[];
  /** Sums of the weights after the averaged rounds. */
  readonly #kept: Weights;
  readonly #random: (bound: number) => number;

  constructor(examples: readonly Example[], rowCount: number, plan: TrainingPlan) {
    const longest = examples.reduce((most, { allowed }) => Math.max(most, allowed.length), 1);
    this.#examples = examples;
    this.#plan = plan;
    this.#weights = {
      rows: new Float32Array(rowCount * T),
      transitions: new Float64Array(T * T),
    };
    this.#kept = {
      rows: new Float32Array(rowCount * T),
      transitions: new Float64Array(T * T),
    };
    this.#squares = new Float32Array(rowCount * T).fill(FIRST_SQUARE);
    this.#lattice = new Lattice(longest);
    this.#sums = { tags: new Float64Array(longest * T), moves: new Float64Array(T * T) };
    this.#order = examples.map((_, i) => i);
    this.#random = makeRandom(plan.seed);
  }

  /** Visit every example once, in a new random order. */
  round(): void {
    const order = this.#order;
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.#random(i + 1);
      const kept = order[i] as number;
      order[i] = order[j] as number;
      order[j] = kept;
    }
    for (const i of order) this.#learn(this.#examples[i] as Example);
  }

  /** Add the present weights to the average. */
  keep(): void {
    const { rows, transitions } = this.#kept;
    this.#weights.rows.forEach((weight, k) => {
      rows[k] = (rows[k] as number) + weight;
    });
    this.#weights.transitions.forEach((weight, k) => {
      transitions[k] = (transitions[k] as number) + weight;
    });
  }

  /** The average of the kept weights, scaled for use without dropout. */
  result(): Weights {
    const { averaged, dropout } = this.#plan;
    const share = (1 - dropout) / averaged;
    return {
      rows: this.#kept.rows.map((weight) => weight * share),
      transitions: this.#kept.transitions.map((weight) => weight / averaged),
    };
  }

  #learn(whole: Example): void {
    const count = whole.allowed.length;
    if (count === 0) return;
    // Leaves out a random share of the features.
    const kept = (row: number) =>
      this.#random(65536) >= this.#plan.dropout * 65536 ? row : undefined;
    const example = withRows(whole, kept);
    const { tags, moves } = this.#sums;
    tags.fill(0, 0, count * T);
    moves.fill(0);
    this.#lattice.setTransitions(this.#weights.transitions);
    this.#lattice.setEmissions(this.#weights.rows, example.rows, example.from);
    this.#lattice.add(count, example.allowed, example.weight, this.#sums);
    this.#lattice.add(count, null, -example.weight, this.#sums);
    this.#moveRows(example);
    this.#moveTransitions();
  }

  #moveTransitions(): void {
    const { transitions } = this.#weights;
    for (let k = 0; k < T * T; k++) {
      const slope = this.#sums.moves[k] as number;
      if (slope === 0) continue;
      const square = (this.#moveSquares[k] as number) + slope * slope;
      this.#moveSquares[k] = square;
      transitions[k] = (transitions[k] as number) + (this.#plan.step * slope) / Math.sqrt(square);
    }
  }

  #moveRows(example: Example): void {
    const { tags } = this.#sums;
    for (let i = 0; i < example.allowed.length; i++) {
      const base = i * T;
      let most = 0;
      for (let t = 0; t < T; t++) most = Math.max(most, Math.abs(tags[base + t] as number));
      if (most < SMALL) continue;
      const to = example.from[i + 1] as number;
      for (let f = example.from[i] as number; f < to; f++) {
        this.#moveRow((example.rows[f] as number) * T, base);
      }
    }
  }

  #moveRow(at: number, base: number): void {
    const { rows } = this.#weights;
    const { tags } = this.#sums;
    const { step, shrink } = this.#plan;
    for (let t = 0; t < T; t++) {
      const weight = rows[at + t] as number;
      const slope = (tags[base + t] as number) - shrink * weight;
      const square = (this.#squares[at + t] as number) + slope * slope;
      this.#squares[at + t] = square;
      rows[at + t] = weight + (step * slope) / Math.sqrt(square);
    }
  }
}

/** The example with each row replaced by `rowOf(row)`; rows without a replacement are left out. */
export function withRows(example: Example, rowOf: (row: number) => number | undefined): Example {
  const rows = new Int32Array(example.rows.length);
  const from = new Int32Array(example.from.length);
  let n = 0;
  for (let i = 0; i + 1 < from.length; i++) {
    for (let f = example.from[i] as number; f < (example.from[i + 1] as number); f++) {
      const row = rowOf(example.rows[f] as number);
      if (row !== undefined) rows[n++] = row;
    }
    from[i + 1] = n;
  }
  return { ...example, rows: rows.slice(0, n), from };
}
