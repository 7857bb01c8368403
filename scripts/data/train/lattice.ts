// Probabilities of tags and transitions in one text: the forward-backward algorithm (Baum 1972) over the
// legal taggings. Probabilities are rescaled at every token.

import { BEFORE, OUTSIDE, TAG_COUNT } from "../../../src/detect/tagger/tags.ts";

const T = TAG_COUNT;
const ALL_TAGS = 2 ** T - 1;
/** Whether a text may begin with the tag: like after a token outside. */
const STARTS = BEFORE.map((before) => before.includes(OUTSIDE));
/** Whether a text may end with the tag: like before a token outside. */
const ENDS = BEFORE.map((_, tag) => (BEFORE[OUTSIDE] as Uint8Array).includes(tag));

/** Sums of probabilities: of each token's tags, and of transitions. */
export interface Expected {
  readonly tags: Float64Array;
  readonly moves: Float64Array;
}

/** Computes probabilities; reuses its arrays for all texts. */
export class Lattice {
  readonly #forward: Float64Array;
  readonly #backward: Float64Array;
  readonly #potential: Float64Array;
  readonly #moves = new Float64Array(T * T);

  /** For texts of at most `longest` tokens. */
  constructor(longest: number) {
    this.#forward = new Float64Array(longest * T);
    this.#backward = new Float64Array(longest * T);
    this.#potential = new Float64Array(longest * T);
  }

  /** Set the weights of transitions. */
  setTransitions(transitions: Float64Array): void {
    for (let k = 0; k < T * T; k++) this.#moves[k] = exp(transitions[k] as number);
  }

  /** Set the weights of each token: sums over its rows, which begin at `from` (one more index at the end). */
  setEmissions(weights: Float32Array, rows: Int32Array, from: Int32Array): void {
    const sums = new Float64Array(T);
    for (let i = 0; i + 1 < from.length; i++) {
      sums.fill(0);
      for (let f = from[i] as number; f < (from[i + 1] as number); f++) {
        const at = (rows[f] as number) * T;
        for (let t = 0; t < T; t++) sums[t] = (sums[t] as number) + (weights[at + t] as number);
      }
      const most = Math.max(...sums);
      for (let t = 0; t < T; t++) this.#potential[i * T + t] = exp((sums[t] as number) - most);
    }
  }

  /** Add the probabilities over taggings within the allowed tags (null: all), times `sign`, to `sums`. */
  add(count: number, allowed: Int32Array | null, sign: number, sums: Expected): void {
    for (let i = 0; i < count; i++) this.#stepForward(i, allowed === null ? ALL_TAGS : allowed[i]);
    const last = (count - 1) * T;
    for (let t = 0; t < T; t++) this.#backward[last + t] = ENDS[t] ? 1 : 0;
    for (let i = count - 1; i >= 0; i--) {
      this.#addTags(i * T, sign, sums.tags);
      if (i > 0) this.#stepBack(i, allowed === null ? ALL_TAGS : allowed[i], sign, sums.moves);
    }
  }

  #stepForward(i: number, mask = ALL_TAGS): void {
    const forward = this.#forward;
    const base = i * T;
    let sum = 0;
    for (let t = 0; t < T; t++) {
      const isAllowed = ((mask >> t) & 1) === 1;
      const value = isAllowed ? this.#reach(i, t) * (this.#potential[base + t] as number) : 0;
      forward[base + t] = value;
      sum += value;
    }
    scale(forward, base, 1 / sum);
  }

  #reach(i: number, tag: number): number {
    if (i === 0) return STARTS[tag] ? 1 : 0;
    const forward = this.#forward;
    const moves = this.#moves;
    const before = BEFORE[tag] as Uint8Array;
    const from = (i - 1) * T;
    let sum = 0;
    for (let k = 0; k < before.length; k++) {
      const s = before[k] as number;
      sum += (forward[from + s] as number) * (moves[s * T + tag] as number);
    }
    return sum;
  }

  #addTags(base: number, sign: number, tags: Float64Array): void {
    const forward = this.#forward;
    const backward = this.#backward;
    let sum = 0;
    for (let t = 0; t < T; t++)
      sum += (forward[base + t] as number) * (backward[base + t] as number);
    const share = sign / sum;
    for (let t = 0; t < T; t++) {
      const part = (forward[base + t] as number) * (backward[base + t] as number) * share;
      tags[base + t] = (tags[base + t] as number) + part;
    }
  }

  /** Compute the backward sums of the token before i, and add the transitions between the two. */
  #stepBack(i: number, mask = ALL_TAGS, sign: number, sums: Float64Array): void {
    const forward = this.#forward;
    const backward = this.#backward;
    const moves = this.#moves;
    const base = i * T;
    const from = base - T;
    backward.fill(0, from, base);
    let pairs = 0;
    for (let t = 0; t < T; t++) {
      const b = this.#weightOf(base, t, mask);
      if (b === 0) continue;
      const before = BEFORE[t] as Uint8Array;
      for (let k = 0; k < before.length; k++) {
        const s = before[k] as number;
        const part = b * (moves[s * T + t] as number);
        backward[from + s] = (backward[from + s] as number) + part;
        pairs += part * (forward[from + s] as number);
      }
    }
    const share = sign / pairs;
    for (let t = 0; t < T; t++) {
      const b = this.#weightOf(base, t, mask) * share;
      if (b === 0) continue;
      const before = BEFORE[t] as Uint8Array;
      for (let k = 0; k < before.length; k++) {
        const at = (before[k] as number) * T + t;
        const part = b * (moves[at] as number) * (forward[from + (before[k] as number)] as number);
        sums[at] = (sums[at] as number) + part;
      }
    }
    let sum = 0;
    for (let s = 0; s < T; s++) sum += backward[from + s] as number;
    scale(backward, from, 1 / sum);
  }

  #weightOf(base: number, tag: number, mask: number): number {
    if (((mask >> tag) & 1) === 0) return 0;
    return (this.#potential[base + tag] as number) * (this.#backward[base + tag] as number);
  }
}

function scale(values: Float64Array, base: number, factor: number): void {
  for (let t = 0; t < T; t++) values[base + t] = (values[base + t] as number) * factor;
}

/** Powers of two from -1000 to 1000. */
const POWERS = Float64Array.from({ length: 2001 }, (_, i) => 2 ** (i - 1000));

/**
 * e to the power of x in plain arithmetic, accurate to 12 digits; 0 below -690. Math.exp may differ between
 * versions of an engine, and training must give the same bytes everywhere.
 */
function exp(x: number): number {
  if (x < -690) return 0;
  const whole = Math.floor(x * Math.LOG2E + 0.5);
  const r = x - whole * Math.LN2;
  let sum = 1 + r / 12;
  for (let k = 11; k >= 1; k--) sum = 1 + (r * sum) / k;
  return sum * (POWERS[whole + 1000] as number);
}
