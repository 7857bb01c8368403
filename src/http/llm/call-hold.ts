// Memory that a call to a language model takes once its request is sent. It counts together with the bodies of requests:
// uncounted, 24 answers of 7 MB at a time took the 512 MB that the runtime may have.
import type { Context } from "hono";
import { PARSED_BODY_FACTOR } from "../../core/limits.ts";
import { BodyHold } from "../body-holds.ts";
import { type HttpEnv, Refusal } from "../handler.ts";

/** Times its text that a request takes while its provider works: 3 to 3.5 were measured for 300 KiB. */
const TEXT_FACTOR = 4;
/** Bytes that each token takes until its answer has ended: 120 streams took 350 for each of their 9,000. */
const TOKEN_BYTES = 350;
const STREAM_BYTES = 16 * 1024;

/** Memory that one call holds. Refuses with `overloaded` when there is none. */
export class CallHold {
  readonly #c: Context<HttpEnv>;
  readonly #hold: BodyHold;
  #keptBytes = 0;
  #countedBytes = 0;

  /** Takes over the hold of the request's body, if there is one. */
  constructor(c: Context<HttpEnv>) {
    this.#c = c;
    this.#hold = c.get("bodyHold") ?? new BodyHold("parsed", c.get("claims"));
    c.set("bodyHold", this.#hold);
  }

  /** Reduces the hold to what is still needed of the request: the text that is sent on, and its tokens. */
  async keep(text: string, tokens: number): Promise<void> {
    this.#keptBytes = STREAM_BYTES + TEXT_FACTOR * text.length + TOKEN_BYTES * tokens;
    this.#hold.shrink(this.#keptBytes);
    await this.#take(this.#keptBytes);
  }

  /** The answer is a stream: the text is not needed any more, and the tokens are until `release`. */
  keepTokens(tokens: number): void {
    this.#keptBytes = STREAM_BYTES + TOKEN_BYTES * tokens;
    this.#hold.shrink(this.#keptBytes);
    this.#c.set("bodyHold", undefined);
  }

  /** Holds memory for this many bytes of an answer or event that is read as a whole. */
  async count(bytes: number): Promise<void> {
    if (bytes <= this.#countedBytes) return;
    this.#countedBytes = bytes;
    await this.#take(this.#keptBytes + PARSED_BODY_FACTOR * bytes);
  }

  /** Frees the memory of bytes that have been passed on. */
  freeCounted(): void {
    if (this.#countedBytes > 0) this.#hold.shrink(this.#keptBytes);
    this.#countedBytes = 0;
  }

  /** The stream has ended. */
  release(): void {
    this.#hold.release();
  }

  async #take(bytes: number): Promise<void> {
    if (!(await this.#hold.take(bytes))) throw new Refusal({ code: "overloaded" });
  }
}
