// Reads a job's payload as it arrives from the Worker, frame by frame, with one frame in memory at a time.
import { fromUtf8 } from "../../crypto/encoding.ts";
import { type FrameHead, HEAD_BYTES, headIn } from "../../jobs/payload-frames.ts";
import { MAX_CHUNK_BYTES } from "../../jobs/slice.ts";
import type { PayloadEnd } from "../job-rpc.ts";
import type { NamespaceBase } from "../namespace-base.ts";

/** Reads one payload. Its methods throw when the stream is cut or is no payload, which ends the call. */
export class PayloadReader {
  readonly #reader: ReadableStreamBYOBReader;
  readonly #recycler: NamespaceBase["recycler"];
  #buffer = new ArrayBuffer(MAX_CHUNK_BYTES);
  #end: PayloadEnd | null = null;

  constructor(stream: ReadableStream<Uint8Array>, { recycler }: Pick<NamespaceBase, "recycler">) {
    this.#reader = stream.getReader({ mode: "byob" });
    this.#recycler = recycler;
  }

  /** The facts sent after the last chunk. Throws until `next` has given null. */
  get end(): PayloadEnd {
    if (this.#end === null) throw new Error("a payload is not read to its end");
    return this.#end;
  }

  /**
   * The head of the next chunk, whose bytes the caller has to read next; null after the last chunk. The object may close
   * while this waits for a slow sender; nothing of the job stays then.
   */
  async next(): Promise<FrameHead | null> {
    let bytes = new Uint8Array(0);
    await this.#recycler.outside(async () => {
      bytes = await this.read(HEAD_BYTES);
    });
    const head = headIn(bytes);
    if (head.items > 0) return head;
    this.#end = JSON.parse(fromUtf8(await this.read(head.bytes))) as PayloadEnd;
    const { done } = await this.#reader.read(new Uint8Array(1));
    if (!done) throw new Error("a payload goes on behind its end");
    this.#reader.releaseLock();
    return null;
  }

  /** The next `length` bytes; the array is valid until the next read. */
  async read(length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#buffer.byteLength < length) this.#buffer = new ArrayBuffer(length);
    const { value } = await this.#reader.readAtLeast(
      length,
      new Uint8Array(this.#buffer, 0, length),
    );
    if (value?.length !== length) throw new Error("a payload ended early");
    this.#buffer = value.buffer;
    return value;
  }

  /** Read and discard all chunks, and give the end. Cancelling the stream would make the runtime log an exception. */
  async skip(): Promise<PayloadEnd> {
    for (;;) {
      const head = await this.next();
      if (head === null) return this.end;
      await this.read(head.bytes + head.flawBytes);
    }
  }
}
