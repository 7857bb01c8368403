// What a call to a language model takes of the isolate's memory once its request is sent. It counts with the bodies of
// requests: uncounted, 24 answers of 7 MB at a time took the 512 MB that the runtime may have.
import type { Context } from "hono";
import { PARSED_BODY_FACTOR } from "../../core/limits.ts";
import { BodyHold } from "../body-holds.ts";
import { type HttpEnv, Refusal } from "../handler.ts";

/** How many times its text a request takes while its provider thinks: 3 to 3.5 were measured of 300 KiB. */
const TEXT_FACTOR = 4;
/** What stays of a token until its answer has ended: 120 streams took 350 bytes for each of their 9,000. */
const TOKEN_BYTES = 350;
/** What a stream takes that waits. */
const STREAM_BYTES = 16 * 1024;

/** What one call holds. What there is no memory for is refused with `overloaded`. */
export class CallHold {
  readonly #c: Context<HttpEnv>;
  readonly #hold: BodyHold;
  #kept = 0;
  #counted = 0;

  /** Goes on with what is held of the request's body, if it has one. */
  constructor(c: Context<HttpEnv>) {
    this.#c = c;
    this.#hold = c.get("bodyHold") ?? new BodyHold("parsed", c.get("claims"));
    c.set("bodyHold", this.#hold);
  }

  /** Of the request only this text is needed now, which is sent on, and its tokens. */
  async keep(text: string, tokens: number): Promise<void> {
    this.#kept = STREAM_BYTES + TEXT_FACTOR * text.length + TOKEN_BYTES * tokens;
    this.#hold.shrink(this.#kept);
    await this.#take(this.#kept);
  }

  /** The answer comes as a stream: the text is not needed any more, and the tokens until `release`. */
  keepTokens(tokens: number): void {
    this.#kept = STREAM_BYTES + TOKEN_BYTES * tokens;
    this.#hold.shrink(this.#kept);
    this.#c.set("bodyHold", undefined);
  }

  /** So many bytes of an answer, or of one event, have come or will come, and are held as a whole. */
  async count(bytes: number): Promise<void> {
    if (bytes <= this.#counted) return;
    this.#counted = bytes;
    await this.#take(this.#kept + PARSED_BODY_FACTOR * bytes);
  }

  /** They are passed on. */
  passed(): void {
    if (this.#counted > 0) this.#hold.shrink(this.#kept);
    this.#counted = 0;
  }

  /** The stream has ended. */
  release(): void {
    this.#hold.release();
  }

  async #take(bytes: number): Promise<void> {
    if (!(await this.#hold.take(bytes))) throw new Refusal({ code: "overloaded" });
  }
}
