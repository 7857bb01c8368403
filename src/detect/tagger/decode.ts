// Finds the best legal sequence of tags (Viterbi 1967) over the sums of the tokens' weights. Whole
// numbers only.

import { makeNotes, type Notes, REACH } from "./features.ts";
import { fillForms } from "./forms.ts";
import { BEFORE, goesOn, mayEnd, OUTSIDE, TAG_COUNT } from "./tags.ts";
import type { Tokens } from "./tokens.ts";
import type { WordSums } from "./word-sums.ts";

const T = TAG_COUNT;
/** Below every sum there can be. */
const NEVER = -(2 ** 30);

/**
 * A token is outside for sure when its word, form and neighbours put "outside" this far ahead of every other
 * tag, as a logarithm of odds, and the tokens before it end in no name either: what they give together is not
 * added up then, and no other tag is tried. On unseen texts (npm run bench:detect) 2 changes no figure by more
 * than 0.1; 1.25 would cost 0.2 of masking recall. Asked of the token alone it cut addresses in pieces.
 */
const SURE = 2;

/** What decoding needs of a model. */
export interface DecodingModel {
  readonly wordSums: WordSums;
  /** From tag to next tag, as decoding reads them. */
  readonly moves: Moves;
  /** Units per natural unit (logarithm of odds). */
  readonly unit: number;
}

/** What is worked out for the tokens of one text. */
export interface Lattice {
  readonly notes: Notes;
  /** As `WordSums.place` says, by token. */
  readonly places: Int32Array;
  /** Sums of weights: `TAG_COUNT` per token. */
  readonly sums: Int32Array;
  /** Best tag before each tag of each token. */
  readonly back: Uint8Array;
  /** The best tag of each token. */
  readonly tags: Uint8Array;
}

/** A lattice for `count` tokens. */
export function makeLattice(count: number): Lattice {
  return {
    notes: makeNotes(count),
    places: new Int32Array(count),
    // The last row is written with the other half of its last lane.
    sums: new Int32Array(count * T + 1),
    back: new Uint8Array(count * T),
    tags: new Uint8Array(count),
  };
}

/** The best tag of each token, in an array of `lattice`. `bias` is taken off "outside". */
export function bestTags(
  tokens: Tokens,
  { wordSums, moves, unit }: DecodingModel,
  bias: number,
  lattice: Lattice,
): Uint8Array {
  const { notes, places, sums } = lattice;
  const { count } = tokens;
  // A negative bias (fewer names) does not lower the lead from which a token is outside for sure.
  const lead = SURE * unit + Math.max(0, bias);
  fillForms(tokens, notes.form);
  const path = new Path(moves, lattice);
  for (let i = -REACH; i < count; i++) {
    const ahead = i + REACH;
    if (ahead < count) places[ahead] = wordSums.place(tokens, notes, ahead);
    if (i < 0) continue;
    wordSums.sum(tokens, notes, places, i, sums, i * T);
    const isSure = isFarAhead(sums, i * T, lead) && path.isOutside();
    if (!isSure) wordSums.sumJoint(tokens, notes, i, sums, i * T);
    sums[i * T] = (sums[i * T] as number) - bias;
    if (isSure) path.goOutside();
    else path.goOn();
  }
  return path.tags();
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

/** The ways through the tags of the tokens so far; sums of the next token are in the lattice when it is taken. */
export class Path {
  readonly #moves: Moves;
  readonly #sums: Int32Array;
  readonly #back: Uint8Array;
  readonly #tags: Uint8Array;
  /** The best sum up to the last token, for each of its tags. */
  #last = new Int32Array(T).fill(NEVER);
  #next = new Int32Array(T);
  #count = 0;
  /** Tags of `CLOSED`, beside "outside", from which one of `FREE` may be reached best: their places there. */
  readonly #live = new Uint8Array(CLOSED.length);

  constructor(moves: Moves, { sums, back, tags }: Lattice) {
    this.#moves = moves;
    this.#sums = sums;
    this.#back = back;
    this.#tags = tags;
    // Before the text is "outside", and it costs nothing to go on from there.
    this.#last[OUTSIDE] = 0;
  }

  /** Whether "outside" is so far ahead at the last token that whatever follows is best reached from it. */
  isOutside(): boolean {
    const last = this.#last;
    const least = (last[OUTSIDE] as number) - this.#moves.lead;
    for (let t = 1; t < T; t++) if ((last[t] as number) > least) return false;
    return true;
  }

  /** Take a token that may have any tag. */
  goOn(): void {
    const base = this.#count * T;
    if (this.#count === 0) this.#begin();
    else {
      const live = this.#findLive();
      for (let k = 0; k < FREE.length; k++) this.#reach(base, k, live);
      this.#goInside(base);
    }
    this.#turn();
  }

  /** Take a token that is outside, as the one before it (`isOutside`). */
  goOutside(): void {
    const base = this.#count * T;
    const move = this.#count === 0 ? 0 : (this.#moves.free[0] as number);
    this.#next.fill(NEVER);
    this.#next[OUTSIDE] = (this.#last[OUTSIDE] as number) + move + (this.#sums[base] as number);
    this.#back[base] = OUTSIDE;
    this.#turn();
  }

  /** The best tag of each token taken. */
  tags(): Uint8Array {
    const last = this.#last;
    let best = OUTSIDE;
    for (const tag of CLOSED) if ((last[tag] as number) > (last[best] as number)) best = tag;
    for (let i = this.#count - 1; i >= 0; i--) {
      this.#tags[i] = best;
      best = this.#back[i * T + best] as number;
    }
    return this.#tags;
  }

  #begin(): void {
    for (let t = 0; t < T; t++) this.#next[t] = goesOn(t) ? NEVER : (this.#sums[t] as number);
  }

  #turn(): void {
    const kept = this.#last;
    this.#last = this.#next;
    this.#next = kept;
    this.#count += 1;
    if ((this.#count & 4095) === 0) this.#keepSmall();
  }

  /** Only differences matter: take the greatest off all, so that no sum leaves 32 bits. */
  #keepSmall(): void {
    const last = this.#last;
    const most = last.reduce((a, b) => Math.max(a, b), NEVER);
    for (let t = 0; t < T; t++) last[t] = Math.max((last[t] as number) - most, NEVER);
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
