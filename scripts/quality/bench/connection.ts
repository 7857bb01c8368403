// The benchmark's client: plain HTTP/1.1 over sockets that stay open, one request at a time on each. Far
// cheaper than node:http, so that the client is not what is measured.

import { connect, type Socket } from "node:net";

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

const HEAD_END = "\r\n\r\n";
const PATIENCE_MS = 300_000;
const NOTHING = Buffer.alloc(0);

/** One connection. */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #length = 0;
  #missing = 0;
  #waiting: Waiting | null = null;
  #isOpen = true;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("no answer for minutes")));
    socket.on("data", (part: Buffer) => this.#take(part));
    socket.on("error", (error) => this.#fail(error));
    for (const event of ["end", "close"]) {
      socket.on(event, () => this.#fail(new Error("the connection was closed")));
    }
  }

  /** Connect to a server on this machine. */
  static open(port: number): Promise<Connection> {
    const socket = connect(port, "127.0.0.1");
    return new Promise((resolve, reject) => {
      socket.once("error", reject);
      socket.once("connect", () => resolve(new Connection(socket)));
    });
  }

  /** False once either side has closed it: workerd closes what has been idle for some seconds. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Send a whole request (see `putRequest`) and read its answer to the end. */
  send(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (!this.#isOpen) throw new Error("the connection is closed");
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  /** Close it; what still runs fails. */
  close(): void {
    this.#socket.destroy();
  }

  #take(part: Buffer): void {
    this.#received.push(part);
    this.#length += part.length;
    // The end of a long answer is not looked for before it can be there.
    if (this.#length < this.#missing) return;
    const bytes = this.#received.length === 1 ? part : Buffer.concat(this.#received);
    const found = readAnswer(bytes);
    if (typeof found === "number") {
      this.#received = [bytes];
      this.#missing = found;
      return;
    }
    this.#received = [];
    this.#length = 0;
    this.#missing = 0;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(found);
  }

  #fail(error: Error): void {
    this.#isOpen = false;
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}

/** The bytes of a PUT request with a JSON body. */
export function putRequest(path: string, token: string, body: string): Buffer {
  return Buffer.from(
    `PUT ${path} HTTP/1.1\r\n${credential(token)}` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The bytes of a GET request. */
export function getRequest(path: string, token: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${credential(token)}\r\n`);
}

function credential(token: string): string {
  return `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`;
}

/**
 * The first thing a pattern finds in the answer to a request, without waiting for the answer's end: a
 * finished job's record is followed by megabytes of results.
 */
export function firstMatch(port: number, request: Buffer, pattern: RegExp): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  return new Promise<string>((resolve, reject) => {
    socket.on("connect", () => socket.write(request));
    socket.on("data", (part: Buffer) => {
      text += part.toString("latin1");
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`not answered: ${text.slice(0, 300)}`)));
  }).finally(() => socket.destroy());
}

/** A whole answer, or the number of bytes before which it cannot be whole. */
function readAnswer(bytes: Buffer): Answer | number {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return bytes.length + 1;
  const head = bytes.toString("latin1", 0, headEnd);
  const status = Number(head.slice(9, 12));
  const from = headEnd + HEAD_END.length;
  const announced = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (announced !== undefined) {
    const end = from + Number(announced);
    if (bytes.length < end) return end;
    return { status, body: bytes.toString("utf8", from, end) };
  }
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) throw new Error("an answer without a length");
  const body = readChunks(bytes, from);
  return body === null ? bytes.length + 1 : { status, body: body.toString() };
}

function readChunks(bytes: Buffer, from: number): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (bytes.length < end) return null;
    if (size === 0) return parts.length === 0 ? NOTHING : Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
