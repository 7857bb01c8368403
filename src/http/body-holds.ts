// What bodies take of this isolate's memory, counted: several are read at once, and all of them are in one memory.
import {
  LEAST_BODY_MEMORY_BYTES,
  MAX_BODY_MEMORY_BYTES,
  MAX_STREAM_MEMORY_BYTES,
  MAX_SUBMISSION_MEMORY_BYTES,
  PARSED_BODY_FACTOR,
} from "../core/limits.ts";
import { systemClock } from "../platform/clock.ts";
import type { Claims } from "./namespace-token.ts";

/**
 * A request that its client breaks off is not gone on with, not even to clean up behind it. So what is held for a body
 * counts for this long, from when its body was read.
 */
const COUNTS_FOR_MS = 30_000;
/** A body on its way that brings less than 64 KiB in this time loses its place, when others want it. */
const STALLED_MS = 1_500;
/** A body waits this long, and longer than others may stall, for their memory, looking this often. */
const PATIENCE_MS = 2_000;
const LOOK_MS = 20;

/** How a body is read: parsed as a whole, cut into chunks that are parsed one by one, or piece by piece as it comes. */
export type BodyUse = "parsed" | "cut" | "streamed";

/**
 * What all other bodies of a namespace token, and of its namespace, may hold when it takes more: so many times what is then
 * left. So whoever holds much leaves something, and so do any number of them: with once as much, one leaves half, ten an eleventh.
 */
const SHARES = { token: 1, namespace: 3 };

/** What bodies of one use hold together. */
class BodyMemory {
  readonly #maxBytes: number;
  readonly #shares: readonly number[];
  readonly #holds = new Set<BodyHold>();
  readonly #heldBy = new Map<string, number>();
  #bytes = 0;
  #lookedAt = 0;

  /** `times`: of the shares. */
  constructor(maxBytes: number, times: number) {
    this.#maxBytes = maxBytes;
    this.#shares = [times * SHARES.token, times * SHARES.namespace];
  }

  /** Have a hold take more, or less. One alone may take whatever its operation allows. */
  take(hold: BodyHold, more: number): boolean {
    if (!this.#hasRoom(hold, more)) {
      this.#letGo();
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
    const others = (owner: string) => (this.#heldBy.get(owner) ?? 0) - hold.bytes;
    const isFair = hold.owners.every((owner, i) => others(owner) <= left * (this.#shares[i] ?? 0));
    const isAlone = this.#bytes === hold.bytes;
    return more <= 0 || isAlone || (left >= 0 && isFair);
  }

  #count({ owners }: BodyHold, more: number): void {
    this.#bytes += more;
    for (const owner of owners) {
      const bytes = (this.#heldBy.get(owner) ?? 0) + more;
      if (bytes > 0) this.#heldBy.set(owner, bytes);
      else this.#heldBy.delete(owner);
    }
  }

  /** Of those that were broken off, and of bodies that do not come. One look is for all who wait. */
  #letGo(): void {
    const now = systemClock();
    if (now - this.#lookedAt < LOOK_MS) return;
    this.#lookedAt = now;
    for (const hold of this.#holds) if (hold.countsUntil < now) hold.lose();
  }
}

const MEMORY: Readonly<Record<BodyUse, BodyMemory>> = {
  // They are soon over: one token may have four fifths. A submission of full size leaves room for small ones beside it.
  parsed: new BodyMemory(MAX_BODY_MEMORY_BYTES, 4),
  cut: new BodyMemory(MAX_SUBMISSION_MEMORY_BYTES, 4),
  streamed: new BodyMemory(MAX_STREAM_MEMORY_BYTES, 1),
};

/** What one body takes, until it is released. */
export class BodyHold {
  /** Whose it is: a token, and its namespace. Nobody's are those of the operator. */
  readonly owners: readonly string[];
  readonly #use: BodyUse;
  #bytes = 0;
  #countsUntil = 0;
  #isLost = false;
  #buffer: ArrayBuffer | null = null;
  #pulse: ReturnType<typeof setInterval> | null = null;

  constructor(use: BodyUse, claims: Pick<Claims, "nid" | "tokenId"> | undefined) {
    this.#use = use;
    this.owners = claims === undefined ? [] : [`${claims.nid} ${claims.tokenId}`, claims.nid];
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Milliseconds since 1970. */
  get countsUntil(): number {
    return this.#countsUntil;
  }

  /** Whether others have taken its place. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Hold so many bytes from now on, once others have given them back. False when they do not. */
  async take(bytes: number): Promise<boolean> {
    const patience = systemClock() + PATIENCE_MS;
    this.#countsUntil = patience + STALLED_MS;
    while (!MEMORY[this.#use].take(this, bytes - this.#bytes)) {
      if (systemClock() >= patience) return false;
      await scheduler.wait(LOOK_MS);
    }
    this.#bytes = bytes;
    this.keep();
    return true;
  }

  /** The next 64 KiB of the body are waited for. False when its place is lost. */
  expectMore(): boolean {
    this.#countsUntil = systemClock() + STALLED_MS;
    return !this.#isLost;
  }

  /** The body is read. */
  keep(): void {
    this.#countsUntil = systemClock() + COUNTS_FOR_MS;
  }

  /** Count until it is released, or its request is broken off: what runs for a request ends with it. */
  stay(): void {
    this.#pulse ??= setInterval(() => this.keep(), COUNTS_FOR_MS / 3);
  }

  /**
   * Hold what parsing so many bytes as a whole takes, if they are; of a short body as much as bounds how many requests wait
   * for their turn. False as above.
   */
  async takeParsed(bytes: number): Promise<boolean> {
    const taken = this.#use === "cut" ? this.#bytes : bytes * PARSED_BODY_FACTOR;
    return this.take(Math.max(taken, LEAST_BODY_MEMORY_BYTES));
  }

  /** What the body is read into. */
  set buffer(buffer: ArrayBuffer) {
    this.#buffer = buffer;
  }

  /** What was read is not needed any more, and what came of it takes so many bytes at most, for as long as `stay` says. */
  shrink(bytes: number): void {
    this.#free();
    const less = Math.min(0, bytes - this.#bytes);
    MEMORY[this.#use].take(this, less);
    this.#bytes += less;
    this.stay();
  }

  /** Another takes its place. */
  lose(): void {
    this.#isLost = true;
    this.#giveBack();
  }

  /** Nothing is held any more, not even what was read: left to the collector, it would lie there beside the next body. */
  release(): void {
    this.#giveBack();
    if (this.#pulse !== null) clearInterval(this.#pulse);
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
