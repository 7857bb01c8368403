// The tags of tokens, and which may follow which. A token is outside, or at the begin or inside of an entity (BIO scheme,
// Ramshaw and Marcus 1995). Organizations also have tags for the last token and for a single token (BIOES), because their
// last word often identifies them ("Ltd", "University").

/** Entity types the tagger finds, in the order of their tags. */
export const TAGGED_TYPES = ["PERSON", "LOCATION", "ORGANIZATION", "ADDRESS"] as const;

const indexOf = (type: (typeof TAGGED_TYPES)[number]) => TAGGED_TYPES.indexOf(type);
/** Their indexes in `TAGGED_TYPES`. */
export const PERSON = indexOf("PERSON");
export const ORGANIZATION = indexOf("ORGANIZATION");
export const ADDRESS = indexOf("ADDRESS");

/** Tokens `from` to `to` (exclusive) are one entity of a type. */
export interface Tagged {
  readonly from: number;
  readonly to: number;
  /** Index in `TAGGED_TYPES`. */
  readonly type: number;
  /** How much better it is than no entity, in natural log odds, summed over its tokens. */
  readonly margin: number;
}

/** Position of a token in its entity. If its type has tags for the end, an entity has an `end` or a `single` token. */
export const PLACE = { begin: 0, inside: 1, end: 2, single: 3 } as const;

/** Whether entities of a type (index in `TAGGED_TYPES`) have tags for the end and for a single token. */
export function hasEnds(type: number): boolean {
  return type === ORGANIZATION;
}

/** Tag of a token that belongs to no entity. */
export const OUTSIDE = 0;

/** Type and place of each tag. */
const TAGS: readonly (readonly [type: number, place: number])[] = [
  [-1, PLACE.single],
  ...TAGGED_TYPES.flatMap((_, type) =>
    Object.values(PLACE)
      .filter((place) => place <= PLACE.inside || hasEnds(type))
      .map((place) => [type, place] as const),
  ),
];

/** Number of tags. */
export const TAG_COUNT = TAGS.length;

/** Tag of a type and a place that the type has. */
export function tagOf(type: number, place: number): number {
  return TAGS.findIndex((tag) => tag[0] === type && tag[1] === place);
}

/** Index of a tag's type; -1: outside. */
export function typeOfTag(tag: number): number {
  return TYPES[tag] as number;
}

/** Whether a token with this tag continues the entity of the token before it. */
export function goesOn(tag: number): boolean {
  return GOES_ON[tag] === 1;
}

const TYPES = Int8Array.from(TAGS, ([type]) => type);
const GOES_ON = Uint8Array.from(TAGS, ([, place]) =>
  place === PLACE.inside || place === PLACE.end ? 1 : 0,
);

/** Whether an entity may end with a token of this tag; "outside" always does. */
function mayEnd(tag: number): boolean {
  const [type, place] = TAGS[tag] as readonly [number, number];
  return type < 0 || !hasEnds(type) || place === PLACE.end || place === PLACE.single;
}

/** Whether `next` may follow `tag`. */
export function mayFollow(tag: number, next: number): boolean {
  if (!goesOn(next)) return mayEnd(tag);
  const [type, place] = TAGS[tag] as readonly [number, number];
  return type === typeOfTag(next) && place <= PLACE.inside;
}

/** Tags that may precede each tag. */
export const BEFORE: readonly Uint8Array[] = TAGS.map((_, next) =>
  Uint8Array.from(TAGS.map((_, tag) => tag).filter((tag) => mayFollow(tag, next))),
);
