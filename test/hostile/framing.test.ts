// Requests whose length is stated twice or wrongly. A proxy before the service may read them differently, so nothing
// after such a request may be taken for another one (RFC 9112, sections 6.1 and 11.2).

import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newToken } from "../support/node/api-client.ts";
import { cleanUp, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

const BODY = JSON.stringify({ mask: [{ value: "Ada Lane", token_name: "Text Token" }] });
const CHUNKS = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
/** What an attacker hides behind its request. */
const HIDDEN = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
const CHUNKED = "Transfer-Encoding: chunked";
const lengthOf = (text: string) => `Content-Length: ${text.length}`;

let service: Service;
let token: string;

afterAll(cleanUp);

/** Send a request with such lines about its length, then more; gives the statuses of all answers, once the connection is closed. */
async function statusesOf(framing: readonly string[], text: string): Promise<string[]> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  let answer = "";
  socket.setEncoding("utf8").on("data", (more: string) => {
    answer += more;
  });
  const head = [
    "PUT /api/vault/mask HTTP/1.1\r\nHost: x\r\nContent-Type: application/json",
    `Authorization: Bearer ${token}`,
    ...framing,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${text}`);
  await waitFor("it is closed", () => socket.closed, 20_000);
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status = ""]) => status);
}

// With several cells the front reads requests, too.
describe.each([1, 2])("with %d cells", (cells) => {
  beforeAll(async () => {
    service = await startService({ args: ["--cells", String(cells)] });
    token = await newToken(service, "n", "caller", ["mask"]);
  });

  describe("Transfer-Encoding and Content-Length together", () => {
    it.each([
      ["the right one", lengthOf(CHUNKS)],
      ["one that ends within the chunks", "Content-Length: 4"],
      ["one that takes in what is behind them", lengthOf(CHUNKS + HIDDEN)],
      ["none of a body", "Content-Length: 0"],
    ])(
      "is read in chunks, whatever the length: %s; then the connection is closed",
      async (_, length) => {
        expect(await statusesOf([length, CHUNKED], CHUNKS + HIDDEN)).toEqual(["200"]);
        expect(await statusesOf([CHUNKED, length], CHUNKS + HIDDEN)).toEqual(["200"]);
      },
    );

    it("is refused where there are no chunks", async () => {
      expect(await statusesOf([lengthOf(BODY), CHUNKED], BODY)).toEqual(["400"]);
    });
  });

  describe("a length that can be read in two ways", () => {
    it.each([
      ["a coding nobody knows", [lengthOf(BODY), "Transfer-Encoding: xchunked"]],
      ["identity as a coding", [lengthOf(BODY), "Transfer-Encoding: identity"]],
      ["a coding behind the chunks", ["Transfer-Encoding: chunked, identity"]],
      ["a blank before the colon", [lengthOf(BODY), "Transfer-Encoding : chunked"]],
      ["two lengths", [lengthOf(BODY), "Content-Length: 4"]],
      ["a list of lengths", [`${lengthOf(BODY)}, ${BODY.length}`]],
      ["a sign", [`Content-Length: +${BODY.length}`]],
      ["another base", ["Content-Length: 0x4"]],
    ])("is refused, and the connection closed: %s", async (_, framing) => {
      expect(await statusesOf(framing, BODY + HIDDEN)).toEqual(["400"]);
    });
  });
});
