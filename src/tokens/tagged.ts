// Finds tagged tokens, `<TAG>token</TAG>`, in free text. The same function serves unmask (what to
// resolve) and mask (what a later unmask would resolve, so it must be hidden: DESIGN law 8). Pure.

/** A tagged stretch of text; offsets are UTF-16 units, end exclusive. */
export interface TaggedSpan {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
  /** What stands between the tags. */
  readonly content: string;
}

/**
 * Longer than any token: a token has at most as many separators and single letters as its value has
 * bytes (64 KiB, an entity that fills an auto-detect text), and few letters more.
 */
export const MAX_TOKEN_LENGTH = 64 * 1024 + 128;

/**
 * Every innermost `<TAG>content</TAG>` with one of the tags, in text order. A second opening tag
 * starts anew, a closing tag only counts when it matches the last opening one, and content must
 * not be empty or longer than any token. One pass over the text.
 */
export function findTagged(text: string, tags: ReadonlySet<string>): TaggedSpan[] {
  const found: TaggedSpan[] = [];
  let open: { start: number; contentStart: number; tag: string } | null = null;
  for (const marker of markers(text, tags)) {
    if (!marker.closing) {
      open = { start: marker.start, contentStart: marker.end, tag: marker.tag };
      continue;
    }
    if (open?.tag === marker.tag) {
      const content = text.slice(open.contentStart, marker.start);
      if (content !== "" && content.length <= MAX_TOKEN_LENGTH) {
        found.push({ start: open.start, end: marker.end, tag: open.tag, content });
      }
    }
    open = null;
  }
  return found;
}

interface Marker {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
  readonly closing: boolean;
}

/** Letters of the longest tag name looked for; keeps the scan linear in `<<<<<`. */
const MAX_TAG_LENGTH = 64;

function* markers(text: string, tags: ReadonlySet<string>): Generator<Marker> {
  for (let start = text.indexOf("<"); start !== -1; start = text.indexOf("<", start + 1)) {
    const closing = text.charCodeAt(start + 1) === 47;
    const nameStart = start + (closing ? 2 : 1);
    let at = nameStart;
    while (at < text.length && at - nameStart <= MAX_TAG_LENGTH && isTagCode(text.charCodeAt(at)))
      at++;
    if (text.charCodeAt(at) !== 62) continue;
    const tag = text.slice(nameStart, at);
    if (tags.has(tag)) yield { start, end: at + 1, tag, closing };
  }
}

function isTagCode(code: number): boolean {
  return code !== 60 && code !== 62;
}
