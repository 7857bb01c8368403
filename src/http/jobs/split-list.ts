// Cuts a large JSON body into chunks of its list's items without building the list in memory: a parsed 16 MiB
// body costs 160 MiB, the cut one little more than itself. The cut only follows brackets and
// strings; every range is then parsed by JSON.parse, so what is not JSON does not pass.

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

/** A list that was cut. */
interface CutList {
  readonly chunks: readonly ChunkRange[];
  /** Index of the first item that is larger than one may be, or null. */
  readonly tooLarge: number | null;
  /** Index of the first item that nests deeper than a body may, or null. */
  readonly tooDeep: number | null;
}

/** An object's members: the list that has the job kind's name, and every other member whole. */
export interface SplitBody {
  /** Null when there is no such member or it is not a list. */
  readonly list: CutList | null;
  /** Set when a limit stopped the cut: too many items, or too much beside the list. */
  readonly overflow: "items" | "beside" | null;
  /** Every member that is not such a list, from its name to the end of its value, in order. */
  readonly others: readonly ByteRange[];
}

/** Bytes of one step, the last item or string aside, and what they cost, and an item of full size. */
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
 * Cut an object; null when the bytes cannot be one. A name given twice counts as its last. Stops as
 * soon as a limit is passed, so that a hostile body costs no more memory than a good one. In steps.
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
      // Given twice: the earlier list counts for nothing, but has to be JSON as everything else.
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

/** Add an item to the last chunk, or begin another one with it. */
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

/** What a reader of elements gives when there is none. */
const FAILED = -1;

/**
 * End of a run of elements with commas between them, closing bracket included. `element` gives the
 * end of the element that begins at its argument; an empty one fails.
 */
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

/** Levels of an object's list that are around its items. */
const LEVELS_AROUND_ITEM = 2;
/** Nesting of one item. */
export const MAX_ITEM_DEPTH = MAX_BODY_DEPTH - LEVELS_AROUND_ITEM;

/** End of the value that begins at `at`; `at` itself when none does. Tells when it nests deeper than an item may. */
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

function skipBlanks(bytes: Uint8Array, at: number): number {
  let i = at;
  while (i < bytes.length) {
    const byte = bytes[i];
    if (byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13) break;
    i++;
  }
  return i;
}

/** True when a key range spells a name, escapes included. A key that is no JSON is not it. */
function isName(bytes: Uint8Array, key: ByteRange, name: string): boolean {
  // An escaped letter takes six bytes; anything longer cannot be this short name.
  if (key.end - key.start > 2 + 6 * name.length) return false;
  try {
    return JSON.parse(new TextDecoder().decode(bytes.subarray(key.start, key.end))) === name;
  } catch {
    return false;
  }
}
