// One commit for calls that are under way together. The runtime commits what was written in one turn of
// its event loop at the end of that turn, and each commit waits for the disk. Calls that arrived together are
// let in one after the other, each in a turn of its own, so each would have a commit of its own.

/** A block that waits for its turn. */
interface Waiting {
  run(): void;
  refuse(reason: unknown): void;
}

/** Lets the synchronous blocks of several calls run in one turn. */
export class CommitGroup {
  readonly #step: () => Promise<unknown>;
  #waiting: Waiting[] = [];

  /**
   * `step` has to end in a later turn, behind everybody who waits to be let in by now. It should cost
   * little: a call that is alone takes it as well.
   */
  constructor(step: () => Promise<unknown>) {
    this.#step = step;
  }

  /**
   * Run a block in the same turn as those of others. What it gives or throws is its caller's alone. Whatever
   * it was planned with may have changed before it runs: it has to look again.
   */
  run<T>(block: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          resolve(block());
        } catch (error) {
          reject(error);
        }
      };
      this.#waiting.push({ run, refuse: reject });
      if (this.#waiting.length === 1) void this.#lead();
    });
  }

  /** The first of a group takes the step for all. */
  async #lead(): Promise<void> {
    try {
      await this.#step();
    } catch (error) {
      for (const { refuse } of this.#take()) refuse(error);
      return;
    }
    for (const { run } of this.#take()) run();
  }

  #take(): readonly Waiting[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
