// Streams over real connections: answers while the body still arrives, a body that ends early, and a client that does
// not read.

import { readFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newToken, send } from "../../support/node/api-client.ts";
import { cleanUp, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

let service: Service;
let token: string;
/** Stands for Grace Hopper. */
let tagged: string;

beforeAll(async () => {
  service = await startService();
  token = await newToken(service, "n", "u", ["mask", "unmask"]);
  const answer = await send(service, token, "mask", { mask: [{ value: "By Grace Hopper." }] });
  tagged = answer.body.data[0].token_value.slice("By ".length, -1);
});

afterAll(cleanUp);

/** A stream under way. */
interface Stream {
  readonly sent: ClientRequest;
  /** What has come so far. */
  text(): string;
  /** Resolves at the end of the answer: whether it was whole. */
  readonly whole: Promise<boolean>;
  answer(): IncomingMessage | null;
}

function open(path: string, type = "text/plain", bearer = token): Stream {
  const headers = { "content-type": type, authorization: `Bearer ${bearer}` };
  const sent = request(`${service.url}/api/vault/${path}`, { method: "PUT", headers });
  let text = "";
  let answer: IncomingMessage | null = null;
  const { promise: whole, resolve } = Promise.withResolvers<boolean>();
  sent.on("error", () => resolve(false));
  sent.once("response", (came) => {
    answer = came;
    came.setEncoding("utf8").on("data", (more: string) => {
      text += more;
    });
    came.once("close", () => resolve(came.complete)).on("error", () => {});
  });
  return { sent, whole, text: () => text, answer: () => answer };
}

describe("unmask/stream", () => {
  it("answers while the body still comes", async () => {
    const stream = open("unmask/stream");
    stream.sent.write(`Dear ${tagged} and `);
    await waitFor("the first value", () => stream.text() === "Dear Grace Hopper and");
    stream.sent.write(`again ${tagged.slice(0, 9)}`);
    await waitFor("what is before the token", () => stream.text().endsWith(" again"));
    // A blank that may still become the end of a line ends no word yet.
    stream.sent.write(`${tagged.slice(9)}, good`);
    await waitFor("the second value", () => stream.text().endsWith("again Grace Hopper,"));
    stream.sent.end("bye");
    expect(await stream.whole).toBe(true);
    expect(stream.text()).toBe("Dear Grace Hopper and again Grace Hopper, goodbye");
  });

  it("is cut off where its bytes are no text, after what came before", async () => {
    for (const [type, before, told] of [
      ["text/plain", "fine so far ", "fine so"],
      ["application/x-ndjson", '"fine so far "\n', "invalid_utf8"],
      ["text/event-stream", "data: fine so far \n\n", "event: error"],
    ] as const) {
      const stream = open("unmask/stream", type);
      stream.sent.write(before);
      await waitFor("the beginning", () => stream.text().includes("fine so"));
      stream.sent.end(Buffer.from([0xff, 0xfe]));
      // A plain text could not say it otherwise.
      expect(await stream.whole, type).toBe(type !== "text/plain");
      expect(stream.text(), type).toContain(told);
    }
  });

  it("ends at the next token once its caller's credential is revoked", async () => {
    const other = await newToken(service, "n", "other", ["unmask"]);
    const stream = open("unmask/stream", "application/x-ndjson", other);
    stream.sent.write(`"${tagged} then "\n`);
    await waitFor("the first value", () => stream.text().includes("Grace Hopper"));
    const data = { auth_token: other };
    const path = "super-admin/namespace/auth-token/deactivate";
    const { VAULT_MASTER_KEY: master } = service.secrets;
    expect((await send(service, master, path, { data })).status).toBe(200);
    stream.sent.write('"plain words go on "\n');
    await waitFor("plain words", () => stream.text().includes("plain words"));
    stream.sent.write(`"${tagged} then "\n`);
    expect(await stream.whole).toBe(true);
    expect(stream.text()).toContain('"unauthenticated"');
    expect(stream.text().split("Grace Hopper")).toHaveLength(2);
  });

  it("is refused in the envelope before its first byte", async () => {
    const stream = open("unmask/stream?policy_name=none", "text/plain");
    stream.sent.end("x");
    expect(await stream.whole).toBe(true);
    expect(stream.answer()?.statusCode).toBe(400);
    expect(JSON.parse(stream.text()).error.code).toBe("policy_unknown");
  });

  it("takes no more than its reader does, and little memory", async () => {
    const piece = `${"plain words and more of them ".repeat(400)}${tagged} `;
    const before = memoryOf(service.workerdPid);
    const stream = open("unmask/stream");
    await new Promise((resolve) => stream.sent.once("socket", resolve));
    let written = 0;
    stream.sent.write(piece);
    await waitFor("the answer", () => stream.answer() !== null);
    stream.answer()?.pause();
    // As much as buffers between here and there hold.
    while (stream.sent.write(piece) || (await drained(stream.sent))) written += piece.length;
    expect(written).toBeLessThan(16 * 1024 * 1024);
    stream.answer()?.resume();
    for (let i = 0; i < 100; i++) {
      if (!stream.sent.write(piece))
        await new Promise((resolve) => stream.sent.once("drain", resolve));
      written += piece.length;
    }
    stream.sent.end();
    expect(await stream.whole).toBe(true);
    expect(stream.text().length).toBeGreaterThan(written / 2);
    expect(memoryOf(service.workerdPid) - before).toBeLessThan(64 * 1024);
  });

  it("leaves nothing behind when its caller goes", async () => {
    for (let i = 0; i < 100; i++) {
      const stream = open("unmask/stream");
      stream.sent.write(`Dear ${tagged} and `);
      await waitFor("the first value", () => stream.text() !== "");
      stream.sent.destroy();
    }
    const stream = open("unmask/stream");
    stream.sent.end(`Dear ${tagged}`);
    expect(await stream.whole).toBe(true);
    expect(stream.text()).toBe("Dear Grace Hopper");
  });
});

describe("mask/stream", () => {
  it("answers each line when it has come", async () => {
    const stream = open("mask/stream");
    for (const name of ["Grace Hopper", "Ada Lovelace"]) {
      const before = stream.text();
      stream.sent.write(`By ${name} it was.\n`);
      await waitFor("the line", () => stream.text().length > before.length);
      expect(stream.text().slice(before.length)).toMatch(/^By <PER>[^<]+<\/PER> it was\.\n$/);
    }
    stream.sent.end("bye");
    expect(await stream.whole).toBe(true);
    expect(stream.text().endsWith("bye")).toBe(true);
  });
});

/** Whether a request takes more within a second. */
function drained(sent: ClientRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), 1_000);
    sent.once("drain", () => {
      clearTimeout(late);
      resolve(true);
    });
  });
}

/** Resident memory of a process, in KiB. */
function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
