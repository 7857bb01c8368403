// How the front handles a caller's connection with several cells; plain servers replace the cells.

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { Front } from "../../../scripts/run/serve/front.ts";
import { cleanUp, temporaryFolder, waitFor } from "../../support/node/run-script.ts";

const MEBIBYTE = 1024 ** 2;
const open: { front: Front; servers: Server[] }[] = [];

afterEach(async () => {
  for (const { front, servers } of open.splice(0)) {
    await front.close(0, new AbortController().signal);
    for (const server of servers) server.close().closeAllConnections();
  }
  await cleanUp();
});

type Serve = (request: IncomingMessage, response: ServerResponse, cell: number) => void;

/** Two cells, one for targets `/0…`, one for `/1…`. */
async function twoCells(serve: Serve, maxConnections = 1_000) {
  const folder = temporaryFolder();
  const paths = [join(folder, "0.sock"), join(folder, "1.sock")] as [string, string];
  const servers = paths.map((path, cell) =>
    createServer((request, response) => serve(request, response, cell)).listen(path),
  );
  const cellOf = ({ target }: { target: string }) => (target.startsWith("/1") ? 1 : 0);
  const front = new Front({ paths, maxConnections, cellOf });
  open.push({ front, servers });
  const port = await front.listen("127.0.0.1", 0);
  const call = () =>
    connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
  return { call, servers };
}

/** Everything that comes back, as it comes. */
function listen(caller: Socket): () => string {
  let said = "";
  caller.setEncoding("latin1").on("data", (more: string) => {
    said += more;
  });
  return () => said;
}

const get = (target: string, ...lines: string[]) =>
  `GET ${target} HTTP/1.1\r\n${["Host: x", ...lines].join("\r\n")}\r\n\r\n`;

describe("a conversation with several cells", () => {
  it("keeps the order of requests, whichever cell is slow", async () => {
    const { call } = await twoCells((request, response, cell) => {
      setTimeout(() => response.end(`[${cell}${request.url}]`), cell === 0 ? 200 : 0);
    });
    const caller = call();
    const said = listen(caller);
    caller.write(["/0a", "/1b", "/0c", "/1d", "/1e"].map((target) => get(target)).join(""));
    await waitFor("all are answered", () => said().includes("[1/1e]"));
    expect(said().match(/\[[^\]]+\]/g)).toEqual(["[0/0a]", "[1/1b]", "[0/0c]", "[1/1d]", "[1/1e]"]);
  });

  it("passes bodies of any size both ways as they come, and then the next request", async () => {
    const { call } = await twoCells((request, response, cell) => {
      if (cell === 1) request.pipe(response);
      else response.end("small");
    });
    const caller = call();
    const body = "0123456789abcdef".repeat(MEBIBYTE / 4);
    caller.write(`PUT /1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`);
    let got = 0;
    let tail = "";
    caller.write(body);
    caller.write(get("/0") + get("/1"));
    // Slowly, so that everything in between has to wait until the end and then continue.
    const read = () => {
      const bytes = caller.read(65_536) ?? caller.read();
      got += bytes?.length ?? 0;
      tail = (tail + (bytes?.toString("latin1") ?? "")).slice(-400);
      if (!caller.destroyed) setTimeout(read, 3);
    };
    setTimeout(read, 500);
    await waitFor("all has come", () => got > body.length && tail.includes("small"), 20_000);
    await waitFor("the way back is used again", () => /small.*HTTP\/1\.1 200/s.test(tail));
    caller.destroy();
  });

  it("lets a caller that says no more have its answer", async () => {
    const { call } = await twoCells((_, response) => response.end("the answer"));
    const caller = call();
    caller.end(get("/1"));
    expect(await text(caller)).toContain("the answer");
  });

  it("passes an interim answer on, and waits for the real one", async () => {
    const { call } = await twoCells((request, response) => request.pipe(response));
    const caller = call();
    const said = listen(caller);
    caller.write("PUT /1 HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
    await waitFor("it may go on", () => said().includes("100 Continue"));
    caller.write(`body${get("/0")}`);
    await waitFor("both are answered", () => said().split("HTTP/1.1 200").length === 3);
  });

  it("answers 503 and closes when a cell goes with the request, and cuts what it had begun to answer", async () => {
    const { call } = await twoCells((request, response) => {
      if (request.url === "/1/begun") {
        response
          .writeHead(200, { "content-length": 100 })
          .write("half", () => request.socket.destroy());
      } else request.socket.destroy();
    });
    const caller = call();
    caller.write(get("/1"));
    const refused = await text(caller);
    expect(refused).toMatch(/^HTTP\/1\.1 503 /);
    expect(refused).toMatch(/\r\nretry-after: \d+\r\n/);
    expect(JSON.parse(refused.slice(refused.indexOf("\r\n\r\n")))).toMatchObject({
      error: { code: "unavailable" },
    });
    const other = call();
    other.write(get("/1/begun"));
    expect(await text(other)).toMatch(/^HTTP\/1\.1 200 .*half$/s);
  });

  it("delivers an answer that comes before the request's end", async () => {
    const { call } = await twoCells((request, response) => {
      response
        .writeHead(413, { connection: "close" })
        .end("refused", () => request.socket.destroy());
    });
    for (let times = 0; times < 20; times++) {
      const caller = call();
      caller.write(`PUT /1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${16 * MEBIBYTE}\r\n\r\n`);
      caller.write(Buffer.alloc(4 * MEBIBYTE));
      expect(await text(caller)).toContain("refused");
      caller.destroy();
    }
  });

  it.each(["destroy", "resetAndDestroy"] as const)(
    "tells a cell of a caller that leaves within its request (%s)",
    async (leave) => {
      const events: string[] = [];
      const { call } = await twoCells((request) => {
        request.on("error", () => events.push("gone")).on("data", () => events.push("data"));
      });
      const caller = call();
      caller.write("PUT /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
      await waitFor("it has come", () => events.includes("data"));
      caller[leave]();
      await waitFor("it is told", () => events.includes("gone"));
    },
  );

  it("gives what cannot be read to one cell, all that follows with it", async () => {
    const seen: string[] = [];
    const { call, servers } = await twoCells((request, response, cell) => {
      seen.push(`${cell}${request.url}`);
      response.end("answer");
    });
    for (const server of servers)
      server.on("clientError", (_, socket) =>
        socket.end("HTTP/1.1 400 Bad\r\nConnection: close\r\n\r\n"),
      );
    const caller = call();
    caller.write(
      `PUT /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nab${get("/1/hidden")}`,
    );
    expect(await text(caller)).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen).toEqual([]);
  });

  it("closes an idle one for one that comes, and never one that waits", async () => {
    let release = () => {};
    const { call } = await twoCells((request, response) => {
      if (request.url === "/1/slow") release = () => response.end("at last");
      else response.end("answer");
    }, 2);
    const [waiting, answered] = [call(), call()];
    const said = listen(waiting);
    waiting.write(get("/1/slow"));
    answered.write(get("/0"));
    await once(answered, "data");
    let isGone = false;
    answered.resume().once("end", () => {
      isGone = true;
    });
    await waitFor("the answered one gives way", async () => {
      const other = call();
      await once(other, "connect");
      other.destroy();
      return isGone;
    });
    expect(waiting.readableEnded).toBe(false);
    release();
    await waitFor("the other is answered", () => said().includes("at last"));
  });
});
