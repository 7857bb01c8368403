// Accepts callers' connections and forwards bytes between them and the runtime. A runtime without a file for
// one more connection ends, and a restarting one refuses all: so the front limits connections and lets
// callers wait. With one runtime it reads nothing that passes; who sent last shows whether a connection is
// idle. With several, it routes each request to its runtime (cells/conversation.ts).

import { createServer, type Server, Socket, type SocketConstructorOpts } from "node:net";
import type { DuplexOptions } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Conversation, type ConversationFront, LINGER_MS } from "../cells/conversation.ts";
import type { BadCredentials } from "./bad-credentials.ts";

/** Connections that may wait to be accepted. */
const BACKLOG = 4_096;
/** From this share of the limit on, each new connection closes an idle one: the runtime releases it a moment later. */
const CROWDED = 3 / 4;
/** A shorter pause is part of an answer. The runtime itself closes a connection 15 s after an answer. */
const IDLE_AFTER_MS = 2_000;
/** Buffer per direction for bodies: with four times as much, workerd holds 30 MiB more for five bodies of 16 MiB. */
const PIECE_BYTES = 16_384;
/** Sockets accept the options of all streams, but their type omits them. */
const PIECES: SocketConstructorOpts & DuplexOptions = { writableHighWaterMark: PIECE_BYTES };
/** How long a request waits for a restarting runtime. */
export const RESTART_PATIENCE_MS = 15_000;
/** Pause between two attempts to connect. */
export const RETRY_MS = 100;
const POLL_MS = 10;
/** Shortest time between two warnings about callers that were closed for lack of room. */
const WARN_EVERY_MS = 60_000;
/** Beginning of an interim answer (RFC 9110, section 15.2): the runtime asks for the rest of a request. */
const INTERIM = Buffer.from("HTTP/1.1 1");
/** Time kept for a caller that has sent nothing: it may be closed at once. */
const NEVER_ASKED = 0;

/**
 * Path of a socket between the runtime and the front, which only this user can reach. It is relative to the data
 * folder, where both work: systems limit such paths to some 100 bytes, and the folder may lie deeper.
 */
export function socketPath(name = "http"): string {
  return `run/${name}.sock`;
}

type Written = (error?: NodeJS.ErrnoException | null) => void;

/**
 * A connection to the runtime, which may answer and close before it has read the whole request. Unread bytes are
 * then discarded: a failed write would close our side, too, with the answer still unread.
 */
class ToRuntime extends Socket {
  readonly #holdOf: (answer: Buffer) => number;

  /** `holdOf`: how many milliseconds to delay a chunk from the runtime; until then no more is read. */
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

/** Sockets of the runtimes, and, where there are several, the choice of one for each request. */
export type Destinations = {
  paths: readonly [string, ...string[]];
  maxConnections: number;
  cellOf?: ConversationFront["cellOf"];
  badCredentials?: BadCredentials;
};

/** Accepts connections for the runtimes, up to a limit. */
export class Front {
  readonly #paths: Destinations["paths"];
  readonly #maxConnections: number;
  readonly #cellOf: Destinations["cellOf"];
  readonly #badCredentials: BadCredentials | undefined;
  readonly #server: Server;
  /** Open connections. Each counts until both its ends have closed. */
  readonly #open = new Set<Socket>();
  /** Connections whose caller waits for nothing, with the time from which each may be closed; longest idle first. */
  readonly #idle = new Map<Socket, number>();
  /** Callers closed for lack of room since the last warning, and the time of that warning. */
  #refused = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;
  readonly #onGone = new Map<string, () => void>();

  constructor({ paths, maxConnections, cellOf, badCredentials }: Destinations) {
    this.#paths = paths;
    this.#badCredentials = badCredentials;
    this.#maxConnections = maxConnections;
    this.#cellOf = cellOf;
    const options = { allowHalfOpen: true, noDelay: true, highWaterMark: PIECE_BYTES };
    this.#server = createServer(options, (caller) => this.#accept(caller));
  }

  /** Start accepting connections; returns the port. Fails with the system's error. */
  async listen(host: string, port: number): Promise<number> {
    const listening = Promise.withResolvers<void>();
    this.#server.on("error", listening.reject);
    this.#server.listen({ host, port, backlog: BACKLOG }, listening.resolve);
    await listening.promise;
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : port;
  }

  /** Resolves when a caller finds this runtime's socket removed: the runtime is unreachable and does not notice. */
  untilGone(path: string): Promise<"gone"> {
    return new Promise((resolve) => {
      this.#onGone.set(path, () => resolve("gone"));
    });
  }

  /** Accept no more connections, and close the idle ones. */
  refuse(): void {
    this.#server.close();
    // With several runtimes, a caller may be idle without a connection to any runtime that would close it.
    const idleSince = this.#cellOf === undefined ? NEVER_ASKED : performance.now();
    for (const [caller, since] of this.#idle) {
      if (since <= idleSince && caller.writableLength === 0) caller.destroy();
    }
  }

