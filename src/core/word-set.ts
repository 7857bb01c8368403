// Word lists as tables write them.

/** The words of a list that are separated by single blanks. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
