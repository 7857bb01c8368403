// A caller's connection where there are several cells: each request goes to the cell that it is for, one after the
// other, and the answer back, as they come. What comes and goes is not kept beyond a piece. The connections to
// cells are this caller's own.

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

/** Connections to cells that a caller has at a time. */
export const MOST_WAYS = 4;
/** What is taken of requests whose turn has not come. */
const MOST_UNREAD_BYTES = 65_536;
/** In which a head that has begun has to come whole. */
const HEAD_PATIENCE_MS = 15_000;
/** How long a caller may be idle that has no connection to a cell any more. */
const IDLE_PATIENCE_MS = 15_000;
/** What a caller still sends behind an answer is taken for so long: it would lose the answer if it were refused. */
export const LINGER_MS = 1_000;
const NOTHING = Buffer.alloc(0);

/** What a conversation needs of the front. */
export type Surroundings = {
  /** The cell that a request is for; at once, unless it takes none just now. */
  placeOf: (head: RequestHead) => number | Promise<number>;
  /** A connection to a cell; null when there is none within the time that a request waits. */
  reach: (cell: number, isWanted: () => boolean) => Promise<Socket | null>;
  /** Whether more is taken from callers. */
  isOpen: () => boolean;
  /** The caller waits for an answer. */
  onBusy: () => void;
  /** It waits for nothing. */
  onIdle: () => void;
  /** All connections have closed. */
  onGone: () => void;
};

type Way = { cell: number; socket: Socket };

type Exchange = {
  method: string;
  /** Of the head, bytes that have not been sent. */
  unsent: number;
  body: Body;
  way: Way | null;
  /** The beginning of an answer's head. */
  partialHead: Buffer;
  /** The answer's, once its head has come. */
  answer: Body | null;
  isLast: boolean;
};

/** Leads a caller's requests to their cells until the connection closes. */
export class Conversation {
  readonly #caller: Socket;
  readonly #around: Surroundings;
  /** By cell, the one used last at the end. */
  readonly #ways = new Map<number, Way>();
  #open = 1;
  #unread: Buffer = NOTHING;
  #exchange: Exchange | null = null;
  #headTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #isClosing = false;

