// Sorts characters into classes that a program does not tell apart. A character is classified when a
// text first has it, so that a pattern pays only for the characters it meets.

import { KIND, type Program } from "./pattern-program.ts";

/** Characters that the same instructions read and that are the same kind of neighbour. */
export interface CharacterClass {
  /** Position among the classes of its program. */
  readonly id: number;
  /** Instructions that read it, by index. */
  readonly readers: Int32Array;
  /** One of `KIND`; always `none` in a program without assertions, which cannot tell. */
  readonly kind: number;
}

/** Code points whose class is kept: a bound of memory that texts of all scripts together stay under. */
const MOST_KNOWN = 65_536;

/** Looks up the class of a code point in `program`. */
export function classifier(program: Program): (codePoint: number) => CharacterClass {
  const known = new Map<number, CharacterClass>();
  const bySets = new Map<string, CharacterClass>();

  const classify = (codePoint: number): CharacterClass => {
    const kind = program.hasAssertions ? kindOf(codePoint) : KIND.none;
    const sets = program.sets.filter(({ accepts }) => accepts(codePoint));
    const readers = sets.flatMap((set) => set.readers);
    const key = `${kind}:${readers.join(",")}`;
    const same = bySets.get(key) ?? { id: bySets.size, readers: Int32Array.from(readers), kind };
    bySets.set(key, same);
    return same;
  };

  return (codePoint) => {
    let found = known.get(codePoint);
    if (found === undefined) {
      found = classify(codePoint);
      if (known.size === MOST_KNOWN) known.clear();
      known.set(codePoint, found);
    }
    return found;
  };
}

/** Newline and word as RE2 has them: "\n", and ASCII letters, digits and the underscore. */
function kindOf(codePoint: number): number {
  if (codePoint === 10) return KIND.newline;
  return codePoint < 128 && /\w/.test(String.fromCharCode(codePoint)) ? KIND.word : KIND.other;
}
