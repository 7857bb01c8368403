// How the pieces of a text stand in the body of a stream, and how they are written again: as they are, as lines of JSON
// (NDJSON), or as server-sent events.

import { failure } from "../../contract/answers.ts";
import type { VaultError } from "../../core/errors.ts";
import { MAX_STREAM_LINE_LENGTH } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { parseJson } from "../body.ts";

/** A part of a body: a piece of the text, with what writes another in its place; or what is passed on as it is. */
export type StreamPart =
  | { readonly piece: string; readonly write: (piece: string) => string }
  /** `isLast`: the text ends before it. */
  | { readonly other: string; readonly isLast: boolean };

/** A format, for one body. */
export interface StreamFormat {
  /** What is held until more has come. */
  readonly heldBytes: number;
  /** The parts that are complete with this piece of the body, or that there are at its end. */
  read(body: string, isEnd: boolean): Result<StreamPart[], VaultError>;
  /** A piece of the text behind all parts. */
  write(piece: string): string;
  /** How a failure is told where an answer has begun; "": only by its being cut off. */
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
  readonly heldBytes = 0;

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

/** Lines of a body, with what ends each. Fails with `value_too_long`. */
class Lines {
  #rest = "";

  get heldBytes(): number {
    return 2 * this.#rest.length;
  }

  read(body: string, isEnd: boolean): Result<string[], VaultError> {
    const all = this.#rest + body;
    const lines = all.match(isEnd ? /[^\n]*\n|[^\n]+$/g : /[^\n]*\n/g) ?? [];
    this.#rest = isEnd ? "" : all.slice(lines.reduce((sum, line) => sum + line.length, 0));
    return this.#rest.length > MAX_STREAM_LINE_LENGTH ? TOO_LONG : ok(lines);
  }
}

const TOO_LONG = err<VaultError>({
  code: "value_too_long",
  detail: String(MAX_STREAM_LINE_LENGTH),
});

/** A JSON text that is a piece, or an object whose `delta` is one; null: neither. */
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
  readonly #lines = new Lines();
  #writesObjects = false;

  get heldBytes(): number {
    return this.#lines.heldBytes;
  }

  read(body: string, isEnd: boolean): Result<StreamPart[], VaultError> {
    const lines = this.#lines.read(body, isEnd);
    return lines.ok ? ok(lines.value.map((line) => this.#partOf(line))) : lines;
  }

  #partOf(line: string): StreamPart {
    const json = line.trim();
    const found = pieceIn(json);
    if (found === null) return { other: line.replace(/\n?$/, "\n"), isLast: false };
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

/** Server-sent events (HTML standard, "Server-sent events"); lines end with LF or CR LF. */
class Events implements StreamFormat {
  readonly #lines = new Lines();
  /** Lines of the event that is being read, but for its data. */
  #others = "";
  #data: string[] = [];
  #writesJson: "object" | "text" | null = null;
  /** UTF-16 units of those lines. */
  #length = 0;

  get heldBytes(): number {
    return this.#lines.heldBytes + 2 * this.#length;
  }

  read(body: string, isEnd: boolean): Result<StreamPart[], VaultError> {
    const lines = this.#lines.read(body, isEnd);
    if (!lines.ok) return lines;
    const parts: StreamPart[] = [];
    for (const line of lines.value) {
      if (this.#length > MAX_STREAM_LINE_LENGTH) return TOO_LONG;
      this.#length += line.length;
      const [, data] = /^data(?:: ?([^\r\n]*))?\r?\n?$/.exec(line) ?? [];
      if (/^data(?![^:\r\n])/.test(line)) this.#data.push(data ?? "");
      else if (line.trim() !== "") this.#others += line;
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
    const written = (text: string) => `${others}${text.replace(/^/gm, "data: ")}\n\n`;
    if (isEmpty) return { other: `${others}\n`, isLast: false };
    if (data === "[DONE]") return { other: written(data), isLast: true };
    const found = pieceIn(data);
    if (found === null && parseJson(data).ok) return { other: written(data), isLast: false };
    this.#writesJson = found === null ? null : data.trim().startsWith("{") ? "object" : "text";
    if (found === null) return { piece: data, write: written };
    return { piece: found.piece, write: (piece) => written(found.write(piece)) };
  }

  write(piece: string): string {
    const text =
      this.#writesJson === null
        ? piece
        : JSON.stringify(this.#writesJson === "object" ? { delta: piece } : piece);
    return `${text.replace(/^/gm, "data: ")}\n\n`;
  }

  fail(error: VaultError): string {
    return `event: error\ndata: ${JSON.stringify(failure(error))}\n\n`;
  }
}
