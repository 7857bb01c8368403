// PUT super-admin/namespace/delete and GET super-admin/namespace/job-status.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { erase, tryDelete, tryJobStatus } from "../../support/erasure.ts";
import {
  deleteNamespace,
  pollNamespaceJob,
  tryDeleteNamespace,
  tryNamespaceJob,
  trySetHold,
} from "../../support/namespace-jobs.ts";
import { claimsIn, freshName, generate, newNamespace } from "../../support/namespaces.ts";
import { ERASURE_OPERATIONS, NAMESPACE_OPERATIONS } from "../../support/operations.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import {
  accepted,
  call,
  MASTER_KEY,
  mask,
  PATHS,
  pollJob,
  submit,
  tokenOf,
  tryUnmask,
  unmask,
} from "../../support/requests.ts";
import { dump, execute } from "../../support/storage.ts";
import { stallAt } from "../../support/vault/erasing.ts";

const PERMISSIONS = ["mask", "unmask", "metadata_change"] as const;
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const people = () => newNamespace({ all: PERMISSIONS });

function claimsOf(receipt: string | null) {
  const [, payload = ""] = (receipt ?? "").split(".");
  return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
}

describe("the deletion of a namespace", () => {
  it("is answered with a job, and in the end tells what went, with a receipt", async () => {
    const { name, nid, tokens } = await people();
    const values = Array.from({ length: 30 }, (_, i) => ({
      value: `v ${i}`,
      token_name: "Text Token",
    }));
    await mask(tokens.all, values);
    const job = accepted(await tryDeleteNamespace(name));
    expect(job).toEqual({
      tracking_id: expect.stringMatching(/^[0-9a-f-]{36}\d{14}$/),
      status: "PENDING",
      job_type: "namespace-deletion",
      namespace_to_be_deleted: name,
    });
    const record = await pollNamespaceJob(job.tracking_id);
    expect(record).toEqual({
      tracking_id: job.tracking_id,
      requested_user: "operator",
      requested_timestamp: expect.stringMatching(TIME),
      process_start_time: expect.stringMatching(TIME),
      process_end_time: expect.stringMatching(TIME),
      job_type: "namespace-deletion",
      status: "SUCCESS",
      response: { cleared_records: 30, message: `Namespace ${name} deleted successfully.` },
      error_message: "",
      progress: { cleared: 30, total: 30, percent: 100 },
      receipt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    const stated = claimsOf(record.receipt);
    expect(stated).toMatchObject({
      nid,
      kind: "namespace",
      cutoff: null,
      counts: { mappings: 30 },
    });
    expect(stated.destroyed_keys).toHaveLength(1);
    expect(JSON.stringify(stated)).not.toContain(name);
    expect(await dump(nid)).toBe("");
  });

  it("takes effect with its answer: its token opens no operation any more", async () => {
    const { name, tokens } = await people();
    const token = await tokenOf(tokens.all, "Ada", "Text Token");
    const jobId = await submit(tokens.all, "mask", { mask: [{ value: "Ada" }] });
    await pollJob(tokens.all, jobId);
    const { tracking_id } = accepted(await tryDeleteNamespace(name));
    const everyOne = async () => {
      expectRefusal(await tryUnmask(tokens.all, [token]), REFUSED.unauthenticated);
      for (const operation of [...NAMESPACE_OPERATIONS, ...ERASURE_OPERATIONS]) {
        const sent = { token: tokens.all, body: operation.body(jobId) };
        const answer = await call(operation.method, operation.path, sent);
        expectRefusal(answer, REFUSED.unauthenticated);
      }
    };
    await everyOne();
    await pollNamespaceJob(tracking_id);
    await everyOne();
    const details = `${PATHS.details}?auth_token=${tokens.all}`;
    expectRefusal(await call("GET", details, { token: MASTER_KEY }), REFUSED.token);
    const body = { data: { auth_token: tokens.all } };
    expectRefusal(await call("PUT", PATHS.deactivate, { token: MASTER_KEY, body }), REFUSED.token);
  });

  it("frees the name at once: issued again it has a new nid, is empty, and other keys", async () => {
    const { name, nid, tokens } = await people();
    const before = await tokenOf(tokens.all, "Ada", "Text Token");
    const { tracking_id } = accepted(await tryDeleteNamespace(name));
    const again = await generate(name, "all", PERMISSIONS);
    expect(again.namespace_creation).toBeDefined();
    expect(claimsIn(again.auth_key).nid).not.toBe(nid);
    expect((await tryUnmask(again.auth_key, [before])).status).toBe(400);
    const after = await tokenOf(again.auth_key, "Ada", "Text Token");
    expect(after).not.toBe(before);
    await pollNamespaceJob(tracking_id);
    expect(await unmask(again.auth_key, [after])).toEqual(["Ada"]);
    expectRefusal(await tryUnmask(tokens.all, [before]), REFUSED.unauthenticated);
    const second = await deleteNamespace(name);
    expect([second.tracking_id === tracking_id, second.response?.cleared_records]).toEqual([
      false,
      1,
    ]);
  });

  it("touches no other namespace", async () => {
    const [here, there] = [await people(), await people()];
    const kept = await tokenOf(there.tokens.all, "Ada", "Text Token");
    await deleteNamespace(here.name);
    expect(await unmask(there.tokens.all, [kept])).toEqual(["Ada"]);
  });

  it("counts each mapping in one receipt only, and ends the namespace's own deletions", async () => {
    const { name, tokens } = await people();
    await tokenOf(tokens.all, "first", "Text Token");
    await erase(tokens.all);
    await tokenOf(tokens.all, "second", "Text Token");
    expect((await deleteNamespace(name)).response?.cleared_records).toBe(1);
  });

  it("of a name that is not there, or no longer, is refused", async () => {
    expectRefusal(await tryDeleteNamespace(freshName()), REFUSED.namespace);
    const { name } = await people();
    await deleteNamespace(name);
    expectRefusal(await tryDeleteNamespace(name), REFUSED.namespace);
    expectRefusal(await trySetHold(name, true), REFUSED.namespace);
  });

  it("is the operator's", async () => {
    const { name, tokens } = await people();
    expectRefusal(await tryDeleteNamespace(name, tokens.all), REFUSED.unauthenticated);
    expect(await tokenOf(tokens.all, "Ada", "Text Token")).toBeTypeOf("string");
  });

  it("is answered with 503 when its object fails, and can be asked for again", async () => {
    const { name, nid, tokens } = await people();
    await tokenOf(tokens.all, "Ada", "Text Token");
    await execute(nid, "ALTER TABLE setting RENAME TO setting_away");
    expectRefusal(await tryDeleteNamespace(name), {
      status: 503,
      code: "unavailable",
      message: "The namespace does not answer",
    });
    await execute(nid, "ALTER TABLE setting_away RENAME TO setting");
    expect((await deleteNamespace(name)).response?.cleared_records).toBe(1);
  });

  it("lets nobody in while it is accepted: a token asked for then is refused, and asked for again comes with a new namespace", async () => {
    const { name, nid } = await people();
    const stall = stallAt("namespace.closed");
    const asked = tryDeleteNamespace(name);
    await stall.reached();
    const data = { namespace_name: name, _id: "new", permissions: ["mask"] };
    const refused = await call("PUT", PATHS.generate, { token: MASTER_KEY, body: { data } });
    stall.release();
    accepted(await asked);
    expectRefusal(refused, REFUSED.beingDeleted);
    const { auth_key, namespace_creation } = await generate(name, "new", ["mask"]);
    expect(namespace_creation).toBeDefined();
    expect(claimsIn(auth_key).nid).not.toBe(nid);
  });

  it("asked for many times at once is one job", async () => {
    const { name } = await people();
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryDeleteNamespace(name)));
    const ids = answers.filter(({ success }) => success).map(({ data }) => data.tracking_id);
    expect(new Set(ids).size).toBe(1);
    await pollNamespaceJob(ids[0] ?? "");
  });

  it("leaves an object that answers 401 and stays empty", async () => {
    const { name, nid, tokens } = await people();
    await deleteNamespace(name);
    await tryUnmask(tokens.all, ["x"]);
    await tryDelete(tokens.all);
    const left = await runInDurableObject(env.VAULT.getByName(nid), async (_, { storage }) => [
      await storage.getAlarm(),
      storage.sql
        .exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'")
        .toArray(),
    ]);
    expect(left).toEqual([null, []]);
  });
});

