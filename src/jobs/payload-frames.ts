// How a job's payload travels from the Worker to its object: chunk by chunk, each behind a head that says how long it is, so
// that neither side has to know beforehand what comes. Behind the last chunk stands what is known only then.

/** A chunk of a payload: its items as JSON texts joined by commas, and behind them what is wrong with some. */
export interface FrameHead {
  /** None: it is the end, and `bytes` are its JSON. */
  readonly items: number;
  readonly bytes: number;
  /** Of the flaws as JSON (`[[place, flaw], …]`, without brackets): 0 where there are none, or the job does not go on. */
  readonly flawBytes: number;
}

const NUMBER_BYTES = 4;
/** Bytes of a head: three numbers, the largest byte first. */
export const HEAD_BYTES = 3 * NUMBER_BYTES;

/** A frame: its head, and what comes with it. The first part is copied: a stream takes what it is given. */
export function frameOf(items: number, chunk: Uint8Array, flaws: Uint8Array | null): Uint8Array {
  const frame = new Uint8Array(HEAD_BYTES + chunk.length + (flaws?.length ?? 0));
  const view = new DataView(frame.buffer);
  for (const [i, number] of [items, chunk.length, flaws?.length ?? 0].entries()) {
    view.setUint32(i * NUMBER_BYTES, number);
  }
  frame.set(chunk, HEAD_BYTES);
  if (flaws !== null) frame.set(flaws, HEAD_BYTES + chunk.length);
  return frame;
}

/** The frame behind the last chunk. */
export function endFrameOf(end: object): Uint8Array {
  return frameOf(0, new TextEncoder().encode(JSON.stringify(end)), null);
}

/** What a head says. */
export function headIn(bytes: Uint8Array): FrameHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [items, length, flawBytes] = [0, 1, 2].map((i) => view.getUint32(i * NUMBER_BYTES));
  return { items: items ?? 0, bytes: length ?? 0, flawBytes: flawBytes ?? 0 };
}
