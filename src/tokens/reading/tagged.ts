// Finds tagged tokens, `<TAG>token</TAG>`, in free text: as they were written, and as language models
// give them back. The same function serves unmask (what to resolve) and mask (what a later unmask would
// resolve, so it must be hidden: docs/decisions/laws.md#text-is-hostile). Pure.
import { atOnce, type Steps } from "../../core/steps.ts";
import type { Escaping } from "./escaping.ts";
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

/**
 * Every innermost tagged range with one of the tags (upper-case names), in text order. A second
 * opening tag starts anew, a closing tag only counts when it matches the last opening one, and content
 * must not be empty or longer than any token. One pass over the text.
 *
 * Strict: only tags as auto-detect writes them. Otherwise tags in any letter case as well, with blanks,
 * line breaks, Markdown marks and attributes inside, and as text-view.ts sees them through escapes.
 * No tag has a bracket inside, so what stands beside an exact tag never becomes part of it.
 */
export function readTags(text: string, tags: ReadonlySet<string>, strict: boolean): Tags {
  return atOnce(tagsInSteps(text, tags, strict));
}

/** The same in steps. */
export function* tagsInSteps(
  text: string,
  tags: ReadonlySet<string>,
  strict: boolean,
): Steps<Tags> {
  const spans: TaggedSpan[] = [];
  const lone: Marker[] = [];
  let open: Marker | null = null;
  for (const marker of strict ? exactMarkers(text, tags) : yield* markersInSteps(text, tags)) {
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

/** An opening or closing tag; offsets are UTF-16 units, end exclusive. */
export interface Marker {
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

const PADDING = "[\\s*_`~]{0,24}";
/** An underscore belongs to the name only inside it; so every text has at most one reading. */
const NAME = `([a-z](?:[a-z0-9]|_(?=[a-z0-9])){0,${MAX_TAG_LENGTH - 1}})`;
const ATTRIBUTE_VALUE = String.raw`(?:"[^"<>]{0,80}"|'[^'<>]{0,80}'|[^\s"'<>=]{1,80})`;
const ATTRIBUTES = String.raw`(?:\s{1,8}[a-z][\w:.-]{0,30}\s{0,4}=\s{0,4}${ATTRIBUTE_VALUE}){0,4}`;
/** Every part is bounded and no bracket is passed, so that a failed attempt costs little and the scan is linear. */
const TAG = new RegExp(`<${PADDING}(?:(/)${PADDING})?${NAME}${ATTRIBUTES}${PADDING}>`, "iy");
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
 * Every tag of a text with one of the names, paired or not, in text order and apart from each other; what
 * findTagged finds, strict or not, begins and ends with one. Exact tags are among the tolerated ones,
 * because no tag has a bracket inside.
 */
export function findMarkers(text: string, tags: ReadonlySet<string>): Marker[] {
  return atOnce(markersInSteps(text, tags));
}

function* markersInSteps(text: string, tags: ReadonlySet<string>): Steps<Marker[]> {
  const found: Marker[] = [];
  if (!mayHoldTags(text)) return found;
  const view = yield* viewInSteps(text);
  let tries = 0;
  for (let at = view.text.indexOf("<"); at !== -1; at = view.text.indexOf("<", at + 1)) {
    if (++tries % STEP_TRIES === 0) yield STEP_COST;
    TAG.lastIndex = at;
    const match = TAG.exec(view.text);
    if (match === null) continue;
    const [, slash, name = ""] = match;
    const tag = name.toUpperCase();
    if (!tags.has(tag)) continue;
    let start = view.rawStart(at);
    const end = view.rawEnd(TAG.lastIndex);
    // A backslash before a bracket is part of the tag only when the other bracket has one, too.
    if (text[start - 1] === "\\" && text[end - 2] === "\\") start--;
    const escaping = escapingOf(text.slice(start, end));
    found.push({ start, end, tag, closing: slash !== undefined, escaping });
  }
  return found;
}

/** HTML wins: what is safe in HTML is nearly always safe in JSON, and not the other way round. */
function escapingOf(marker: string): Escaping {
  if (marker.includes("&")) return "html";
  return /\\["/nrtu]/i.test(marker) ? "json" : "none";
}
