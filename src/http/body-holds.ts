// Counts the memory that bodies take in this isolate: several are read at once, all in the same memory.
import {
  MAX_BODY_MEMORY_BYTES,
  MAX_STREAM_MEMORY_BYTES,
  MAX_SUBMISSION_MEMORY_BYTES,
  MIN_BODY_MEMORY_BYTES,
  PARSED_BODY_FACTOR,
} from "../core/limits.ts";
import { systemClock } from "../platform/clock.ts";
import type { Claims } from "./namespace-token.ts";

/**
 * When a client disconnects, the runtime stops its request at once and no cleanup code runs. So memory held for a body stops
 * counting after this time, measured from when the body was read.
 */
const COUNTS_FOR_MS = 30_000;
/** A body that delivers less than 64 KiB in this time loses its memory when others want it. */
const STALLED_MS = 1_500;
/** A body waits this long for memory (longer than others may stall), and checks this often. */
const PATIENCE_MS = 2_000;
const CHECK_EVERY_MS = 20;

/** How a body is read: parsed as a whole, cut into chunks that are parsed one by one, or streamed as it arrives. */
export type BodyUse = "parsed" | "cut" | "streamed";

/**
 * When a token, or a namespace, takes memory, its other bodies may hold at most this many times what is left afterwards. So
 * any number of large holders leave something: with a factor of one, one of them leaves half, ten leave an eleventh.
 */
const SHARES = { token: 1, namespace: 3 };

/** Memory that all bodies of one use hold together. */
class BodyMemory {
  readonly #maxBytes: number;
  readonly #shares: readonly number[];
  readonly #holds = new Set<BodyHold>();
  readonly #bytesOfOwner = new Map<string, number>();
  #bytes = 0;
  #checkedAt = 0;

  /** `times`: multiplies the shares. */
  constructor(maxBytes: number, times: number) {
    this.#maxBytes = maxBytes;
    this.#shares = [times * SHARES.token, times * SHARES.namespace];
  }

  /** Makes a hold take more, or less. A body alone may take whatever its operation allows. */
  take(hold: BodyHold, more: number): boolean {
    if (!this.#hasRoom(hold, more)) {
      this.#dropExpired();
      if (!this.#hasRoom(hold, more)) return false;
    }
    this.#holds.add(hold);
    this.#count(hold, more);
    return true;
  }

  giveBack(hold: BodyHold): void {
    if (this.#holds.delete(hold)) this.#count(hold, -hold.bytes);
  }

  #hasRoom(hold: BodyHold, more: number): boolean {
    const left = this.#maxBytes - this.#bytes - more;
    const others = (owner: string) => (this.#bytesOfOwner.get(owner) ?? 0) - hold.bytes;
    const isFair = hold.owners.every((owner, i) => others(owner) <= left * (this.#shares[i] ?? 0));
    const isAlone = this.#bytes === hold.bytes;
    return more <= 0 || isAlone || (left >= 0 && isFair);
  }

  #count({ owners }: BodyHold, more: number): void {
    this.#bytes += more;
    for (const owner of owners) {
      const bytes = (this.#bytesOfOwner.get(owner) ?? 0) + more;
      if (bytes > 0) this.#bytesOfOwner.set(owner, bytes);
      else this.#bytesOfOwner.delete(owner);
    }
  }

  /** Drops holds of disconnected clients and of stalled bodies. One check serves all that wait. */
  #dropExpired(): void {
    const now = systemClock();
    if (now - this.#checkedAt < CHECK_EVERY_MS) return;
    this.#checkedAt = now;
    for (const hold of this.#holds) if (hold.countsUntil < now) hold.lose();
  }
}

const MEMORY: Readonly<Record<BodyUse, BodyMemory>> = {
  // These are short-lived: one token may hold four fifths. A submission of full size leaves room for small ones.
  parsed: new BodyMemory(MAX_BODY_MEMORY_BYTES, 4),
  cut: new BodyMemory(MAX_SUBMISSION_MEMORY_BYTES, 4),
  streamed: new BodyMemory(MAX_STREAM_MEMORY_BYTES, 1),
};

/** Memory that one body holds until it is released. */
export class BodyHold {
  /** The owners: a token, and its namespace. Bodies of operators have none. */
  readonly owners: readonly string[];
  readonly #use: BodyUse;
  #bytes = 0;
  #countsUntil = 0;
  #isLost = false;
  #buffer: ArrayBuffer | null = null;
  #renewal: ReturnType<typeof setInterval> | null = null;

  constructor(use: BodyUse, claims: Pick<Claims, "nid" | "tokenId"> | undefined) {
    this.#use = use;
    this.owners = claims === undefined ? [] : [`${claims.nid} ${claims.tokenId}`, claims.nid];
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** When the hold stops counting, in milliseconds since 1970. */
  get countsUntil(): number {
    return this.#countsUntil;
  }

  /** Whether others have taken its memory. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Takes this many bytes in total, waiting for others to give memory back. False when they do not in time. */
  async take(bytes: number): Promise<boolean> {
    const patience = systemClock() + PATIENCE_MS;
    this.#countsUntil = patience + STALLED_MS;
    while (!MEMORY[this.#use].take(this, bytes - this.#bytes)) {
      if (systemClock() >= patience) return false;
      await scheduler.wait(CHECK_EVERY_MS);
    }
    this.#bytes = bytes;
    this.keep();
    return true;
  }

  /** Called before the next 64 KiB of the body are awaited. False when its memory is lost. */
  expectMore(): boolean {
    this.#countsUntil = systemClock() + STALLED_MS;
    return !this.#isLost;
  }

  /** The body has been read: the hold counts for COUNTS_FOR_MS. */
  keep(): void {
    this.#countsUntil = systemClock() + COUNTS_FOR_MS;
  }

  /** Counts until release; or until the client disconnects, because the runtime then stops this timer with the request. */
  keepUntilRelease(): void {
    this.#renewal ??= setInterval(() => this.keep(), COUNTS_FOR_MS / 3);
  }

  /**
   * Takes the memory that parsing this many bytes as a whole needs, where the body is parsed so; at least an amount that
   * bounds how many requests wait for their turn. False as for `take`.
   */
  async takeParsed(bytes: number): Promise<boolean> {
    const taken = this.#use === "cut" ? this.#bytes : bytes * PARSED_BODY_FACTOR;
    return this.take(Math.max(taken, MIN_BODY_MEMORY_BYTES));
  }

  set buffer(buffer: ArrayBuffer) {
    this.#buffer = buffer;
  }

  /** Frees the body's buffer; what was made of it takes at most this many bytes, and counts as `keepUntilRelease` says. */
  shrink(bytes: number): void {
    this.#free();
    const less = Math.min(0, bytes - this.#bytes);
    MEMORY[this.#use].take(this, less);
    this.#bytes += less;
    this.keepUntilRelease();
  }

  /** Another body takes its memory. */
  lose(): void {
    this.#isLost = true;
    this.#giveBack();
  }

  /** Ends the hold and frees the buffer: left to the garbage collector, it would take memory beside the next body. */
  release(): void {
    this.#giveBack();
    if (this.#renewal !== null) clearInterval(this.#renewal);
    this.#free();
  }

  #free(): void {
    this.#buffer?.transfer(0);
    this.#buffer = null;
  }

  #giveBack(): void {
    MEMORY[this.#use].giveBack(this);
    this.#bytes = 0;
  }
}
