// Stops a runtime for a while, for work on its cell's files. Requests that arrive meanwhile wait.

import { RESTART_PATIENCE_MS } from "../serve/front.ts";

/** Connects the code that wants a runtime stopped with the code that runs it. */
export class Pause {
  #wanted = Promise.withResolvers<"paused">();
  #stopped = Promise.withResolvers<void>();
  #over = Promise.withResolvers<void>();

  /** Resolves when the runtime is to stop. */
  wanted(): Promise<"paused"> {
    return this.#wanted.promise;
  }

  /** Report that it has stopped; resolves when it is to run again. */
  async rest(): Promise<void> {
    this.#stopped.resolve();
    await this.#over.promise;
  }

  /** Stop the runtime; resolves once it has stopped. */
  async stop(): Promise<void> {
    this.#wanted.resolve("paused");
    await this.#stopped.promise;
  }

  /** Let it run again. */
  end(): void {
    const over = this.#over;
    this.#wanted = Promise.withResolvers();
    this.#stopped = Promise.withResolvers();
    this.#over = Promise.withResolvers();
    over.resolve();
  }
}

/** Holds back requests to cells that are paused. */
export class Gates {
  readonly #closed = new Map<number, Promise<void>>();

  /** Hold back requests to these cells; returns a function that lets them pass again. */
  close(cells: readonly number[]): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const cell of cells) this.#closed.set(cell, promise);
    return () => {
      for (const cell of cells) this.#closed.delete(cell);
      resolve();
    };
  }

  /** The cell that `find` returns, once it is open; `find` is called again after a wait. Fails when that takes too long. */
  pass(find: () => number): number | Promise<number> {
    const cell = find();
    return this.#closed.has(cell) ? this.#wait(find) : cell;
  }

  async #wait(find: () => number): Promise<number> {
    for (const deadline = performance.now() + RESTART_PATIENCE_MS; ; ) {
      const cell = find();
      const closed = this.#closed.get(cell);
      if (closed === undefined) return cell;
      const late = new Promise<"late">((resolve) =>
        setTimeout(resolve, deadline - performance.now(), "late").unref(),
      );
      if ((await Promise.race([closed, late])) === "late") throw new Error("the cell is paused");
    }
  }
}
