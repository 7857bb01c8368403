// Finds the best legal sequence of tags (Viterbi 1967) over the sums of the tokens' weights. Whole
// numbers only.

import { featuresOf, MAX_FEATURES, type Notes, takeNotes } from "./features.ts";
import { LANES, type TaggerModel } from "./model.ts";
import { BEFORE, TAG_COUNT } from "./tags.ts";
import type { Tokens } from "./tokens.ts";

const T = TAG_COUNT;
/** Below every sum there can be. */
const NEVER = -(2 ** 30);

/** Sums of weights: `TAG_COUNT` numbers per token. */
export function sumWeights(tokens: Tokens, model: TaggerModel): Int32Array {
  const notes = takeNotes(tokens, model.lexicon);
  const sums = new Int32Array(tokens.count * T);
  const features = new Int32Array(MAX_FEATURES);
  const lanes = new Int32Array(LANES);
  for (let i = 0; i < tokens.count; i++) {
    sumToken(tokens, notes, i, model, features, lanes);
    unpack(lanes, sums, i * T);
  }
  return sums;
}

function sumToken(
  tokens: Tokens,
  notes: Notes,
  i: number,
  { index, rows }: TaggerModel,
  features: Int32Array,
  lanes: Int32Array,
): void {
  const count = featuresOf(tokens, notes, i, features);
  lanes.fill(0);
  for (let k = 0; k < count; k++) {
    const row = index.find(features[k] as number);
    if (row < 0) continue;
    const at = row * LANES;
    for (let lane = 0; lane < LANES; lane++) {
      lanes[lane] = (lanes[lane] as number) + (rows[at + lane] as number);
    }
  }
}

function unpack(lanes: Int32Array, sums: Int32Array, base: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    const both = lanes[lane] as number;
    const low = (both << 16) >> 16;
    sums[base + lane * 2] = low;
    if (lane * 2 + 1 < T) sums[base + lane * 2 + 1] = (both - low) >> 16;
  }
}

/** The best tag of each token. Tag 0's sums have had the recall dial's bias taken off. */
export function bestTags(sums: Int32Array, transitions: Int16Array): Uint8Array {
  const count = sums.length / T;
  const tags = new Uint8Array(count);
  if (count === 0) return tags;
  const from = new Uint8Array(sums.length);
  let last = new Int32Array(T);
  let next = new Int32Array(T);
  for (let t = 0; t < T; t++) last[t] = startsWell(t) ? (sums[t] as number) : NEVER;
  for (let i = 1; i < count; i++) {
    step(sums, i * T, transitions, last, next, from);
    const kept = last;
    last = next;
    next = kept;
    if ((i & 4095) === 0) keepSmall(last);
  }
  let best = 0;
  for (let t = 1; t < T; t++) {
    if (endsWell(t) && (last[t] as number) > (last[best] as number)) best = t;
  }
  for (let i = count - 1; i >= 0; i--) {
    tags[i] = best;
    best = from[i * T + best] as number;
  }
  return tags;
}

const OUTSIDE_BEFORE = BEFORE[0] as Uint8Array;

/** As behind a token outside. */
function startsWell(tag: number): boolean {
  return (BEFORE[tag] as Uint8Array).includes(0);
}

/** As before a token outside. */
function endsWell(tag: number): boolean {
  return OUTSIDE_BEFORE.includes(tag);
}

function step(
  sums: Int32Array,
  base: number,
  transitions: Int16Array,
  last: Int32Array,
  next: Int32Array,
  from: Uint8Array,
): void {
  for (let t = 0; t < T; t++) {
    const before = BEFORE[t] as Uint8Array;
    let most = NEVER * 2 + 1;
    let which = 0;
    for (let k = 0; k < before.length; k++) {
      const s = before[k] as number;
      const value = (last[s] as number) + (transitions[s * T + t] as number);
      if (value > most) {
        most = value;
        which = s;
      }
    }
    next[t] = most + (sums[base + t] as number);
    from[base + t] = which;
  }
}

/** Only differences matter: take the greatest off all, so that no sum leaves 32 bits. */
function keepSmall(values: Int32Array): void {
  const most = values.reduce((a, b) => Math.max(a, b), NEVER);
  for (let t = 0; t < T; t++) values[t] = Math.max((values[t] as number) - most, NEVER);
}
