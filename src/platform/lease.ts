// A lease on an object, which goes with an answer to whoever asked.
import { RpcTarget } from "cloudflare:workers";

/** Ends when the runtime disposes of it: when the caller lets go of the answer, or its own request has ended. */
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
