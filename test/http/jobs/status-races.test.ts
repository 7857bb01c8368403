// async-status while erasures take effect between reading the jobs and fetching their chunks.
import { exports } from "cloudflare:workers";
import { afterEach, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { everything, tryDelete } from "../../support/erasure.ts";
import { newNamespace } from "../../support/namespaces.ts";
import {
  accepted,
  call,
  only,
  PATHS,
  pollJob,
  submit,
  tryStatus,
  type WholeRecord,
} from "../../support/requests.ts";

afterEach(() => setFailpointHook(null));

/** A job that has ended, and tokens of its namespace. */
async function endedJob() {
  const { tokens } = await newNamespace({
    app: ["mask", "unmask"],
    admin: ["metadata_change"],
  });
  const items = [{ value: "Ann Miller", token_name: "Text Token" }];
  const id = await submit(tokens.app, "mask", { mask: items });
  expect((await pollJob(tokens.app, id)).status).toBe("SUCCESS");
  return { ...tokens, id };
}

/** Have something happen each time the jobs have been read, and count how often that was. */
function onEachRead(happen: (reads: number) => Promise<unknown>): () => number {
  let reads = 0;
  setFailpointHook(async (point) => {
    if (point !== "async-status.jobs-read") return;
    reads += 1;
    await happen(reads);
  });
  return () => reads;
}

it("a job erased meanwhile is answered as purged, not cut off", async () => {
  const { app, admin, id } = await endedJob();
  const reads = onEachRead(async (read) => {
    if (read === 1) accepted(await tryDelete(admin, everything()));
  });
  const record = only(accepted(await tryStatus(app, [id])));
  expect(record).toMatchObject({ tracking_id: id, status: "PURGED", result: null });
  expect(reads()).toBe(2);
});

it("a job that may hold the person sought is answered without its input", async () => {
  const { app, admin, id } = await endedJob();
  onEachRead(async (read) => {
    if (read > 1) return;
    const body = { data: { values: ["somebody else"] } };
    accepted(await call("PUT", PATHS.byValue, { token: admin, body }));
  });
  const record = only(accepted(await tryStatus(app, [id])));
  expect(record.status).toBe("SUCCESS");
  expect(record.result).toHaveLength(1);
});

it("an answer that has begun waits while its job is searched for a person, and goes on", async () => {
  const { tokens } = await newNamespace({ app: ["mask", "unmask"], admin: ["metadata_change"] });
  // The input alone is longer than what is fetched before the answer begins.
  const value = (i: number) => `${i} `.padEnd(4_000, "x");
  const mask = Array.from({ length: 200 }, (_, i) => ({
    value: value(i),
    token_name: "Text Token",
  }));
  const id = await submit(tokens.app, "mask", { mask });
  expect((await pollJob(tokens.app, id)).status).toBe("SUCCESS");
  const answer = await exports.default.fetch(`https://vault.test${PATHS.status}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${tokens.app}` },
    body: JSON.stringify({ status: [{ tracking_id: id }], include_input: true }),
  });
  setFailpointHook(async (point) => {
    if (point === "delete.job-searched") await scheduler.wait(500);
  });
  const body = { data: { values: ["somebody else"] } };
  accepted(await call("PUT", PATHS.byValue, { token: tokens.admin, body }));
  const { data } = (await answer.json()) as { data: WholeRecord[] };
  const { input_payload, result } = only(data);
  expect(input_payload).toEqual({ mask });
  expect(result).toHaveLength(mask.length);
});
