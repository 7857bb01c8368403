// Arrays that tagging uses again from text to text: making them anew would cost more than the tagging of
// a short text.

import { makeNotes, type Notes } from "./features.ts";
import { makeSeen } from "./forms.ts";
import { TAG_COUNT } from "./tags.ts";
import { makeTokens, type Tokens } from "./tokens.ts";

/** Scratch for one text at a time. */
export interface Scratch {
  /** Code units of the longest text that fits. */
  readonly size: number;
  readonly tokens: Tokens;
  readonly notes: Notes;
  readonly seen: Uint8Array;
  /** As `WordSums.place` says, by token. */
  readonly places: Int32Array;
  /** Sums of weights: `TAG_COUNT` per token. */
  readonly sums: Int32Array;
  /** Best tag before each tag of each token. */
  readonly back: Uint8Array;
  readonly tags: Uint8Array;
  readonly last: Int32Array;
  readonly next: Int32Array;
}

/** Scratch for texts of up to `size` code units. */
export function makeScratch(size: number): Scratch {
  return {
    size,
    tokens: makeTokens(size),
    notes: makeNotes(size),
    seen: makeSeen(),
    places: new Int32Array(size),
    // The last row is written with the other half of its last lane.
    sums: new Int32Array(size * TAG_COUNT + 1),
    back: new Uint8Array(size * TAG_COUNT),
    tags: new Uint8Array(size),
    last: new Int32Array(TAG_COUNT),
    next: new Int32Array(TAG_COUNT),
  };
}
