// What a word may be to the rules over the tagger's findings, by its hash: most words are nothing to any of
// them, and one look says so.

/** Lists a word may be on. */
export const MARK = {
  /** Tells an organization: its last word, or the first of a known one. */
  organization: 1,
  /** A title before a person's name. */
  title: 2,
  /** A role, a title or a small word: not a name by itself. */
  noName: 4,
} as const;

const MASK = 0x7fff;
const marks = new Uint8Array(MASK + 1);

/** Note that the words with these hashes are on a list, a bit of `MARK`. */
export function markWords(hashes: Iterable<number>, bit: number): void {
  for (const hash of hashes) marks[hash & MASK] = (marks[hash & MASK] as number) | bit;
}

/** Lists that the word with this hash may be on, bits of `MARK`. Some words have one too many, none too few. */
export function marksOf(hash: number): number {
  return marks[hash & MASK] as number;
}
