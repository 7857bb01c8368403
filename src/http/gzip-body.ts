// The bytes of a body that came in gzip, bounded by what comes out: a few kilobytes may unfold to gigabytes.
import type { VaultError } from "../core/errors.ts";
import type { BodyHold } from "./body-holds.ts";
import { Refusal } from "./handler.ts";

/** Bytes unfolded at a time; each becomes 1,032 at most (RFC 1951 has no denser form), so 4 MiB come before a look at the bound. */
const STEP_BYTES = 4 * 1024;

/**
 * What a body of one gzip member (RFC 1952) unfolds to, at most `limit` bytes; what it takes is held beside the body itself.
 * Refuses with `payload_too_large`, `overloaded`, and `invalid_gzip`: damaged, cut off, or with something behind its member.
 */
export async function unfolded(
  body: Uint8Array<ArrayBuffer>,
  limit: number,
  hold: BodyHold,
): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream("gzip");
  // Whoever reads is told of what goes wrong here.
  const writing = writeSteps(body, writable.getWriter()).catch(() => undefined);
  const reader = readable.getReader();
  let bytes = new Uint8Array(0);
  let filled = 0;
  const refuse = async (failure: VaultError): Promise<never> => {
    await reader.cancel().catch(() => undefined);
    throw new Refusal(failure);
  };
  for (;;) {
    const part = await reader.read().catch(() => refuse({ code: "invalid_gzip" }));
    if (part.done) break;
    const end = filled + part.value.length;
    if (end > limit) await refuse({ code: "payload_too_large", detail: String(limit) });
    if (end > bytes.length) {
      const size = Math.min(2 * end, limit);
      if (!(await hold.take(body.length + size))) await refuse({ code: "overloaded" });
      const larger = new Uint8Array(size);
      larger.set(bytes.subarray(0, filled));
      bytes = larger;
    }
    bytes.set(part.value, filled);
    filled = end;
  }
  await writing;
  hold.buffer = bytes.buffer;
  return bytes.subarray(0, filled);
}

async function writeSteps(
  body: Uint8Array<ArrayBuffer>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  for (let at = 0; at < body.length; at += STEP_BYTES) {
    await writer.write(body.slice(at, at + STEP_BYTES));
  }
  await writer.close();
}
