// A body that is read, transformed and answered piece by piece, as fast as its reader takes it. Before the first byte of the
// answer a request is refused like any other; later a failure cuts the answer off.
import type { Context } from "hono";
import type { VaultError } from "../../core/errors.ts";
import {
  MAX_STREAM_PIECE_LENGTH,
  STREAM_PIECE_BYTES,
  WAITING_STREAM_BYTES,
} from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { errorName, log } from "../../platform/log.ts";
import { waitFor } from "../../platform/yield-to-callers.ts";
import { mediaType } from "../body.ts";
import { BodyHold } from "../body-holds.ts";
import { requireAdmission } from "../call.ts";
import { isGzip } from "../gzip-body.ts";
import { answer, type HttpEnv, Refusal } from "../handler.ts";
import { STREAM_FORMATS, type StreamFormat, type StreamPart } from "./stream-format.ts";

/** Transforms a text; `next` returns what can be passed on after a piece, or after the end. */
export interface TextTransform {
  /** Bytes that are held until more arrives. */
  readonly bufferedBytes: number;
  next(piece: string, isEnd: boolean): Promise<Result<string, VaultError>>;
}

/** The answer to a stream. Refuses with `unsupported_stream_type`, `encoded_body`, `overloaded`, and by the allow list. */
export async function answerStream(
  c: Context<HttpEnv>,
  makeTransform: () => Promise<TextTransform>,
): Promise<Response> {
  await requireAdmission(c);
  const type = mediaType(c);
  const format = STREAM_FORMATS.get(type);
  if (format === undefined) throw new Refusal({ code: "unsupported_stream_type" });
  isGzip(c, false);
  const hold = new BodyHold("streamed", c.get("claims"));
  // More than it takes at first, so that a stream that has begun can continue.
  const begins = await hold.take(WAITING_STREAM_BYTES + STREAM_PIECE_BYTES);
  if (!begins) throw new Refusal({ code: "overloaded" });
  const transform = await makeTransform().catch((error: unknown) => {
    hold.release();
    throw error;
  });
  hold.keepUntilRelease();
  const worker = new StreamWorker(format(), transform, hold, c.get("requestId"));
  const body = c.req.raw.body?.getReader() ?? null;
  const made = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => worker.pull(body, controller),
      async cancel(reason) {
        hold.release();
        await body?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return answer(c, made, 200, {
    "content-type": `${type}; charset=utf-8`,
    // Proxies that buffer answers would delay them.
    "x-accel-buffering": "no",
  });
}

/** Retries until the caller's limits allow it: a stream is slowed, because an answer cut off would have to be begun anew. */
export async function whenAllowed<T>(
  attempt: () => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  for (;;) {
    const tried = await attempt();
    if (tried.ok || tried.error.code !== "rate_limited") return tried;
    await waitFor(scheduler.wait(Number(tried.error.detail) * 1_000));
  }
}

const OVERLOADED = err<VaultError>({ code: "overloaded" });
/** Makes an error look like a lost connection, which the runtime does not report: mostly nobody waits any more. */
const RETRYABLE = { retryable: true };

type Body = ReadableStreamDefaultReader<Uint8Array> | null;

class StreamWorker {
  readonly #format: StreamFormat;
  readonly #transform: TextTransform;
  readonly #hold: BodyHold;
  readonly #requestId: string;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #encoder = new TextEncoder();
  /** Text that has arrived and is not processed yet; one piece at a time. */
  #unprocessed = "";
  #isEnd = false;
  #failure: VaultError | null = null;

  constructor(format: StreamFormat, transform: TextTransform, hold: BodyHold, requestId: string) {
    this.#format = format;
    this.#transform = transform;
    this.#hold = hold;
    this.#requestId = requestId;
  }

  /** Works until there is something to pass on, or until the end. */
  async pull(body: Body, controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (;;) {
      if (this.#failure !== null) return this.#fail(this.#failure, body, controller);
      if (this.#isEnd && this.#unprocessed === "") return this.#close(controller);
      const given = await this.#step(body);
      if (!given.ok) this.#failure = given.error;
      if (!given.ok || given.value.length === 0) continue;
      controller.enqueue(given.value);
      return;
    }
  }

  #close(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#hold.release();
    controller.close();
  }

  /** Ends with a failure, if the format can report one; else cuts the answer off, so that no plain text looks complete. */
  async #fail(
    failed: VaultError,
    body: Body,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): Promise<void> {
    this.#hold.release();
    const failureText = this.#format.fail(failed);
    if (failureText === "") {
      controller.error(Object.assign(new Error(failed.code), RETRYABLE));
    } else {
      controller.enqueue(this.#encoder.encode(failureText));
      controller.close();
    }
    await body?.cancel().catch(() => undefined);
  }

  /** Processes the next piece, and waits for it if necessary: callers that send or read nothing are waited for in here. */
  async #step(body: Body): Promise<Result<Uint8Array, VaultError>> {
    try {
      if (this.#unprocessed === "") {
        await this.#hold.take(this.#keptBytes());
        const read = await this.#read(body);
        if (!read.ok) return read;
      }
      const length = Math.min(this.#unprocessed.length, MAX_STREAM_PIECE_LENGTH);
      const worked = Math.ceil((length / MAX_STREAM_PIECE_LENGTH) * STREAM_PIECE_BYTES);
      if (!(await this.#hold.take(this.#keptBytes() + worked))) return OVERLOADED;
      const given = await this.#workOn(length);
      if (!given.ok) return given;
      const bytes = this.#encoder.encode(given.value);
      // Held until the client has taken them.
      const isHeld = await this.#hold.take(this.#keptBytes() + bytes.length);
      return isHeld ? ok(bytes) : OVERLOADED;
    } catch (error) {
      log("http.stream-failed", { error: errorName(error), request: this.#requestId });
      return err({ code: "internal" });
    }
  }

  #keptBytes(): number {
    const buffered = this.#format.bufferedBytes + this.#transform.bufferedBytes;
    return WAITING_STREAM_BYTES + 2 * this.#unprocessed.length + buffered;
  }

  async #workOn(length: number): Promise<Result<string, VaultError>> {
    const piece = this.#unprocessed.slice(0, length);
    this.#unprocessed = this.#unprocessed.slice(length);
    const isEnd = this.#isEnd && this.#unprocessed === "";
    const parts = this.#format.read(piece, isEnd);
    return parts.ok ? await this.#work(parts.value, isEnd) : parts;
  }

  /** Reads the next bytes; a character that is cut in two waits for its other half. */
  async #read(body: Body): Promise<Result<null, VaultError>> {
    let bytes: Uint8Array | undefined;
    try {
      bytes = body === null ? undefined : (await waitFor(body.read())).value;
    } catch {
      return err({ code: "unreadable_body" });
    }
    try {
      this.#isEnd = bytes === undefined;
      this.#unprocessed = this.#decoder.decode(bytes, { stream: bytes !== undefined });
      return ok(null);
    } catch {
      return err({ code: "invalid_utf8" });
    }
  }

  /** Writes the parts anew. Adjacent pieces of the text are transformed together; the result goes into the last of them. */
  async #work(parts: readonly StreamPart[], isEnd: boolean): Promise<Result<string, VaultError>> {
    let out = "";
    let pieces: Extract<StreamPart, { piece: string }>[] = [];
    const flush = async (isLast: boolean): Promise<VaultError | null> => {
      const made = await this.#transform.next(pieces.map(({ piece }) => piece).join(""), isLast);
      if (!made.ok) return made.error;
      const last = pieces.pop();
      for (const { write } of pieces) out += write("");
      if (last !== undefined) out += last.write(made.value);
      else if (made.value !== "") out += this.#format.write(made.value);
      pieces = [];
      return null;
    };
    for (const part of parts) {
      if ("piece" in part) {
        pieces.push(part);
        continue;
      }
      const failed = pieces.length > 0 || part.isLast ? await flush(part.isLast) : null;
      if (failed !== null) return err(failed);
      out += part.other;
    }
    const failed = pieces.length > 0 || isEnd ? await flush(isEnd) : null;
    return failed === null ? ok(out) : err(failed);
  }
}
