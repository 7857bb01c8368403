// The bytes of a body, read into one growing buffer, in a bounded time.
import { BODY_GRACE_MS, MIN_BODY_BYTES_PER_MS } from "../core/limits.ts";
import { systemClock } from "../platform/clock.ts";
import type { BodyHold } from "./body-holds.ts";
import { Refusal } from "./handler.ts";

/** Bytes asked of the runtime at a time: however small the parts a body is sent in, it is read in steps of this. */
const STEP_BYTES = 64 * 1024;

const overloaded = () => new Refusal({ code: "overloaded" });

/**
 * The bytes of a body of at most `limit` bytes; what they take is held. Refuses with `payload_too_large`, a longer one
 * before its end, `body_too_slow` and `overloaded`. Throws when the body is cut off or not framed as it says.
 */
export async function readBody(
  request: Request,
  limit: number,
  hold: BodyHold,
): Promise<Uint8Array<ArrayBuffer>> {
  const header = request.headers.get("content-length");
  const announced = header === null ? null : Number(header);
  const bytes =
    announced !== null && announced <= STEP_BYTES && announced <= limit
      ? await readShort(request)
      : await readLong(request, announced, limit, hold);
  if (!(await hold.takeParsed(bytes.length))) throw overloaded();
  return bytes;
}

/** The runtime holds a body to its announced length; reading a short one whole saves 100 us of hops. */
async function readShort(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await inTime(request.arrayBuffer(), systemClock(), 0));
}

async function readLong(
  request: Request,
  announced: number | null,
  limit: number,
  hold: BodyHold,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new Refusal({ code: "payload_too_large", detail: String(limit) });
  if (announced !== null && announced > limit) throw tooLarge;
  // Before the first byte: what is not read yet waits at its sender.
  let isHeld = await hold.take(announced ?? STEP_BYTES);
  let bytes = new Uint8Array(isHeld ? (announced ?? STEP_BYTES) : 0);
  let filled = 0;
  for await (const part of partsOf(request)) {
    const end = filled + part.length;
    if (end > limit) throw tooLarge;
    if (isHeld && end > bytes.length) {
      const size = Math.min(2 * end, limit);
      isHeld = await hold.take(size);
      if (isHeld) bytes = new Uint8Array(bytes.buffer.transfer(size));
    }
    // Passed over to its end where there is no room: who still sends would find the connection cut, not our answer.
    if (isHeld) bytes.set(part, filled);
    filled = end;
  }
  if (!isHeld) throw overloaded();
  return bytes.subarray(0, filled);
}

/** Parts of a body; each is overwritten by the next. */
async function* partsOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader({ mode: "byob" });
  const began = systemClock();
  let step = new Uint8Array(STEP_BYTES);
  for (let bytes = 0; reader !== undefined; ) {
    const { value } = await inTime(reader.readAtLeast(step.length, step), began, bytes);
    if (value === undefined || value.length === 0) return;
    bytes += value.length;
    yield value;
    step = new Uint8Array(value.buffer);
  }
}

/** What is read of a body that has brought so many bytes since it `began`; a refusal when that takes too long. */
async function inTime<T>(reading: Promise<T>, began: number, bytes: number): Promise<T> {
  const leftMs = began + BODY_GRACE_MS + bytes / MIN_BODY_BYTES_PER_MS - systemClock();
  let refuse = (): void => undefined;
  const tooSlow = new Promise<never>((_, reject) => {
    refuse = () => reject(new Refusal({ code: "body_too_slow" }));
  });
  const timer = setTimeout(refuse, Math.max(leftMs, 0));
  try {
    return await Promise.race([reading, tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}
