// An answer that is passed on as it arrives, unread and not held in memory: one in numbers, which has nothing to restore.
import { MAX_NUMBERS_ANSWER_BYTES } from "../../core/limits.ts";
import { inTime } from "../../platform/in-time.ts";
import { errorName, log } from "../../platform/log.ts";
import { waitFor, yieldBefore } from "../../platform/yield-to-callers.ts";
import { Refusal } from "../handler.ts";
import { costOfPart, readFailure } from "./provider-call.ts";

/** Bytes to read at a time: a plain reader gets 4 KiB, and passed on 8 MB/s where this passes on 85. */
const PART_BYTES = 64 * 1024;

/**
 * The body of a provider's answer, only as fast as the client reads. It breaks off when it is too long, or silent for longer
 * than `patienceMs`; one that announces its length is refused with `provider_unreadable`. When its reader goes away, the
 * provider's is cancelled.
 */
export async function passedAnswer(
  answer: Response,
  patienceMs: number,
): Promise<ReadableStream<Uint8Array> | null> {
  const source = answer.body;
  if (source === null) return null;
  if (Number(answer.headers.get("content-length")) > MAX_NUMBERS_ANSWER_BYTES) {
    await source.cancel();
    throw new Refusal({ code: "provider_unreadable" });
  }
  const reader = source.getReader({ mode: "byob" });
  let passed = 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await inTime(
          waitFor(reader.read(new Uint8Array(PART_BYTES))),
          patienceMs,
        );
        if (done) return controller.close();
        passed += value.length;
        if (passed > MAX_NUMBERS_ANSWER_BYTES) throw new Refusal({ code: "provider_unreadable" });
        await yieldBefore(costOfPart(value));
        controller.enqueue(value);
      } catch (error) {
        log("llm.answer-broken", { code: readFailure(error), error: errorName(error) });
        await reader.cancel().catch(() => undefined);
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
