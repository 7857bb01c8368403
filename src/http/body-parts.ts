// A body that is worked on as it comes, part by part, and never held as a whole.
import type { Context } from "hono";
import {
  MAX_STREAMED_BODY_BYTES,
  MAX_STREAMED_BODY_CHUNKS,
  STREAMED_BODY_BYTES,
} from "../core/limits.ts";
import { bodyParts } from "./body-bytes.ts";
import { BodyHold } from "./body-holds.ts";
import { requireAdmission } from "./call.ts";
import { isFolded, unfoldedParts } from "./gzip-body.ts";
import { type HttpEnv, Refusal } from "./handler.ts";

/** A body's parts, and what it holds. */
export interface StreamedBody {
  /**
   * Each is overwritten by the next. Fails with a `Refusal` of `payload_too_large`, `unreadable_body`, `invalid_gzip`,
   * `body_too_slow`, `too_many_chunks` and `overloaded`.
   */
  readonly parts: AsyncGenerator<Uint8Array>;
  /** Hold so many bytes beside what every such body takes. Fails with a `Refusal` of `overloaded`. */
  holdMore(bytes: number): Promise<void>;
}

/** The request's body, unfolded where it is in gzip; refuses with `encoded_body` any other coding. Nothing of it is read before its sender is known to be on the allow list. */
export async function readParts(c: Context<HttpEnv>): Promise<StreamedBody> {
  await requireAdmission(c);
  const inGzip = isFolded(c, true);
  const hold = new BodyHold("cut", c.get("claims"));
  c.set("bodyHold", hold);
  const holdMore = async (bytes: number): Promise<void> => {
    if (!(await hold.take(STREAMED_BODY_BYTES + bytes))) throw new Refusal({ code: "overloaded" });
  };
  await holdMore(0);
  const sent = bodyParts(c.req.raw, hold, MAX_STREAMED_BODY_CHUNKS);
  return { parts: bounded(inGzip ? unfoldedParts(sent) : sent, hold), holdMore };
}

async function* bounded(parts: AsyncGenerator<Uint8Array>, hold: BodyHold) {
  let bytes = 0;
  try {
    for await (const part of parts) {
      bytes += part.length;
      if (bytes > MAX_STREAMED_BODY_BYTES) {
        throw new Refusal({ code: "payload_too_large", detail: String(MAX_STREAMED_BODY_BYTES) });
      }
      // What is done with it takes its time: nobody waits for the sender then.
      hold.keep();
      yield part;
    }
  } catch (error) {
    // Cut off by the client, or not framed as it says.
    throw error instanceof Refusal ? error : new Refusal({ code: "unreadable_body" });
  }
}
