// Request bodies of an attacker: large, slow, in very small chunks, many at once, and without permission. The growth of
// the service's memory above idle is measured from outside.

import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newToken, send, untilEnded } from "../support/node/api-client.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { cleanUp } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";
import { ROWS } from "../support/permission-table.ts";

const MIB = 1024 ** 2;
const ITEM = { value: "x", token_name: "Text Token" };
const DEACTIVATE = "super-admin/namespace/auth-token/deactivate";

let service: Service;
let token: string;
let revoked: string;

/** How much memory grows is told most strictly of a service of its own. */
(IS_LONG ? beforeEach : beforeAll)(async () => {
  service = await startService();
  token = await newToken(service, "n", "caller", ["mask", "unmask"]);
  revoked = await newToken(service, "n", "former", ["mask", "unmask"]);
  for (const used of [token, revoked]) {
    expect((await send(service, used, "mask", { mask: [{ value: "x" }] })).status).toBe(200);
  }
  const data = { auth_token: revoked };
  await send(service, service.secrets.VAULT_MASTER_KEY, DEACTIVATE, { data });
});

(IS_LONG ? afterEach : afterAll)(cleanUp);

/** Resident memory of workerd, in MiB. */
function memory(): number {
  const status = readFileSync(`/proc/${service.workerdPid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** How long an upload of some MiB is read, with much to spare: from outside nothing tells, as memory that is free is taken first. */
const READ_MS = 1_500;

/** What something gives, and the most that memory grew by meanwhile, in MiB. */
async function growthDuring<T>(work: () => Promise<T>): Promise<{ value: T; growth: number }> {
  const idle = memory();
  let peak = idle;
  const look = setInterval(() => {
    peak = Math.max(peak, memory());
  }, 20);
  try {
    return { value: await work(), growth: Math.max(peak, memory()) - idle };
  } finally {
    clearInterval(look);
  }
}

/** PUT something in parts of our own; gives status and error code as `401 unauthenticated`, or "" when it was cut. */
function upload(
  path: string,
  bearer: string,
  framing: string,
  parts: readonly Uint8Array[],
): Promise<string> {
  return sendParts("PUT", `/api/vault/${path}`, bearer, framing, parts);
}

function sendParts(
  method: string,
  path: string,
  bearer: string,
  framing: string,
  parts: readonly Uint8Array[],
): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${bearer}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\n${framing}\r\n\r\n`);
  let next = 0;
  const sendMore = () => {
    while (next < parts.length) if (!socket.write(parts[next++] as Uint8Array)) return;
  };
  socket.on("drain", sendMore).on("error", () => {});
  sendMore();
  return new Promise((resolve) => {
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
      if (/\r\n\r\n(?:.|\s)*\}/.test(answer)) socket.destroy();
    });
    socket.once("close", () => {
      const code = /"code":"(\w+)"/.exec(answer)?.[1];
      resolve([answer.slice(9, 12), code].filter(Boolean).join(" "));
    });
  });
}

/** A body of 16 MiB whose items are all different, and what announces it. */
function largeBody(): { body: Buffer; framing: string } {
  const items = Array.from({ length: 7_000 }, (_, i) => {
    // Nobody knows this member: it takes memory on its way, and no time of the job.
    const beside = String(i).padStart(2_000, "y");
    return JSON.stringify({ value: `number ${i}`, token_name: "Text Token", beside });
  });
  const body = Buffer.from(`{"mask":[${items.join(",")}]}`.padEnd(16 * MIB, " "));
  return { body, framing: `Content-Length: ${body.length}` };
}

/** So many times 10,000 chunks of a byte (RFC 9112 section 7.1), 60,000 bytes on the wire. */
const tiny = (count: number) =>
  Array.from({ length: count }, () => Buffer.from("1\r\n \r\n".repeat(10_000)));
const CHUNKED = "Transfer-Encoding: chunked";
const END = Buffer.from("0\r\n\r\n");

/** The connection is closed behind the answer, which may be lost where more is still being sent. */
const REFUSED = ["401 unauthenticated", ""];

