// Reads of jobs that an erasure purges while they are being opened.
import { afterEach, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { deletionEnded, requestDeletion, stallAt } from "../../support/vault/erasing.ts";
import {
  count,
  ended,
  freshVault,
  maskItems,
  maskValues,
  type OpenVault,
  rows,
  submit,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";
import { requestErasure } from "../../support/vault/person.ts";

afterEach(() => setFailpointHook(null));

const ANN = { target: "value", values: ["Ann Miller"] } as const;
const REST = JSON.stringify({ note: "Ann Miller" });

/** What a read gives that began while an erasure was searching, and that had opened what it shows when the job was purged. */
async function readOver<T>(vault: OpenVault, job: string, read: () => Promise<T>): Promise<T> {
  await ended(vault, job);
  const searched = stallAt("delete.job-searched");
  const { trackingId } = await requestErasure(vault, ANN);
  await searched.reached();
  const opened = stallAt("job.opened");
  const reading = read();
  await opened.reached();
  searched.release();
  for (let i = 0; i < 300 && (await count(vault, "job WHERE key IS NOT NULL")) > 0; i++)
    await scheduler.wait(2);
  expect(await count(vault, "job WHERE key IS NOT NULL")).toBe(0);
  opened.release();
  const answer = await reading;
  await deletionEnded(vault, trackingId);
  return answer;
}

it("show nothing of the members beside the list", async () => {
  const vault = await freshVault();
  const job = await submit(vault, maskItems(1), "mask", { rest: REST });
  const answer = await readOver(vault, job, () => vault.calls.readJobs(vault.caller, [job], true));
  const gone = { state: "PURGED", rest: null, input: null, result: null };
  expect(answer).toMatchObject({ ok: true, value: [gone] });
});

it("show nothing of the item for which the job failed", async () => {
  const vault = await freshVault();
  const job = await submit(vault, [{ value: "y", token_name: "Ann Miller" }]);
  const answer = await readOver(vault, job, () =>
    vault.calls.listJobs(vault.caller, {
      ...{ state: null, kind: null, isOwn: false, pageToken: null, limit: 10 },
    }),
  );
  expect(JSON.stringify(answer)).not.toContain("Ann Miller");
  expect(answer).toMatchObject({ ok: true, value: { jobs: [{ state: "FAILED" }] } });
});

it.each(["input", "result"] as const)("give no chunk of the %s", async (part) => {
  const vault = await freshVault();
  const [token = ""] = await maskValues(vault, ["Bob"]);
  const list = [{ token_value: `Ann Miller, <URL>${token}</URL>` }];
  const job = await submit(vault, list, "unmask");
  const answer = await readOver(vault, job, () =>
    vault.calls.readJobChunk(vault.caller, { trackingId: job, part, number: 0 }),
  );
  expect(answer.ok ? new TextDecoder().decode(answer.value) : answer.error.code).toBe("erased");
});

it("show nothing of a job whose mappings a deletion by age covers meanwhile", async () => {
  const vault = await freshVault();
  const job = await submit(vault, maskItems(1), "mask", { rest: REST });
  await ended(vault, job);
  const opened = stallAt("job.opened", 0, 1);
  const reading = vault.calls.readJobs(vault.caller, [job], true);
  await opened.reached();
  await requestDeletion(vault);
  opened.release();
  const gone = { state: "PURGED", rest: null, input: null, result: null };
  expect(await reading).toMatchObject({ ok: true, value: [gone] });
});

it("show nothing of a job read before an erasure of a person, as one of many", async () => {
  const vault = await freshVault();
  const job = await submit(vault, maskItems(1), "mask", { rest: REST });
  await ended(vault, job);
  const others = Array.from({ length: 50 }, (_, i) => `other ${i}`);
  await rows(
    vault,
    `INSERT INTO job SELECT 100 + j.key, j.value, kind, 'PURGED', submitter, NULL, items, chunks, done_chunks, done_items, 0, 0, 0, 0,
       NULL, submitted, started, finished, NULL, NULL, policy, policy_version, NULL, NULL FROM job, json_each(?) AS j`,
    JSON.stringify(others),
  );
  const opened = stallAt("job.opened", 1, 1);
  const reading = vault.calls.readJobs(vault.caller, [job, ...others], true);
  await opened.reached();
  await requestErasure(vault, ANN);
  opened.release();
  const reply = await reading;
  expect(reply.ok && reply.value[0]).toMatchObject({ rest: null, input: null });
});

it("end while an erasure that has taken effect removes mappings", async () => {
  const vault = await freshVault();
  const job = await submit(vault, maskItems(1));
  await ended(vault, job);
  await inNamespace(vault, async ({ reader, liveness }) => {
    let opened = 0;
    setFailpointHook((point) => {
      if (point !== "job.opened" || ++opened > 9) return;
      liveness.outdatePlans();
    });
    expect(await reader.read(vault.caller, [job], true)).toMatchObject({ ok: true });
    expect(opened).toBe(1);
  });
});
