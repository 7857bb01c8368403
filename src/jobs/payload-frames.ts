// How the Worker sends a job's payload to its object: chunk by chunk, each after a head with its length, so that
// neither side needs to know the total beforehand. After the last chunk comes a frame with what is only known then.

/** Head of a frame. Its chunk follows: items as JSON texts joined by commas, then the flaws of invalid items. */
export interface FrameHead {
  /** 0 for the end frame, whose `bytes` are JSON. */
  readonly items: number;
  readonly bytes: number;
  /** Bytes of the flaws as JSON (`[[place, flaw], …]`, without brackets); 0 without flaws, or if a flaw ends the job. */
  readonly flawBytes: number;
}

const NUMBER_BYTES = 4;
/** Bytes of a head: three big-endian numbers. */
export const HEAD_BYTES = 3 * NUMBER_BYTES;

/** A frame: a head, the chunk and the flaws. Copies them, because a stream detaches the buffers it is given. */
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

/** The frame after the last chunk. */
export function endFrameOf(end: object): Uint8Array {
  return frameOf(0, new TextEncoder().encode(JSON.stringify(end)), null);
}

/** Parse a head. */
export function headIn(bytes: Uint8Array): FrameHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [items, length, flawBytes] = [0, 1, 2].map((i) => view.getUint32(i * NUMBER_BYTES));
  return { items: items ?? 0, bytes: length ?? 0, flawBytes: flawBytes ?? 0 };
}
