// What the front passes on; a plain server replaces the runtime.

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { Front } from "../../../scripts/run/serve/front.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { cleanUp, temporaryFolder, waitFor } from "../../support/node/run-script.ts";

const MEBIBYTE = 1024 ** 2;
const open: { front: Front; server: Server }[] = [];

afterEach(async () => {
  for (const { front, server } of open.splice(0)) {
    await front.close(0, new AbortController().signal);
    server.close();
  }
  await cleanUp();
});

/** Connect through a front to a server that treats its connections so. */
async function through(
  serve: (socket: Socket) => void,
  maxConnections = 1_000,
): Promise<() => Socket> {
  const path = join(temporaryFolder(), "http.sock");
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    serve(socket);
  }).listen(path);
  const front = new Front({ paths: [path], maxConnections });
  open.push({ front, server });
  const port = await front.listen("127.0.0.1", 0);
  return () => connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
}

describe("the front", () => {
  it("lets a caller that says no more have its answer", async () => {
    const call = await through(async (socket) => {
      const asked = await text(socket);
      socket.end(`answer to ${asked}`);
    });
    const caller = call();
    caller.end("a question");
    expect(await text(caller)).toBe("answer to a question");
  });

  it("reads an answer no faster than the caller, and loses none of it", async () => {
    const answer = Buffer.alloc(24 * MEBIBYTE, "answer");
    let [isAsked, isSent] = [false, false];
    const call = await through((socket) => {
      socket.once("data", () => {
        isAsked = true;
        socket.end(answer, () => {
          isSent = true;
        });
      });
    });
    const caller = call();
    caller.write("ask");
    await waitFor("it is asked", () => isAsked);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(isSent).toBe(false);
    expect((await buffer(caller)).equals(answer)).toBe(true);
  });

  it.each(["destroy", "resetAndDestroy"] as const)(
    "tells the runtime of a caller that leaves within its request (%s)",
    async (leave) => {
      const events: string[] = [];
      const call = await through((socket) => {
        socket.on("data", () => events.push("data")).once("end", () => events.push("end"));
      });
      const caller = call();
      caller.write("half");
      await waitFor("it has come", () => events.length > 0);
      caller[leave]();
      await waitFor("it is told", () => events.includes("end"));
    },
  );

  it("keeps one that was told to go on with its request, and lets one go that was answered", async () => {
    const call = await through((socket) => {
      socket.on("data", (asked) => {
        const isFirst = asked.includes("100-continue");
        socket.write(isFirst ? "HTTP/1.1 100 Continue\r\n\r\n" : "HTTP/1.1 200 OK\r\n\r\n");
      });
    }, 2);
    const [waiting, answered] = [call(), call()];
    waiting.write("Expect: 100-continue");
    answered.write("all");
    await Promise.all([waiting, answered].map((caller) => once(caller, "data")));
    const isGone = [false, false];
    [waiting, answered].forEach((caller, i) => {
      caller.resume().once("end", () => {
        isGone[i] = true;
      });
    });
    await waitFor("the answered one gives way", async () => {
      const other = call();
      await once(other, "connect");
      other.destroy();
      return isGone[1] ?? false;
    });
    expect(isGone).toEqual([false, true]);
  });

  it("delivers an answer that comes before the request's end, though the runtime closes", async () => {
    const call = await through((socket) => {
      socket.once("data", () => {
        socket.pause();
        socket.write("refused", () => socket.destroy());
      });
    });
    for (let times = 0; times < (IS_LONG ? 50 : 12); times++) {
      const caller = call();
      caller.write(Buffer.alloc(4 * MEBIBYTE));
      expect(await text(caller)).toBe("refused");
      caller.destroy();
    }
  });
});
