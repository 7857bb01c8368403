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

/** What it is worth to go from tag to tag, in the order in which `bestTags` reads it. */
export interface Moves {
  /** From each of `CLOSED` to each of `FREE`, those to one tag together. */
  readonly free: Int32Array;
  /** To each of `INSIDE`: from the begin of its entity, then from inside of it. */
  readonly inside: Int32Array;
  /** How much more a move to one of `FREE` can be worth from another tag than from "outside". */
  readonly lead: number;
}

/** `transitions` from tag times `TAG_COUNT` plus next tag, in that order. */
export function movesOf(transitions: Int16Array): Moves {
  const from = (s: number, t: number) => transitions[s * T + t] as number;
  const leads = FREE.flatMap((t) => CLOSED.map((s) => from(s, t) - from(OUTSIDE, t)));
  return {
    free: Int32Array.from(FREE.flatMap((t) => CLOSED.map((s) => from(s, t)))),
    inside: Int32Array.from(INSIDE.flatMap((t) => [from(beginOf(t), t), from(beginOf(t) + 1, t)])),
    lead: Math.max(...leads),
  };
}

/** The best tag of each token. Tag 0's sums have had the recall dial's bias taken off. */
export function bestTags(count: number, moves: Moves, room: Room): Uint8Array {
  const { sums, tags, back } = room;
  if (count === 0) return tags;
  let last = room.last;
  let next = room.next;
  for (let t = 0; t < T; t++) last[t] = !goesOn(t) ? (sums[t] as number) : NEVER;
  for (let i = 1; i < count; i++) {
    if (isOutsideBest(last, moves.lead)) stepFromOutside(sums, i * T, moves.free, last, next, back);
    else stepFree(sums, i * T, moves.free, last, next, back);
    stepInside(sums, i * T, moves.inside, last, next, back);
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
const BEGIN = INSIDE.map(beginOf);

/** Begin of the entity that a tag goes on with; the only other tag behind which it may stand is the next. */
function beginOf(tag: number): number {
  return (BEFORE[tag] as Uint8Array)[0] as number;
}

/** Whether "outside" is so far ahead that any tag of `FREE` is best reached from it. */
function isOutsideBest(last: Int32Array, lead: number): boolean {
  const least = (last[OUTSIDE] as number) - lead;
  for (let c = 1; c < CLOSED.length; c++) {
    if ((last[CLOSED[c] as number] as number) > least) return false;
  }
  return true;
}

/** As `stepFree` where "outside" is best: most tokens of most texts. */
function stepFromOutside(
  sums: Int32Array,
  base: number,
  moves: Int32Array,
  last: Int32Array,
  next: Int32Array,
  from: Uint8Array,
): void {
  const outside = last[OUTSIDE] as number;
  for (let k = 0; k < FREE.length; k++) {
    const t = FREE[k] as number;
    next[t] = outside + (moves[k * CLOSED.length] as number) + (sums[base + t] as number);
    from[base + t] = OUTSIDE;
  }
}

/** Sums of the tags that may follow any end. */
function stepFree(
  sums: Int32Array,
  base: number,
  moves: Int32Array,
  last: Int32Array,
  next: Int32Array,
  from: Uint8Array,
): void {
  const ends = CLOSED.length;
  for (let k = 0, at = 0; k < FREE.length; k++, at += ends) {
    let which = OUTSIDE;
    let most = (last[OUTSIDE] as number) + (moves[at] as number);
    for (let c = 1; c < ends; c++) {
      const value = (last[CLOSED[c] as number] as number) + (moves[at + c] as number);
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
  moves: Int32Array,
  last: Int32Array,
  next: Int32Array,
  from: Uint8Array,
): void {
  for (let k = 0; k < INSIDE.length; k++) {
    const t = INSIDE[k] as number;
    const begin = BEGIN[k] as number;
    const begun = (last[begin] as number) + (moves[2 * k] as number);
    const gone = (last[begin + 1] as number) + (moves[2 * k + 1] as number);
    next[t] = Math.max(begun, gone) + (sums[base + t] as number);
    from[base + t] = begun >= gone ? begin : begin + 1;
  }
}

/** Only differences matter: take the greatest off all, so that no sum leaves 32 bits. */
function keepSmall(values: Int32Array): void {
  const most = values.reduce((a, b) => Math.max(a, b), NEVER);
  for (let t = 0; t < T; t++) values[t] = Math.max((values[t] as number) - most, NEVER);
}
