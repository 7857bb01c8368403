// Finds tagged tokens, `<TAG>token</TAG>`, in free text: as they were written, and as language models
// give them back. The same function serves unmask (what to resolve) and mask (what a later unmask would
// resolve, so it must be hidden: docs/decisions/laws.md#text-is-hostile). Pure.
import type { Escaping } from "./escaping.ts";

/** A tagged range of text; offsets are UTF-16 units, end exclusive. */
export interface TaggedSpan {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
  /** What stands between the tags. */
  readonly content: string;
  /** How the tags are escaped, which is how text is where they stand. */
  readonly escaping: Escaping;
}

/**
 * Longer than any token: a token has at most as many separators and single letters as its value has
 * bytes (64 KiB, an entity that fills an auto-detect text), and few letters more.
 */
export const MAX_TOKEN_LENGTH = 64 * 1024 + 128;

/**
 * Every innermost tagged range with one of the tags (upper-case names), in text order. A second
 * opening tag starts anew, a closing tag only counts when it matches the last opening one, and content
 * must not be empty or longer than any token. One pass over the text.
 *
 * Strict: only tags as auto-detect writes them. Otherwise tags in any letter case as well, with blanks,
 * line breaks and Markdown marks inside, and with brackets and slash escaped for HTML, JSON or Markdown.
 * No tag has a bracket inside, so what stands beside an exact tag never becomes part of it.
 */
export function findTagged(text: string, tags: ReadonlySet<string>, strict: boolean): TaggedSpan[] {
  const found: TaggedSpan[] = [];
  let open: Marker | null = null;
  for (const marker of strict ? exactMarkers(text, tags) : findMarkers(text, tags)) {
    if (!marker.closing) {
      open = marker;
      continue;
    }
    if (open?.tag === marker.tag) {
      const content = text.slice(open.end, marker.start);
      if (content !== "" && content.length <= MAX_TOKEN_LENGTH) {
        const escaping = open.escaping === "none" ? marker.escaping : open.escaping;
        found.push({ start: open.start, end: marker.end, tag: open.tag, content, escaping });
      }
    }
    open = null;
  }
  return found;
}

/** An opening or closing tag; offsets are UTF-16 units, end exclusive. */
interface Marker {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
  readonly closing: boolean;
  readonly escaping: Escaping;
}

/** Letters of the longest tag name looked for; keeps the scan linear in `<<<<<`. */
const MAX_TAG_LENGTH = 64;

function exactMarkers(text: string, tags: ReadonlySet<string>): Marker[] {
  const found: Marker[] = [];
  for (let start = text.indexOf("<"); start !== -1; start = text.indexOf("<", start + 1)) {
    const closing = text.charCodeAt(start + 1) === 47;
    const nameStart = start + (closing ? 2 : 1);
    let at = nameStart;
    while (at < text.length && at - nameStart <= MAX_TAG_LENGTH && isTagCode(text.charCodeAt(at)))
      at++;
    if (text.charCodeAt(at) !== 62) continue;
    const tag = text.slice(nameStart, at);
    if (tags.has(tag)) found.push({ start, end: at + 1, tag, closing, escaping: "none" });
  }
  return found;
}

function isTagCode(code: number): boolean {
  return code !== 60 && code !== 62;
}

// Entities: HTML standard, "Named character references" and "Numeric character reference"; `&amp;lt;` is
// one that was escaped twice. `\u003c` and `\/`: RFC 8259 section 7. `\<`, `\_`: CommonMark 0.31,
// "Backslash escapes".
const OPENING = String.raw`(\\?<|&(?:amp;)?(?:lt|#0{0,4}60|#x0{0,4}3c);|\\u003c)`;
const SLASH = String.raw`(\\?/|&(?:amp;)?(?:sol|#0{0,4}47|#x0{0,4}2f);|\\u002f)`;
const PADDING = String.raw`(?:[\s*_${"`"}~]|\\[nrt*_${"`"}~]){0,24}`;
/** An underscore belongs to the name only inside it; so every text has at most one reading. */
const NAME = String.raw`([a-z](?:[a-z0-9]|\\?_(?=[a-z0-9])){0,${MAX_TAG_LENGTH - 1}})`;
const CLOSING = String.raw`(?:\\?>|&(?:amp;)?(?:gt|#0{0,4}62|#x0{0,4}3e);|\\u003e)`;
/** Every part is bounded, so that a failed attempt costs little and the scan is linear. */
const TAG = new RegExp(
  `${OPENING}${PADDING}(?:${SLASH}${PADDING})?${NAME}${PADDING}${CLOSING}`,
  "iy",
);
/** What an opening can begin with: tags are only tried there. */
const TAG_START = /[<&\\]/g;
const ANY_TAG_START = new RegExp(TAG_START.source);

/** False for a text in which no tag begins, in whatever disguise: most texts. */
export function mayHoldTags(text: string): boolean {
  return ANY_TAG_START.test(text);
}

/**
 * Every tag of a text with one of the names, paired or not, in text order and apart from each other; what
 * findTagged finds, strict or not, begins and ends with one. Exact tags are among the tolerated ones,
 * because no tag has a bracket inside.
 */
export function findMarkers(text: string, tags: ReadonlySet<string>): Marker[] {
  const found: Marker[] = [];
  for (const match of tagsIn(text)) {
    const [whole, opening = "", slash, name = ""] = match;
    const tag = name.replaceAll("\\", "").toUpperCase();
    if (!tags.has(tag)) continue;
    // A backslash before a bracket is part of the tag only when the other bracket has one, too.
    const isBeside = opening === "\\<" && !whole.endsWith("\\>");
    const start = match.index + (isBeside ? 1 : 0);
    const end = match.index + whole.length;
    found.push({ start, end, tag, closing: slash !== undefined, escaping: escapingOf(whole) });
  }
  return found;
}

/** Whatever has the form of a tag, from left to right; behind a hit the search goes on at its end. */
function tagsIn(text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  TAG_START.lastIndex = 0;
  for (let from = TAG_START.exec(text); from !== null; from = TAG_START.exec(text)) {
    TAG.lastIndex = from.index;
    const match = TAG.exec(text);
    if (match === null) continue;
    found.push(match);
    TAG_START.lastIndex = TAG.lastIndex;
  }
  return found;
}

/** HTML wins: what is safe in HTML is nearly always safe in JSON, and not the other way round. */
function escapingOf(marker: string): Escaping {
  if (marker.includes("&")) return "html";
  return /\\[/nrtu]/i.test(marker) ? "json" : "none";
}
