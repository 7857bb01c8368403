// Ranges of a text. Pure.

/** A range of a text; offsets are UTF-16 units, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The parts of a text before, between and behind ranges of it, which are in order; some may be empty. */
export function partsOutside(text: string, ranges: readonly TextRange[]): TextRange[] {
  const starts = [0, ...ranges.map(({ end }) => end)];
  return starts.map((start, i) => ({ start, end: ranges[i]?.start ?? text.length }));
}
