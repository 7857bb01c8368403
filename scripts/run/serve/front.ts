// What callers connect to: it hands their bytes to the runtime behind it, and the runtime's to them. A runtime that has
// no file for one more connection ends, and while it is started again it refuses all: so the bound is kept here, and
// here a caller waits. With one runtime nothing of what passes is read; who spoke last tells whether a connection is
// idle. With several each request goes to the one that it is for (cells/conversation.ts).

import { createServer, type Server, Socket, type SocketConstructorOpts } from "node:net";
import type { DuplexOptions } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Conversation, LINGER_MS, type Surroundings } from "../cells/conversation.ts";
import type { BadCredentials } from "./bad-credentials.ts";

/** Connections that may wait to be taken. */
const BACKLOG = 4_096;
/** From this share of the bound on, an idle connection closes for each that comes: the runtime lets go a moment later. */
const CROWDED = 3 / 4;
/** An answer that pauses for less is under way. The runtime closes a connection 15 s after an answer. */
const IDLE_AFTER_MS = 2_000;
/** What is held of a body on its way: four times that has workerd hold 30 MiB more of five bodies of 16 MiB. */
const PIECE_BYTES = 16_384;
/** A socket takes what any stream takes, which its types leave out. */
const PIECES: SocketConstructorOpts & DuplexOptions = { writableHighWaterMark: PIECE_BYTES };
/** How long a request waits for a runtime that is started again. */
export const RESTART_PATIENCE_MS = 15_000;
/** Pause between two tries. */
export const RETRY_MS = 100;
const POLL_MS = 10;
/** What is said at most so often of callers that found no place. */
const TELL_AFTER_MS = 60_000;
/** How the runtime begins when it asks for the rest of a request (RFC 9110, section 15.2): no answer yet. */
const INTERIM = Buffer.from("HTTP/1.1 1");
/** Since when a caller may be closed that has sent nothing. */
const NEVER_ASKED = 0;

/**
 * Path of a socket between the runtime and us, where only this user gets: from the data folder, in which both of us work,
 * for a system takes some 100 bytes, and that folder may lie deeper.
 */
export function socketPath(name = "http"): string {
  return `run/${name}.sock`;
}

type Written = (error?: NodeJS.ErrnoException | null) => void;

/**
 * A connection to the runtime. That may answer and close before it has read all: what it does not take any more is let
 * go, for a failed write would close our end, too, with the answer not yet read.
 */
class ToRuntime extends Socket {
  readonly #holdOf: (answer: Buffer) => number;

  /** `holdOf`: how many milliseconds what the runtime says is held; nothing more of it is read meanwhile. */
  constructor(holdOf: (answer: Buffer) => number) {
    super(PIECES);
    this.#holdOf = holdOf;
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    const holdMs = Buffer.isBuffer(chunk) ? this.#holdOf(chunk) : 0;
    if (holdMs === 0) return super.push(chunk, encoding);
    setTimeout(() => {
      if (!this.destroyed) super.push(chunk, encoding);
    }, holdMs);
    return false;
  }

  override _write(chunk: unknown, encoding: BufferEncoding, done: Written): void {
    super._write(chunk, encoding, toClosed(done));
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], done: Written): void {
    super._writev?.(chunks, toClosed(done));
  }
}

function toClosed(done: Written): Written {
  return (error) => done(error?.code === "EPIPE" ? null : error);
}

/** Where requests go: the sockets of the runtimes, and, where there are several, which of them a request is for. */
export type Destinations = {
  paths: readonly [string, ...string[]];
  most: number;
  placeOf?: Surroundings["placeOf"];
  badCredentials?: BadCredentials;
};

/** Takes connections for runtimes, so many at a time. */
export class Front {
  readonly #paths: Destinations["paths"];
  readonly #most: number;
  readonly #placeOf: Destinations["placeOf"];
  readonly #badCredentials: BadCredentials | undefined;
  readonly #server: Server;
  /** Those there are. Each counts until both its ends have closed. */
  readonly #open = new Set<Socket>();
  /** Those whose caller waits for nothing, and since when each may be closed; longest idle first. */
  readonly #quiet = new Map<Socket, number>();
  /** Callers that found no place and have not been told of, and when the last were. */
  #refused = 0;
  #told = 0;
  readonly #onGone = new Map<string, () => void>();

  constructor({ paths, most, placeOf, badCredentials }: Destinations) {
    this.#paths = paths;
    this.#badCredentials = badCredentials;
    this.#most = most;
    this.#placeOf = placeOf;
    const options = { allowHalfOpen: true, noDelay: true, highWaterMark: PIECE_BYTES };
    this.#server = createServer(options, (caller) => this.#accept(caller));
  }

  /** Take connections from now on; gives the port. Fails with the system's error when it cannot. */
  async listen(host: string, port: number): Promise<number> {
    const listening = Promise.withResolvers<void>();
    this.#server.on("error", listening.reject);
    this.#server.listen({ host, port, backlog: BACKLOG }, listening.resolve);
    await listening.promise;
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : port;
  }

  /** Resolves when a caller finds this socket of a runtime gone: the runtime does not notice, and nobody gets to it any more. */
  untilGone(path: string): Promise<"gone"> {
    return new Promise((resolve) => {
      this.#onGone.set(path, () => resolve("gone"));
    });
  }

  /** Take no more; those that ask for nothing yet close. */
  refuse(): void {
    this.#server.close();
    // With several runtimes a caller may be idle that has no connection to any, which would close with it.
    const idleSince = this.#placeOf === undefined ? NEVER_ASKED : Date.now();
    for (const [caller, since] of this.#quiet) {
      if (since <= idleSince && caller.writableLength === 0) caller.destroy();
    }
  }

