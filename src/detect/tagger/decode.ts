// Finds the best legal sequence of tags (Viterbi 1967) over the tokens' sums of weights. Integers only.

import type { Steps } from "../../core/steps.ts";
import { makeNotes, REACH } from "./features.ts";
import { fillForms } from "./forms.ts";
import { BEFORE, goesOn, OUTSIDE, TAG_COUNT } from "./tags.ts";
import type { Tokens } from "./tokens.ts";
import type { WordSums } from "./word-sums.ts";

const T = TAG_COUNT;
/** Less than any possible sum. */
const NEVER = -(2 ** 30);

/**
 * A token is surely outside when its word, form and neighbours put "outside" this far ahead of every other tag, in natural
 * log odds, and the tokens before it end in no name, either: its joint features are not added then, and no other tag is
 * tried. On unseen texts (npm run bench:detect) 2 changes no figure by more than 0.1; 1.25 would cost 0.2 of masking recall.
 * A test of the token alone cut addresses in pieces.
 */
const SURE = 2;

/** The parts of a model that decoding needs. */
export interface DecodingModel {
  readonly wordSums: WordSums;
  /** Indexed by tag times `TAG_COUNT` plus next tag; in the weights' unit. */
  readonly transitions: Int16Array;
  /** Units of the weights per unit of natural log odds. */
  readonly unit: number;
}

/** Working arrays for the tokens of one text. */
export type Lattice = ReturnType<typeof makeLattice>;

/** A lattice for `count` tokens. */
export function makeLattice(count: number) {
  return {
    notes: makeNotes(count),
    /** By token, as returned by `WordSums.place`. */
    places: new Int32Array(count),
    /** Sums of weights: `TAG_COUNT` per token. One more, because the last row is written in whole lanes of two. */
    sums: new Int32Array(count * T + 1),
    /** Best tag before each tag of each token. */
    back: new Uint8Array(count * T),
    /** The best tag of each token. */
    tags: new Uint8Array(count),
  };
}

/** Tokens of one step, and the most that such a step costs. */
export const STEP_TOKENS = 4_096;
const STEP_COST = 5;

/** The best tag of each token, in an array of `lattice`; in steps. `bias` is subtracted from "outside". */
export function* bestTags(
  tokens: Tokens,
  { wordSums, transitions, unit }: DecodingModel,
  bias: number,
  lattice: Lattice,
): Steps<Uint8Array> {
  const { notes, places, sums } = lattice;
  const { count } = tokens;
  // A negative bias (fewer names) does not lower the lead at which a token is surely outside.
  const lead = SURE * unit + Math.max(0, bias);
  fillForms(tokens, notes.form);
  wordSums.noteListed(tokens, notes);
  const path = new Path(transitions, lattice);
  for (let i = -REACH; i < count; i++) {
    let ahead = i + REACH;
    if (i >= 0 && i % STEP_TOKENS === STEP_TOKENS - 1) {
      yield STEP_COST;
      // Another text may have taken the slots of the words around this one.
      ahead = i - REACH;
    }
    for (; ahead <= i + REACH && ahead < count; ahead++)
      places[ahead] = wordSums.place(tokens, notes, ahead);
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

/** Whether "outside" leads every other tag by at least `lead`. */
function isFarAhead(sums: Int32Array, base: number, lead: number): boolean {
  const most = (sums[base] as number) - lead;
  for (let t = 1; t < T; t++) if ((sums[base + t] as number) > most) return false;
  return true;
}

/** Most that the transition to a tag that begins anew can be worth more from another tag than from "outside". */
function leadOf(transitions: Int16Array): number {
  let lead = 0;
  for (let next = 0; next < T; next++) {
    if (goesOn(next)) continue;
    const outside = transitions[OUTSIDE * T + next] as number;
    for (const tag of BEFORE[next] as Uint8Array) {
      lead = Math.max(lead, (transitions[tag * T + next] as number) - outside);
    }
  }
  return lead;
}

/** The best paths through the tags of the tokens taken so far. A token's sums must be in the lattice before it is taken. */
export class Path {
  readonly #transitions: Int16Array;
  readonly #lead: number;
  readonly #sums: Int32Array;
  readonly #back: Uint8Array;
  readonly #tags: Uint8Array;
  /** The best sum up to the last token, for each of its tags. */
  #last = new Int32Array(T).fill(NEVER);
  #next = new Int32Array(T);
  #count = 0;

  /** `transitions` as in `DecodingModel`. */
  constructor(transitions: Int16Array, { sums, back, tags }: Lattice) {
    this.#transitions = transitions;
    this.#lead = leadOf(transitions);
    this.#sums = sums;
    this.#back = back;
    this.#tags = tags;
    // The text is preceded by "outside", and the first transition costs nothing.
    this.#last[OUTSIDE] = 0;
  }

  /** Whether "outside" is so far ahead at the last token that every continuation is best reached from it. */
  isOutside(): boolean {
    const last = this.#last;
    const least = (last[OUTSIDE] as number) - this.#lead;
    for (let t = 1; t < T; t++) if ((last[t] as number) > least) return false;
    return true;
  }

  /** Take a token that may have any tag. */
  goOn(): void {
    for (let t = 0; t < T; t++) {
      if (this.#count > 0) this.#reach(t);
      else this.#next[t] = goesOn(t) ? NEVER : (this.#sums[t] as number);
    }
    this.#turn();
  }

  /** Take a token that is outside, after one that is (`isOutside`). */
  goOutside(): void {
    const base = this.#count * T;
    const move = this.#count === 0 ? 0 : (this.#transitions[0] as number);
    this.#next.fill(NEVER);
    this.#next[OUTSIDE] = (this.#last[OUTSIDE] as number) + move + (this.#sums[base] as number);
    this.#back[base] = OUTSIDE;
    this.#turn();
  }

  /** The best tag of each token taken. */
  tags(): Uint8Array {
    const last = this.#last;
    let best = OUTSIDE;
    for (const tag of BEFORE[OUTSIDE] as Uint8Array) {
      if ((last[tag] as number) > (last[best] as number)) best = tag;
    }
    for (let i = this.#count - 1; i >= 0; i--) {
      this.#tags[i] = best;
      best = this.#back[i * T + best] as number;
    }
    return this.#tags;
  }

  #turn(): void {
    const kept = this.#last;
    this.#last = this.#next;
    this.#next = kept;
    this.#count += 1;
    if ((this.#count & 4095) === 0) this.#keepSmall();
  }

  /** Only differences matter: subtract the greatest sum from all, so that none leaves 32 bits. */
  #keepSmall(): void {
    const last = this.#last;
    const most = last.reduce((a, b) => Math.max(a, b), NEVER);
    for (let t = 0; t < T; t++) last[t] = Math.max((last[t] as number) - most, NEVER);
  }

  /** Set the best sum of the next token with tag `t`, and the tag before it; of equals the first. */
  #reach(t: number): void {
    const last = this.#last;
    const transitions = this.#transitions;
    const before = BEFORE[t] as Uint8Array;
    let best = before[0] as number;
    let most = (last[best] as number) + (transitions[best * T + t] as number);
    for (let k = 1; k < before.length; k++) {
      const tag = before[k] as number;
      const value = (last[tag] as number) + (transitions[tag * T + t] as number);
      if (value > most) {
        most = value;
        best = tag;
      }
    }
    const at = this.#count * T + t;
    this.#next[t] = most + (this.#sums[at] as number);
    this.#back[at] = best;
  }
}
