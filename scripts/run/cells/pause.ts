// Stopping a runtime for a while, with the requests that come meanwhile kept waiting: for what needs a cell's files.

import { RESTART_PATIENCE_MS } from "../serve/front.ts";

/** Between whoever wants a runtime stopped and whoever runs it. */
export class Pause {
  #wanted = Promise.withResolvers<"paused">();
  #stopped = Promise.withResolvers<void>();
  #over = Promise.withResolvers<void>();

  /** Resolves when it is to stop. */
  wanted(): Promise<"paused"> {
    return this.#wanted.promise;
  }

  /** It has stopped; resolves when it is to run again. */
  async rest(): Promise<void> {
    this.#stopped.resolve();
    await this.#over.promise;
  }

  /** Have it stop. Resolves when it has. */
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

/** Cells that take no requests for now. */
export class Gates {
  readonly #closed = new Map<number, Promise<void>>();

  /** Close the way to these cells; gives what opens it again. */
  close(cells: readonly number[]): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const cell of cells) this.#closed.set(cell, promise);
    return () => {
      for (const cell of cells) this.#closed.delete(cell);
      resolve();
    };
  }

  /** The cell that `find` gives, once the way to it is open: then it is looked for anew. Fails when that takes too long. */
  pass(find: () => number): number | Promise<number> {
    const cell = find();
    return this.#closed.has(cell) ? this.#wait(find) : cell;
  }

  async #wait(find: () => number): Promise<number> {
    for (const deadline = Date.now() + RESTART_PATIENCE_MS; ; ) {
      const cell = find();
      const closed = this.#closed.get(cell);
      if (closed === undefined) return cell;
      const late = new Promise<"late">((resolve) =>
        setTimeout(resolve, deadline - Date.now(), "late").unref(),
      );
      if ((await Promise.race([closed, late])) === "late") throw new Error("the cell is paused");
    }
  }
}
