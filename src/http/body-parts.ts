// A body that is processed part by part as it arrives, and never held as a whole.
import type { Context } from "hono";
import {
  MAX_STREAMED_BODY_BYTES,
  MAX_STREAMED_BODY_CHUNKS,
  STREAMED_BODY_BYTES,
} from "../core/limits.ts";
import { bodyParts } from "./body-bytes.ts";
import { BodyHold } from "./body-holds.ts";
import { requireAdmission } from "./call.ts";
import { decompressedParts, isGzip } from "./gzip-body.ts";
import { type HttpEnv, Refusal } from "./handler.ts";

/** A body's parts, and the memory it holds. */
export interface StreamedBody {
  /**
   * Each part is overwritten by the next. Fails with a `Refusal` of `payload_too_large`, `unreadable_body`, `invalid_gzip`,
   * `body_too_slow`, `too_many_chunks` or `overloaded`.
   */
  readonly parts: AsyncGenerator<Uint8Array>;
  /** Holds this many bytes beside what every such body takes. Fails with a `Refusal` of `overloaded`. */
  holdMore(bytes: number): Promise<void>;
}

/** The body, gzip decompressed; refuses other codings (`encoded_body`). Reads nothing before the allow list is checked. */
export async function readParts(c: Context<HttpEnv>): Promise<StreamedBody> {
  await requireAdmission(c);
  const inGzip = isGzip(c, true);
  const hold = new BodyHold("cut", c.get("claims"));
  c.set("bodyHold", hold);
  const holdMore = async (bytes: number): Promise<void> => {
    if (!(await hold.take(STREAMED_BODY_BYTES + bytes))) throw new Refusal({ code: "overloaded" });
  };
  await holdMore(0);
  const sent = bodyParts(c.req.raw, hold, MAX_STREAMED_BODY_CHUNKS);
  return { parts: bounded(sent, inGzip, hold), holdMore };
}

async function* bounded(sent: AsyncGenerator<Uint8Array>, inGzip: boolean, hold: BodyHold) {
  // Ending this early does not end `sent`.
  const all = { [Symbol.asyncIterator]: () => ({ next: () => sent.next() }) };
  let bytes = 0;
  try {
    for await (const part of inGzip ? decompressedParts(all) : all) {
      bytes += part.length;
      if (bytes > MAX_STREAMED_BODY_BYTES) {
        throw new Refusal({ code: "payload_too_large", detail: String(MAX_STREAMED_BODY_BYTES) });
      }
      // Processing takes time of its own, in which the sender is not to blame for a stall.
      hold.keep();
      yield part;
    }
  } catch (error) {
    // Cut off by the client, or badly framed.
    throw error instanceof Refusal ? error : new Refusal({ code: "unreadable_body" });
  } finally {
    await dropRest(all);
  }
}

/** Reads what is left of a body, without decompressing it: a client cut off while it sends would not see our answer. */
async function dropRest(sent: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  try {
    for await (const { length } of sent) {
      bytes += length;
      if (bytes > MAX_STREAMED_BODY_BYTES) return;
    }
  } catch {
    // The answer tells why the body was refused before.
  }
}