  /** Accept no more, deliver the runtime's answers until `deadline` (ms) or `hurry` fires, then close all connections. */
  async close(deadline: number, hurry: AbortSignal): Promise<void> {
    this.refuse();
    while (this.#open.size > 0 && performance.now() < deadline && !hurry.aborted)
      await sleep(POLL_MS);
    for (const caller of this.#open) caller.destroy();
  }

  #accept(caller: Socket): void {
    if (this.#open.size >= this.#maxConnections * CROWDED) this.#closeIdle();
    if (this.#open.size >= this.#maxConnections) {
      caller.destroy();
      this.#warnOfRefused();
      return;
    }
    this.#open.add(caller);
    this.#idle.set(caller, NEVER_ASKED);
    const leave = () => {
      this.#idle.delete(caller);
      this.#open.delete(caller);
    };
    caller.on("error", () => {}).once("close", leave);
    // A caller gets a connection to the runtime only once it has sent something.
    caller.once("readable", () => {
      if (caller.readableLength === 0) {
        caller.destroy();
        return;
      }
      caller.off("close", leave);
      this.#idle.delete(caller);
      if (this.#cellOf === undefined) void this.#connect(caller);
      else this.#converse(caller, this.#cellOf);
    });
  }

  #warnOfRefused(): void {
    this.#refused += 1;
    const now = performance.now();
    if (now - this.#warnedAt < WARN_EVERY_MS) return;
    console.error(
      `warning: all ${this.#maxConnections} connections were taken: ${this.#refused} callers were closed at once.`,
    );
    this.#warnedAt = now;
    this.#refused = 0;
  }

  #closeIdle(): void {
    const now = performance.now();
    const isFull = this.#open.size >= this.#maxConnections;
    for (const [caller, since] of this.#idle) {
      // An answer may still be unsent. A caller that has sent nothing may be about to: closed only when all are taken.
      const mayClose = since === NEVER_ASKED ? isFull : since <= now && caller.writableLength === 0;
      if (!mayClose) continue;
      caller.destroy();
      this.#idle.delete(caller);
      if (since === NEVER_ASKED) this.#open.delete(caller);
      return;
    }
  }

  async #connect(caller: Socket): Promise<void> {
    const runtime = await this.#reach(caller, this.#paths[0], () => !caller.destroyed);
    if (runtime !== null) {
      this.#pipe(caller, runtime);
      return;
    }
    caller.destroy();
    this.#open.delete(caller);
  }

  /** Connect to a runtime, waiting for a restarting one; null when it does not come back or the caller has gone. */
  #reach(caller: Socket, path: string, isWanted: () => boolean): Promise<Socket | null> {
    const holdOf = (answer: Buffer) => this.#holdOf(caller, answer);
    const deadline = performance.now() + RESTART_PATIENCE_MS;
    return new Promise((resolve) => {
      const tryOnce = () => {
        const runtime = new ToRuntime(holdOf).connect(path);
        const onFailure = (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") this.#onGone.get(path)?.();
          const isOver = !isWanted() || !this.#server.listening || performance.now() > deadline;
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

  /** How long to delay an answer that refuses the caller's credential; closes the caller when too many wait. */
  #holdOf(caller: Socket, answer: Buffer): number {
    const hold = this.#badCredentials?.holdOf(
      answer,
      caller.remoteAddress ?? "",
      performance.now(),
    );
    if (hold === null) caller.destroy();
    return hold ?? 0;
  }

  #converse(caller: Socket, cellOf: ConversationFront["cellOf"]): void {
    new Conversation(caller, {
      cellOf,
      reach: (cell, isWanted) => this.#reach(caller, this.#paths[cell] ?? this.#paths[0], isWanted),
      isOpen: () => this.#server.listening,
      onBusy: () => this.#idle.delete(caller),
      onIdle: () => this.#idle.set(caller, performance.now() + IDLE_AFTER_MS),
      onGone: () => {
        this.#idle.delete(caller);
        this.#open.delete(caller);
      },
    });
  }

  #pipe(caller: Socket, runtime: Socket): void {
    caller.on("data", () => this.#idle.delete(caller)).pipe(runtime);
    runtime.on("data", (bytes: Buffer) => {
      if (bytes.subarray(0, INTERIM.length).equals(INTERIM)) return;
      // Deleted first, so that it becomes the last in the map's order.
      this.#idle.delete(caller);
      if (!caller.destroyed) this.#idle.set(caller, performance.now() + IDLE_AFTER_MS);
    });
    runtime.pipe(caller);
    let ends = 2;
    const onClosed = () => {
      this.#idle.delete(caller);
      ends -= 1;
      if (ends === 0) this.#open.delete(caller);
    };
    // The runtime sees what the caller did: nothing more comes, and answers are not read. It has released its
    // file once it closes.
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
