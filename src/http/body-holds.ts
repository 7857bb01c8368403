// What bodies take of this isolate's memory, counted: several are read at once, and all of them are in one memory.
import {
  MAX_BODY_MEMORY_BYTES,
  MAX_SUBMISSION_MEMORY_BYTES,
  PARSED_BODY_FACTOR,
} from "../core/limits.ts";
import { systemClock } from "../platform/clock.ts";

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

/** How a body is read: parsed as a whole, or cut into chunks that are parsed one by one. */
export type BodyUse = "parsed" | "cut";

/** What bodies of one use hold together. */
class BodyMemory {
  readonly #maxBytes: number;
  readonly #holds = new Set<BodyHold>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Have a hold take more. One alone may take whatever its operation allows. */
  take(hold: BodyHold, more: number): boolean {
    if (this.#bytes + more > this.#maxBytes) this.#letGo();
    const isAlone = this.#bytes === hold.bytes;
    if (this.#bytes + more > this.#maxBytes && !isAlone) return false;
    this.#bytes += more;
    this.#holds.add(hold);
    return true;
  }

  giveBack(hold: BodyHold): void {
    if (this.#holds.delete(hold)) this.#bytes -= hold.bytes;
  }

  /** Of those that were broken off, and of bodies that do not come. */
  #letGo(): void {
    const now = systemClock();
    for (const hold of this.#holds) if (hold.countsUntil < now) hold.lose();
  }
}

const MEMORY: Readonly<Record<BodyUse, BodyMemory>> = {
  parsed: new BodyMemory(MAX_BODY_MEMORY_BYTES),
  cut: new BodyMemory(MAX_SUBMISSION_MEMORY_BYTES),
};

/** What one body takes, until it is released. */
export class BodyHold {
  readonly #use: BodyUse;
  #bytes = 0;
  #countsUntil = 0;
  #isLost = false;
  #buffer: ArrayBuffer | null = null;

  constructor(use: BodyUse) {
    this.#use = use;
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

  /** Hold what parsing so many bytes as a whole takes, if they are. False as above. */
  async takeParsed(bytes: number): Promise<boolean> {
    return this.#use === "cut" || this.take(bytes * PARSED_BODY_FACTOR);
  }

  /** What the body is read into. */
  set buffer(buffer: ArrayBuffer) {
    this.#buffer = buffer;
  }

  /** Another takes its place. */
  lose(): void {
    this.#isLost = true;
    this.#giveBack();
  }

  /** Nothing is held any more, not even what was read: left to the collector, it would lie there beside the next body. */
  release(): void {
    this.#giveBack();
    this.#buffer?.transfer(0);
    this.#buffer = null;
  }

  #giveBack(): void {
    MEMORY[this.#use].giveBack(this);
    this.#bytes = 0;
  }
}