describe("a revoked token", () => {
  it("has no body read, in chunks of a byte or in 40 uploads of 16 MiB at once", async () => {
    const small = await growthDuring(() =>
      upload("mask/async", revoked, CHUNKED, [...tiny(70), END]),
    );
    expect(REFUSED).toContain(small.value);
    expect(small.growth).toBeLessThan(16);
    const { body, framing } = largeBody();
    const { value, growth } = await growthDuring(() =>
      Promise.all(Array.from({ length: 40 }, () => upload("mask/async", revoked, framing, [body]))),
    );
    for (const answer of value) expect(REFUSED).toContain(answer);
    expect(growth).toBeLessThan(32);
  });

  it("is refused by every operation that takes a body before that has come", async () => {
    const operations = ROWS.filter(({ method }) => method === "PUT" || method === "POST");
    const [begun, framing] = [[Buffer.from("{")], "Content-Length: 1000"];
    for (const { head, method, path } of operations) {
      const answer = await sendParts(method, path, revoked, framing, begun);
      // What its permissions do not cover is said by the token itself.
      expect(["401 unauthenticated", "403 forbidden"], head).toContain(answer);
    }
  });
});

describe("a good token", () => {
  it.runIf(IS_LONG)(
    "may send chunks of a byte; they take the memory of what is in them, and are not read without end",
    async () => {
      const { value, growth } = await growthDuring(() =>
        upload("mask/async", token, CHUNKED, [...tiny(20), END]),
      );
      expect(value).toBe("400 empty_payload");
      expect(growth).toBeLessThan(32);
      const tooMany = await upload("mask/async", token, CHUNKED, [...tiny(60), END]);
      expect(["413 too_many_chunks", ""]).toContain(tooMany);
    },
  );

  it.runIf(IS_LONG)("may send as many chunks as a job has items", async () => {
    const items = Array.from({ length: 100_000 }, (_, i) => `{"value":"${i}","token_name":"x"}`);
    const chunks = `{"mask":[${items.join(",\n")}]}`
      .split("\n")
      .map((text) => `${text.length.toString(16)}\r\n${text}\r\n`);
    const parts = [Buffer.from(chunks.join("")), END];
    expect(await upload("mask/async", token, CHUNKED, parts)).toBe("200");
  });

  it.runIf(IS_LONG)(
    "may submit 16 MiB five times at once: each is taken, now or when it is sent again",
    async () => {
      const { body, framing } = largeBody();
      const submit = async () => {
        for (let times = 1; times <= 100; times++) {
          const answer = await upload("mask/async", token, framing, [body]);
          if (answer !== "503 overloaded") return answer;
          await new Promise((resolve) => setTimeout(resolve, 1_000));
        }
        return "never";
      };
      const { value, growth } = await growthDuring(() =>
        Promise.all(Array.from({ length: 5 }, submit)),
      );
      expect(value).toEqual(Array(5).fill("200"));
      expect(growth).toBeLessThan(128);
    },
  );

  it("loses the place of an upload that stalls to whoever waits for it", async () => {
    const { body, framing } = largeBody();
    const stalled = upload("mask/async", token, framing, [body.subarray(0, 8 * MIB)]);
    await new Promise((resolve) => setTimeout(resolve, READ_MS));
    expect(await upload("mask/async", token, framing, [body])).toBe("200");
    expect(await stalled).toBe("408 body_too_slow");
  });

  it.runIf(IS_LONG)(
    "gets 503 with Retry-After while others fill the memory, which is free when they break off",
    async () => {
      const { body, framing } = largeBody();
      const { hostname, port } = new URL(service.url);
      const slow = connect(Number(port), hostname);
      slow.on("error", () => {});
      slow.write(
        `PUT /api/vault/mask/async HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: application/json\r\n${framing}\r\n\r\n`,
      );
      let sent = 0;
      const sendMore = () => {
        slow.write(body.subarray(sent, sent + MIB / 8));
        sent += MIB / 8;
      };
      const moves = setInterval(sendMore, 50);
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const url = `${service.url}/api/vault/mask/async`;
      // Who comes before the other is read is taken.
      const submit = () => fetch(url, { method: "PUT", headers, body });
      let refused: Response;
      do {
        await new Promise((resolve) => setTimeout(resolve, READ_MS));
        refused = await submit();
      } while (refused.status === 200 && sent < body.length);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
      expect((await send(service, token, "mask", { mask: [ITEM] })).status).toBe(200);
      const small = await send(service, token, "mask/async", { mask: [ITEM] });
      expect(small.status).toBe(200);
      clearInterval(moves);
      slow.destroy();
      // Broken off, it stalls: the first who waits has its place.
      expect(await upload("mask/async", token, framing, [body])).toBe("200");
      await untilEnded(service, token, small.body.data[0].tracking_id);
    },
  );

  it("is told when a body does not come", async () => {
    expect(await upload("mask", token, "Content-Length: 100", [Buffer.from("{")])).toBe(
      "408 body_too_slow",
    );
  });
});