  constructor(caller: Socket, around: Surroundings) {
    this.#caller = caller;
    this.#around = around;
    caller
      .on("data", (bytes: Buffer) => this.#hear(bytes))
      .on("drain", () => {
        for (const { socket } of this.#ways.values()) socket.resume();
      })
      .once("end", () => {
        this.#hasEnded = true;
        this.#advance();
      })
      .once("close", () => {
        this.#isClosing = true;
        clearTimeout(this.#headTimer);
        clearTimeout(this.#idleTimer);
        for (const way of this.#ways.values()) letGo(way);
        this.#closed();
      });
  }

  #hear(bytes: Buffer): void {
    if (this.#isClosing) return;
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    // A head whose beginning was looked at already.
    this.#advance(this.#unread.length - bytes.length);
  }

  /** Do what can be done with what has come. */
  #advance(seen = 0): void {
    for (let known = seen; !this.#isClosing; known = 0) {
      this.#exchange ??= this.#begin(known);
      const exchange = this.#exchange;
      if (exchange === null) break;
      if (exchange.way === null) break;
      this.#send(exchange, exchange.way);
      if (!exchange.body.isDone || exchange.answer?.isDone !== true) break;
      this.#exchange = null;
      if (this.#unread.length === 0) this.#around.onIdle();
    }
    const isFull =
      this.#unread.length > MOST_UNREAD_BYTES || this.#exchange?.way?.socket.writableNeedDrain;
    // Of a head there may be more.
    if (this.#exchange !== null && isFull) this.#caller.pause();
    else if (this.#caller.isPaused()) this.#caller.resume();
  }

  /** The next request, once its head is there. */
  #begin(seen: number): Exchange | null {
    const end = this.#unread.length === 0 ? -1 : endOfHead(this.#unread, seen);
    if (end === -1) {
      if (this.#hasEnded) this.#close();
      else if (this.#unread.length > 0) this.#awaitHead();
      return null;
    }
    clearTimeout(this.#headTimer);
    this.#headTimer = undefined;
    this.#around.onBusy();
    const head = readRequestHead(this.#unread.subarray(0, end ?? 0));
    const exchange: Exchange = {
      method: head.method,
      unsent: end ?? 0,
      body: head.body,
      way: null,
      partialHead: NOTHING,
      answer: null,
      isLast: false,
    };
    void this.#lead(exchange, head);
    return exchange;
  }

  /** Give a request its way; at once where the caller has one already. */
  async #lead(exchange: Exchange, head: RequestHead): Promise<void> {
    try {
      const place = this.#around.placeOf(head);
      const cell = typeof place === "number" ? place : await place;
      exchange.way = this.#kept(cell);
      if (exchange.way !== null && typeof place === "number") return;
      exchange.way ??= await this.#reach(cell);
    } catch {
      // Where it belongs cannot be read now.
    }
    if (exchange.way === null) this.#refuse(exchange);
    this.#advance();
  }

  #awaitHead(): void {
    this.#headTimer ??= setTimeout(() => this.#caller.destroy(), HEAD_PATIENCE_MS);
  }

  /** The way to a cell that there is, as the one used last. */
  #kept(cell: number): Way | null {
    const way = this.#ways.get(cell);
    if (way === undefined) return null;
    this.#ways.delete(cell);
    this.#ways.set(cell, way);
    return way;
  }

  async #reach(cell: number): Promise<Way | null> {
    const socket = await this.#around.reach(cell, () => !this.#isClosing);
    if (socket === null) return null;
    const way = { cell, socket };
    this.#open += 1;
    socket
      .on("data", (bytes: Buffer) => this.#answer(way, bytes))
      .on("drain", () => this.#advance())
      .once("end", () => this.#lost(way))
      .once("close", () => {
        this.#lost(way);
        this.#closed();
      });
    if (this.#isClosing) letGo(way);
    else {
      const [oldest] = this.#ways.values();
      if (oldest !== undefined && this.#ways.size === MOST_WAYS) this.#drop(oldest);
      this.#ways.set(cell, way);
    }
    return way;
  }

  /** Pass on what has come of a request. */
  #send(exchange: Exchange, { socket }: Way): void {
    if (this.#unread.length > 0 && !(exchange.body.isDone && exchange.unsent === 0)) {
      const end = exchange.body.take(this.#unread, exchange.unsent);
      socket.write(this.#unread.subarray(0, end));
      this.#unread = this.#unread.subarray(end);
      exchange.unsent = 0;
    }
    if (this.#hasEnded && this.#unread.length === 0) socket.end();
  }

  /** Pass on what has come of an answer. */
  #answer(way: Way, bytes: Buffer): void {
    const exchange = this.#exchange;
    if (exchange?.way !== way || this.#isClosing) {
      // Nobody has asked: there is nobody to get it.
      way.socket.destroy();
      return;
    }
    let rest = bytes;
    while (exchange.answer === null && rest.length > 0) rest = this.#answerHead(exchange, rest);
    if (exchange.answer === null) return;
    exchange.answer.take(rest, 0);
    if (rest.length > 0 && !this.#caller.write(rest)) way.socket.pause();
    if (!exchange.answer.isDone) return;
    if (exchange.isLast) this.#close();
    else this.#advance();
  }

  /** Pass on an answer's head once it is whole; gives what is behind it. */
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

  /** A cell says no more on a connection. */
  #lost(way: Way): void {
    if (this.#ways.get(way.cell) === way) this.#ways.delete(way.cell);
    const exchange = this.#exchange;
    if (this.#isClosing) return;
    if (exchange?.way === way) {
      if (exchange.answer === null) this.#refuse(exchange);
      else this.#close();
      return;
    }
    if (exchange !== null || this.#ways.size > 0) return;
    if (!this.#around.isOpen()) {
      this.#close();
      return;
    }
    // A cell that stops takes no idle caller along, who may be about to ask: there is another way by then.
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (this.#exchange === null && this.#ways.size === 0) this.#close();
    }, IDLE_PATIENCE_MS);
  }

  /** No cell answers, or it has gone with the request: whether that was done is not known. */
  #refuse({ method }: Exchange): void {
    if (this.#isClosing) return;
    this.#caller.write(lastUnavailable(method));
    this.#close();
  }

  /** Close behind what was answered. */
  #close(): void {
    this.#isClosing = true;
    for (const way of this.#ways.values()) this.#drop(way);
    this.#caller.end(() => setTimeout(() => this.#caller.destroy(), LINGER_MS)).resume();
  }

  #drop(way: Way): void {
    this.#ways.delete(way.cell);
    way.socket.destroy();
  }

  #closed(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#around.onGone();
  }
}

/** A runtime learns as from the caller itself that nothing more comes, and that nobody takes what it sends. */
function letGo({ socket }: Way): void {
  socket.end();
  socket
    .removeAllListeners("data")
    .once("data", () => socket.destroy())
    .resume();
}
