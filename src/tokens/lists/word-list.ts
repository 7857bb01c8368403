// A word list that is kept as one string until it is first asked for: most namespaces never use one.
// Pure.

/** A list of words in a fixed order. */
export interface WordList {
  /** The word with a number, 0 up to the list's length, as the list writes it (capitalised). */
  at(number: number): string;
  /** True when the list has a word; ask in lower case. */
  has(lowerCase: string): boolean;
}

/** List of the words of a text, apart by blanks. The text is cut at first use, once. */
export function wordList(packed: string): WordList {
  let words: readonly string[] | null = null;
  let known: ReadonlySet<string> | null = null;
  return {
    at(number) {
      words ??= packed.split(/\s/);
      const word = words[number];
      if (word === undefined) throw new Error("no such word in a list");
      return word;
    },
    has(lowerCase) {
      known ??= new Set(packed.toLowerCase().split(/\s/));
      return known.has(lowerCase);
    },
  };
}
