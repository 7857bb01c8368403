// Cuts a large JSON body into chunks of its list's items without building the list in memory: a parsed 16 MiB body takes 160
// MiB, a cut one little more than itself. The cut only follows brackets and strings; JSON.parse reads every range
// afterwards, so anything that is not JSON is still refused.

import {
  MAX_ASYNC_ITEM_BYTES,
  MAX_ASYNC_ITEMS,
  MAX_BODY_DEPTH,
  MAX_BYTES_BESIDE_LIST,
  MAX_MEMBERS_BESIDE_LIST,
} from "../../core/limits.ts";
import type { Steps } from "../../core/steps.ts";
import { fitsChunk } from "../../jobs/slice.ts";
import type { JobSubmission } from "../../vault/job-rpc.ts";

type JobKind = JobSubmission["kind"];

/** A range of bytes, end exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Items that are stored together, with the blanks between them. */
export interface ChunkRange extends ByteRange {
  readonly items: number;
}

interface CutList {
  readonly chunks: readonly ChunkRange[];
  /** Index of the first item over the limit of bytes, or null. */
  readonly tooLarge: number | null;
  /** Index of the first item that nests deeper than a body may, or null. */
  readonly tooDeep: number | null;
}

/** An object's members: the list named after the job kind, and every other member whole. */
export interface SplitBody {
  /** Null when that member is absent or no list. */
  readonly list: CutList | null;
  /** The limit that stopped the cut: too many items, or too much beside the list; else null. */
  readonly overflow: "items" | "beside" | null;
  /** Every member except that list, from its name to the end of its value, in order. */
  readonly others: readonly ByteRange[];
}

/** Bytes of one step (the last item or string may exceed them), and the cost of a step or of an item of full size. */
const STEP_BYTES = 1024 ** 2;
const STEP_COST = 10;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Cuts an object, in steps; null when the bytes cannot be one. Of a repeated name the last member counts. Stops as soon as a
 * limit is exceeded, so that a hostile body takes no more memory than a good one.
 */
export function* splitList(bytes: Uint8Array, kind: JobKind): Steps<SplitBody | null> {
  let steppedAt = 0;
  const others: ByteRange[] = [];
  let besideBytes = 0;
  let overflow: SplitBody["overflow"] = null;
  let list: CutList | null = null;
  let listMember: ByteRange | null = null;
  const setAside = (member: ByteRange): boolean => {
    besideBytes += member.end - member.start;
    others.push(member);
    if (others.length > MAX_MEMBERS_BESIDE_LIST || besideBytes > MAX_BYTES_BESIDE_LIST) {
      overflow = "beside";
    }
    return overflow === null;
  };
  const open = skipBlanks(bytes, 0);
  if (bytes[open] !== OPEN_OBJECT) return null;
  const end = yield* endOfSequence(bytes, open + 1, CLOSE_OBJECT, function* (start) {
    if (bytes[start] !== QUOTE) return FAILED;
    const key = { start, end: endOfString(bytes, start) };
    const colon = skipBlanks(bytes, key.end);
    if (bytes[colon] !== COLON) return FAILED;
    const at = skipBlanks(bytes, colon + 1);
    const isList = isName(bytes, key, kind);
    if (isList) {
      // Repeated: the earlier list does not count, but it must be JSON like everything else.
      if (listMember !== null && !setAside(listMember)) return FAILED;
      list = null;
      listMember = null;
    }
    if (isList && bytes[at] === OPEN_LIST) {
      const chunks: WritableChunk[] = [];
      let items = 0;
      let tooLarge: number | null = null;
      let tooDeep: number | null = null;
      const listEnd = yield* endOfSequence(bytes, at + 1, CLOSE_LIST, function* (itemStart) {
        if (itemStart - steppedAt > STEP_BYTES) {
          yield STEP_COST;
          steppedAt = itemStart;
        }
        const itemEnd = yield* endOfValue(bytes, itemStart, () => {
          tooDeep ??= items;
        });
        if (itemEnd - itemStart > MAX_ASYNC_ITEM_BYTES) tooLarge ??= items;
        items += 1;
        if (items > MAX_ASYNC_ITEMS) {
          overflow = "items";
          return FAILED;
        }
        addItem(chunks, kind, itemStart, itemEnd);
        return itemEnd;
      });
      list = { chunks, tooLarge, tooDeep };
      listMember = { start, end: listEnd };
      return listEnd;
    }
    const valueEnd = yield* endOfValue(bytes, at);
    return setAside({ start, end: valueEnd }) && valueEnd > at ? valueEnd : FAILED;
  });
  if (overflow !== null) return { list: null, others: [], overflow };
  if (end === FAILED || skipBlanks(bytes, end) !== bytes.length) return null;
  return { list, others, overflow };
}

