// A lease that an object returns with an answer, to learn when the caller has let go of it.
import { RpcTarget } from "cloudflare:workers";

/** Calls `end` once, when the runtime disposes of it: the caller released the answer, or the caller's request ended. */
export class Lease extends RpcTarget implements Disposable {
  readonly #end: () => void;
  #isHeld = true;

  constructor(end: () => void) {
    super();
    this.#end = end;
  }

  [Symbol.dispose](): void {
    if (this.#isHeld) this.#end();
    this.#isHeld = false;
  }
}
