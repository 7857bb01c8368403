// Where requests and answers begin and end, however their bytes are split.

import { describe, expect, it } from "vitest";
import {
  type Body,
  ENDLESS,
  endOfHead,
  readAnswerHead,
  readRequestHead,
} from "../../../scripts/run/cells/framing.ts";

const requestOf = (...lines: string[]) =>
  readRequestHead(Buffer.from(`PUT /mask HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`));
const answerOf = (status: number, lines: string[], method = "PUT") =>
  readAnswerHead(Buffer.from([`HTTP/1.1 ${status} X`, ...lines, "", ""].join("\r\n")), method);

/** What a body takes of a text that comes in pieces of so many bytes. */
function taken(body: Body, text: string, size: number): string {
  const bytes = Buffer.from(text);
  let all = 0;
  for (let at = 0; at < bytes.length && !body.isDone; at += size) {
    const piece = bytes.subarray(at, at + size);
    const end = body.take(piece, 0);
    all += end;
    if (end < piece.length) break;
  }
  return bytes.subarray(0, all).toString();
}

describe("a request's head", () => {
  it.each([
    [["Authorization: Bearer a.b.c"], "a.b.c"],
    [["authorization:bearer   a.b.c  "], "a.b.c"],
    [["x-api-key:  a.b.c "], "a.b.c"],
    [["x-api-key: other", "Authorization: Bearer a.b.c"], "a.b.c"],
    [["Authorization: Basic abc", "x-api-key: a.b.c"], "a.b.c"],
    [["Authorization: Bearer a", "Authorization: Bearer b"], null],
    [["Host: x"], null],
  ])("has the token that the service would read: %s", (lines, token) => {
    expect(requestOf(...lines).token).toBe(token);
  });

  it.each([
    [["Content-Length: 5", "Transfer-Encoding: chunked"]],
    [["Content-Length: 5", "Content-Length: 5"]],
    [["Content-Length: 5, 5"]],
    [["Content-Length: +5"]],
    [["Content-Length: 0x5"]],
    [["Content-Length : 5"]],
    [["Transfer-Encoding: gzip, chunked"]],
    [["Transfer-Encoding: identity"]],
    [["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"]],
    [["X: a", " Content-Length: 5"]],
    [["X: a\nContent-Length: 5"]],
    [["X: a\rContent-Length: 5"]],
    [["X: a\0"]],
    [["no field"]],
    [["Upgrade: websocket"]],
  ])("that can be read in two ways is not read: %j", (lines) => {
    expect(requestOf(...lines).body).toBe(ENDLESS);
  });

  it.each([
    "PUT /mask HTTP/1.0",
    "PUT  /mask HTTP/1.1",
    "CONNECT x:1 HTTP/1.1",
    "\r\nGET / HTTP/1.1",
    "",
  ])("nor one that begins so: %j", (line) => {
    expect(readRequestHead(Buffer.from(`${line}\r\nHost: x\r\n\r\n`)).body).toBe(ENDLESS);
  });

  it("is found wherever its end is cut, and given up when it is too long", () => {
    const head = Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    for (let seen = 0; seen < head.length; seen++) {
      expect(endOfHead(head.subarray(0, seen))).toBe(-1);
      expect(endOfHead(head, seen)).toBe(head.length);
    }
    expect(endOfHead(Buffer.alloc(600_000, "x"))).toBeNull();
  });

  it("takes a time that grows with its length, of whatever it consists", () => {
    const started = performance.now();
    for (const filling of [" ", "\t", "a", ":", "Bearer "]) {
      requestOf(`Authorization: Bearer x${filling.repeat(300_000 / filling.length)}y z`);
      requestOf(`${filling.repeat(300_000 / filling.length)}: x`);
    }
    // With the square of it, it were minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe("a body", () => {
  const NEXT = "GET /next HTTP/1.1\r\n\r\n";
  const SIZES = [1, 2, 3, 7, 1_000];

  it.each(SIZES)("of a length ends behind it, in pieces of %d", (size) => {
    const { body } = requestOf("Content-Length: 11");
    expect(taken(body, `{"mask":[]}${NEXT}`, size)).toBe('{"mask":[]}');
    expect(body.isDone).toBe(true);
  });

  it.each(SIZES)("in chunks ends behind the last one, in pieces of %d", (size) => {
    const { body } = requestOf("Transfer-Encoding: chunked");
    const chunks = "5\r\n0\r\n\r\n\r\nA\r\n0123456789\r\n0\r\n\r\n";
    expect(taken(body, chunks + NEXT, size)).toBe(chunks);
    expect(body.isDone).toBe(true);
  });

  it.each([
    ["an extension", "5;x=y\r\nhello\r\n0\r\n\r\n"],
    ["a trailer", "5\r\nhello\r\n0\r\nX: y\r\n\r\n"],
    ["no size", "\r\nhello\r\n0\r\n\r\n"],
    ["a bare line feed", "5\nhello\r\n0\r\n\r\n"],
    ["a sign", "+5\r\nhello\r\n0\r\n\r\n"],
    ["a size without end", "0".repeat(40)],
  ])("in chunks with %s has no end that is believed", (_, chunks) => {
    for (const size of SIZES) {
      const { body } = requestOf("Transfer-Encoding: chunked");
      expect(taken(body, chunks + NEXT, size)).toBe(chunks + NEXT);
      expect(body.isDone).toBe(false);
    }
  });
});

describe("an answer's head", () => {
  it("says how long the answer is, and whether it is the last", () => {
    expect(answerOf(200, ["Content-Length: 5"])).toMatchObject({ isInterim: false, isLast: false });
    expect(answerOf(400, ["Connection: close", "Content-Length: 0"]).isLast).toBe(true);
    expect(answerOf(100, []).isInterim).toBe(true);
    expect(answerOf(204, []).body.isDone).toBe(true);
    expect(answerOf(200, ["Content-Length: 5"], "HEAD").body.isDone).toBe(true);
    expect(answerOf(200, ["Content-Length: 0"]).body.isDone).toBe(true);
    expect(answerOf(200, []).body).toBe(ENDLESS);
    expect(answerOf(101, []).body).toBe(ENDLESS);
    expect(answerOf(200, ["Transfer-Encoding: chunked"]).body.isDone).toBe(false);
  });
});
