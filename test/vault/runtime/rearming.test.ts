// Alarms that were lost, and a Registry that wakes objects, is not needed, or hangs.

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { VAULT_ANSWER_MS } from "../../../src/registry/registry-base.ts";
import {
  deletionEnded,
  maskAt,
  NOON,
  requestDeletion,
  stallAt,
} from "../../support/vault/erasing.ts";
import { freshRegistry, registryNamed, registryOf } from "../../support/vault/fresh-registry.ts";
import {
  alarmOf,
  count,
  ended,
  freshVault,
  maskItems,
  maskValues,
  type OpenVault,
  readJob,
  rows,
  runAlarmUntil,
  submit,
  unmaskTokens,
  unusedVault,
} from "../../support/vault/fresh-vault.ts";

const registry = registryNamed("registry");

afterEach(() => {
  setFailpointHook(null);
  vi.restoreAllMocks();
});

async function dueOf(vault: OpenVault): Promise<number | null> {
  const [row] = await rows(vault, "SELECT min(due) AS due FROM job");
  return (row?.["due"] as number | undefined) ?? null;
}

async function noted(nid: string): Promise<number | null> {
  return (await registry.calls.namespaceState(nid)).due;
}

/** Poll, because what the object does after its answer is not awaited by anybody. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 1_000; i++) {
    if (await isSo()) return;
    await scheduler.wait(10);
  }
  throw new Error("it never is");
}

/** By hand: the alarm is lost, and the object leaves the memory. */
async function loseAlarm(vault: OpenVault): Promise<void> {
  await runInDurableObject(vault.object, (_, state) => state.storage.deleteAlarm());
  await evictDurableObject(vault.object);
}

describe("the alarm", () => {
  it("stands at the next due time when the work is done", async () => {
    const vault = await freshVault();
    await ended(vault, await submit(vault, maskItems(3)));
    const due = await dueOf(vault);
    await eventually(async () => (await alarmOf(vault)) === due);
  });

  it("is not set where nothing is to do", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["x"]);
    expect(await alarmOf(vault)).toBeNull();
  });

  it("that was lost is armed again by the next request of any kind", async () => {
    const vault = await freshVault();
    await ended(vault, await submit(vault, maskItems(3)));
    const due = await dueOf(vault);
    await loseAlarm(vault);
    await maskValues(vault, ["any"]);
    await eventually(async () => (await alarmOf(vault)) === due);
  });

  it("that was lost with a job under way: the next request brings the job to its end", async () => {
    const vault = await freshVault();
    const trackingId = await submit(vault, maskItems(3));
    await ended(vault, trackingId);
    // By hand: the job as it was when it had been accepted, with no alarm for it.
    await rows(vault, "DELETE FROM job_chunk WHERE part = 2");
    await rows(
      vault,
      "UPDATE job SET state = 'PENDING', done_chunks = 0, done_items = 0, result_bytes = 0, due = submitted, started = NULL, finished = NULL",
    );
    await loseAlarm(vault);
    expect(await ended(vault, trackingId)).toMatchObject({ state: "SUCCESS", doneItems: 3 });
    expect(await count(vault, "mapping")).toBe(3);
  });
});

