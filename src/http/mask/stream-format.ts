// Formats of a streamed body, which hold the pieces of a text: plain text, lines of JSON (NDJSON), or server-sent events.

import { failure } from "../../contract/answers.ts";
import type { VaultError } from "../../core/errors.ts";
import { MAX_STREAM_LINE_LENGTH } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { parseJson } from "../body.ts";

/** A part of a body: a piece of the text, with a function that writes another in its place; or data to pass on unchanged. */
export type StreamPart =
  | { readonly piece: string; readonly write: (piece: string) => string }
  /** `isLast`: the text ends before it. */
  | { readonly other: string; readonly isLast: boolean };

/** A format, for one body. */
export interface StreamFormat {
  /** Bytes that are held until more arrives. */
  readonly bufferedBytes: number;
  /** The parts that this piece of the body completes, or that are left at its end. */
  read(body: string, isEnd: boolean): Result<StreamPart[], VaultError>;
  /** Writes a piece of the text after all parts. */
  write(piece: string): string;
  /** Reports a failure after the answer has begun; "": only by cutting it off. */
  fail(error: VaultError): string;
}

/** Formats by content type. */
export const STREAM_FORMATS: ReadonlyMap<string, () => StreamFormat> = new Map<
  string,
  () => StreamFormat
>([
  ["text/plain", () => new PlainText()],
  ["application/x-ndjson", () => new JsonLines()],
  ["text/event-stream", () => new Events()],
]);

const asIs = (piece: string) => piece;

class PlainText implements StreamFormat {
  readonly bufferedBytes = 0;

  read(body: string): Result<StreamPart[], VaultError> {
    return ok(body === "" ? [] : [{ piece: body, write: asIs }]);
  }

  write(piece: string): string {
    return piece;
  }

  fail(): string {
    return "";
  }
}

/** Lines of a body, without their ends. Fails with `value_too_long`. */
class Lines {
  readonly #end: string | RegExp;
  #rest = "";

  constructor(end: string | RegExp) {
    this.#end = end;
  }

  get bufferedBytes(): number {
    return 2 * this.#rest.length;
  }

  read(body: string, isEnd: boolean): Result<string[], VaultError> {
    const [first = "", ...lines] = body.split(this.#end);
    lines.unshift(this.#rest + first);
    this.#rest = lines.pop() ?? "";
    if (isEnd && this.#rest !== "") lines.push(this.#rest);
    if (isEnd) this.#rest = "";
    return this.#rest.length > MAX_STREAM_LINE_LENGTH ? TOO_LONG : ok(lines);
  }
}

const TOO_LONG = err<VaultError>({
  code: "value_too_long",
  detail: String(MAX_STREAM_LINE_LENGTH),
});

/** The piece in a JSON text that is a string, or an object with a string `delta`; null for any other. */
function pieceIn(json: string): { piece: string; write: (piece: string) => string } | null {
  const parsed = parseJson(json);
  const value = parsed.ok ? parsed.value : null;
  if (typeof value === "string") return { piece: value, write: JSON.stringify };
  const delta = (value as { delta?: unknown } | null)?.delta;
  if (typeof delta !== "string" || Array.isArray(value)) return null;
  return {
    piece: delta,
    write: (piece) => JSON.stringify({ ...(value as object), delta: piece }),
  };
}

class JsonLines implements StreamFormat {
  readonly #lines = new Lines("\n");
  #writesObjects = false;

  get bufferedBytes(): number {
    return this.#lines.bufferedBytes;
  }

  read(body: string, isEnd: boolean): Result<StreamPart[], VaultError> {
    const lines = this.#lines.read(body, isEnd);
    return lines.ok ? ok(lines.value.map((line) => this.#partOf(line))) : lines;
  }

  #partOf(line: string): StreamPart {
    const json = line.trim();
    const found = pieceIn(json);
    if (found === null) return { other: `${line}\n`, isLast: false };
    this.#writesObjects = json.startsWith("{");
    return { piece: found.piece, write: (piece) => `${found.write(piece)}\n` };
  }

  write(piece: string): string {
    return `${JSON.stringify(this.#writesObjects ? { delta: piece } : piece)}\n`;
  }

  fail(error: VaultError): string {
    return `${JSON.stringify(failure(error))}\n`;
  }
}

const EVENT_LINE_END = /\r\n?|\n/;
const DATA = /^data(?:: ?|$)/;

/** Server-sent events (WHATWG HTML, section 9.2.6). */
class Events implements StreamFormat {
  readonly #lines = new Lines(EVENT_LINE_END);
  /** Belongs to no line if it comes next: a byte order mark at the beginning, LF after CR. */
  #ignored = "\ufeff";
  /** Lines of the event being read, except its data. */
  #others = "";
  #data: string[] = [];
  #writesJson: "object" | "text" | null = null;
  /** UTF-16 units of the lines of this event. */
  #length = 0;

  get bufferedBytes(): number {
    return this.#lines.bufferedBytes + 2 * this.#length;
  }

  read(body: string, isEnd: boolean): Result<StreamPart[], VaultError> {
    const text = body.startsWith(this.#ignored) ? body.slice(this.#ignored.length) : body;
    if (body !== "") this.#ignored = body.endsWith("\r") ? "\n" : "";
    const lines = this.#lines.read(text, isEnd);
    if (!lines.ok) return lines;
    const parts: StreamPart[] = [];
    for (const line of lines.value) {
      if (this.#length > MAX_STREAM_LINE_LENGTH) return TOO_LONG;
      this.#length += line.length + 1;
      if (DATA.test(line)) this.#data.push(line.replace(DATA, ""));
      else if (line !== "") this.#others += `${line}\n`;
      else parts.push(this.#event());
    }
    if (isEnd && (this.#data.length > 0 || this.#others !== "")) parts.push(this.#event());
    return ok(parts);
  }

  #event(): StreamPart {
    const [others, data] = [this.#others, this.#data.join("\n")];
    const isEmpty = this.#data.length === 0;
    this.#others = "";
    this.#data = [];
    this.#length = 0;
    const written = (text: string) => others + eventWith(text);
    if (isEmpty) return { other: `${others}\n`, isLast: false };
    if (data === "[DONE]") return { other: written(data), isLast: true };
    const found = pieceIn(data);
    if (found === null && parseJson(data).ok) return { other: written(data), isLast: false };
    this.#writesJson = found === null ? null : data.trim().startsWith("{") ? "object" : "text";
    if (found === null) return { piece: data, write: written };
    return { piece: found.piece, write: (piece) => written(found.write(piece)) };
  }

  write(piece: string): string {
    if (this.#writesJson === null) return eventWith(piece);
    return eventWith(JSON.stringify(this.#writesJson === "object" ? { delta: piece } : piece));
  }

  fail(error: VaultError): string {
    return `event: error\n${eventWith(JSON.stringify(failure(error)))}`;
  }
}

/** An event with this data; each of its line breaks reaches the reader as LF. */
function eventWith(data: string): string {
  const lines = data.split(EVENT_LINE_END).map((line) => `data: ${line}\n`);
  return `${lines.join("")}\n`;
}
