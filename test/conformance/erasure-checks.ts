// Checks of every sentence about deletion, whatever section it stands in. Keyed by row id.
import { expect } from "vitest";
import { DAY_MS } from "../../src/core/time.ts";
import {
  type DeletionJob,
  dateIn,
  erase,
  everything,
  pollDeletion,
  tryDelete,
  tryJobStatus,
} from "../support/erasure.ts";
import { newNamespace } from "../support/namespaces.ts";
import {
  type Answer,
  accepted,
  call,
  mask,
  PATHS,
  type Sent,
  tokenOf,
  tryUnmask,
  unmask,
} from "../support/requests.ts";
import { countRows, execute } from "../support/storage.ts";
import type { Checks } from "./masking-checks.ts";

async function withAdmin() {
  const { nid, tokens } = await newNamespace({
    all: ["mask", "unmask"],
    admin: ["metadata_change"],
  });
  return { nid, token: tokens.all, admin: tokens.admin };
}

/** A namespace with a mapping that was made some days ago, and one of now. */
async function withOld(days: number) {
  const namespace = await withAdmin();
  await tokenOf(namespace.token, "old", "Text Token");
  await execute(namespace.nid, `UPDATE mapping SET created = created - ${days * DAY_MS}`);
  const young = await tokenOf(namespace.token, "young", "Text Token");
  return { ...namespace, young };
}

const cleared = async (admin: string, data: object): Promise<number | undefined> =>
  (await erase(admin, data)).response?.cleared_records;

const submission = (sent: Sent): Promise<Answer<DeletionJob>> =>
  call<DeletionJob>("PUT", PATHS.deletion, sent);

/** A deletion that must be refused with this status, and delete nothing. */
async function expectNothingDeleted(
  sent: (tokens: { token: string; admin: string }) => Sent,
  status: number,
): Promise<void> {
  const namespace = await withAdmin();
  const live = await tokenOf(namespace.token, "Ada", "Text Token");
  const answer = await submission(sent(namespace));
  expect([answer.status, answer.success, answer.data]).toEqual([status, false, null]);
  expect((await countRows(namespace.nid)).deletion).toBe(0);
  expect(await unmask(namespace.token, [live])).toEqual(["Ada"]);
}

