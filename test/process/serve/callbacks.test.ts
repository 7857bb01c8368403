// `serve --callback`: the end of a job is sent to the operator's address, signed, without values, until it is accepted.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newToken, send } from "../../support/node/api-client.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

// Of the examples of Standard Webhooks.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const VALUE = "Ada Lane of Northwick";

interface Told {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let receiver: Server;
let service: Service;
let token: string;
const told: Told[] = [];
/** Statuses of the next answers, then 204. */
const answers: number[] = [];
const origin = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const args = () => [
  ...["--callback", `orders=${origin()}/hooks/orders`],
  ...["--callback", "nobody=http://127.0.0.1:9"],
  ...["--callback", `silent=${origin()}/silent`],
];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    told.push({ path: request.url ?? "", headers: request.headers, body });
    if (request.url === "/silent") return;
    response.writeHead(answers.shift() ?? 204, { location: `${origin()}/elsewhere` }).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  service = await startService({ args: args(), env: { CALLBACKS_SECRET: SECRET } });
  token = await newToken(service, "callbacks", "ada", ["mask", "unmask"]);
});

afterAll(async () => {
  await cleanUp();
  receiver.close();
});

/** CPU time of a process (proc(5), stat). */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const submit = (callback: unknown, value = VALUE) =>
  send(service, token, "mask/async", {
    mask: [{ value, token_name: "Text Token" }],
    callback,
  });

async function accepted(callback: string, value?: string): Promise<string> {
  const answer = await submit(callback, value);
  expect(answer.status).toBe(200);
  return answer.body.data[0].tracking_id;
}

const toldOf = (id: string) => told.filter(({ headers }) => headers["webhook-id"] === id);

describe("a callback", () => {
  it("tells that a job has ended, signed, and nothing else of it", async () => {
    const id = await accepted("orders");
    await waitFor("it is told", () => toldOf(id).length > 0);
    const [{ path, headers, body } = { path: "", headers: {} as IncomingHttpHeaders, body: "" }] =
      toldOf(id);
    expect(path).toBe("/hooks/orders");
    const { timestamp, ...rest } = JSON.parse(body);
    expect(rest).toEqual({
      type: "job.ended",
      data: { tracking_id: id, call_type: "mask", status: "SUCCESS" },
    });
    const seconds = Number(headers["webhook-timestamp"]);
    expect(Math.abs(Date.parse(timestamp) / 1_000 - seconds)).toBeLessThan(1);
    const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
    const signed = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signed}`);
    expect(JSON.stringify([headers, body])).not.toContain("Ada");
  });

  it("tells of a job that failed, too", async () => {
    const id = await accepted("orders", "");
    await waitFor("it is told", () => toldOf(id).length > 0);
    expect(JSON.parse(toldOf(id)[0]?.body ?? "").data.status).toBe("FAILED");
  });

  it("is told once when it is taken, and never when it is gone", async () => {
    answers.push(410);
    const gone = await accepted("orders");
    await waitFor("it is told", () => toldOf(gone).length > 0);
    const taken = await accepted("orders");
    await waitFor("it is told", () => toldOf(taken).length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect([toldOf(gone).length, toldOf(taken).length]).toEqual([1, 1]);
  });

  it("is told again when it was not taken, also by a service that was killed meanwhile", async () => {
    answers.push(302, 500);
    const redirected = await accepted("orders");
    await waitFor("it is told", () => toldOf(redirected).length === 1);
    const refused = await accepted("orders");
    await waitFor("it is told", () => toldOf(refused).length === 1);
    const { dataDir, secrets } = service;
    await service.kill9();
    service = await startService({
      ...{ dataDir, secrets, args: args() },
      env: { CALLBACKS_SECRET: SECRET },
    });
    await waitFor(
      "both are told again",
      () => toldOf(refused).length === 2 && toldOf(redirected).length === 2,
      60_000,
    );
    expect(told.filter(({ path }) => path === "/elsewhere")).toEqual([]);
  }, 120_000);

  it("to an address where nobody listens holds up neither jobs nor others", async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => accepted("nobody")));
    const id = await accepted("orders");
    await waitFor("the other is told", () => toldOf(id).length > 0);
    const status = await send(service, token, "async-status", {
      status: ids.map((tracking_id) => ({ tracking_id })),
    });
    const states = status.body.data.map((job: { status: string }) => job.status);
    expect(new Set(states)).toEqual(new Set(["SUCCESS"]));
  });

  it("to an address that says nothing holds up no other, nor the runtime", async () => {
    const before = told.length;
    await Promise.all(Array.from({ length: 12 }, () => accepted("silent")));
    await waitFor("some are told", () => told.length - before >= 4);
    const id = await accepted("orders");
    await waitFor("the other is told", () => toldOf(id).length > 0, 10_000);
    const used = cpuSeconds(service.workerdPid);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    // Woken again and again for those that wait, it would take all of a core.
    expect(cpuSeconds(service.workerdPid) - used).toBeLessThan(1);
    expect(told.filter(({ path }) => path === "/silent").length).toBeLessThan(12);
  });

  it.each(["other", "", "http://127.0.0.1/", 7, null])("to %j is refused", async (callback) => {
    const answer = await submit(callback);
    expect([answer.status, answer.body.error.code]).toEqual([400, "invalid_field"]);
    expect(JSON.stringify(answer.body)).toContain("callback");
  });
});

describe("serve --callback", () => {
  it.each([
    ["orders", "has no URL", SECRET],
    ["orders=http://example.com", "needs https", SECRET],
    ["Orders=https://example.com", "small letters and digits", SECRET],
    ["orders=https://key@example.com", "nothing more", SECRET],
    ["orders=https://example.com", "CALLBACKS_SECRET", ""],
    ["orders=https://example.com", "CALLBACKS_SECRET", "whsec_short"],
  ])("%s is refused: %s", async (callback, why, secret) => {
    const env = { ...service.secrets, CALLBACKS_SECRET: secret };
    const options = ["--port", "0", "--data", temporaryFolder(), "--callback", callback];
    const { code, err } = await runHere("serve.ts", options, env);
    expect(err).toContain(why);
    expect([2, 64]).toContain(code);
  });
});
