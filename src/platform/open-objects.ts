// Which objects of an isolate are open, as far as they can know it themselves. Each open one has three files, and a
// runtime that reaches its limit of open files ends. Only `serve` says how many there may be; the platform has no
// such limit.
import { BoundedCache } from "../core/bounded-cache.ts";

/** How long the runtime keeps an object open that nobody calls: ten seconds (ActorContainer in workerd's server.c++). */
const KEPT_MS = 10_000;
/** Beyond this share of the most, one closes for each that opens. */
const FULL_SHARE = 0.75;
/**
 * After an object has closed itself the runtime still has its database open for some turns of the event loop. Whoever opens
 * it again meanwhile keeps its write-ahead log: SQLite folds a log in when the last connection closes.
 */
const CLOSING_MS = 250;
const MAX_CLOSING = 1_000;

/** Open objects by name, the least recently used first. */
export class OpenObjects {
  /** When each was last used, in milliseconds. */
  readonly #usedAt = new Map<string, number>();
  /** When each closed itself, as far as it may matter. */
  readonly #closedAt = new BoundedCache<number>(MAX_CLOSING);
  /** Callers who were sent away because too many objects were open, since the isolate began. */
  refused = 0;

  /** Those that the runtime has not closed by now, the most recently used last. */
  openAt(now: number): string[] {
    return [...this.#usedAt].flatMap(([name, at]) => (now - at < KEPT_MS ? [name] : []));
  }

  /** How many are open. */
  get count(): number {
    return this.#usedAt.size;
  }

  /** An object is used; from the first time on it counts as open. */
  use(name: string, now: number): void {
    this.#usedAt.delete(name);
    this.#usedAt.set(name, now);
  }

  /** An object closes itself. */
  close(name: string, now: number): void {
    this.#usedAt.delete(name);
    this.#closedAt.set(name, now);
  }

  /** Milliseconds until one that has closed itself may be opened again, so that its log has gone; 0: at once. */
  closingFor(name: string, now: number): number {
    const since = now - (this.#closedAt.get(name) ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back holds up nobody.
    return since >= 0 && since < CLOSING_MS ? CLOSING_MS - since : 0;
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