describe("the Registry", () => {
  it("is told when work is due, and again when there is none left", async () => {
    const vault = await freshVault();
    await registry.calls.noteDue(vault.nid, null);
    expect(await noted(vault.nid)).toBeNull();
    await ended(vault, await submit(vault, maskItems(3)));
    const due = await dueOf(vault);
    await eventually(async () => (await noted(vault.nid)) === due);
    await rows(vault, "UPDATE job SET due = 1, finished = 1");
    await runAlarmUntil(vault, async () => (await count(vault, "job")) === 0);
    await eventually(async () => (await noted(vault.nid)) === null);
  });

  it("is told at a start when it has something else noted", async () => {
    const vault = await freshVault();
    await registry.calls.noteDue(vault.nid, 1);
    await rows(
      registryOf(vault),
      "INSERT OR REPLACE INTO due_work (nid, due) VALUES (?, 5)",
      vault.nid,
    );
    await evictDurableObject(vault.object);
    await maskValues(vault, ["a"]);
    await eventually(async () => (await noted(vault.nid)) === null);
    await ended(vault, await submit(vault, maskItems(3)));
    const due = await dueOf(vault);
    await eventually(async () => (await noted(vault.nid)) === due);
    await rows(registryOf(vault), "DELETE FROM due_work WHERE nid = ?", vault.nid);
    await evictDurableObject(vault.object);
    await maskValues(vault, ["a"]);
    await eventually(async () => (await noted(vault.nid)) === due);
  });

  it("sets its alarm at its start when it was lost", async () => {
    const other = freshRegistry();
    const due = Date.now() + 3_600_000;
    await other.calls.noteDue("ab".repeat(16), due);
    await runInDurableObject(other.object, (_, state) => state.storage.deleteAlarm());
    await evictDurableObject(other.object);
    await other.calls.ping();
    await eventually(async () => (await alarmOf(other)) === due + 60_000);
  });

  it("wakes an object whose alarm was lost, without any request to it", async () => {
    const vault = await freshVault();
    const trackingId = await submit(vault, maskItems(3));
    await ended(vault, trackingId);
    await eventually(async () => (await noted(vault.nid)) !== null);
    await rows(vault, "UPDATE job SET due = 1");
    await loseAlarm(vault);
    await rows(registryOf(vault), "UPDATE due_work SET due = 1 WHERE nid = ?", vault.nid);
    expect(await registryOf(vault).calls.wakeOverdue()).toBeGreaterThanOrEqual(1);
    await eventually(async () => (await count(vault, "job WHERE state = 'PURGED'")) === 1);
    // Work done, the note moves to the next due time: it is not woken for ever.
    await eventually(async () => ((await noted(vault.nid)) ?? 0) > Date.now());
    expect((await readJob(vault, trackingId))?.state).toBe("PURGED");
  });

  it("ends its round when an object hangs, which goes to the end of the queue", async () => {
    const { nid, object } = await freshVault();
    const own = freshRegistry();
    await own.calls.noteDue(nid, 1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const hanging = runInDurableObject(object, (_, state) =>
      state.blockConcurrencyWhile(() => promise),
    );
    const wait = scheduler.wait.bind(scheduler);
    vi.spyOn(scheduler, "wait").mockImplementation((ms, options) =>
      ms === VAULT_ANSWER_MS ? Promise.resolve() : wait(ms, options),
    );
    const before = Date.now();
    await own.calls.wakeOverdue();
    resolve();
    await hanging;
    const [row] = await rows(own, "SELECT due FROM due_work WHERE nid = ?", nid);
    expect(row?.["due"]).toBeGreaterThanOrEqual(before);
  });

  it("forgets an object that was never created, instead of waking it for ever", async () => {
    const vault = unusedVault();
    await registry.calls.noteDue(vault.nid, 1);
    await registryOf(vault).calls.wakeOverdue();
    expect(await noted(vault.nid)).toBeNull();
  });
});

describe("a Registry that hangs", () => {
  it("delays nobody in a namespace that has started: submission, mask, unmask, policies, jobs", async () => {
    const vault = await freshVault();
    const [token = ""] = await maskValues(vault, ["a"]);
    const stall = stallAt("registry.called");
    const job = await submit(vault, maskItems(3));
    await stall.reached();
    expect(await maskValues(vault, ["a"])).toEqual([token]);
    expect(await unmaskTokens(vault, [token])).toEqual(["a"]);
    expect(await maskValues(vault, ["b"])).toHaveLength(1);
    expect((await ended(vault, job)).state).toBe("SUCCESS");
    expect((await vault.calls.readPolicySet(vault.caller, null)).ok).toBe(true);
    expect((await ended(vault, await submit(vault, maskItems(2, "later")))).state).toBe("SUCCESS");
    stall.release();
    setFailpointHook(null);
    const due = await dueOf(vault);
    await eventually(async () => (await noted(vault.nid)) === due);
  });

  it("delays no job where a deletion waits for it, which ends when it answers", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    const stall = stallAt("delete.finish-in-ledger");
    const { trackingId } = await requestDeletion(vault);
    await stall.reached();
    const job = await submit(vault, maskItems(3));
    expect((await ended(vault, job)).state).toBe("SUCCESS");
    stall.release();
    expect((await deletionEnded(vault, trackingId)).state).toBe("SUCCESS");
  });

  it("delays no job where the standing retention waits for it", async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON, ["old"]);
    await vault.calls.setRetention(vault.caller, 1);
    await rows(vault, "UPDATE setting SET value = 1 WHERE name = 'retention_due'");
    const stall = stallAt("delete.in-ledger");
    const job = await submit(vault, maskItems(3));
    await stall.reached();
    expect((await ended(vault, job)).state).toBe("SUCCESS");
    stall.release();
    await eventually(async () => (await count(vault, "mapping")) === 3);
  });
});
