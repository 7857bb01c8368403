// Reads the bytes of a body into one growing buffer, within bounds of time and number of chunks.
import {
  BODY_GRACE_MS,
  MAX_BODY_CHUNKS,
  MIN_BODY_BYTES_PER_MS,
  MIN_BODY_MEMORY_BYTES,
} from "../core/limits.ts";
import { systemClock } from "../platform/clock.ts";
import { systemRandom } from "../platform/random.ts";
import type { BodyHold } from "./body-holds.ts";
import { Refusal } from "./handler.ts";

/** Bytes per read from the runtime: bodies are read in steps of this size, however small the parts they are sent in. */
const STEP_BYTES = 64 * 1024;
/** How often a stalled read checks its time limit, and whether others have taken its memory. */
const CHECK_EVERY_MS = 200;

const overloaded = () => new Refusal({ code: "overloaded" });
const tooSlow = () => new Refusal({ code: "body_too_slow" });

/**
 * Reads a body of at most `limit` bytes and holds the memory it takes. Refuses with `payload_too_large` (a longer body
 * before its end), `body_too_slow`, `too_many_chunks` and `overloaded`. Throws when the body is cut off or badly framed.
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
      ? await readShort(request, announced, hold)
      : await readLong(request, announced, limit, hold);
  if (!(await hold.takeParsed(bytes.length))) throw overloaded();
  return bytes;
}

/** The runtime enforces the announced length; reading a short body in one call saves 100 us of hops. */
async function readShort(
  request: Request,
  announced: number,
  hold: BodyHold,
): Promise<Uint8Array<ArrayBuffer>> {
  // What a request takes while it waits: else any number of bodies could lack their last byte.
  if (!(await hold.take(Math.max(announced, MIN_BODY_MEMORY_BYTES)))) throw overloaded();
  hold.expectMore();
  return new Uint8Array(await inTime(request.arrayBuffer(), systemClock() + BODY_GRACE_MS, hold));
}

async function readLong(
  request: Request,
  announced: number | null,
  limit: number,
  hold: BodyHold,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new Refusal({ code: "payload_too_large", detail: String(limit) });
  if (announced !== null && announced > limit) throw tooLarge;
  // Memory is taken before the first byte: until then the body waits at its sender.
  let isHeld = await hold.take(announced ?? STEP_BYTES);
  let bytes = new Uint8Array(isHeld ? (announced ?? STEP_BYTES) : 0);
  hold.buffer = bytes.buffer;
  let filled = 0;
  for await (const part of bodyParts(request, hold)) {
    const end = filled + part.length;
    if (end > limit) throw tooLarge;
    if (isHeld && end > bytes.length) {
      const size = Math.min(2 * end, limit);
      isHeld = await hold.take(size);
      if (isHeld) bytes = new Uint8Array(bytes.buffer.transfer(size));
      hold.buffer = bytes.buffer;
    }
    // Without memory the body is read to its end and dropped: a client cut off while it sends would not see our answer.
    if (isHeld) bytes.set(part, filled);
    filled = end;
  }
  if (!isHeld) throw overloaded();
  hold.keep();
  return bytes.subarray(0, filled);
}

/**
 * Parts of a body; each is overwritten by the next. The runtime joins chunks (RFC 9112 section 7.1), which takes 4 us a
 * chunk, and does not report how many there were. So every other read asks for a single byte: it gets the rest of one chunk,
 * and the part before is counted as if it had come in chunks of that size. Refuses with `body_too_slow` and
 * `too_many_chunks`. Throws when the body is cut off or badly framed.
 */
export async function* bodyParts(
  request: Request,
  hold: BodyHold,
  maxChunks = MAX_BODY_CHUNKS,
): AsyncGenerator<Uint8Array> {
  const isChunked = !request.headers.has("content-length");
  const reader = request.body?.getReader({ mode: "byob" });
  const began = systemClock();
  let step = new Uint8Array(STEP_BYTES);
  let [bytes, before, chunks] = [0, 0, 0];
  for (let isSample = false; reader !== undefined; isSample = isChunked && !isSample) {
    if (!hold.expectMore()) throw tooSlow();
    const least = isSample ? 1 : isChunked ? STEP_BYTES - randomShortfall() : STEP_BYTES;
    const until = began + BODY_GRACE_MS + bytes / MIN_BODY_BYTES_PER_MS;
    const { value } = await inTime(reader.readAtLeast(least, step), until, hold);
    if (value === undefined || value.length === 0) return;
    if (isSample) chunks += before / value.length;
    if (chunks > maxChunks) throw new Refusal({ code: "too_many_chunks" });
    before = value.length;
    bytes += before;
    yield value;
    step = new Uint8Array(value.buffer);
  }
}

/** A random number up to half a step: senders cannot foresee which chunk is measured. */
function randomShortfall(): number {
  const [high = 0, low = 0] = systemRandom(2);
  return (256 * high + low) >> 1;
}

/** The result of a read; refuses when it has not come by `until`, or when others have taken the body's memory. */
function inTime<T>(reading: Promise<T>, until: number, hold: BodyHold): Promise<T> {
  // With `Promise.race` it cost a twentieth of a request's CPU.
  return new Promise<T>((resolve, reject) => {
    const timer = setInterval(() => {
      if (systemClock() >= until || hold.isLost) end(() => reject(tooSlow()));
    }, CHECK_EVERY_MS);
    const end = (settle: () => void) => {
      clearInterval(timer);
      settle();
    };
    reading.then(
      (read) => end(() => resolve(read)),
      (error: unknown) => end(() => reject(error)),
    );
  });
}
