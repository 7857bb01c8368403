// Which objects of an isolate are open, as far as they can know it themselves. Each open one has three files, and a
// runtime that reaches its limit of open files ends. Only `serve` says how many there may be; the platform has no
// such limit.

/** How long the runtime keeps an object open that nobody calls: ten seconds (ActorContainer in workerd's server.c++). */
const KEPT_MS = 10_000;
/** Beyond this share of the most, one closes for each that opens. */
const FULL_SHARE = 0.75;

/** Open objects by name, the least recently used first. */
export class OpenObjects {
  /** When each was last used, in milliseconds. */
  readonly #usedAt = new Map<string, number>();
  /** Callers who were sent away because too many objects were open, since the isolate began. */
  refused = 0;

  /** How many are open. */
  get count(): number {
    return this.#usedAt.size;
  }

  /** An object is used; from the first time on it counts as open. */
  use(name: string, now: number): void {
    this.#usedAt.delete(name);
    this.#usedAt.set(name, now);
  }

  /** An object closes. */
  forget(name: string): void {
    this.#usedAt.delete(name);
  }

  /**
   * An object opens, of which there may be `most`. Gives the one that should close for it, which is the one used
   * least recently; null while there is room.
   */
  open(name: string, now: number, most: number): string | null {
    for (const [other, usedAt] of this.#usedAt) {
      if (now - usedAt < KEPT_MS) break;
      this.#usedAt.delete(other);
    }
    this.use(name, now);
    const [oldest] = this.#usedAt.keys();
    if (this.count <= most * FULL_SHARE || oldest === undefined || oldest === name) return null;
    // Asked once: the next that opens asks another.
    this.use(oldest, now);
    return oldest;
  }
}

/** The Vault objects of this isolate. */
export const openVaults = new OpenObjects();
