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

/** Looks up the class of a code point. */
export type Classifier = (codePoint: number) => CharacterClass;

const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;

/** A classifier for `program`. It keeps 512 bytes for each 256 code points a text has touched. */
export function classifier(program: Program): Classifier {
  const classes: CharacterClass[] = [];
  const bySets = new Map<string, CharacterClass>();
  const pages: (Uint16Array | undefined)[] = [];

  const classify = (codePoint: number): CharacterClass => {
    const kind = program.hasAssertions ? kindOf(codePoint) : KIND.none;
    const sets: number[] = [];
    program.sets.forEach(({ accepts }, i) => {
      if (accepts(codePoint)) sets.push(i);
    });
    const key = `${kind}:${sets.join(",")}`;
    const known = bySets.get(key);
    if (known) return known;
    const readers = Int32Array.from(sets.flatMap((i) => program.sets[i]?.readers ?? []));
    const found = { id: classes.length, readers, kind };
    classes.push(found);
    bySets.set(key, found);
    return found;
  };

  const paged: Classifier = (codePoint) => {
    let page = pages[codePoint >>> PAGE_BITS];
    if (page === undefined) {
      page = new Uint16Array(PAGE_SIZE);
      pages[codePoint >>> PAGE_BITS] = page;
    }
    const cell = codePoint & (PAGE_SIZE - 1);
    const known = classes[(page[cell] ?? 0) - 1];
    if (known !== undefined) return known;
    const found = classify(codePoint);
    page[cell] = found.id + 1;
    return found;
  };
  const ascii = Array.from({ length: 128 }, (_, codePoint) => classify(codePoint));
  return (codePoint) => ascii[codePoint] ?? paged(codePoint);
}

/** Newline and word as RE2 has them: "\n", and ASCII letters, digits and the underscore. */
function kindOf(codePoint: number): number {
  if (codePoint === 10) return KIND.newline;
  const lower = codePoint | 32;
  const isDigit = codePoint >= 48 && codePoint <= 57;
  // `| 32` must not bring other characters in: "K" (Kelvin) and the like are beyond ASCII.
  const isLetter = codePoint < 128 && lower >= 97 && lower <= 122;
  return isDigit || isLetter || codePoint === 95 ? KIND.word : KIND.other;
}
