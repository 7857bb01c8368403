// A streamed answer: reads server-sent events, restores and writes them, only as fast as the client reads.
import { createParser } from "eventsource-parser";
import { failure, statusOf } from "../../contract/answers.ts";
import { MAX_MODEL_ANSWER_BYTES } from "../../core/limits.ts";
import { costOfLetters, type Steps } from "../../core/steps.ts";
import type { EventRestorer, StreamEvent } from "../../llm/wire/dialect.ts";
import { inTime } from "../../platform/in-time.ts";
import { errorName, log } from "../../platform/log.ts";
import { inStretches, waitFor, yieldBefore } from "../../platform/yield-to-callers.ts";
import { Refusal } from "../handler.ts";
import type { CallHold } from "./call-hold.ts";
import { beforeParsing, costOfPart, readFailure } from "./provider-call.ts";

/** Settings of one stream. */
export interface StreamOptions {
  readonly events: EventRestorer;
  /** Longest silence of the provider, in milliseconds. */
  readonly patienceMs: number;
  /** Released when the stream ends. */
  readonly hold: CallHold;
  /** Called with each event as it arrived, before it is passed on. */
  onEvent(event: StreamEvent): Promise<void>;
}

/**
 * The restored stream. If the source is cut off, is silent for too long, has an event that is too large or none at all, the
 * stream ends with the API's own event of a failure. When its reader goes away, the source is cancelled.
 */
export function restoredStream(
  source: ReadableStream<Uint8Array>,
  options: StreamOptions,
): ReadableStream<Uint8Array> {
  const stream = new RestoredStream(source.getReader(), options);
  return new ReadableStream<Uint8Array>({
    pull: (controller) => stream.pull(controller),
    cancel: (reason) => stream.cancel(reason),
  });
}

class RestoredStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #options: StreamOptions;
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();
  readonly #arrived: StreamEvent[] = [];
  /** Bytes of an event whose end has not arrived. */
  #begun = 0;
  #isAlive = false;
  #isTooLarge = false;
  #isEmpty = true;
  readonly #parser = createParser({
    onEvent: ({ event, data }) => this.#arrived.push({ event, data }),
    // Some providers send comments to keep a connection alive; their content means nothing to readers.
    onComment: () => {
      this.#isAlive = true;
    },
    onError: ({ type }) => {
      this.#isTooLarge ||= type === "max-buffer-size-exceeded";
    },
    maxBufferSize: MAX_MODEL_ANSWER_BYTES,
  });

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>, options: StreamOptions) {
    this.#reader = reader;
    this.#options = options;
  }

  /** Reads until there is something to pass on, or until the end. */
  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      for (;;) {
        const { isEnd, text } = await this.#next();
        if (text !== "") controller.enqueue(await this.#encoded(text));
        if (isEnd) this.#close(controller);
        if (isEnd || text !== "") return;
      }
    } catch (error) {
      const code = readFailure(error);
      log("llm.stream-broken", { code, error: errorName(error) });
      await this.#reader.cancel().catch(() => undefined);
      const { message } = failure({ code }).error;
      const last = this.#options.events.fail(statusOf({ code }), code, message);
      controller.enqueue(await this.#encoded(written(last)));
      this.#close(controller);
    }
  }

  cancel(reason: unknown): Promise<void> {
    this.#options.hold.release();
    return this.#reader.cancel(reason);
  }

  #close(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#options.hold.release();
    controller.close();
  }

  /** Reads once; returns what can be passed on now. */
  async #next(): Promise<{ isEnd: boolean; text: string }> {
    const { patienceMs, hold, events } = this.#options;
    const { done, value } = await inTime(waitFor(this.#reader.read()), patienceMs);
    this.#begun += value?.length ?? 0;
    // Lines that are no fields count as well, which the parser skips.
    if (this.#begun > MAX_MODEL_ANSWER_BYTES) throw new Refusal({ code: "provider_unreadable" });
    if (this.#begun > UNCOUNTED) await hold.count(this.#begun);
    if (!done) await yieldBefore(costOfPart(value));
    // By the standard an event without an empty line after it is dropped; some providers omit the last one.
    const read = done
      ? `${this.#decoder.decode()}\n\n`
      : this.#decoder.decode(value, { stream: true });
    const text = await this.#passOn(read);
    // In a coding that was not asked for, or a page from some proxy.
    if (done && this.#isEmpty) throw new Refusal({ code: "provider_unreadable" });
    if (text !== "") {
      this.#begun = 0;
      hold.freeCounted();
    }
    return { isEnd: done, text: done ? text + written(events.end()) : text };
  }

  async #passOn(read: string): Promise<string> {
    const { events, onEvent } = this.#options;
    this.#isAlive = false;
    await inStretches(inOneStep(read, () => this.#parser.feed(read)));
    if (this.#isTooLarge) throw new Refusal({ code: "provider_unreadable" });
    let out = "";
    for (const event of this.#arrived.splice(0)) {
      this.#isEmpty = false;
      await beforeParsing(event.data);
      await onEvent(event);
      // Readers stop at an error event, so anything held back has to come before it.
      const before = event.event === "error" ? events.end() : [];
      out += written([...before, ...(await inStretches(events.push(event)))]);
    }
    return out === "" && this.#isAlive ? ":\n\n" : out;
  }

  #encoded(text: string): Promise<Uint8Array> {
    return inStretches(inOneStep(text, () => this.#encoder.encode(text)));
  }
}

/** Events up to this size are not counted. */
const UNCOUNTED = 64 * 1024;
/** Milliseconds for 64 KiB: 7.5 MB took 12 to join, and 15 to encode and hand over. */
const COST = 0.15;

function* inOneStep<T>(text: string, work: () => T): Steps<T> {
  yield costOfLetters(text.length, COST);
  return work();
}

/** Events in the format of WHATWG HTML, section 9.2.6. */
function written(events: readonly StreamEvent[]): string {
  return events.map(writtenOne).join("");
}

function writtenOne({ event, data }: StreamEvent): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${name}${data
    .split("\n")
    .map((line) => `data: ${line}\n`)
    .join("")}\n`;
}
