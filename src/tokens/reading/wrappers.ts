// What stands around tokens: the built-in tags, and every prefix and suffix that a policy of the namespace
// has ever had. Which of those may be chosen, and how tokens inside them are found. Pure.
import { ENTITIES } from "../../core/entities.ts";
import { MAX_WRAPPER_LENGTH } from "../../core/limits.ts";
import type { Wrapper } from "../../core/policy.ts";
import { atOnce, type Steps } from "../../core/steps.ts";
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

/** What unmask looks for around tokens. */
export interface KnownWrappers {
  /** Names of tags, as they were written and in upper case. */
  readonly tags: ReadonlySet<string>;
  /** Pairs that are no tags; null: none. */
  readonly pairs: WrapperPairs | null;
}

/** A range between tags or other wrappers. */
export interface WrappedSpan extends Pick<TaggedSpan, "start" | "end" | "content" | "escaping"> {
  /** The tag's name; absent: it is another wrapper. */
  readonly tag?: string;
  /** What else the content may be, because another wrapper begins like this one. */
  readonly longer?: readonly string[];
}

/** Built-in tags. */
const BUILT_IN: ReadonlySet<string> = new Set(Object.values(ENTITIES).map(({ tag }) => tag));

/** What unmask can read in every disguise: see tagged.ts. A closing tag has one letter more. */
const TAG_NAME = /^[A-Za-z](?:[A-Za-z0-9]|_(?=[A-Za-z0-9])){0,60}$/;
/** Punctuation and symbols that tokens of usual values neither begin nor end with. */
const DISTINCT = String.raw`[{}\[\]|^~$#*=!]|(?![\p{ASCII}⟦⟧])[\p{P}\p{S}]`;
const PREFIX = new RegExp(`^(?:${DISTINCT})`, "u");
const SUFFIX = new RegExp(`(?:${DISTINCT})$`, "u");
/** Brackets of tags and placeholders, what escapes a tag, line breaks and control characters. */
const FORBIDDEN = /[<>&\\⟦⟧\p{Cc}\p{Zl}\p{Zp}]/u;

/** The wrapper that is a tag of this name. */
export function tagWrapper(name: string): Wrapper {
  return { prefix: `<${name}>`, suffix: `</${name}>` };
}

/** True for `<NAME>` and `</NAME>` with a name that unmask reads in every disguise. */
export function isTag({ prefix, suffix }: Wrapper): boolean {
  const name = prefix.slice(1, -1);
  return TAG_NAME.test(name) && prefix === `<${name}>` && suffix === `</${name}>`;
}

/** True for two wrappers that are written alike. */
export function isSame(one: Wrapper, other: Wrapper): boolean {
  return one.prefix === other.prefix && one.suffix === other.suffix;
}

/** Why a wrapper cannot be had. */
export type WrapperFlaw =
  | "length"
  | "tag"
  | "forbidden"
  | "edges"
  | "same"
  | "prefix_taken"
  | "suffix_taken";

/**
 * Why unmask could not tell a wrapper from the ones of the namespace, or from text that is masked from now
 * on; null when it can. A prefix must not stand inside another one, except where that begins; nor one suffix in
 * another behind the same prefix: so no token that stands in a wrapper already changes its meaning. Other text
 * that was masked before can hold parts of the new wrapper, and is read with them from now on (docs/policies.md).
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

/** More code points than a part may have. */
function isTooLong(part: string): boolean {
  return part.length > 2 * MAX_WRAPPER_LENGTH || [...part].length > MAX_WRAPPER_LENGTH;
}

/** True when a text stands in another one, and not only where that begins. */
function isInside(one: string, other: string): boolean {
  return other.indexOf(one, 1) > 0;
}

/** True when one of two different texts is part of the other. */
function isPart(one: string, other: string): boolean {
  return one !== other && (one.includes(other) || other.includes(one));
}

/** The built-in tags and these wrappers. Costs time linear in their length: keep it. */
export function knownWrappers(wrappers: readonly Wrapper[]): KnownWrappers {
  if (wrappers.length === 0) return BUILT_IN_WRAPPERS;
  const names = wrappers.filter(isTag).map(({ prefix }) => prefix.slice(1, -1));
  return {
    tags: new Set([...BUILT_IN, ...names, ...names.map((name) => name.toUpperCase())]),
    pairs: wrapperPairs(wrappers.filter((wrapper) => !isTag(wrapper))),
  };
}

/** What a namespace has that has never had a policy. */
export const BUILT_IN_WRAPPERS: KnownWrappers = { tags: BUILT_IN, pairs: null };

/** What a text holds of wrappers. */
export interface WrappersInText {
  /** Ranges between tags, and between other wrappers outside of those, in text order. */
  readonly wrapped: readonly WrappedSpan[];
  /** Tags without a partner, in text order. */
  readonly lone: readonly Marker[];
}

/**
 * Every innermost range between tags, and between other wrappers outside of those, in text order. Strict:
 * only tags as they are written. Other wrappers are always found exactly.
 */
export function findWrapped(
  text: string,
  known: KnownWrappers,
  strict: boolean,
): readonly WrappedSpan[] {
  return atOnce(readWrappers(text, known, strict)).wrapped;
}

/** The same, and the tags that are no part of it. In steps. */
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

/** What a text holds of wrappers, strictly read or not. */
export interface AllWrappers {
  /** Ranges that one of both finds. */
  readonly wrapped: readonly WrappedSpan[];
  /**
   * Every tag, exact or in disguise, and every prefix and suffix, paired or not, by start. They may overlap. What is in
   * `wrapped` begins and ends with one.
   */
  readonly markers: readonly { readonly start: number; readonly end: number }[];
}

/** All of a text's wrappers. */
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