type WritableChunk = { -readonly [Key in keyof ChunkRange]: ChunkRange[Key] };

/** Adds an item to the last chunk, or starts a new chunk with it. */
function addItem(chunks: WritableChunk[], kind: JobKind, start: number, end: number): void {
  const last = chunks.at(-1);
  const fits =
    last !== undefined &&
    fitsChunk(kind, { items: last.items, bytes: last.end - last.start }, end - last.end);
  if (fits) {
    last.items += 1;
    last.end = end;
  } else {
    chunks.push({ items: 1, start, end });
  }
}

/** Result of a reader of elements that finds none. */
const FAILED = -1;

/** End of elements separated by commas, closing bracket included; `element` finds one's end. An empty one fails. */
function* endOfSequence(
  bytes: Uint8Array,
  start: number,
  close: number,
  element: (start: number) => Steps<number>,
): Steps<number> {
  let at = skipBlanks(bytes, start);
  if (bytes[at] === close) return at + 1;
  for (;;) {
    const end = yield* element(at);
    if (end <= at) return FAILED;
    at = skipBlanks(bytes, end);
    if (bytes[at] === close) return at + 1;
    if (bytes[at] !== COMMA) return FAILED;
    at = skipBlanks(bytes, at + 1);
  }
}

/** Levels of a body around each item of its list. */
const LEVELS_AROUND_ITEM = 2;
/** Deepest nesting of one item. */
export const MAX_ITEM_DEPTH = MAX_BODY_DEPTH - LEVELS_AROUND_ITEM;

/** End of the value that begins at `at`; `at` itself when there is none. Calls `isTooDeep` when it is nested too deeply. */
function* endOfValue(bytes: Uint8Array, at: number, isTooDeep?: () => void): Steps<number> {
  const first = bytes[at];
  if (first === QUOTE) return endOfString(bytes, at);
  if (first !== OPEN_LIST && first !== OPEN_OBJECT) return endOfWord(bytes, at);
  let depth = 0;
  let step = at + STEP_BYTES;
  for (let i = at; i < bytes.length; i++) {
    if (i > step) {
      yield STEP_COST;
      step = i + STEP_BYTES;
    }
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfString(bytes, i) - 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++;
      if (depth === MAX_ITEM_DEPTH + 1) isTooDeep?.();
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth--;
      if (depth === 0) return i + 1;
    }
  }
  return bytes.length;
}

function endOfString(bytes: Uint8Array, quote: number): number {
  for (let i = quote + 1; i < bytes.length; i++) {
    if (bytes[i] === BACKSLASH) i++;
    else if (bytes[i] === QUOTE) return i + 1;
  }
  return bytes.length;
}

function endOfWord(bytes: Uint8Array, at: number): number {
  let i = at;
  while (i < bytes.length) {
    const byte = bytes[i] ?? 0;
    if (byte <= 32 || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT) break;
    i++;
  }
  return i;
}

/** The first position from `at` on that is no blank of JSON. */
export function skipBlanks(bytes: Uint8Array, at: number): number {
  let i = at;
  while (i < bytes.length) {
    const byte = bytes[i];
    if (byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13) break;
    i++;
  }
  return i;
}

/** True when a key's bytes spell a name, escapes included. A key that is not JSON does not. */
function isName(bytes: Uint8Array, key: ByteRange, name: string): boolean {
  // An escaped letter takes six bytes; a longer key cannot be this short name.
  if (key.end - key.start > 2 + 6 * name.length) return false;
  try {
    return JSON.parse(new TextDecoder().decode(bytes.subarray(key.start, key.end))) === name;
  } catch {
    return false;
  }
}
