// Chooses the wrapper of each token: the policy's wrapper or none where unmask will find the token so, else tags. Pure.
import type { EntityName } from "../../core/entities.ts";
import type { Wrapper } from "../../core/policy.ts";
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import { isCompact } from "../../tokens/forms/plain/compact-form.ts";
import { findWholeCompact } from "../../tokens/reading/find-tokens.ts";
import { findWrapped, isTag, type KnownWrappers } from "../../tokens/reading/wrappers.ts";
import { tagsOf } from "../policy/rules.ts";
import type { TextRange } from "../text/positions.ts";

/** A range of a text and the token that replaces it; offsets are UTF-16 units. */
export interface TokenInText {
  readonly start: number;
  readonly end: number;
  readonly entityType: EntityName;
  readonly token: string;
  readonly wrapper: Wrapper;
  /** The policy wants no wrapper unless the token would run into the text beside it. */
  readonly isUnwrapped: boolean;
}

interface WrappingRules {
  readonly cipher: TokenCipher;
  /** The wrappers that unmask will look for. */
  readonly wrappers: KnownWrappers;
  /** The text may hold wrapped tokens of its own. */
  readonly keepKnownTokens: boolean;
}

/**
 * The wrapper of each token, in order. A wrapper that is not a tag may run into the text beside it or into its own token: a
 * token may hold the suffix, text may end as the prefix begins. A token without wrapper may run into letters. So the masked
 * text is searched as unmask will search it, and tokens that are not found in place get tags. Tags cannot run into anything:
 * no other wrapper may have their brackets.
 */
export function wrappersFor(
  text: string,
  tokens: readonly TokenInText[],
  { cipher, wrappers: known, keepKnownTokens }: WrappingRules,
): Wrapper[] {
  let wrappers = tokens.map((token) => {
    if (token.isUnwrapped) return NO_WRAPPER;
    return mayBeKnown(token.wrapper, known) ? token.wrapper : safeTags(token, known);
  });
  // Tags change the text beside other tokens, so the search is repeated once.
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

/** Whether strict and tolerant unmask both find each token, and whether they find more than there are. */
function foundFlags(
  text: string,
  tokens: readonly TokenInText[],
  wrappers: readonly Wrapper[],
  known: KnownWrappers,
  cipher: TokenCipher,
): { flags: boolean[]; hasMore: boolean } {
  const { masked, places } = insertTokens(text, tokens, wrappers);
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
    // A range that covers a token's is not an extra one: its token is already missing.
    hasMore ||= found.length > isFound.size && flags.every(Boolean);
  }
  return { flags, hasMore };
}

const NO_WRAPPER: Wrapper = { prefix: "", suffix: "" };

/** True for an offset inside a word. */
function runsOn(text: string, at: number): boolean {
  const isLetter = (one: number): boolean => digitValue(text.charCodeAt(one)) >= 0;
  return at > 0 && at < text.length && isLetter(at - 1) && isLetter(at);
}

/** Tags that unmask knows: the type's own, or else those of a LITERAL. */
function safeTags({ entityType, wrapper }: TokenInText, known: KnownWrappers): Wrapper {
  const tags = isTag(wrapper) ? wrapper : tagsOf(entityType);
  return mayBeKnown(tags, known) ? tags : tagsOf("LITERAL");
}

/** False for a wrapper that is not in the namespace's policy set. */
function mayBeKnown(wrapper: Wrapper, { tags, pairs }: KnownWrappers): boolean {
  return isTag(wrapper) ? tags.has(wrapper.prefix.slice(1, -1)) : pairs !== null;
}

function insertTokens(
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
