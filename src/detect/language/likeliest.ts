// The likeliest language of each of a row of pieces, where a change has its price: so a piece that tells little takes the
// language of its neighbours (Viterbi's algorithm, with one price for all changes: linear in pieces and languages).

/** What speaks for each language in each piece, and what a change costs. */
export interface Evidence {
  /** Number of languages. */
  readonly languages: number;
  /** By piece times `languages` plus language, the more the likelier. */
  readonly fits: Int32Array;
  /** The price of another language than that of the piece before, by piece. */
  readonly changes: Int32Array;
  /** What each language starts with. */
  readonly starts: readonly number[];
}

/** The language of each piece, as a number below `languages`. The lower one wins a tie. */
export function likeliest({ languages, fits, changes, starts }: Evidence): Uint8Array {
  const count = changes.length;
  const chosen = new Uint8Array(count);
  /** Of each piece, the best language so far, and by bits which languages are reached by a change from it. */
  const bestBefore = new Uint8Array(count);
  const changed = new Uint16Array(count);
  const sums = Float64Array.from(starts);
  for (let i = 0; i < count; i++) {
    const best = bestOf(sums);
    const floor = (sums[best] as number) - (i === 0 ? Infinity : (changes[i] as number));
    bestBefore[i] = best;
    for (let k = 0; k < languages; k++) {
      if ((sums[k] as number) < floor) {
        sums[k] = floor;
        changed[i] = (changed[i] as number) | (1 << k);
      }
      sums[k] = (sums[k] as number) + (fits[i * languages + k] as number);
    }
  }
  let language = bestOf(sums);
  for (let i = count - 1; i >= 0; i--) {
    chosen[i] = language;
    if (((changed[i] as number) >> language) & 1) language = bestBefore[i] as number;
  }
  return chosen;
}

function bestOf(sums: Float64Array): number {
  let best = 0;
  for (let k = 1; k < sums.length; k++) {
    if ((sums[k] as number) > (sums[best] as number)) best = k;
  }
  return best;
}
