// Jobs that run while a deletion takes effect, and ended jobs that contain erased data.
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import {
  acceptAndHold,
  deletionEnded,
  erase,
  maskAt,
  NOON,
  requestDeletion,
  stallAt,
} from "../../support/vault/erasing.ts";
import {
  count,
  ended,
  freshVault,
  maskItems,
  maskValues,
  readJob,
  rows,
  submit,
  tokensOf,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

const valuesOf = (n: number, name: string) => Array.from({ length: n }, (_, i) => `${name} ${i}`);
const asItems = (tokens: readonly string[]) => tokens.map((token_value) => ({ token_value }));

describe("a mask job over a deletion", () => {
  it.each([1, 3])(
    "ends SUCCESS with a live token in every item (%i deletions)",
    async (deletions) => {
      const vault = await freshVault();
      const items = maskItems(2_600).map((item, i) => ({ ...item, value: `v${i % 2_300}` }));
      // The job waits in its second slice; no other call waits.
      const jobAt = () => stallAt("mask.before-commit", 1, 1);
      let stall = jobAt();
      const jobId = await submit(vault, items);
      const dead: string[] = [];
      for (let i = 0; i < deletions; i++) {
        await stall.reached();
        const held = stall;
        dead.push(...(await maskValues(vault, ["v0"])));
        await requestDeletion(vault);
        // One slice further it waits again, for the next deletion.
        if (i + 1 < deletions) stall = jobAt();
        held.release();
      }
      const view = await ended(vault, jobId);
      expect(view).toMatchObject({ state: "SUCCESS", doneItems: 2_600 });
      const values = items.map(({ value }) => value);
      expect((view.result as { value: string }[]).map(({ value }) => value)).toEqual(values);
      expect(await unmaskTokens(vault, tokensOf(view))).toEqual(values);
      expect(new Set(tokensOf(view)).size).toBe(2_300);
      expect(tokensOf(view).filter((token) => dead.includes(token))).toEqual([]);
    },
  );

  it("never shows a result before every token in it is alive", async () => {
    const vault = await freshVault();
    const stall = stallAt("mask.before-commit");
    const jobId = await submit(vault, maskItems(150));
    await stall.reached();
    const { trackingId } = await requestDeletion(vault);
    stall.release();
    const view = await ended(vault, jobId);
    await deletionEnded(vault, trackingId);
    expect(await unmaskTokens(vault, tokensOf(view))).not.toContain(null);
    expect((await readJob(vault, jobId))?.state).toBe("SUCCESS");
  });
});

describe("an unmask job over a deletion", () => {
  it("ends FAILED erased when what it has read already is gone, and keeps nothing of it", async () => {
    const vault = await freshVault();
    const old = await maskAt(vault, NOON, valuesOf(200, "old"));
    const young = await maskValues(vault, valuesOf(400, "young"));
    const stall = stallAt("unmask.opened", 1);
    const jobId = await submit(vault, asItems([...old, ...young]), "unmask");
    await stall.reached();
    expect((await readJob(vault, jobId))?.doneItems).toBe(200);
    const { trackingId } = await requestDeletion(vault, { duration: 1 });
    stall.release();
    expect(await ended(vault, jobId)).toMatchObject({
      state: "FAILED",
      error: { code: "erased" },
      result: null,
    });
    await deletionEnded(vault, trackingId);
    expect(await count(vault, "job_chunk WHERE part = 2")).toBe(0);
    expect(await unmaskTokens(vault, young)).not.toContain(null);
  });

  it("ends FAILED erased when all its slices are done, but not yet the job", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["old"]);
    const jobId = await submit(vault, asItems(tokens), "unmask");
    await ended(vault, jobId);
    // By hand: its mapping died while its last slice was committed, so the job stays open.
    // Nobody works on it before the deletion is in effect.
    await rows(vault, "UPDATE job SET state = 'IN-PROGRESS', finished = NULL, due = due + 3600000");
    await requestDeletion(vault);
    await rows(vault, "UPDATE job SET due = submitted");
    await vault.calls.wake();
    expect(await ended(vault, jobId)).toMatchObject({
      state: "FAILED",
      error: { code: "erased" },
      result: null,
    });
  });

  it("fails at an item whose token has died before it was read", async () => {
    const vault = await freshVault();
    const values = maskItems(450).map(({ value }) => value);
    const tokens = await maskValues(vault, values);
    const stall = stallAt("unmask.opened", 1);
    const jobId = await submit(
      vault,
      tokens.map((token_value) => ({ token_value })),
      "unmask",
    );
    await stall.reached();
    await requestDeletion(vault);
    stall.release();
    const view = await ended(vault, jobId);
    expect(view.state).toBe("FAILED");
    expect(["erased", "unmask_failed"]).toContain(view.error?.code);
    expect(view.result).toBeNull();
  });
});

