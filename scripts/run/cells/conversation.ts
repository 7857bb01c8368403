// A caller's connection to a service with several cells. Each request is passed to its cell, one at a time, and the
// answer back, as the bytes arrive; only an incomplete head, or 64 KiB of requests whose turn has not come, is
// buffered. Connections to cells are never shared between callers.

import type { Socket } from "node:net";
import { lastUnavailable } from "./answers.ts";
import {
  type Body,
  ENDLESS,
  endOfHead,
  type RequestHead,
  readAnswerHead,
  readRequestHead,
} from "./framing.ts";

/** Connections to cells that one caller may have open. */
export const MAX_CELL_CONNECTIONS = 4;
/** Bytes buffered of requests that wait for their turn. */
const MAX_UNREAD_BYTES = 65_536;
/** Time for a head to arrive completely once it has begun. */
const HEAD_PATIENCE_MS = 15_000;
/** How long a caller without a connection to any cell may be idle. */
const IDLE_PATIENCE_MS = 15_000;
/** How long bytes after the last answer are still read: refusing them could lose that answer. */
export const LINGER_MS = 1_000;
const NOTHING = Buffer.alloc(0);

/** What a conversation needs from the front. */
export type ConversationFront = {
  /** The cell for a request; a promise only while that cell takes no requests. */
  cellOf: (head: RequestHead) => number | Promise<number>;
  /** A connection to a cell; null when none is made within the time that a request may wait. */
  reach: (cell: number, isWanted: () => boolean) => Promise<Socket | null>;
  /** Whether the front still takes requests. */
  isOpen: () => boolean;
  /** Called when the caller begins to wait for an answer. */
  onBusy: () => void;
  /** Called when it waits for nothing. */
  onIdle: () => void;
  /** Called when all connections have closed. */
  onGone: () => void;
};

type CellConnection = { cell: number; socket: Socket };

type Exchange = {
  method: string;
  /** Bytes of the head that are not sent yet. */
  unsent: number;
  body: Body;
  connection: CellConnection | null;
  /** The part of an answer's head received so far. */
  partialHead: Buffer;
  /** The answer's body, once its head has arrived. */
  answer: Body | null;
  isLast: boolean;
};

/** Passes a caller's requests to their cells until the connection closes. */
export class Conversation {
  readonly #caller: Socket;
  readonly #front: ConversationFront;
  /** By cell; the most recently used is last. */
  readonly #connections = new Map<number, CellConnection>();
  #open = 1;
  #unread: Buffer = NOTHING;
  #exchange: Exchange | null = null;
  #headTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #isClosing = false;

