// Finds tagged tokens, `<TAG>token</TAG>`, in free text, as auto-detect writes them and as language models return them.
// Unmask uses it to find what to resolve, and mask to find what a later unmask would resolve, which must be hidden
// (docs/decisions/laws.md#text-is-hostile). Pure.
import { runToEnd, type Steps } from "../../core/steps.ts";
import type { Escaping } from "./escaping.ts";
import type { TextView } from "./offset-map.ts";
import { viewInSteps } from "./text-view.ts";

/** A tagged range of text; offsets are UTF-16 units, end exclusive. */
export interface TaggedSpan {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
  /** The text between the tags. */
  readonly content: string;
  /** How the tags are escaped, and so the text around them. */
  readonly escaping: Escaping;
}

/** Longer than any token: as many separators and letters as a value has bytes (64 KiB), and a few letters. */
export const MAX_TOKEN_LENGTH = 64 * 1024 + 128;

/** The tags of a text, paired and unpaired. */
export interface Tags {
  readonly spans: readonly TaggedSpan[];
  /** Tags without a partner, in text order. */
  readonly lone: readonly Marker[];
}

/** An opening or closing tag; offsets are UTF-16 units, end exclusive. */
export interface Marker {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
  readonly closing: boolean;
  readonly escaping: Escaping;
}

/**
 * Pair tags: all innermost tagged ranges, in text order. A second opening tag replaces the first, a closing tag counts only
 * when it matches the last opening one, and the content is neither empty nor longer than any token.
 */
export function pairTags(text: string, markers: readonly Marker[]): Tags {
  const spans: TaggedSpan[] = [];
  const lone: Marker[] = [];
  let open: Marker | null = null;
  for (const marker of markers) {
    const content = open === null ? "" : text.slice(open.end, marker.start);
    const isPair = marker.closing && open?.tag === marker.tag;
    if (isPair && open !== null && content !== "" && content.length <= MAX_TOKEN_LENGTH) {
      const escaping = open.escaping === "none" ? marker.escaping : open.escaping;
      spans.push({ start: open.start, end: marker.end, tag: open.tag, content, escaping });
      open = null;
      continue;
    }
    if (open !== null) lone.push(open);
    open = marker.closing ? null : marker;
    if (marker.closing) lone.push(marker);
  }
  if (open !== null) lone.push(open);
  return { spans, lone };
}

/** From all tags of a text, those written exactly as auto-detect writes them. */
export function exactTags(
  text: string,
  markers: readonly Marker[],
  tags: ReadonlySet<string>,
): Marker[] {
  const exact: Marker[] = [];
  for (const marker of markers) {
    const { start, end, closing } = marker;
    const isOpened = text.startsWith(closing ? "</" : "<", start);
    const tag = text.slice(start + (closing ? 2 : 1), end - 1);
    if (isOpened && text[end - 1] === ">" && tags.has(tag)) exact.push({ ...marker, tag });
  }
  return exact;
}

const PADDING = "[\\s*_`~]{0,24}";
/** An underscore belongs to the name only when a letter or digit follows; so every text has at most one reading. */
const NAME = "([a-z](?:[a-z0-9]|_(?=[a-z0-9])){0,63})";
const ATTRIBUTE_NAME = String.raw`[a-z][\w:.-]{0,30}\s{0,4}`;
/** No part matches the NUL that ends a JSON string (stream-view.ts). */
const [QUOTED, APOSTROPHES, PLAIN] = ['[^"<>\\0]{0,80}', "[^'<>\\0]{0,80}", "[^\\s\"'<>=\\0]"];
const ATTRIBUTE = `\\s{1,8}${ATTRIBUTE_NAME}=\\s{0,4}(?:"${QUOTED}"|'${APOSTROPHES}'|${PLAIN}{1,80})`;
/** A tag, also without its closing bracket. Every part is bounded and passes no bracket, so the scan is linear. */
const TAG = new RegExp(
  `<${PADDING}(?:(/)${PADDING})?${NAME}(?:(?:${ATTRIBUTE}){0,4}${PADDING}(>)|(?=[\\s\\0]|$))`,
  "iy",
);
const HALF_VALUE = `=\\s{0,4}(?:"${QUOTED}|'${APOSTROPHES}|${PLAIN}{1,80})?`;
const HALF_ATTRIBUTE = `\\s{1,8}(?:${ATTRIBUTE_NAME}(?:${HALF_VALUE})?)?`;
/** The beginning of a tag at the end of a text: what there is of its name, and what follows the name. */
const HALF_TAG = new RegExp(
  `<${PADDING}(?:/${PADDING})?(\\w*)((?:${ATTRIBUTE}){0,4}(?:${HALF_ATTRIBUTE}|${PADDING}))$`,
  "iy",
);
/** Brackets tried in one step, and the most that a step costs. */
const STEP_TRIES = 8_192;
const STEP_COST = 8;
/** Characters with which a tag can begin, also when escaped. */
const ANY_TAG_START = /[<&\\＜]/;

