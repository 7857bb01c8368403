// The tags of tokens: outside, or begin, inside, end or single token of an entity (BIOES scheme), and
// which tag may follow which.

/** Entity types the tagger finds, in the order of their tags. */
export const TAGGED_TYPES = ["PERSON", "LOCATION", "ORGANIZATION", "ADDRESS"] as const;

/** Tag of a token that belongs to no entity. */
export const OUTSIDE = 0;

/** Place of a token in its entity, added to the first tag of its type. */
export const PLACE = { begin: 0, inside: 1, end: 2, single: 3 } as const;

/** Number of tags. */
export const TAG_COUNT = 1 + 4 * TAGGED_TYPES.length;

/** Tag of a type (its index in `TAGGED_TYPES`) and a place. */
export function tagOf(type: number, place: number): number {
  return 1 + 4 * type + place;
}

/** Index of a tag's type; -1: outside. */
export function typeOfTag(tag: number): number {
  return tag === OUTSIDE ? -1 : (tag - 1) >> 2;
}

/** Place of a tag that is not outside. */
function placeOfTag(tag: number): number {
  return (tag - 1) & 3;
}

/** Whether an entity goes on behind a token with this tag. */
export function isOpen(tag: number): boolean {
  return tag !== OUTSIDE && placeOfTag(tag) <= PLACE.inside;
}

/** Whether `next` may follow `tag`. */
export function mayFollow(tag: number, next: number): boolean {
  const goesOn =
    next !== OUTSIDE && (placeOfTag(next) === PLACE.inside || placeOfTag(next) === PLACE.end);
  if (isOpen(tag)) return goesOn && typeOfTag(tag) === typeOfTag(next);
  return !goesOn;
}

/** Tags that may stand before each tag. */
export const BEFORE: readonly Uint8Array[] = Array.from({ length: TAG_COUNT }, (_, next) =>
  Uint8Array.from(allTags().filter((tag) => mayFollow(tag, next))),
);

function allTags(): number[] {
  return Array.from({ length: TAG_COUNT }, (_, tag) => tag);
}