  constructor(caller: Socket, front: ConversationFront) {
    this.#caller = caller;
    this.#front = front;
    caller
      .on("data", (bytes: Buffer) => this.#receive(bytes))
      .on("drain", () => {
        for (const { socket } of this.#connections.values()) socket.resume();
      })
      .once("end", () => {
        this.#hasEnded = true;
        this.#advance();
      })
      .once("close", () => {
        this.#isClosing = true;
        clearTimeout(this.#headTimer);
        clearTimeout(this.#idleTimer);
        for (const connection of this.#connections.values()) releaseSocket(connection);
        this.#closed();
      });
  }

  #receive(bytes: Buffer): void {
    if (this.#isClosing) return;
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    // Skips the bytes that were already searched for the end of a head.
    this.#advance(this.#unread.length - bytes.length);
  }

  /** Process the bytes received so far. */
  #advance(seen = 0): void {
    for (let known = seen; !this.#isClosing; known = 0) {
      this.#exchange ??= this.#begin(known);
      const exchange = this.#exchange;
      if (exchange === null) break;
      if (exchange.connection === null) break;
      this.#send(exchange, exchange.connection);
      if (!exchange.body.isDone || exchange.answer?.isDone !== true) break;
      this.#exchange = null;
      if (this.#unread.length === 0) this.#front.onIdle();
    }
    const isFull =
      this.#unread.length > MAX_UNREAD_BYTES ||
      this.#exchange?.connection?.socket.writableNeedDrain;
    // Without an exchange, reading goes on: the rest of a head may still come.
    if (this.#exchange !== null && isFull) this.#caller.pause();
    else if (this.#caller.isPaused()) this.#caller.resume();
  }

  /** Begin the next request, once its head is complete. */
  #begin(seen: number): Exchange | null {
    const end = this.#unread.length === 0 ? -1 : endOfHead(this.#unread, seen);
    if (end === -1) {
      if (this.#hasEnded) this.#close();
      else if (this.#unread.length > 0) this.#awaitHead();
      return null;
    }
    clearTimeout(this.#headTimer);
    this.#headTimer = undefined;
    this.#front.onBusy();
    const head = readRequestHead(this.#unread.subarray(0, end ?? 0));
    const exchange: Exchange = {
      method: head.method,
      unsent: end ?? 0,
      body: head.body,
      connection: null,
      partialHead: NOTHING,
      answer: null,
      isLast: false,
    };
    void this.#findConnection(exchange, head);
    return exchange;
  }

  /** Find a connection for a request: immediately where the caller has one already. */
  async #findConnection(exchange: Exchange, head: RequestHead): Promise<void> {
    try {
      const found = this.#front.cellOf(head);
      const cell = typeof found === "number" ? found : await found;
      exchange.connection = this.#keptConnection(cell);
      if (exchange.connection !== null && typeof found === "number") return;
      exchange.connection ??= await this.#reach(cell);
    } catch {
      // Its cell cannot be determined now.
    }
    if (exchange.connection === null) this.#refuse(exchange);
    this.#advance();
  }

  #awaitHead(): void {
    this.#headTimer ??= setTimeout(() => this.#caller.destroy(), HEAD_PATIENCE_MS);
  }

  /** The open connection to a cell, marked as the most recently used. */
  #keptConnection(cell: number): CellConnection | null {
    const connection = this.#connections.get(cell);
    if (connection === undefined) return null;
    this.#connections.delete(cell);
    this.#connections.set(cell, connection);
    return connection;
  }

  async #reach(cell: number): Promise<CellConnection | null> {
    const socket = await this.#front.reach(cell, () => !this.#isClosing);
    if (socket === null) return null;
    const connection = { cell, socket };
    this.#open += 1;
    socket
      .on("data", (bytes: Buffer) => this.#answer(connection, bytes))
      .on("drain", () => this.#advance())
      .once("end", () => this.#lost(connection))
      .once("close", () => {
        this.#lost(connection);
        this.#closed();
      });
    if (this.#isClosing) releaseSocket(connection);
    else {
      const [oldest] = this.#connections.values();
      if (oldest !== undefined && this.#connections.size === MAX_CELL_CONNECTIONS)
        this.#drop(oldest);
      this.#connections.set(cell, connection);
    }
    return connection;
  }

  /** Pass on the received bytes of a request. */
  #send(exchange: Exchange, { socket }: CellConnection): void {
    if (this.#unread.length > 0 && !(exchange.body.isDone && exchange.unsent === 0)) {
      const end = exchange.body.take(this.#unread, exchange.unsent);
      socket.write(this.#unread.subarray(0, end));
      this.#unread = this.#unread.subarray(end);
      exchange.unsent = 0;
    }
    if (this.#hasEnded && this.#unread.length === 0) socket.end();
  }

  #answer(connection: CellConnection, bytes: Buffer): void {
    const exchange = this.#exchange;
    if (exchange?.connection !== connection || this.#isClosing) {
      // No request is waiting for this answer.
      connection.socket.destroy();
      return;
    }
    let rest = bytes;
    while (exchange.answer === null && rest.length > 0) rest = this.#answerHead(exchange, rest);
    if (exchange.answer === null) return;
    exchange.answer.take(rest, 0);
    if (rest.length > 0 && !this.#caller.write(rest)) connection.socket.pause();
    if (!exchange.answer.isDone) return;
    if (exchange.isLast) this.#close();
    else this.#advance();
  }

  /** Pass on an answer's head once it is complete; returns the bytes after it. */
  #answerHead(exchange: Exchange, bytes: Buffer): Buffer {
    const before = exchange.partialHead;
    const all = before.length === 0 ? bytes : Buffer.concat([before, bytes]);
    const end = endOfHead(all, before.length);
    exchange.partialHead = end === -1 ? all : NOTHING;
    if (end === -1) return NOTHING;
    const head = all.subarray(0, end ?? 0);
    const { isInterim, isLast, body } = readAnswerHead(head, exchange.method);
    if (!isInterim) {
      exchange.answer = exchange.body === ENDLESS ? ENDLESS : body;
      exchange.isLast = isLast;
    }
    this.#caller.write(head);
    return all.subarray(head.length);
  }

  #lost(connection: CellConnection): void {
    if (this.#connections.get(connection.cell) === connection)
      this.#connections.delete(connection.cell);
    const exchange = this.#exchange;
    if (this.#isClosing) return;
    if (exchange?.connection === connection) {
      if (exchange.answer === null) this.#refuse(exchange);
      else this.#close();
      return;
    }
    if (exchange !== null || this.#connections.size > 0) return;
    if (!this.#front.isOpen()) {
      this.#close();
      return;
    }
    // When a cell stops, its idle callers stay connected: their next request can go to a cell that is back by then.
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (this.#exchange === null && this.#connections.size === 0) this.#close();
    }, IDLE_PATIENCE_MS);
  }

  /** No cell answers, or the cell ended during the request: it may or may not have been carried out. */
  #refuse({ method }: Exchange): void {
    if (this.#isClosing) return;
    this.#caller.write(lastUnavailable(method));
    this.#close();
  }

  /** Close the connection after the last answer. */
  #close(): void {
    this.#isClosing = true;
    for (const connection of this.#connections.values()) this.#drop(connection);
    this.#caller.end(() => setTimeout(() => this.#caller.destroy(), LINGER_MS)).resume();
  }

  #drop(connection: CellConnection): void {
    this.#connections.delete(connection.cell);
    connection.socket.destroy();
  }

  #closed(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#front.onGone();
  }
}

/** End a connection so that the runtime sees what the caller did: no more requests come, and answers are not read. */
function releaseSocket({ socket }: CellConnection): void {
  socket.end();
  socket
    .removeAllListeners("data")
    .once("data", () => socket.destroy())
    .resume();
}
