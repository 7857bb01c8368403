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

/**
 * A token whose word, form and neighbours put "outside" this far ahead of every other tag, as a logarithm of
 * odds, is outside for sure: what they give together is not added up, and no other tag is tried. So are 45 of
 * 100 tokens. On unseen texts (npm run bench:detect) 2 costs a tenth of a point of PERSON and gives half a
 * point of ORGANIZATION; 1.25 would cost half a point of PERSON and one of masking recall.
 */
const SURE = 2;

/**
 * Sums of weights, `TAG_COUNT` numbers per token, in arrays of `room`; `bias` is taken off "outside". The
 * tokens that are outside for sure are marked in `room.sure`.
 */
export function sumWeights(
  tokens: Tokens,
  { wordSums, unit }: TaggerModel,
  bias: number,
  room: Room,
): void {
  const { notes, places, sums, sure } = room;
  // A dial towards fewer names takes nothing from the ground they are found on.
  const lead = SURE * unit + Math.max(0, bias);
  fillForms(tokens, notes.form, room.seen);
  for (let i = -REACH; i < tokens.count; i++) {
    const ahead = i + REACH;
    if (ahead < tokens.count) places[ahead] = wordSums.place(tokens, notes, ahead);
    if (i < 0) continue;
    wordSums.sum(tokens, notes, places, i, sums, i * T);
    const isSure = isFarAhead(sums, i * T, lead);
    sure[i] = isSure ? 1 : 0;
    if (!isSure) wordSums.sumJoint(tokens, notes, i, sums, i * T);
    sums[i * T] = (sums[i * T] as number) - bias;
  }
}

/** Whether "outside" leads every other tag by so much. */
function isFarAhead(sums: Int32Array, base: number, lead: number): boolean {
  const most = (sums[base] as number) - lead;
  for (let t = 1; t < T; t++) if ((sums[base + t] as number) > most) return false;
  return true;
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

/** The best tag of each token, of those that `room.sure` leaves. */
export function bestTags(count: number, moves: Moves, room: Room): Uint8Array {
  const { tags, back, sure } = room;
  if (count === 0) return tags;
  const path = new Path(moves, room);
  path.begin(sure[0] === 1);
  for (let i = 1; i < count; i++) {
    if (sure[i] === 1) path.goOutside(i * T);
    else path.goOn(i * T);
    if ((i & 4095) === 0) path.keepSmall();
  }
  let best = path.best();
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

/** The best sum up to the last token, for each of its tags. */
class Path {
  readonly #moves: Moves;
  readonly #sums: Int32Array;
  readonly #back: Uint8Array;
  #last: Int32Array;
  #next: Int32Array;
  /** Tags of `CLOSED`, beside "outside", from which one of `FREE` may be reached best: their places there. */
  readonly #live = new Uint8Array(CLOSED.length);

  constructor(moves: Moves, { sums, back, last, next }: Room) {
    this.#moves = moves;
    this.#sums = sums;
    this.#back = back;
    this.#last = last;
    this.#next = next;
  }

  /** The first token; when it is outside for sure it has no other tag. */
  begin(isSure: boolean): void {
    for (let t = 0; t < T; t++) {
      const mayBegin = t === OUTSIDE || (!isSure && !goesOn(t));
      this.#last[t] = mayBegin ? (this.#sums[t] as number) : NEVER;
    }
  }

  /** A token that may have any tag; its sums begin at `base`. */
  goOn(base: number): void {
    this.#goFree(base, this.#findLive());
    this.#goInside(base);
    this.#turn();
  }

  /** A token that is outside for sure. */
  goOutside(base: number): void {
    const live = this.#findLive();
    const next = this.#next;
    next.fill(NEVER);
    this.#reach(base, 0, live);
    this.#turn();
  }

  /** The best tag that the last token may end with. */
  best(): number {
    let best = OUTSIDE;
    for (let c = 1; c < CLOSED.length; c++) {
      const tag = CLOSED[c] as number;
      if ((this.#last[tag] as number) > (this.#last[best] as number)) best = tag;
    }
    return best;
  }

  /** Only differences matter: take the greatest off all, so that no sum leaves 32 bits. */
  keepSmall(): void {
    const last = this.#last;
    const most = last.reduce((a, b) => Math.max(a, b), NEVER);
    for (let t = 0; t < T; t++) last[t] = Math.max((last[t] as number) - most, NEVER);
  }

  #turn(): void {
    const kept = this.#last;
    this.#last = this.#next;
    this.#next = kept;
  }

  /** Fill in `#live`; how many there are. "Outside" is far ahead of all others as a rule. */
  #findLive(): number {
    const last = this.#last;
    const least = (last[OUTSIDE] as number) - this.#moves.lead;
    let live = 0;
    for (let c = 1; c < CLOSED.length; c++) {
      this.#live[live] = c;
      if ((last[CLOSED[c] as number] as number) > least) live++;
    }
    return live;
  }

  /** Sums of the tags that may follow any end. */
  #goFree(base: number, live: number): void {
    for (let k = 0; k < FREE.length; k++) this.#reach(base, k, live);
  }

  /** The sum of the tag at place `k` of `FREE`. */
  #reach(base: number, k: number, live: number): void {
    const last = this.#last;
    const moves = this.#moves.free;
    const at = k * CLOSED.length;
    let which = OUTSIDE;
    let most = (last[OUTSIDE] as number) + (moves[at] as number);
    for (let n = 0; n < live; n++) {
      const c = this.#live[n] as number;
      const value = (last[CLOSED[c] as number] as number) + (moves[at + c] as number);
      if (value > most) {
        most = value;
        which = CLOSED[c] as number;
      }
    }
    const t = FREE[k] as number;
    this.#next[t] = most + (this.#sums[base + t] as number);
    this.#back[base + t] = which;
  }

  /** Sums of the tags that go on with an entity. */
  #goInside(base: number): void {
    const last = this.#last;
    const moves = this.#moves.inside;
    for (let k = 0; k < INSIDE.length; k++) {
      const t = INSIDE[k] as number;
      const begin = BEGIN[k] as number;
      const begun = (last[begin] as number) + (moves[2 * k] as number);
      const gone = (last[begin + 1] as number) + (moves[2 * k + 1] as number);
      this.#next[t] = Math.max(begun, gone) + (this.#sums[base + t] as number);
      this.#back[base + t] = begun >= gone ? begin : begin + 1;
    }
  }
}
