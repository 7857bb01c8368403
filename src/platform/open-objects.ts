// Which objects of an isolate are open, as far as they can tell themselves. Each open object has three files, and a runtime
// that reaches its limit of open files ends. Only `serve` sets how many may be open; the platform has no such limit.
import { BoundedCache } from "../core/bounded-cache.ts";

/** How long the runtime keeps an idle object open: ten seconds (ActorContainer in workerd's server.c++). */
const KEPT_MS = 10_000;
/** Beyond this share of the limit, one object closes for each that opens. */
const FULL_SHARE = 0.75;
/**
 * After an object has closed itself, the runtime keeps its database open for some turns of the event loop. A caller that
 * reopens it before that preserves its write-ahead log: SQLite merges the log only when the last connection closes.
 */
const CLOSING_MS = 250;
const MAX_CLOSING = 1_000;

/** Open objects by name, least recently used first. */
export class OpenObjects {
  /** When each object was last used, in milliseconds. */
  readonly #usedAt = new Map<string, number>();
  /** When each object closed itself, kept for as long as it may matter. */
  readonly #closedAt = new BoundedCache<number>(MAX_CLOSING);
  /** Requests refused since the isolate started because too many objects were open. */
  refused = 0;

  /** Names of the objects that the runtime has not closed by now, most recently used last. */
  namesOpenAt(now: number): string[] {
    return [...this.#usedAt].flatMap(([name, at]) => (now - at < KEPT_MS ? [name] : []));
  }

  get count(): number {
    return this.#usedAt.size;
  }

  /** Note that an object is used; from its first use it counts as open. */
  use(name: string, now: number): void {
    this.#usedAt.delete(name);
    this.#usedAt.set(name, now);
  }

  /** Note that an object closes itself. */
  close(name: string, now: number): void {
    this.#usedAt.delete(name);
    this.#closedAt.set(name, now);
  }

  /** Milliseconds until an object that closed itself may be reopened, so that its log is merged first; 0: now. */
  msUntilClosed(name: string, now: number): number {
    const since = now - (this.#closedAt.get(name) ?? Number.NEGATIVE_INFINITY);
    // After the clock was set back nobody has to wait.
    return since >= 0 && since < CLOSING_MS ? CLOSING_MS - since : 0;
  }

  /** Note that an object opens, of at most `most`. Returns the least recently used, to be closed for it; null: room. */
  open(name: string, now: number, most: number): string | null {
    for (const [other, usedAt] of this.#usedAt) {
      if (now - usedAt < KEPT_MS) break;
      this.#usedAt.delete(other);
    }
    this.use(name, now);
    const [oldest] = this.#usedAt.keys();
    if (this.count <= most * FULL_SHARE || oldest === undefined || oldest === name) return null;
    // Asked only once: the next object to open asks another.
    this.use(oldest, now);
    return oldest;
  }
}

/** The Vault objects of this isolate. */
export const openVaults = new OpenObjects();
