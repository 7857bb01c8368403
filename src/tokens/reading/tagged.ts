// Finds tagged tokens, `<TAG>token</TAG>`, in free text: as they were written, and as language models
// give them back. The same function serves unmask (what to resolve) and mask (what a later unmask would
// resolve, so it must be hidden: docs/decisions/laws.md#text-is-hostile). Pure.
import { atOnce, type Steps } from "../../core/steps.ts";
import type { Escaping } from "./escaping.ts";
import type { TextView } from "./offset-map.ts";
import { viewInSteps } from "./text-view.ts";

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

/** The tags of a text. */
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
 * Every innermost tagged range among the tags of a text, in text order. A second opening tag starts anew, a closing tag
 * only counts when it matches the last opening one, and content must not be empty or longer than any token.
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

/** Tags as auto-detect writes them, of all tags of a text. */
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
/** An underscore belongs to the name only inside it; so every text has at most one reading. */
const NAME = "([a-z](?:[a-z0-9]|_(?=[a-z0-9])){0,63})";
const ATTRIBUTE_NAME = String.raw`[a-z][\w:.-]{0,30}\s{0,4}`;
/** No string of a JSON text ends in them (stream-view.ts). */
const [QUOTED, APOSTROPHES, PLAIN] = ['[^"<>\\0]{0,80}', "[^'<>\\0]{0,80}", "[^\\s\"'<>=\\0]"];
const ATTRIBUTE = `\\s{1,8}${ATTRIBUTE_NAME}=\\s{0,4}(?:"${QUOTED}"|'${APOSTROPHES}'|${PLAIN}{1,80})`;
/**
 * A tag, or where its bracket is missing before a blank or an end. Every part is bounded and no bracket is passed, so that
 * a failed attempt costs little and the scan is linear.
 */
const TAG = new RegExp(
  `<${PADDING}(?:(/)${PADDING})?${NAME}(?:(?:${ATTRIBUTE}){0,4}${PADDING}(>)|(?=[\\s\\0]|$))`,
  "iy",
);
const HALF_VALUE = `=\\s{0,4}(?:"${QUOTED}|'${APOSTROPHES}|${PLAIN}{1,80})?`;
const HALF_ATTRIBUTE = `\\s{1,8}(?:${ATTRIBUTE_NAME}(?:${HALF_VALUE})?)?`;
/** The beginning of a tag: what there is of its name, and what stands behind that. */
const HALF_TAG = new RegExp(
  `<${PADDING}(?:/${PADDING})?(\\w*)((?:${ATTRIBUTE}){0,4}(?:${HALF_ATTRIBUTE}|${PADDING}))$`,
  "iy",
);
/** Brackets of one step, and what they cost at most. */
const STEP_TRIES = 8_192;
const STEP_COST = 8;
/** What a tag can begin with, in whatever disguise. */
const ANY_TAG_START = /[<&\\＜]/;

/** False for a text in which no tag begins, in whatever disguise: most texts. */
export function mayHoldTags(text: string): boolean {
  return ANY_TAG_START.test(text);
}

/**
 * Every tag of a text with one of the names (upper-case ones), paired or not, in text order and apart from each other: in
 * any letter case, with blanks, line breaks, Markdown marks and attributes inside, closing ones also without the bracket at
 * their end, and as text-view.ts sees them through escapes. No tag has a bracket inside, so exact ones are among them, and what stands beside one never becomes part of it.
 * One pass over the text.
 */
export function findTags(text: string, tags: ReadonlySet<string>): Marker[] {
  return atOnce(tagsInSteps(text, tags));
}

/** The same in steps. */
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

/** The tag that begins at a bracket in the view of a text. */
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
  // Only a closing tag may have lost its bracket: behind an opening one the token stands, and no blank.
  if (!tags.has(tag) || (bracket ?? slash) === undefined) return null;
  let start = view.rawStart(at);
  const end = view.rawEnd(TAG.lastIndex);
  // A backslash before a bracket is part of the tag only when the other bracket has one, too.
  if (text.startsWith("\\<", start - 1) && text.startsWith("\\>", end - 2)) start--;
  const escaping = escapingOf(text.slice(start, end));
  return { start, end, tag, closing: slash !== undefined, escaping };
}

/** Whether more text could make a tag with one of the names of what begins at a bracket of a view. */
export function mayBecomeTag(viewed: string, at: number, tags: ReadonlySet<string>): boolean {
  HALF_TAG.lastIndex = at;
  const [, name = "", behind] = HALF_TAG.exec(viewed) ?? [];
  if (behind === undefined) return false;
  const begun = name.replace(/_+$/, "").toUpperCase();
  return behind === "" ? beginningsOf(tags).has(begun) : tags.has(begun);
}

const beginnings = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** What names of tags begin with, in upper case. */
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

/** HTML wins: what is safe in HTML is nearly always safe in JSON, and not the other way round. */
function escapingOf(marker: string): Escaping {
  if (marker.includes("&")) return "html";
  return /\\["/nrtu]/i.test(marker) ? "json" : "none";
}