/** False when no tag, plain or escaped, can begin in a text: most texts. */
export function mayHoldTags(text: string): boolean {
  return ANY_TAG_START.test(text);
}

/**
 * All tags of a text with one of the names (given in upper case), paired or not, in text order and without overlaps: in any
 * letter case; with blanks, line breaks, Markdown marks and attributes inside; closing tags also without their final
 * bracket; and through escapes, as text-view.ts reads them. No tag contains a bracket, so all exact tags are found, and no
 * neighbouring text becomes part of one. One pass over the text.
 */
export function findTags(text: string, tags: ReadonlySet<string>): Marker[] {
  return runToEnd(tagsInSteps(text, tags));
}

/** findTags, in steps. */
export function* tagsInSteps(text: string, tags: ReadonlySet<string>): Steps<Marker[]> {
  const found: Marker[] = [];
  if (!mayHoldTags(text)) return found;
  const view = yield* viewInSteps(text);
  let tries = 0;
  for (let at = view.text.indexOf("<"); at !== -1; at = view.text.indexOf("<", at + 1)) {
    if (++tries % STEP_TRIES === 0) yield STEP_COST;
    const marker = markerAt(text, view, at, tags);
    if (marker !== null) found.push(marker);
  }
  return found;
}

/** The tag that begins at a bracket in the view of a text; null when there is none. */
export function markerAt(
  text: string,
  view: TextView,
  at: number,
  tags: ReadonlySet<string>,
): Marker | null {
  TAG.lastIndex = at;
  const match = TAG.exec(view.text);
  if (match === null) return null;
  const [, slash, name = "", bracket] = match;
  const tag = name.toUpperCase();
  // Only a closing tag may lack its bracket: an opening tag is followed by the token, not by a blank.
  if (!tags.has(tag) || (bracket ?? slash) === undefined) return null;
  let start = view.rawStart(at);
  const end = view.rawEnd(TAG.lastIndex);
  // A backslash before the first bracket is part of the tag only when the last bracket has one too.
  if (text.startsWith("\\<", start - 1) && text.startsWith("\\>", end - 2)) start--;
  const escaping = escapingOf(text.slice(start, end));
  return { start, end, tag, closing: slash !== undefined, escaping };
}

/** Whether further text may turn what begins at this bracket of a view into a tag with one of the names. */
export function mayBecomeTag(viewed: string, at: number, tags: ReadonlySet<string>): boolean {
  HALF_TAG.lastIndex = at;
  const [, name = "", after] = HALF_TAG.exec(viewed) ?? [];
  if (after === undefined) return false;
  const begun = name.replace(/_+$/, "").toUpperCase();
  return after === "" ? beginningsOf(tags).has(begun) : tags.has(begun);
}

const beginnings = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** All prefixes of the names of tags, whole names included. */
export function beginningsOf(tags: ReadonlySet<string>): ReadonlySet<string> {
  let known = beginnings.get(tags);
  if (known === undefined) {
    known = new Set(
      [...tags].flatMap((tag) => [...tag].map((_, i) => tag.slice(0, i)).concat(tag)),
    );
    beginnings.set(tags, known);
  }
  return known;
}

/** HTML takes precedence: text that is safe in HTML is nearly always safe in JSON, but not the reverse. */
function escapingOf(marker: string): Escaping {
  if (marker.includes("&")) return "html";
  return /\\["/nrtu]/i.test(marker) ? "json" : "none";
}