describe("a legal hold", () => {
  it("records the deletion without effect; it comes into effect when the hold ends", async () => {
    const { name, tokens } = await people();
    const token = await tokenOf(tokens.all, "Ada", "Text Token");
    accepted(await trySetHold(name, true));
    const { tracking_id } = accepted(await tryDeleteNamespace(name));
    const held = accepted(await tryNamespaceJob(tracking_id));
    expect(held).toMatchObject({
      status: "PENDING",
      error_message: "legal hold",
      response: null,
      process_start_time: null,
      process_end_time: null,
      progress: { cleared: 0, total: null, percent: null },
      receipt: null,
    });
    expect(await unmask(tokens.all, [token])).toEqual(["Ada"]);
    expect(await tokenOf(tokens.all, "Bob", "Text Token")).toBeTypeOf("string");
    expect(accepted(await tryDeleteNamespace(name)).tracking_id).toBe(tracking_id);
    expect(claimsIn((await generate(name, "more", ["mask"])).auth_key).nid).toBe(
      claimsIn(tokens.all).nid,
    );
    accepted(await trySetHold(name, false));
    expectRefusal(await tryUnmask(tokens.all, [token]), REFUSED.unauthenticated);
    const done = await pollNamespaceJob(tracking_id);
    expect([done.status, done.response?.cleared_records]).toEqual(["SUCCESS", 2]);
  });
});

describe("a namespace's job", () => {
  it("is also its creation, by the id that its first token came with", async () => {
    const name = freshName();
    const { namespace_creation } = await generate(name, "ada", PERMISSIONS);
    const id = namespace_creation?.tracking_id ?? "";
    const created = accepted(await tryNamespaceJob(id));
    expect(created).toEqual({
      tracking_id: id,
      requested_user: "operator",
      requested_timestamp: expect.stringMatching(TIME),
      process_start_time: created.requested_timestamp,
      process_end_time: created.requested_timestamp,
      job_type: "namespace-creation",
      status: "SUCCESS",
      response: { cleared_records: 0, message: `Namespace ${name} created successfully.` },
      error_message: "",
      progress: { cleared: 0, total: 0, percent: 100 },
      receipt: null,
    });
    await deleteNamespace(name);
    expect(accepted(await tryNamespaceJob(id))).toEqual(created);
  });

  it("is the operator's to see, and no job of a namespace's own", async () => {
    const { name, tokens } = await people();
    const own = accepted(await tryDelete(tokens.all));
    expectRefusal(await tryNamespaceJob(own.tracking_id), REFUSED.trackingId);
    const job = await deleteNamespace(name);
    const other = await people();
    expectRefusal(await tryJobStatus(other.tokens.all, job.tracking_id), REFUSED.trackingId);
    expectRefusal(
      await tryNamespaceJob(job.tracking_id, other.tokens.all),
      REFUSED.unauthenticated,
    );
  });
});
