// Puts off what most lives of an object do without.

/** Makes something when it is first asked for, and gives it again later. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly it: T } | null = null;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}
