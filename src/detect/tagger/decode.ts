// Finds the best legal sequence of tags (Viterbi 1967) over the sums of the tokens' weights. Whole
// numbers only.

import { REACH } from "./features.ts";
import { fillForms } from "./forms.ts";
import type { TaggerModel } from "./model.ts";
import type { Room } from "./room.ts";
import { BEFORE, goesOn, mayEnd, OUTSIDE, TAG_COUNT } from "./tags.ts";
import type { Tokens } from "./tokens.ts";

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
    if (i >= 0) wordSums.sum(tokens, notes, places, i, sums, i * T);
  }
  return sums;
}

/** The best tag of each token. Tag 0's sums have had the recall dial's bias taken off. */
export function bestTags(count: number, transitions: Int16Array, room: Room): Uint8Array {
  const { sums, tags, back } = room;
  if (count === 0) return tags;
  const into = FREE.map((t) => Int32Array.from(CLOSED, (s) => transitions[s * T + t] as number));
  let last = room.last;
  let next = room.next;
  for (let t = 0; t < T; t++) last[t] = !goesOn(t) ? (sums[t] as number) : NEVER;
  for (let i = 1; i < count; i++) {
    stepFree(sums, i * T, into, last, next, back);
    stepInside(sums, i * T, transitions, last, next, back);
    const kept = last;
    last = next;
    next = kept;
    if ((i & 4095) === 0) keepSmall(last);
  }
  let best = 0;
  for (let t = 1; t < T; t++) {
    if (mayEnd(t) && (last[t] as number) > (last[best] as number)) best = t;
  }
  for (let i = count - 1; i >= 0; i--) {
    tags[i] = best;
    best = back[i * T + best] as number;
  }
  return tags;
}

const ALL = BEFORE.map((_, tag) => tag);
/** Tags that an entity may end with, those that may follow all of them, and those that go on. */
const CLOSED = ALL.filter(mayEnd);
const FREE = ALL.filter((tag) => !goesOn(tag));
const INSIDE = ALL.filter(goesOn);
/** Begin of the entity that a tag goes on with; its other tag behind which it may stand is the next. */
const BEGIN = ALL.map((tag) => (BEFORE[tag] as Uint8Array)[0] as number);

/** Sums of the tags that may follow any end: `into[k]` holds the moves to `FREE[k]`, from all of `CLOSED`. */
function stepFree(
  sums: Int32Array,
  base: number,
  into: readonly Int32Array[],
  last: Int32Array,
  next: Int32Array,
  from: Uint8Array,
): void {
  for (let k = 0; k < FREE.length; k++) {
    const moves = into[k] as Int32Array;
    let which = OUTSIDE;
    let most = (last[OUTSIDE] as number) + (moves[0] as number);
    for (let c = 1; c < CLOSED.length; c++) {
      const value = (last[CLOSED[c] as number] as number) + (moves[c] as number);
      if (value > most) {
        most = value;
        which = CLOSED[c] as number;
      }
    }
    const t = FREE[k] as number;
    next[t] = most + (sums[base + t] as number);
    from[base + t] = which;
  }
}

/** Sums of the tags that go on with an entity. */
function stepInside(
  sums: Int32Array,
  base: number,
  transitions: Int16Array,
  last: Int32Array,
  next: Int32Array,
  from: Uint8Array,
): void {
  for (let k = 0; k < INSIDE.length; k++) {
    const t = INSIDE[k] as number;
    const begin = BEGIN[t] as number;
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
