// Jobs whose object dies half-way, and submissions that never arrived whole.

import { abortAllDurableObjects, evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { MAX_CHUNK_ITEMS, MAX_SLICE_CHUNKS } from "../../../src/jobs/slice.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import {
  count,
  ended,
  freshVault,
  maskItems,
  maskSubmission,
  type OpenVault,
  payloadOf,
  readJob,
  reopened,
  rows,
  runAlarmUntil,
  submit,
  tokensOf,
  trySubmit,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

describe("a job that is interrupted", () => {
  it.each([
    ["evicted", (vault: OpenVault) => evictDurableObject(vault.object)],
    ["aborted", () => abortAllDurableObjects()],
  ])("(%s) half-way finishes: all results in order, no mapping twice", async (_, interrupt) => {
    let vault = await freshVault();
    const items = maskItems(2_900).map((item, i) => ({ ...item, value: `v${i % 1_990}` }));
    // An alarm of an earlier test may commit, too: one commit after the other is let through until the job has done a slice.
    let [waiting, allowed, isHeld] = [0, 0, true];
    setFailpointHook(async (point) => {
      if (point !== "mask.before-commit") return;
      waiting += 1;
      while (isHeld && allowed === 0) await scheduler.wait(1);
      waiting -= 1;
      allowed = 0;
    });
    const trackingId = await submit(vault, items);
    const slice = MAX_SLICE_CHUNKS * MAX_CHUNK_ITEMS.mask;
    for (let done = 0; done < slice; ) {
      const isWaiting = waiting > 0 && allowed === 0;
      done = (await readJob(vault, trackingId))?.doneItems ?? 0;
      if (isWaiting && done < slice) allowed = 1;
      await scheduler.wait(1);
    }
    while (waiting === 0) await scheduler.wait(1);
    expect(await readJob(vault, trackingId)).toMatchObject({
      state: "IN-PROGRESS",
      doneItems: slice,
    });
    const gone = interrupt(vault);
    await scheduler.wait(20);
    isHeld = false;
    await gone;
    setFailpointHook(null);
    vault = reopened(vault);
    const view = await ended(vault, trackingId);
    expect(view.state).toBe("SUCCESS");
    expect((view.result as { value: string }[]).map((item) => item.value)).toEqual(
      items.map((item) => item.value),
    );
    expect(new Set(tokensOf(view)).size).toBe(1_990);
    expect(await count(vault, "mapping")).toBe(1_990);
    const unmasked = await unmaskTokens(vault, tokensOf(view));
    expect(unmasked).toEqual(items.map((item) => item.value));
  });

  it("was never accepted when it is still being received: nothing of it stays", async () => {
    const vault = await freshVault();
    await ended(vault, await submit(vault, maskItems(1)));
    // Written by the test: the state after a crash in the middle of several submissions.
    const halves = "FROM json_each('[97, 98, 99]') AS j";
    for (const statement of [
      `INSERT INTO job SELECT j.value, 'half-' || j.value, kind, 'RECEIVING', submitter, NULL, 0, 0, 0, 0, 0, 0, 0, 0, NULL, submitted, NULL, NULL, NULL, NULL, NULL, NULL, j.value, NULL ${halves}, job`,
      `INSERT INTO wrapped_key SELECT j.value, 0, randomblob(61) ${halves}`,
      `INSERT INTO job_chunk (job, part, number, sealed) SELECT j.value, 1, 0, x'00' ${halves}`,
    ]) {
      await rows(vault, statement);
    }
    expect(await count(vault, "job WHERE serial >= 97 AND key IS NOT NULL")).toBe(3);
    expect(await readJob(vault, "half-99")).toBeNull();
    await evictDurableObject(vault.object);
    expect(await readJob(vault, "half-99")).toBeNull();
    expect(await count(vault, "job WHERE serial >= 97 AND key IS NOT NULL")).toBe(0);
    expect(await count(vault, "job WHERE key IS NOT NULL")).toBe(1);
    await runAlarmUntil(vault, async () => (await count(vault, "job WHERE serial >= 97")) === 0);
    expect(
      await count(vault, "wrapped_key WHERE id >= 97 AND hex(wrapped) <> hex(zeroblob(61))"),
    ).toBe(0);
    expect(await count(vault, "job_chunk WHERE job >= 97")).toBe(0);
  });

  it("was never accepted when the database cannot be written: it goes with the next job's work", async () => {
    const vault = await freshVault();
    await rows(
      vault,
      "CREATE TRIGGER locked BEFORE UPDATE ON job BEGIN SELECT RAISE(ABORT, 'locked'); END",
    );
    const reply = await trySubmit(vault, maskItems(3));
    expect(reply).toEqual({ ok: false, error: { code: "internal" } });
    expect(await count(vault, "job_chunk")).toBe(1);
    await rows(vault, "DROP TRIGGER locked");
    await ended(vault, await submit(vault, maskItems(2)));
    expect(await rows(vault, "SELECT state FROM job")).toEqual([{ state: "SUCCESS" }]);
  });

  it.each([
    ["ends early", (bytes: Uint8Array) => bytes.slice(0, -1)],
    ["ends before its end", (bytes: Uint8Array) => bytes.slice(0, 15)],
    ["goes on behind its end", (bytes: Uint8Array) => new Uint8Array([...bytes, 0])],
  ])(
    "was never accepted when its payload %s: the call fails, nothing of it stays",
    async (_, cut) => {
      const vault = await freshVault();
      const bytes = cut(await new Response(payloadOf([[1, "123"]])).bytes());
      const payload = new Response(bytes).body as ReadableStream<Uint8Array>;
      const reply = await vault.calls.submitJob(vault.caller, maskSubmission(), payload);
      expect(reply).toEqual({ ok: false, error: { code: "internal" } });
      expect(await count(vault, "job")).toBe(0);
      expect(await count(vault, "job_chunk")).toBe(0);
    },
  );
});
