// Lists of words, as tables write them.

/** The words of a list, which blanks keep apart. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