  /** Take no more, deliver what the runtime has answered until a time (ms), or until it is urgent, and close all. */
  async close(deadline: number, hurry: AbortSignal): Promise<void> {
    this.refuse();
    while (this.#open.size > 0 && Date.now() < deadline && !hurry.aborted) await sleep(POLL_MS);
    for (const caller of this.#open) caller.destroy();
  }

  #accept(caller: Socket): void {
    if (this.#open.size >= this.#most * CROWDED) this.#closeIdle();
    if (this.#open.size >= this.#most) {
      caller.destroy();
      this.#tellOfRefused();
      return;
    }
    this.#open.add(caller);
    this.#quiet.set(caller, NEVER_ASKED);
    const leave = () => {
      this.#quiet.delete(caller);
      this.#open.delete(caller);
    };
    caller.on("error", () => {}).once("close", leave);
    // Only who asks for something is brought to the runtime.
    caller.once("readable", () => {
      if (caller.readableLength === 0) {
        caller.destroy();
        return;
      }
      caller.off("close", leave);
      this.#quiet.delete(caller);
      if (this.#placeOf === undefined) void this.#bring(caller);
      else this.#converse(caller, this.#placeOf);
    });
  }

  #tellOfRefused(): void {
    this.#refused += 1;
    const now = Date.now();
    if (now - this.#told < TELL_AFTER_MS) return;
    console.error(
      `warning: all ${this.#most} connections were taken: ${this.#refused} callers were closed at once.`,
    );
    this.#told = now;
    this.#refused = 0;
  }

  /** Close the one that has been idle longest, if there is one. */
  #closeIdle(): void {
    const now = Date.now();
    const isFull = this.#open.size >= this.#most;
    for (const [caller, since] of this.#quiet) {
      // What was answered may not have left yet. Who has sent nothing is about to, perhaps, and leaves at once.
      const mayClose = since === NEVER_ASKED ? isFull : since <= now && caller.writableLength === 0;
      if (!mayClose) continue;
      caller.destroy();
      this.#quiet.delete(caller);
      if (since === NEVER_ASKED) this.#open.delete(caller);
      return;
    }
  }

  /** Connect a caller with the only runtime. */
  async #bring(caller: Socket): Promise<void> {
    const runtime = await this.#reach(caller, this.#paths[0], () => !caller.destroyed);
    if (runtime !== null) {
      this.#join(caller, runtime);
      return;
    }
    caller.destroy();
    this.#open.delete(caller);
  }

  /** A connection to a runtime, which may have to come back first; null when it does not, or nobody wants it any more. */
  #reach(caller: Socket, path: string, isWanted: () => boolean): Promise<Socket | null> {
    const holdOf = (answer: Buffer) => this.#holdOf(caller, answer);
    const deadline = Date.now() + RESTART_PATIENCE_MS;
    return new Promise((resolve) => {
      const tryOnce = () => {
        const runtime = new ToRuntime(holdOf).connect(path);
        const onFailure = (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") this.#onGone.get(path)?.();
          const isOver = !isWanted() || !this.#server.listening || Date.now() > deadline;
          if (isOver) resolve(null);
          else setTimeout(tryOnce, RETRY_MS);
        };
        runtime.once("error", onFailure).once("connect", () => {
          runtime.off("error", onFailure).on("error", () => {});
          resolve(runtime);
        });
      };
      tryOnce();
    });
  }

  /** How long an answer is held that refuses the caller's credential; its connection closes when too many are. */
  #holdOf(caller: Socket, answer: Buffer): number {
    const hold = this.#badCredentials?.holdOf(answer, caller.remoteAddress ?? "", Date.now());
    if (hold === null) caller.destroy();
    return hold ?? 0;
  }

  #converse(caller: Socket, placeOf: Surroundings["placeOf"]): void {
    new Conversation(caller, {
      placeOf,
      reach: (cell, isWanted) => this.#reach(caller, this.#paths[cell] ?? this.#paths[0], isWanted),
      isOpen: () => this.#server.listening,
      onBusy: () => this.#quiet.delete(caller),
      onIdle: () => this.#quiet.set(caller, Date.now() + IDLE_AFTER_MS),
      onGone: () => {
        this.#quiet.delete(caller);
        this.#open.delete(caller);
      },
    });
  }

  #join(caller: Socket, runtime: Socket): void {
    caller.on("data", () => this.#quiet.delete(caller)).pipe(runtime);
    runtime.on("data", (bytes: Buffer) => {
      if (bytes.subarray(0, INTERIM.length).equals(INTERIM)) return;
      // Taken out first, so that it becomes the last.
      this.#quiet.delete(caller);
      if (!caller.destroyed) this.#quiet.set(caller, Date.now() + IDLE_AFTER_MS);
    });
    runtime.pipe(caller);
    let ends = 2;
    const onClosed = () => {
      this.#quiet.delete(caller);
      ends -= 1;
      if (ends === 0) this.#open.delete(caller);
    };
    // The runtime learns it as from the caller itself: nothing more comes, and nobody takes what it sends. It has let go
    // of its file when it closes.
    const onGone = () => {
      onClosed();
      runtime.end();
      runtime.once("data", () => runtime.destroy()).resume();
    };
    if (caller.destroyed) onGone();
    else caller.once("close", onGone);
    runtime.once("close", () => {
      onClosed();
      caller.end(() => setTimeout(() => caller.destroy(), LINGER_MS)).resume();
    });
  }
}
