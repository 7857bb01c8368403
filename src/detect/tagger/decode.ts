// Finds the best legal sequence of tags (Viterbi 1967) over the sums of the tokens' weights. Whole
// numbers only.

import { jointFeatures, REACH } from "./features.ts";
import { fillForms } from "./forms.ts";
import type { TaggerModel } from "./model.ts";
import { addRows } from "./packed.ts";
import type { Room } from "./room.ts";
import { BEFORE, OUTSIDE, PLACE, TAG_COUNT, TAGGED_TYPES, tagOf } from "./tags.ts";
import type { Tokens } from "./tokens.ts";
import type { WordSums } from "./word-sums.ts";

const T = TAG_COUNT;
/** Below every sum there can be. */
const NEVER = -(2 ** 30);

/** Sums of weights, `TAG_COUNT` numbers per token, in arrays of `room`. */
export function sumWeights(tokens: Tokens, { wordSums }: TaggerModel, room: Room): Int32Array {
  const { notes, places, sums } = room;
  fillForms(tokens, notes.form, room.seen);
  for (let i = -REACH; i < tokens.count; i++) {
    const ahead = i + REACH;
    if (ahead < tokens.count) places[ahead] = wordSums.place(tokens, notes, ahead);
    if (i < 0) continue;
    const count = rowsOf(tokens, i, wordSums, room);
    addRows(wordSums.rows, room.from, count, sums, i * T);
  }
  return sums;
}

function rowsOf(
  tokens: Tokens,
  i: number,
  wordSums: WordSums,
  { notes, places, features, from }: Room,
): number {
  let n = 0;
  for (let offset = -REACH; offset <= REACH; offset++) {
    const j = i + offset;
    if (j < 0 || j >= tokens.count) {
      from[n++] = wordSums.edgeRow(offset);
      continue;
    }
    from[n++] = wordSums.placeRow(places[j] as number, offset);
    from[n++] = wordSums.formRow(notes.form[j] as number, offset);
  }
  const count = jointFeatures(tokens, notes, i, features, 0);
  for (let k = 0; k < count; k++) {
    const row = wordSums.featureRow(features[k] as number);
    if (row >= 0) from[n++] = row;
  }
  return n;
}

/** The best tag of each token. Tag 0's sums have had the recall dial's bias taken off. */
export function bestTags(count: number, transitions: Int16Array, room: Room): Uint8Array {
  const { sums, tags, back } = room;
  if (count === 0) return tags;
  let last = room.last;
  let next = room.next;
  for (let t = 0; t < T; t++) last[t] = startsWell(t) ? (sums[t] as number) : NEVER;
  for (let i = 1; i < count; i++) {
    step(sums, i * T, transitions, last, next, back);
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
    best = back[i * T + best] as number;
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

/** Tags behind which no entity goes on: any tag that begins something, and "outside", may follow them. */
const CLOSED = [
  OUTSIDE,
  ...TAGGED_TYPES.flatMap((_, type) => [PLACE.end, PLACE.single].map((p) => tagOf(type, p))),
];
const AFTER_CLOSED = [
  OUTSIDE,
  ...TAGGED_TYPES.flatMap((_, type) => [PLACE.begin, PLACE.single].map((p) => tagOf(type, p))),
];
const INSIDE = TAGGED_TYPES.flatMap((_, type) =>
  [PLACE.inside, PLACE.end].map((p) => tagOf(type, p)),
);

function step(
  sums: Int32Array,
  base: number,
  transitions: Int16Array,
  last: Int32Array,
  next: Int32Array,
  from: Uint8Array,
): void {
  for (let k = 0; k < AFTER_CLOSED.length; k++) {
    const t = AFTER_CLOSED[k] as number;
    let which = OUTSIDE;
    let most = (last[OUTSIDE] as number) + (transitions[t] as number);
    for (let c = 1; c < CLOSED.length; c++) {
      const s = CLOSED[c] as number;
      const value = (last[s] as number) + (transitions[s * T + t] as number);
      if (value > most) {
        most = value;
        which = s;
      }
    }
    next[t] = most + (sums[base + t] as number);
    from[base + t] = which;
  }
  for (let k = 0; k < INSIDE.length; k++) {
    const t = INSIDE[k] as number;
    const begin = ((t - 1) & ~3) + 1;
    const begun = (last[begin] as number) + (transitions[begin * T + t] as number);
    const gone = (last[begin + 1] as number) + (transitions[(begin + 1) * T + t] as number);
    next[t] = Math.max(begun, gone) + (sums[base + t] as number);
    from[base + t] = begun >= gone ? begin : begin + 1;
  }
}

/** Only differences matter: take the greatest off all, so that no sum leaves 32 bits. */
function keepSmall(values: Int32Array): void {
  const most = values.reduce((a, b) => Math.max(a, b), NEVER);
  for (let t = 0; t < T; t++) values[t] = Math.max((values[t] as number) - most, NEVER);
}
