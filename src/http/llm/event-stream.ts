// A streamed answer: server-sent events in, restored, and out again, as fast as they are read and no faster.
import { createParser } from "eventsource-parser";
import { failure, statusOf } from "../../contract/answers.ts";
import type { ErrorCode } from "../../core/errors.ts";
import { MAX_MODEL_ANSWER_BYTES } from "../../core/limits.ts";
import { costOfLetters, type Steps } from "../../core/steps.ts";
import type { EventRestorer, StreamEvent } from "../../llm/wire/dialect.ts";
import { systemClock } from "../../platform/clock.ts";
import { errorName, log } from "../../platform/log.ts";
import { beginStretch, inStretches } from "../../platform/yield-to-callers.ts";
import { inTime, TooSlow } from "./patience.ts";

/** What goes with one stream. */
export interface StreamOptions {
  readonly events: EventRestorer;
  /** How long the provider may say nothing, in milliseconds. */
  readonly patienceMs: number;
  /** Told of each event as it came, before it is passed on. */
  onEvent(event: StreamEvent): Promise<void>;
}

class TooLarge extends Error {}

/**
 * The stream with its values. One that is cut off, takes too long between two events or has one that is too large ends with
 * the API's own event of a failure. A reader that goes away ends it at its source.
 */
export function restoredStream(
  source: ReadableStream<Uint8Array>,
  { events, patienceMs, onEvent }: StreamOptions,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const arrived: StreamEvent[] = [];
  let isAlive = false;
  let isTooLarge = false;
  const parser = createParser({
    onEvent: ({ event, data }) => arrived.push({ event, data }),
    // Some providers keep a connection alive with them. What they say is nothing to a reader.
    onComment: () => {
      isAlive = true;
    },
    onError: ({ type }) => {
      isTooLarge ||= type === "max-buffer-size-exceeded";
    },
    maxBufferSize: MAX_MODEL_ANSWER_BYTES,
  });
  /** What may be passed on once this text has come. */
  const passOn = async (text: string): Promise<string> => {
    isAlive = false;
    await inStretches(inOneStep(text, () => parser.feed(text)));
    if (isTooLarge) throw new TooLarge();
    let out = "";
    for (const event of arrived.splice(0)) {
      await onEvent(event);
      // Its reader goes no further: what was held back comes before it, whatever it says.
      const before = event.event === "error" ? events.end() : [];
      const shown = await inStretches(events.push(event));
      out += [...before, ...shown].map(written).join("");
    }
    return out === "" && isAlive ? ":\n\n" : out;
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const enqueue = async (text: string): Promise<void> => {
        if (text !== "")
          controller.enqueue(await inStretches(inOneStep(text, () => encoder.encode(text))));
      };
      try {
        for (;;) {
          const asked = systemClock();
          const { done, value } = await inTime(reader.read(), patienceMs);
          // Others have had their turn meanwhile: no event is to wait for them again.
          if (systemClock() - asked > WAITED_MS) beginStretch();
          // The standard drops an event without an empty line behind it; some providers leave the last one out.
          const out = await passOn(done ? `${decoder.decode()}\n\n` : decodedPart(decoder, value));
          await enqueue(done ? out + events.end().map(written).join("") : out);
          if (done) controller.close();
          if (done || out !== "") return;
        }
      } catch (error) {
        const code = codeOf(error);
        log("llm.stream-broken", { code, error: errorName(error) });
        await reader.cancel().catch(() => undefined);
        const { message } = failure({ code }).error;
        await enqueue(events.fail(statusOf({ code }), code, message).map(written).join(""));
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** A wait for the provider of more milliseconds has been no work of this thread's. */
const WAITED_MS = 5;
/** Milliseconds for 64 KiB: 7.5 MB took 12 to put together, and 15 to encode and to hand over. */
const COST = 0.15;

function* inOneStep<T>(text: string, work: () => T): Steps<T> {
  yield costOfLetters(text.length, COST);
  return work();
}

function decodedPart(decoder: TextDecoder, bytes: Uint8Array): string {
  return decoder.decode(bytes, { stream: true });
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof TooSlow) return "provider_too_slow";
  return error instanceof TooLarge ? "provider_unreadable" : "provider_cut_off";
}

/** An event as it is sent (WHATWG HTML, section 9.2.6). */
function written({ event, data }: StreamEvent): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${name}${data
    .split("\n")
    .map((line) => `data: ${line}\n`)
    .join("")}\n`;
}
