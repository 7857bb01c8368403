// One commit for calls that are under way together. The runtime commits what was written in one turn of
// its event loop at the end of that turn, and each commit waits for the disk. Calls that arrived together are
// let in one after the other, each in a turn of its own, so each would have a commit of its own.

/** Lets the synchronous blocks of several calls run in one turn. */
export class CommitGroup {
  readonly #step: () => Promise<unknown>;
  /** The step of those who wait now; the first of them has begun it. */
  #waiting: Promise<unknown> | null = null;

  /**
   * `step` has to end in a later turn, behind everybody who waits to be let in by now. It should cost
   * little: a call that is alone takes it as well.
   */
  constructor(step: () => Promise<unknown>) {
    this.#step = step;
  }

  /**
   * Run a block in the same turn as those of others. What it gives or throws is its caller's alone; all fail with a step
   * that fails. The world may have changed until it runs: it has to look again at whatever it was planned with.
   */
  async run<T>(block: () => T): Promise<T> {
    this.#waiting ??= this.#step().finally(() => {
      this.#waiting = null;
    });
    await this.#waiting;
    return block();
  }
}
