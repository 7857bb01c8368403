// Checks of sections 3 to 8: states, the submission, authentication, polling, errors. Keyed by row id.
import { expect } from "vitest";
import { newVault } from "../support/namespaces.ts";
import { OPERATIONS } from "../support/operations.ts";
import {
  type Answer,
  accepted,
  call,
  mask,
  only,
  PATHS,
  pollJob,
  type Sent,
  submit,
  tryStatus,
} from "../support/requests.ts";
import { countRows } from "../support/storage.ts";
import type { Checks } from "./masking-checks.ts";

const TEXT = { value: "Ada Lane", token_name: "Text Token" };
const BODY = { mask: [TEXT, { value: "write to ada@example.org" }] };
const BAD = { mask: [TEXT, { value: "Ada", token_name: "No Such Token" }] };

function send<T = { tracking_id: string; status: string }[]>(sent: Sent): Promise<Answer<T>> {
  return call<T>("PUT", PATHS.maskAsync, sent);
}

/** A submission that must be refused with this status, and leave no job. */
async function expectNoJob(sent: (token: string) => Sent, status: number): Promise<void> {
  const { token, nid } = await newVault();
  const answer = await send<null>(sent(token));
  expect([answer.status, answer.success, answer.data]).toEqual([status, false, null]);
  const { job, job_chunk, mapping } = await countRows(nid);
  expect([job, job_chunk, mapping]).toEqual([0, 0, 0]);
}

function expectEnvelope(answer: Answer<unknown>): void {
  expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
  expect(answer.success).toBeTypeOf("boolean");
  expect(answer.error.message).toBeTypeOf("string");
  expect(answer).toHaveProperty("data");
}

/** Sections 3 to 8. */
export const JOB_CHECKS: Checks = {
  "S3.1": async () => {
    const { token } = await newVault();
    const answer = await send({ token, body: BODY });
    const { status, tracking_id } = only(accepted(answer));
    expect(status).toBe("PENDING");
    expect((await pollJob(token, tracking_id)).status).toBe("SUCCESS");
  },
  "S3.2": async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", BAD);
    const record = await pollJob(token, id);
    expect(record.status).toBe("FAILED");
    await pollJob(token, await submit(token, "mask", BODY));
    expect(await pollJob(token, id)).toEqual(record);
  },
  "S3.3": async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", BODY);
    expect((await pollJob(token, id)).status).toBe("SUCCESS");
    expect(only(accepted(await tryStatus(token, [id]))).status).toBe("SUCCESS");
  },
  "S4.1.1": async () => {
    const { token } = await newVault();
    expect(PATHS.maskAsync).toBe("/api/vault/mask/async");
    expect((await send({ token, body: BODY })).status).toBe(200);
    for (const method of ["POST", "PATCH", "DELETE"]) {
      const answer = await call(method, PATHS.maskAsync, { token, body: BODY });
      expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "PUT"]);
    }
  },
  "S4.1.2": async () => {
    await expectNoJob(() => ({ body: BODY }), 401);
    const raw = JSON.stringify(BODY);
    await expectNoJob((token) => ({ token, raw, headers: { "Content-Type": "text/plain" } }), 415);
    const { token } = await newVault();
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    expect((await send({ raw, headers })).status).toBe(200);
  },
  "S4.1.3": async () => {
    for (const raw of [
      "",
      "[]",
      '"mask"',
      "5",
      "null",
      "{}",
      '{"mask":null}',
      '{"Mask":[]}',
      "{",
    ]) {
      await expectNoJob((token) => ({ token, raw }), 400);
    }
  },
  "S4.1.4": async () => {
    for (const list of [{}, "x", 5, []]) {
      await expectNoJob((token) => ({ token, body: { mask: list } }), 400);
    }
    const { token } = await newVault();
    const record = await pollJob(token, await submit(token, "mask", BODY));
    expect(record.result).toEqual(await mask(token, BODY.mask));
  },
  "S4.1.5": async () => {
    const { token } = await newVault();
    const answer = await send({ token, body: BODY });
    expectEnvelope(answer);
    expect([Array.isArray(answer.data), answer.success, answer.error]).toEqual([
      true,
      true,
      { message: "" },
    ]);
  },
  "S4.1.6": async () => {
    const { token } = await newVault();
    const answer = await send({ token, body: BODY });
    const { tracking_id } = only(answer.data);
    expect(JSON.parse(answer.text).data).toEqual([{ tracking_id, status: "PENDING" }]);
  },
  "S4.1.7": async () => {
    const { token } = await newVault();
    const first = (await send({ token, body: BODY })).data[0];
    expect(first?.status).toBe("PENDING");
    expect(first?.tracking_id).toMatch(/^\S{50}$/);
  },
  "S4.1.8": async () => {
    const { token } = await newVault();
    const record = await pollJob(token, await submit(token, "mask", BODY));
    expect(record.result?.map(({ value }) => value)).toEqual(BODY.mask.map(({ value }) => value));
    expect(record.result?.every(({ value, token_value }) => token_value !== value)).toBe(true);
  },
  "S4.1.9": async () => {
    const { token } = await newVault();
    const answer = await send({ token, body: BAD });
    expect([answer.status, answer.success]).toEqual([200, true]);
    const record = await pollJob(token, only(answer.data).tracking_id);
    expect([record.status, record.result]).toEqual(["FAILED", null]);
  },
  "S5.1": async () => {
    await expectNoJob(() => ({ body: BODY }), 401);
    await expectNoJob((token) => ({ token: `${token}x`, body: BODY }), 401);
    await expectNoJob(
      (token) => ({ headers: { Authorization: `Basic ${token}` }, body: BODY }),
      401,
    );
    const { token } = await newVault();
    expect((await send({ token, body: BODY })).status).toBe(200);
  },
  "S6.1": async () => {
    const { token } = await newVault();
    const body = { ...BODY, callback_url: "https://callback.example/" };
    const record = await pollJob(token, await submit(token, "mask", body));
    expect(record.progress).toEqual({ done: 2, total: 2 });
    expect(record.result).toHaveLength(2);
  },
  "S7.1": async () => {
    const { token } = await newVault();
    for (const { method, path } of [
      ...OPERATIONS,
      { method: "PUT", path: "/api/vault/no-route" },
    ]) {
      expectEnvelope(await call(method, path, {}));
      expectEnvelope(await call(method, path, { token, raw: method === "GET" ? undefined : "{" }));
      expectEnvelope(await call("DELETE", path, { token }));
    }
    expectEnvelope(await call("PUT", PATHS.mask, { token, body: BODY }));
    expectEnvelope(await tryStatus(token, [await submit(token, "mask", BODY)]));
  },
  "S7.2": async () => {
    const { token } = await newVault();
    const answer = await send({ token, body: BAD });
    expect([answer.status, answer.error]).toEqual([200, { message: "" }]);
    const record = await pollJob(token, only(answer.data).tracking_id);
    expect(record.error_msg).toContain("token_name not defined: {No Such Token}");
  },
};
