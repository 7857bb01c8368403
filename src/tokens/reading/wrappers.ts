// What surrounds tokens: the built-in tags, and every prefix and suffix that a policy of the namespace has ever had. Which
// wrappers a policy may choose, and how tokens inside them are found. Pure.
import { ENTITIES } from "../../core/entities.ts";
import { MAX_WRAPPER_LENGTH } from "../../core/limits.ts";
import type { Wrapper } from "../../core/policy.ts";
import { runToEnd, type Steps } from "../../core/steps.ts";
import {
  exactTags,
  findTags,
  MAX_TOKEN_LENGTH,
  type Marker,
  pairTags,
  type TaggedSpan,
  tagsInSteps,
} from "./tagged.ts";
import { type WrapperPairs, wrapperPairs } from "./wrapper-pairs.ts";

/** The wrappers that unmask looks for. */
export interface KnownWrappers {
  /** Names of tags, as written and in upper case. */
  readonly tags: ReadonlySet<string>;
  /** Wrappers that are not tags; null: none. */
  readonly pairs: WrapperPairs | null;
}

/** A range between tags or inside another wrapper. */
export interface WrappedSpan extends Pick<TaggedSpan, "start" | "end" | "content" | "escaping"> {
  /** The tag's name; absent for another wrapper. */
  readonly tag?: string;
  /** Other possible contents, because another wrapper begins like this one. */
  readonly longer?: readonly string[];
}

const BUILT_IN: ReadonlySet<string> = new Set(Object.values(ENTITIES).map(({ tag }) => tag));

/** Names that unmask recognizes in every variant: see tagged.ts. A closing tag is one character longer. */
const TAG_NAME = /^[A-Za-z](?:[A-Za-z0-9]|_(?=[A-Za-z0-9])){0,60}$/;
/** Punctuation and symbols with which tokens of usual values neither begin nor end. */
const DISTINCT = String.raw`[{}\[\]|^~$#*=!]|(?![\p{ASCII}⟦⟧])[\p{P}\p{S}]`;
const PREFIX = new RegExp(`^(?:${DISTINCT})`, "u");
const SUFFIX = new RegExp(`(?:${DISTINCT})$`, "u");
/** Brackets of tags and placeholders, characters that escape a tag, line breaks and control characters. */
const FORBIDDEN = /[<>&\\⟦⟧\p{Cc}\p{Zl}\p{Zp}]/u;

/** The wrapper that is a tag with this name. */
export function tagWrapper(name: string): Wrapper {
  return { prefix: `<${name}>`, suffix: `</${name}>` };
}

/** Whether a wrapper is `<NAME>` and `</NAME>` with a name that unmask recognizes in every variant. */
export function isTag({ prefix, suffix }: Wrapper): boolean {
  const name = prefix.slice(1, -1);
  return TAG_NAME.test(name) && prefix === `<${name}>` && suffix === `</${name}>`;
}

/** Whether two wrappers have the same prefix and suffix. */
export function isSame(one: Wrapper, other: Wrapper): boolean {
  return one.prefix === other.prefix && one.suffix === other.suffix;
}

/** Why a policy cannot use a wrapper. */
export type WrapperFlaw =
  | "length"
  | "tag"
  | "forbidden"
  | "edges"
  | "same"
  | "prefix_taken"
  | "suffix_taken";

/**
 * Why unmask could not tell a new wrapper from the namespace's others, or from text that is masked from now on; null when it
 * can. A prefix must not occur inside another prefix except at its start; nor, with the same prefix, one suffix inside
 * another. So no token already inside a wrapper changes its meaning. Other text masked earlier may contain parts of the new
 * wrapper, and is read with them from now on (docs/policies.md).
 */
export function wrapperFlaw(wrapper: Wrapper, others: readonly Wrapper[]): WrapperFlaw | null {
  const { prefix, suffix } = wrapper;
  if ([prefix, suffix].some((part) => part === "" || isTooLong(part))) {
    return "length";
  }
  if (isTag(wrapper)) return null;
  if (/[<>]/.test(prefix + suffix)) return "tag";
  const isPlain = (part: string) => part.isWellFormed() && !FORBIDDEN.test(part);
  if (!isPlain(prefix) || !isPlain(suffix)) return "forbidden";
  if (!PREFIX.test(prefix) || !SUFFIX.test(suffix)) return "edges";
  if (prefix === suffix) return "same";
  for (const other of others) {
    if (isTag(other)) continue;
    if (isInside(prefix, other.prefix) || isInside(other.prefix, prefix)) return "prefix_taken";
    if (prefix === other.prefix && isPart(suffix, other.suffix)) return "suffix_taken";
  }
  return null;
}

