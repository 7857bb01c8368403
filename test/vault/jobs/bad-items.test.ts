// Jobs that continue after bad items, while the object is lost and while their mappings are erased.
import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { payloadStream } from "../../../src/http/jobs/submission.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { VaultRpc } from "../../../src/vault/rpc.ts";
import {
  acceptAndHold,
  acceptIn,
  deletionEnded,
  erase,
  everything,
} from "../../support/vault/erasing.ts";
import {
  accepted,
  ended,
  freshVault,
  type OpenVault,
  readJob,
  reopened,
  rows,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";
import { readAtOnce } from "../../support/whole-submission.ts";

afterEach(() => setFailpointHook(null));

/** Every hundredth is bad. */
const ITEMS = Array.from({ length: 2_600 }, (_, i) =>
  i % 100 === 7 ? {} : { value: `value ${i}`, token_name: "Text Token" },
);
const BAD = Array.from({ length: 26 }, (_, i) => 100 * i + 7);

async function submit(
  vault: OpenVault,
  submitJob: VaultRpc["submitJob"],
  items: readonly object[] = ITEMS,
): Promise<string> {
  const body = JSON.stringify({ mask: items, on_error: "continue" });
  const bytes = new Uint8Array(new TextEncoder().encode(body));
  const read = readAtOnce(bytes, "mask");
  if (!read.ok) throw new Error(read.error.code);
  const { submission, ranges, end } = read.value;
  return accepted(await submitJob(vault.caller, submission, payloadStream(bytes, ranges, end)));
}

async function expectAll(vault: OpenVault, job: string): Promise<void> {
  const { state, result } = await ended(vault, job);
  expect(state).toBe("SUCCESS");
  const found = (result ?? []).flatMap((item, place) => {
    const { error } = item as { error?: { item_index: number; code: string } };
    return error === undefined ? [] : [[place, error.item_index, error.code]];
  });
  expect(found).toEqual(BAD.map((place) => [place, place, "missing_value"]));
  const values = (result ?? []).map((item) => (item as { value?: string }).value);
  expect(values).toEqual(ITEMS.map((item) => ("value" in item ? item.value : undefined)));
}

describe("a job that goes on behind bad items", () => {
  it("keeps each error in its place when the object is lost again and again", async () => {
    let vault = await freshVault();
    const job = await submit(vault, (...args) => vault.calls.submitJob(...args));
    for (let losses = 0; losses < 3; losses++) {
      await scheduler.wait(4);
      await abortAllDurableObjects();
      vault = reopened(vault);
    }
    await expectAll(vault, job);
  });

  it("keeps each in its place when chunks are masked anew", async () => {
    const vault = await freshVault();
    let job = "";
    await inNamespace(
      vault,
      async (namespace) => {
        const { intake, runner } = namespace;
        job = await submit(vault, (...args) => intake.submit(...args));
        for (let slices = 0; slices < 5; slices++) await runner.runSlice(1);
        await acceptIn(namespace, everything());
        while (await runner.runSlice(1));
      },
      { retentionMs: 600_000 },
    );
    await expectAll(vault, job);
  });

  it("stores what is wrong with its items sealed, and lets go of it with the rest", async () => {
    const vault = await freshVault();
    const job = await submit(vault, (...args) => vault.calls.submitJob(...args));
    const parts = await rows(vault, "SELECT part, number, sealed FROM job_chunk WHERE part = 3");
    expect(parts.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5]);
    for (const { sealed } of parts) {
      expect(new TextDecoder().decode(sealed as ArrayBuffer)).not.toContain("missing");
    }
    expect(await vault.calls.cancelJob(vault.caller, job)).toMatchObject({ ok: true });
    await inNamespace(vault, async ({ purger }) => {
      while (purger.purgeSome());
    });
    expect(await rows(vault, "SELECT 1 FROM job_chunk")).toEqual([]);
  });

  it.each([
    ["had no good one", { value: "Ada Lane", token_name: "Nope" }, "is asked for"],
    ["had no good one", { value: "Ada Lane", token_name: "Nope" }, "is left alone"],
    ["found nothing", { value: "of somebody whom nobody finds" }, "is asked for"],
    ["found nothing", { value: "of somebody whom nobody finds" }, "is left alone"],
  ])("and %s (%j) is purged by a deletion by age when it %s", async (_, item, how) => {
    const vault = await freshVault();
    const items = [item];
    const job = await submit(vault, (...args) => vault.calls.submitJob(...args), items);
    expect(await ended(vault, job)).toMatchObject({ state: "SUCCESS", input: items });
    await scheduler.wait(5);
    if (how === "is left alone") await erase(vault);
    else {
      const { stall, trackingId } = await acceptAndHold(vault);
      const seen = await readJob(vault, job, true);
      stall.release();
      await deletionEnded(vault, trackingId);
      expect(seen).toMatchObject({ state: "PURGED", input: null, result: null });
    }
    expect(await rows(vault, "SELECT state FROM job")).toEqual([{ state: "PURGED" }]);
    expect(await rows(vault, "SELECT 1 FROM job WHERE key IS NOT NULL")).toEqual([]);
  });
});
