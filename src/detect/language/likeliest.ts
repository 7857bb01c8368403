// Finds the likeliest language of each piece in a sequence, at a price for each change, so that a piece with little evidence
// takes its neighbours' language (Viterbi's algorithm, with one price for all changes: linear in pieces and languages).

/** The evidence for each language in each piece, and the price of a change. */
export interface Evidence {
  readonly languages: number;
  /** Indexed by piece times `languages` plus language; higher is likelier. */
  readonly fits: Int32Array;
  /** By piece: the price of another language than that of the previous piece. */
  readonly changes: Int32Array;
  /** Initial score of each language. */
  readonly starts: readonly number[];
}

/** The index of each piece's language. The lower index wins a tie. */
export function likeliest({ languages, fits, changes, starts }: Evidence): Uint8Array {
  const count = changes.length;
  const chosen = new Uint8Array(count);
  /** By piece: the best language before it, and a bit per language that is reached by a change from that one. */
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