describe("ended jobs", () => {
  it("that hold what was erased lose key and data; others keep theirs", async () => {
    const vault = await freshVault();
    const old = await submit(vault, maskItems(250, "old"));
    const bad = await submit(vault, [{ value: "old bad", token_name: "Nope" }]);
    await Promise.all([ended(vault, old), ended(vault, bad)]);
    await scheduler.wait(5);
    const { trackingId } = await requestDeletion(vault);
    const young = await submit(vault, maskItems(3, "young"));
    await ended(vault, young);
    await deletionEnded(vault, trackingId);
    const found = await rows(
      vault,
      "SELECT tracking_id AS id, state, key IS NULL AS keyless FROM job ORDER BY serial",
    );
    expect(found).toEqual([
      { id: old, state: "PURGED", keyless: 1 },
      { id: bad, state: "FAILED", keyless: 1 },
      { id: young, state: "SUCCESS", keyless: 0 },
    ]);
    expect((await readJob(vault, young))?.result).toHaveLength(3);
    expect(await readJob(vault, old, true)).toMatchObject({ input: null, result: null });
  });

  it("give nothing of what was submitted to who was told of it before", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const good = await submit(vault, maskItems(3));
    const bad = await submit(vault, [{ value: "old bad", token_name: "Nope" }]);
    const readInput = (trackingId: string) =>
      calls.readJobChunk(caller, { trackingId, part: "input", number: 0 });
    for (const job of [good, bad]) {
      await ended(vault, job);
      expect((await readInput(job)).ok).toBe(true);
    }
    await scheduler.wait(5);
    const { stall } = await acceptAndHold(vault);
    const after = [await readInput(good), await readInput(bad)];
    stall.release();
    const erased = { ok: false, error: { code: "erased" } };
    expect(after).toMatchObject([erased, erased]);
  });

  it("lose their chunks soon after", async () => {
    const vault = await freshVault();
    await ended(vault, await submit(vault, maskItems(250)));
    await erase(vault);
    for (let i = 0; i < 300 && (await count(vault, "job_chunk")) > 0; i++) await scheduler.wait(10);
    expect(await count(vault, "job_chunk")).toBe(0);
  });

  it("that were still open lose what they had read before the receipt is written", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(
      vault,
      maskItems(250).map(({ value }) => value),
    );
    const jobId = await submit(
      vault,
      tokens.map((token_value) => ({ token_value })),
      "unmask",
    );
    await ended(vault, jobId);
    // By hand: an open job with its first slice done, waiting for its next try.
    await rows(
      vault,
      "UPDATE job SET state = 'IN-PROGRESS', done_chunks = 1, done_items = 200, finished = NULL, due = ?",
      Date.now() + 600_000,
    );
    await rows(vault, "DELETE FROM job_chunk WHERE part = 2 AND number > 0");
    expect((await erase(vault)).state).toBe("SUCCESS");
    expect(await count(vault, "job_chunk WHERE part = 2")).toBe(0);
  });
});
