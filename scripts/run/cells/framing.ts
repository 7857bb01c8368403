// Finds where HTTP/1.1 messages begin and end on a connection (RFC 9112), as far as routing requests to cells
// needs it. It does not validate: a message that can be read in two ways is not parsed, and the caller's
// runtime, which gets every byte unchanged, refuses it. Callers never share a connection to a runtime, so a
// misread message could only mislead its own sender.

/** What a request's head says about its target, its credential and its length. */
export type RequestHead = {
  method: string;
  /** Path and query; empty where the head cannot be parsed. */
  target: string;
  /** The text in the token's place (http/authenticate.ts); null where there is none. */
  token: string | null;
  body: Body;
};

/** What an answer's head says about its length. */
export type AnswerHead = {
  /** An interim answer, which comes before the final one (RFC 9110, section 15.2). */
  isInterim: boolean;
  /** The connection closes after this answer. */
  isLast: boolean;
  body: Body;
};

/** The rest of a message. After an `ENDLESS` one, all bytes belong to it until the connection closes. */
export interface Body {
  readonly isDone: boolean;
  /** Consume this body's bytes from `from` on; returns where it ends, or the buffer's length when it continues. */
  take(bytes: Buffer, from: number): number;
}

const END_OF_HEAD = "\r\n\r\n";
/** The runtime refuses longer heads. */
const MAX_HEAD_BYTES = 512 * 1024;
const MAX_SIZE_LINE = 18;
const LINE_FEED = 0x0a;

/** Characters not allowed in a head, and line ends that some parsers join or split differently. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
const AMBIGUOUS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|(?<!\r)\n|\n[ \t]/;
const REQUEST_LINE = /^([A-Z]+) ([^ ]+) HTTP\/1\.1$/;
const STATUS_LINE = /^HTTP\/1\.1 (\d{3})/;
const FIELD_NAME = /^[!#$%&'*+.^`|~\w-]+$/;
const BEARER = /^Bearer +(\S+) *$/i;

/** Index after the head these bytes begin with; -1: incomplete, null: too long. Its end is not within the first `seen`. */
export function endOfHead(bytes: Buffer, seen = 0): number | null {
  const at = bytes.indexOf(END_OF_HEAD, Math.max(0, seen - END_OF_HEAD.length + 1));
  if (at !== -1) return at + END_OF_HEAD.length;
  return bytes.length > MAX_HEAD_BYTES ? null : -1;
}

/** Parse a request's head that ends at `endOfHead`. One that cannot be parsed has an endless body. */
export function readRequestHead(head: Buffer): RequestHead {
  const text = head.toString("latin1", 0, head.length - END_OF_HEAD.length);
  const [first = "", ...lines] = text.split("\r\n");
  const [, method = "", target = ""] = REQUEST_LINE.exec(first) ?? [];
  const fields = AMBIGUOUS.test(text) || method === "" ? null : readFields(lines);
  if (fields === null || method === "CONNECT" || fields.has("upgrade")) {
    return { method, target: "", token: null, body: ENDLESS };
  }
  const bearer = BEARER.exec(fields.get("authorization") ?? "")?.[1];
  return {
    method,
    target,
    token: bearer ?? fields.get("x-api-key") ?? null,
    body: bodyOf(fields) ?? EMPTY,
  };
}

/** Parse the head of an answer to a request of this method. */
export function readAnswerHead(head: Buffer, method: string): AnswerHead {
  const [first = "", ...lines] = head
    .toString("latin1", 0, head.length - END_OF_HEAD.length)
    .split("\r\n");
  const status = Number(STATUS_LINE.exec(first)?.[1]);
  const fields = readFields(lines);
  const isInterim = status >= 100 && status < 200 && status !== 101;
  const hasNone = isInterim || status === 204 || status === 304 || method === "HEAD";
  if (Number.isNaN(status) || fields === null) {
    return { isInterim: false, isLast: true, body: ENDLESS };
  }
  return {
    isInterim,
    isLast: /\bclose\b/i.test(fields.get("connection") ?? ""),
    body: hasNone ? EMPTY : (bodyOf(fields) ?? ENDLESS),
  };
}

/** Values by lower-case name; null where a line is no field, or where a field that decides the length is repeated. */
function readFields(lines: readonly string[]): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const key = line.slice(0, Math.max(0, colon)).toLowerCase();
    if (!FIELD_NAME.test(key)) return null;
    const value = withoutBlanks(line.slice(colon + 1));
    const before = fields.get(key);
    if (before !== undefined && (key === "content-length" || key === "transfer-encoding")) {
      return null;
    }
    // Joined as the runtime joins them.
    fields.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return fields;
}

/** Trims blanks and tabs. A regular expression would take quadratic time on a long run of them. */
function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length];
  const isBlank = (at: number) => text[at] === " " || text[at] === "\t";
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/** The body that the fields announce: null for none, an endless one where they are ambiguous. */
function bodyOf(fields: ReadonlyMap<string, string>): Body | null {
  const [length, coding] = [fields.get("content-length"), fields.get("transfer-encoding")];
  if (coding !== undefined) {
    return length === undefined && coding.toLowerCase() === "chunked" ? new Chunks() : ENDLESS;
  }
  if (length === undefined) return null;
  return /^\d{1,15}$/.test(length) ? new Counted(Number(length)) : ENDLESS;
}

const EMPTY: Body = { isDone: true, take: (_bytes, from) => from };

/** Continues until the connection closes. */
export const ENDLESS: Body = { isDone: false, take: (bytes) => bytes.length };

class Counted implements Body {
  #left: number;

  constructor(length: number) {
    this.#left = length;
  }

  get isDone(): boolean {
    return this.#left === 0;
  }

  take(bytes: Buffer, from: number): number {
    const count = Math.min(this.#left, bytes.length - from);
    this.#left -= count;
    return from + count;
  }
}

/** RFC 9112, section 7.1. Trailers and extensions make it endless: the runtime decides about them. */
class Chunks implements Body {
  /** Bytes left of the current chunk, including its line end. */
  #left = 0;
  #sizeLine = "";
  #state: "chunks" | "end" | "done" | "unclear" = "chunks";

  get isDone(): boolean {
    return this.#state === "done";
  }

  take(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && this.#state !== "done") {
      if (this.#state === "unclear") return bytes.length;
      if (this.#left > 0) {
        const count = Math.min(this.#left, bytes.length - at);
        this.#left -= count;
        at += count;
      } else at = this.#takeLine(bytes, at);
    }
    return at;
  }

  #takeLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(LINE_FEED, at);
    const next = end === -1 ? bytes.length : end + 1;
    if (next - at + this.#sizeLine.length > MAX_SIZE_LINE) {
      this.#state = "unclear";
      return at;
    }
    this.#sizeLine += bytes.toString("latin1", at, next);
    if (end === -1) return next;
    const line = this.#sizeLine;
    this.#sizeLine = "";
    const size = /^([0-9a-f]{1,12})\r\n$/i.exec(line)?.[1];
    if (this.#state === "end") this.#state = line === "\r\n" ? "done" : "unclear";
    else if (size === undefined) this.#state = "unclear";
    else if (Number.parseInt(size, 16) === 0) this.#state = "end";
    else this.#left = Number.parseInt(size, 16) + 2;
    return next;
  }
}
