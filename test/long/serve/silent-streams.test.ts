// Streams that send nothing, or whose answers nobody reads: they cost only the caller who opens them.

import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newToken, send } from "../../support/node/api-client.ts";
import { cleanUp, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

/** Beyond this a stream that was silent was taken for broken off. */
const LONG_SILENCE_MS = 31_000;
/** How long an answer is waited for: on a busy machine it takes its time, which is not what is tested. */
const PATIENCE_MS = 120_000;

let service: Service;
/** Of the namespace whose streams are silent: the one that opens them, and another one. */
let silent: string;
let neighbour: string;
let other: string;

beforeAll(async () => {
  service = await startService();
  silent = await newToken(service, "n", "silent", ["mask", "unmask"]);
  neighbour = await newToken(service, "n", "neighbour", ["mask", "unmask"]);
  other = await newToken(service, "other", "caller", ["mask", "unmask"]);
  for (const token of [silent, neighbour, other]) await maskOne(token);
});

afterAll(cleanUp);

/** Status of a small request, and a tagged token of a name. */
async function maskOne(token: string): Promise<{ status: number; masked: string }> {
  const { status, body } = await send(service, token, "mask", {
    mask: [{ value: "By Ada Lane." }],
  });
  return { status, masked: String(body?.data?.[0]?.token_value).slice("By ".length, -1) };
}

/** Resident memory of workerd, in MiB. */
function memory(): number {
  const status = readFileSync(`/proc/${service.workerdPid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** A stream as an attacker opens it: it sends and reads what it likes. */
interface Stream {
  readonly socket: Socket;
  /** What has come so far, head and framing included. */
  answer(): string;
  /** Send a piece; gives whether more would be taken. */
  push(piece: string): boolean;
}

const opened: Stream[] = [];

function open(token: string): Stream {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.on("error", () => {}).setEncoding("utf8");
  socket.on("data", (text: string) => {
    answer += text;
  });
  const head = `PUT /api/vault/unmask/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  socket.write(`${head}Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const push = (piece: string) =>
    socket.write(`${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
  const stream = { socket, push, answer: () => answer };
  opened.push(stream);
  return stream;
}

const statusOf = (stream: Stream) => stream.answer().slice(9, 12);

/** So many streams, half of which send a byte; resolves once all are answered. */
async function openSilent(count: number, token: string): Promise<Stream[]> {
  const streams = Array.from({ length: count }, () => open(token));
  for (const [i, stream] of streams.entries()) if (i % 2 === 0) stream.push("a");
  await waitFor(
    "all are answered",
    () => streams.every((one) => statusOf(one) !== ""),
    PATIENCE_MS,
  );
  return streams;
}

function closeAll(): void {
  for (const { socket } of opened.splice(0)) socket.destroy();
}

/** Everybody else is served: small requests, and streams that begin and end. */
async function expectOthersServed(): Promise<void> {
  for (const token of [silent, neighbour, other]) expect((await maskOne(token)).status).toBe(200);
  for (const token of [neighbour, other]) {
    const { masked } = await maskOne(token);
    const stream = open(token);
    stream.push(`Dear ${masked} and `);
    await waitFor("the value", () => stream.answer().includes("Ada Lane"), PATIENCE_MS);
    stream.socket.destroy();
  }
}

describe("silent streams", () => {
  it("leave room for all others, and a quiet one goes on after half a minute", async () => {
    const { masked } = await maskOne(other);
    const quiet = open(other);
    quiet.push(`Dear friend, ${masked.slice(0, 9)}`);
    await waitFor("what is before the token", () => quiet.answer().includes("Dear"), PATIENCE_MS);
    const idle = memory();
    for (const stream of await openSilent(400, silent)) expect(statusOf(stream)).toBe("200");
    await expectOthersServed();
    expect(memory() - idle).toBeLessThan(64);

    await new Promise((resolve) => setTimeout(resolve, LONG_SILENCE_MS));
    // They still count: more than its share no token gets, however long it waits.
    const more = await openSilent(400, silent);
    const refused = more.filter((stream) => statusOf(stream) === "503");
    expect(refused.length).toBeGreaterThan(200);
    await expectOthersServed();
    expect(memory() - idle).toBeLessThan(96);

    quiet.push(`${masked.slice(9)} and good`);
    await waitFor("the value", () => quiet.answer().includes("Ada Lane"), PATIENCE_MS);
    closeAll();
    const again = open(silent);
    await waitFor("there is room again", () => statusOf(again) === "200", PATIENCE_MS);
    closeAll();
  });

  it("whose reader takes nothing leave room, too", async () => {
    const piece = `${"plain words and more of them ".repeat(40)}${(await maskOne(silent)).masked} `;
    const streams = await openSilent(400, silent);
    const idle = memory();
    for (const { socket, push } of streams) {
      socket.pause();
      // More than what lies between here and there holds.
      for (let i = 0; i < 400 && push(piece); i++);
      socket.on("drain", () => push(piece));
    }
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await expectOthersServed();
    expect(memory() - idle).toBeLessThan(96);
    closeAll();
  });
});

describe("streams that are dropped", () => {
  it("are no errors that the runtime reports", async () => {
    const before = service.logs().length;
    const { masked } = await maskOne(other);
    const streams = await openSilent(20, other);
    for (const stream of streams) stream.push(`Dear ${masked} and ${masked.slice(0, 9)}`);
    const haveCome = () => streams.every((stream) => stream.answer().includes("Ada Lane"));
    await waitFor("all have a value", haveCome, PATIENCE_MS);
    closeAll();
    // Bytes that are no text end an answer, too.
    const cut = open(other);
    cut.push("fine so far ");
    await waitFor("the beginning", () => cut.answer().includes("fine"), PATIENCE_MS);
    cut.socket.write(Buffer.from("1\r\n\xff\r\n", "latin1"));
    await waitFor("it is cut off", () => cut.socket.closed, PATIENCE_MS);
    expect(cut.answer()).not.toMatch(/\r\n0\r\n\r\n$/);
    await expectOthersServed();
    expect(service.logs().slice(before)).toBe("");
  });
});