/** Sentences about deletion. */
export const ERASURE_CHECKS: Checks = {
  "S1.6": async () => {
    for (const data of [{ date: dateIn(-1) }, { duration: 2 }]) {
      const { token, admin, young } = await withOld(3);
      expect(await cleared(admin, data)).toBe(1);
      expect(await unmask(token, [young])).toEqual(["young"]);
    }
  },
  "S1.7": async () => {
    const { admin } = await withAdmin();
    const { tracking_id, status } = accepted(await tryDelete(admin));
    expect(status).toBe("PENDING");
    expect((await pollDeletion(admin, tracking_id)).status).toBe("SUCCESS");
  },
  "S2.3.1": async () => {
    const { admin } = await withAdmin();
    const { tracking_id } = accepted(await tryDelete(admin));
    expect(tracking_id).toBeTypeOf("string");
    expect(accepted(await tryJobStatus(admin, tracking_id)).tracking_id).toBe(tracking_id);
  },
  "S2.3.2": async () => {
    const { admin } = await withAdmin();
    expect(accepted(await tryDelete(admin)).status).toBe("PENDING");
  },
  "S2.3.3": async () => {
    const { admin } = await withAdmin();
    const { tracking_id, job_type } = accepted(await tryDelete(admin));
    expect(job_type).toBe("data-deletion");
    expect((await pollDeletion(admin, tracking_id)).job_type).toBe("data-deletion");
  },
  "S2.4.2": async () => {
    const { admin } = await withAdmin();
    const { data } = await tryDelete(admin);
    expect(Array.isArray(data)).toBe(false);
    expect(Object.keys(data).sort()).toEqual(["job_type", "status", "tracking_id"]);
  },
  "S4.2.1": async () => {
    const { admin } = await withAdmin();
    expect(PATHS.deletion).toBe("/api/vault/namespace/delete/personal-data-mapping");
    for (const method of ["POST", "PATCH", "DELETE"]) {
      const sent = { token: admin, body: { data: everything() } };
      const answer = await call(method, PATHS.deletion, sent);
      expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "PUT"]);
    }
  },
  "S4.2.2": async () => {
    const body = { data: everything() };
    await expectNothingDeleted(() => ({ body }), 401);
    const headers = { "Content-Type": "text/plain" };
    await expectNothingDeleted(
      ({ admin }) => ({ token: admin, raw: JSON.stringify(body), headers }),
      415,
    );
    const { admin } = await withAdmin();
    const charset = { "Content-Type": "application/json; charset=utf-8" };
    const answer = await submission({ token: admin, raw: JSON.stringify(body), headers: charset });
    expect(answer.status).toBe(200);
  },
  "S4.2.3": async () => {
    for (const body of [{}, { data: null }, { data: [] }, { data: "x" }, { date: "2020-01-01" }]) {
      await expectNothingDeleted(({ admin }) => ({ token: admin, body }), 400);
    }
  },
  "S4.2.4": async () => {
    const { admin } = await withOld(3);
    expect(await cleared(admin, { date: dateIn(-3) })).toBe(0);
    expect(await cleared(admin, { date: dateIn(-2) })).toBe(1);
    for (const date of ["1.1.2020", "2020-02-30", 20200101]) {
      await expectNothingDeleted((n) => ({ token: n.admin, body: { data: { date } } }), 400);
    }
  },
  "S4.2.5": async () => {
    const { admin } = await withOld(3);
    expect(await cleared(admin, { duration: 4 })).toBe(0);
    expect(await cleared(admin, { duration: 2 })).toBe(1);
    for (const duration of [0, -1, 1.5, "3", true]) {
      await expectNothingDeleted((n) => ({ token: n.admin, body: { data: { duration } } }), 400);
    }
  },
  "S4.2.6": async () => {
    for (const data of [{}, { date: dateIn(1), duration: 1 }]) {
      await expectNothingDeleted(({ admin }) => ({ token: admin, body: { data } }), 400);
    }
  },
  "S4.2.7": async () => {
    const { admin } = await withAdmin();
    const answer = await tryDelete(admin);
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect([answer.success, answer.error.message]).toEqual([true, ""]);
    expect(answer.data).toMatchObject({ status: "PENDING", job_type: "data-deletion" });
  },
  "S4.2.8": async () => {
    const [here, there] = [await withAdmin(), await withAdmin()];
    const items = [{ value: "Ada", token_name: "Text Token" }];
    await mask(here.token, items);
    const kept = (await mask(there.token, items)).map((item) => item.token_value);
    expect(await cleared(here.admin, everything())).toBe(1);
    expect(await unmask(there.token, kept)).toEqual(["Ada"]);
    expect((await countRows(there.nid)).mapping).toBe(1);
  },
  "S4.2.10": async () => {
    const { token, admin } = await withAdmin();
    const old = await tokenOf(token, "Ada", "Text Token");
    const { tracking_id } = accepted(await tryDelete(admin));
    expect((await tryUnmask(token, [old])).status).toBe(400);
    await pollDeletion(admin, tracking_id);
    const fresh = await tokenOf(token, "Ada", "Text Token");
    expect(fresh).not.toBe(old);
    expect((await tryUnmask(token, [old])).status).toBe(400);
    expect(await unmask(token, [fresh])).toEqual(["Ada"]);
  },
  "S4.2.11": async () => {
    const { token, admin } = await withAdmin();
    const items = Array.from({ length: 900 }, (_, i) => ({
      value: `value ${i}`,
      token_name: "Text Token",
    }));
    await mask(token, items);
    const { tracking_id } = accepted(await tryDelete(admin));
    const { status, response, progress } = accepted(await tryJobStatus(admin, tracking_id));
    expect(["PENDING", "IN-PROGRESS", "SUCCESS"]).toContain(status);
    expect(response === null).toBe(status !== "SUCCESS");
    expect(progress.cleared).toBeLessThanOrEqual(900);
    const ended = await pollDeletion(admin, tracking_id);
    expect(ended.progress).toEqual({ cleared: 900, total: 900, percent: 100 });
  },
  "S4.2.12": async () => {
    const { admin } = await withAdmin();
    expect(PATHS.jobStatus).toBe("/api/vault/namespace/job-status");
    const { tracking_id } = accepted(await tryDelete(admin));
    expect((await pollDeletion(admin, tracking_id)).response?.cleared_records).toBe(0);
    expect((await tryJobStatus(admin, "unknown")).status).toBe(404);
  },
  "S5.2": async () => {
    const body = { data: everything() };
    await expectNothingDeleted(({ token }) => ({ token, body }), 403);
    await expectNothingDeleted(({ admin }) => ({ token: `${admin}x`, body }), 401);
    await expectNothingDeleted(() => ({ body }), 401);
  },
  "S8.1": async () => {
    const { admin } = await withAdmin();
    const record = await erase(admin);
    expect(accepted(await tryJobStatus(admin, record.tracking_id))).toEqual(record);
  },
  "S8.2": async () => {
    const { token, admin } = await withAdmin();
    await tokenOf(token, "Ada", "Text Token");
    const { tracking_id } = accepted(await tryDelete(admin));
    await Promise.all(Array.from({ length: 50 }, () => tryJobStatus(admin, tracking_id)));
    expect((await pollDeletion(admin, tracking_id)).status).toBe("SUCCESS");
  },
};