/** Whether a part has more code points than allowed. */
function isTooLong(part: string): boolean {
  return part.length > 2 * MAX_WRAPPER_LENGTH || [...part].length > MAX_WRAPPER_LENGTH;
}

/** Whether a text occurs in another one after its start. */
function isInside(one: string, other: string): boolean {
  return other.indexOf(one, 1) > 0;
}

/** Whether one of two different texts contains the other. */
function isPart(one: string, other: string): boolean {
  return one !== other && (one.includes(other) || other.includes(one));
}

/** The built-in tags and these wrappers. Linear in their total length: keep the result. */
export function knownWrappers(wrappers: readonly Wrapper[]): KnownWrappers {
  if (wrappers.length === 0) return BUILT_IN_WRAPPERS;
  const names = wrappers.filter(isTag).map(({ prefix }) => prefix.slice(1, -1));
  return {
    tags: new Set([...BUILT_IN, ...names, ...names.map((name) => name.toUpperCase())]),
    pairs: wrapperPairs(wrappers.filter((wrapper) => !isTag(wrapper))),
  };
}

/** The wrappers of a namespace that has never had a policy. */
export const BUILT_IN_WRAPPERS: KnownWrappers = { tags: BUILT_IN, pairs: null };

/** The wrappers found in a text. */
export interface WrappersInText {
  /** Ranges between tags, and between other wrappers outside of those, in text order. */
  readonly wrapped: readonly WrappedSpan[];
  /** Tags without a partner, in text order. */
  readonly lone: readonly Marker[];
}

/** All innermost ranges between tags, and other wrappers outside of those, in order. `strict`: only tags as written. */
export function findWrapped(
  text: string,
  known: KnownWrappers,
  strict: boolean,
): readonly WrappedSpan[] {
  return runToEnd(readWrappers(text, known, strict)).wrapped;
}

/** The same ranges, and the tags that belong to none of them. In steps. */
export function* readWrappers(
  text: string,
  known: KnownWrappers,
  strict: boolean,
): Steps<WrappersInText> {
  return wrappersAmong(text, yield* tagsInSteps(text, known.tags), known, strict);
}

function wrappersAmong(
  text: string,
  markers: readonly Marker[],
  { tags, pairs }: KnownWrappers,
  strict: boolean,
): WrappersInText {
  const { spans, lone } = pairTags(text, strict ? exactTags(text, markers, tags) : markers);
  if (pairs === null) return { wrapped: spans, lone };
  const wrapped: WrappedSpan[] = [];
  let from = 0;
  const search = (until: number): void => {
    for (const pair of pairs.find(text, from, until, MAX_TOKEN_LENGTH)) {
      wrapped.push({ ...pair, escaping: "none" });
    }
  };
  for (const span of spans) {
    search(span.start);
    wrapped.push(span);
    from = span.end;
  }
  search(text.length);
  return { wrapped, lone };
}

/** The wrappers found in a text by either reading, strict or not. */
export interface AllWrappers {
  /** Ranges that at least one of the two readings finds. */
  readonly wrapped: readonly WrappedSpan[];
  /** All tags, prefixes and suffixes, paired or not, by start; may overlap. Every range in `wrapped` is between two. */
  readonly markers: readonly { readonly start: number; readonly end: number }[];
}

/** All wrappers of a text, in both readings. */
export function allWrappers(text: string, known: KnownWrappers): AllWrappers {
  const { tags, pairs } = known;
  const markers = findTags(text, tags);
  const wrapped = [true, false].flatMap(
    (strict) => wrappersAmong(text, markers, known, strict).wrapped,
  );
  if (pairs === null) return { wrapped, markers };
  const all = [...markers, ...pairs.parts(text)].sort((a, b) => a.start - b.start);
  return { wrapped, markers: all };
}
