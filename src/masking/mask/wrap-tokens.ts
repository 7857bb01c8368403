// Tokens back into a text, each in its wrapper or without one, where unmask will find it so, else in tags. Pure.
import type { EntityName } from "../../core/entities.ts";
import type { Wrapper } from "../../core/policy.ts";
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import { isCompact } from "../../tokens/forms/plain/compact-form.ts";
import { findWholeCompact } from "../../tokens/reading/find-tokens.ts";
import { findWrapped, isTag, type KnownWrappers } from "../../tokens/reading/wrappers.ts";
import { tagsOf } from "../policy/rules.ts";
import type { TextRange } from "../text/positions.ts";

/** A range of a text and the token that takes its place; offsets are UTF-16 units. */
export interface TokenInText {
  readonly start: number;
  readonly end: number;
  readonly entityType: EntityName;
  readonly token: string;
  /** What the policy wants around it. */
  readonly wrapper: Wrapper;
  /** Nothing, unless it would run into what stands beside it. */
  readonly isBare: boolean;
}

/** What tokens are wrapped by. */
interface WrappingRules {
  /** Tells the tokens themselves. */
  readonly cipher: TokenCipher;
  /** What unmask will look for. */
  readonly wrappers: KnownWrappers;
  /** The text may hold wrapped tokens of its own. */
  readonly keepKnownTokens: boolean;
}

/**
 * The wrapper of each token, in order. A wrapper that is no tag may run into the text beside it or into its
 * own token: a token that holds the suffix, text that ends like the prefix begins. A token without one may run into
 * letters. So the masked text is searched as unmask will do it, and what is not found in its place gets tags instead.
 * Those cannot run into anything: no other wrapper has their brackets.
 */
export function wrappersFor(
  text: string,
  tokens: readonly TokenInText[],
  { cipher, wrappers: known, keepKnownTokens }: WrappingRules,
): Wrapper[] {
  let wrappers = tokens.map((token) => {
    if (token.isBare) return NO_WRAPPER;
    return mayBeKnown(token.wrapper, known) ? token.wrapper : safeTags(token, known);
  });
  // Once more with tags in the place of what is not found: they change the text beside the others.
  for (let tries = 0; tries < 2; tries++) {
    if (wrappers.every(isTag)) return wrappers;
    const { flags, hasMore } = foundFlags(text, tokens, wrappers, known, cipher);
    if (hasMore && !keepKnownTokens) break;
    if (flags.every(Boolean)) return wrappers;
    wrappers = tokens.map((token, i) =>
      flags[i] === true ? (wrappers[i] ?? token.wrapper) : safeTags(token, known),
    );
  }
  return tokens.map((token) => safeTags(token, known));
}

/** Whether strict and tolerant unmask find each token, and whether they find more than there are. */
function foundFlags(
  text: string,
  tokens: readonly TokenInText[],
  wrappers: readonly Wrapper[],
  known: KnownWrappers,
  cipher: TokenCipher,
): { flags: boolean[]; hasMore: boolean } {
  const { masked, places } = placeTokens(text, tokens, wrappers);
  const compact = new Map(findWholeCompact(cipher, masked).map(({ at, end }) => [at, end]));
  const flags = tokens.map(() => true);
  let hasMore = false;
  const own = new Map(places.map(({ start }, i) => [start, i]));
  for (const strict of [true, false]) {
    const found = findWrapped(masked, known, strict);
    const isFound = new Set<number>();
    for (const { start, end, content } of found) {
      const i = own.get(start) ?? -1;
      if (places[i]?.end === end && tokens[i]?.token === content) isFound.add(i);
    }
    let next = 0;
    places.forEach((place, i) => {
      while ((found[next]?.end ?? masked.length) <= place.start) next++;
      const isOutside = (found[next]?.start ?? masked.length) >= place.end;
      const { start, end } = place;
      const isApart = isCompact(tokens[i]?.token ?? "")
        ? compact.get(start) === end
        : !runsOn(masked, start) && !runsOn(masked, end);
      const isRight = wrappers[i] === NO_WRAPPER ? isOutside && isApart : isFound.has(i);
      if (!isRight) flags[i] = false;
    });
    // One that covers another is not more: the other is missing.
    hasMore ||= found.length > isFound.size && flags.every(Boolean);
  }
  return { flags, hasMore };
}

const NO_WRAPPER: Wrapper = { prefix: "", suffix: "" };

/** True for an offset within a word. */
function runsOn(text: string, at: number): boolean {
  const isLetter = (one: number): boolean => digitValue(text.charCodeAt(one)) >= 0;
  return at > 0 && at < text.length && isLetter(at - 1) && isLetter(at);
}

/** Tags that unmask knows: the type's own, or those of any other hidden text. */
function safeTags({ entityType, wrapper }: TokenInText, known: KnownWrappers): Wrapper {
  const tags = isTag(wrapper) ? wrapper : tagsOf(entityType);
  return mayBeKnown(tags, known) ? tags : tagsOf("LITERAL");
}

/** False for a wrapper that the namespace's policy set does not have. */
function mayBeKnown(wrapper: Wrapper, { tags, pairs }: KnownWrappers): boolean {
  return isTag(wrapper) ? tags.has(wrapper.prefix.slice(1, -1)) : pairs !== null;
}

/** The text with its tokens, and where each stands with its wrapper. */
function placeTokens(
  text: string,
  tokens: readonly TokenInText[],
  wrappers: readonly Wrapper[],
): { masked: string; places: TextRange[] } {
  let masked = "";
  let from = 0;
  const places = tokens.map(({ start, end, token }, i) => {
    masked += text.slice(from, start);
    from = end;
    const place = masked.length;
    masked += `${wrappers[i]?.prefix}${token}${wrappers[i]?.suffix}`;
    return { start: place, end: masked.length };
  });
  return { masked: masked + text.slice(from), places };
}
