// Jobs that mask and unmask: their results, how they fail, and who may read them.

import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import {
  count,
  ended,
  freshVault,
  issue,
  maskItems,
  maskValues,
  type OpenVault,
  type ReadView,
  readJob,
  rows,
  submit,
  tokensOf,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

describe("a mask job", () => {
  it("gives one result per item, in order, with the tokens a call would give", async () => {
    const vault = await freshVault();
    const items = maskItems(2_750);
    const trackingId = await submit(vault, items);
    expect(trackingId).toHaveLength(50);
    const view = await ended(vault, trackingId);
    expect(view).toMatchObject({
      state: "SUCCESS",
      kind: "mask",
      items: 2_750,
      doneItems: 2_750,
      error: null,
    });
    const tokens = await maskValues(
      vault,
      items.map((item) => item.value),
    );
    expect(view.result).toEqual(items.map((item, i) => ({ ...item, token_value: tokens[i] })));
    expect(view.submitted).toBeLessThanOrEqual(view.started ?? 0);
    expect(view.started).toBeLessThanOrEqual(view.finished ?? 0);
  });

  it("gives a value that stands twice, even in different chunks, one token and one row", async () => {
    const vault = await freshVault();
    const items = Array.from({ length: 2_600 }, (_, i) => ({
      value: `v${i % 10}`,
      token_name: i % 20 < 10 ? "Numeric Token" : "Default Token",
    }));
    const view = await ended(vault, await submit(vault, items));
    expect(new Set(tokensOf(view)).size).toBe(20);
    expect(await count(vault, "mapping")).toBe(20);
    const values = items.map((item) => item.value);
    expect(await unmaskTokens(vault, tokensOf(view))).toEqual(values);
  });

  it("shares tokens with calls and other jobs that run at the same time", async () => {
    const vault = await freshVault();
    const items = maskItems(1_300);
    const values = items.map((item) => item.value);
    const ids = await Promise.all([submit(vault, items), submit(vault, items.toReversed())]);
    const called = await Promise.all([0, 1, 2].map(() => maskValues(vault, values)));
    const views = await Promise.all(ids.map((id) => ended(vault, id)));
    for (const tokens of called) expect(tokens).toEqual(called[0]);
    expect(tokensOf(views[0] as ReadView)).toEqual(called[0]);
    expect(tokensOf(views[1] as ReadView).toReversed()).toEqual(called[0]);
    expect(await count(vault, "mapping")).toBe(1_300);
  });

  it("shows its input unasked up to 100 items, and above when asked", async () => {
    const vault = await freshVault();
    for (const [size, include, shown] of [
      [100, false, true],
      [101, false, false],
      [101, true, true],
    ] as const) {
      const items = maskItems(size);
      const trackingId = await submit(vault, items);
      await ended(vault, trackingId);
      const view = await readJob(vault, trackingId, include);
      expect(view?.input).toEqual(shown ? items : null);
    }
  });

  it("ends FAILED with the first bad item's error, having written no mapping", async () => {
    const vault = await freshVault();
    const items: unknown[] = maskItems(1_500);
    items[1_444] = { value: "x", token_name: "Nope" };
    items[1_450] = {};
    const view = await ended(vault, await submit(vault, items));
    expect(view).toMatchObject({
      state: "FAILED",
      error: { code: "unknown_token_name", detail: "Nope", index: 1_444 },
      result: null,
      doneItems: 0,
    });
    expect(await count(vault, "mapping")).toBe(0);
  });

  it("changes nothing when its alarm runs again", async () => {
    const vault = await freshVault();
    const trackingId = await submit(vault, maskItems(1_200));
    const view = await ended(vault, trackingId);
    const before = await rows(vault, "SELECT * FROM job_chunk");
    for (let i = 0; i < 3; i++) await runDurableObjectAlarm(vault.object);
    expect(await rows(vault, "SELECT * FROM job_chunk")).toEqual(before);
    expect(await readJob(vault, trackingId)).toEqual(view);
    expect(await count(vault, "mapping")).toBe(1_200);
  });
});

describe("an unmask job", () => {
  it("gives values back in order, in free text too", async () => {
    const vault = await freshVault();
    const values = Array.from({ length: 450 }, (_, i) => `value ${i}`);
    const tokens = await maskValues(vault, values);
    const items = tokens.map((token, i) => ({
      token_value: i % 2 === 0 ? token : `see <EMAIL>${token}</EMAIL>!`,
    }));
    const view = await ended(vault, await submit(vault, items, "unmask"));
    const expected = values.map((value, i) => (i % 2 === 0 ? value : `see ${value}!`));
    expect(view.state).toBe("SUCCESS");
    expect((view.result as { value: string }[]).map((item) => item.value)).toEqual(expected);
  });

  it("ends FAILED at the first token that stands for nothing, and shows no part of the result", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(
      vault,
      maskItems(450).map((item) => item.value),
    );
    tokens[430] = "gone";
    const items = tokens.map((token_value) => ({ token_value }));
    const view = await ended(vault, await submit(vault, items, "unmask"));
    expect(view).toMatchObject({
      state: "FAILED",
      error: { code: "unmask_failed", index: 430 },
      result: null,
    });
    expect(await count(vault, "job_chunk WHERE part = 2")).toBe(0);
  });
});

describe("a job that FAILED half-way", () => {
  it("does not count its deleted result against the size of an answer", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(
      vault,
      maskItems(450).map((item) => item.value),
    );
    tokens[430] = "gone";
    await ended(
      vault,
      await submit(
        vault,
        tokens.map((token_value) => ({ token_value })),
        "unmask",
      ),
    );
    expect(await rows(vault, "SELECT result_bytes FROM job")).toEqual([{ result_bytes: 0 }]);
  });
});

describe("who may read a job", () => {
  it("is its submitter, any token with unmask, and nobody else", async () => {
    const vault = await freshVault();
    const as = async (userId: string, permissions: ("mask" | "unmask" | "metadata_change")[]) => ({
      ...vault,
      ...(await issue(vault, { userId, permissions })),
    });
    const alice = await as("alice", ["mask"]);
    const maskJob = await submit(alice, maskItems(3));
    await ended(alice, maskJob);
    const unmasker = await as("alice", ["unmask"]);
    const unmaskJob = await submit(
      unmasker,
      tokensOf((await readJob(alice, maskJob)) as ReadView).map((token_value) => ({ token_value })),
      "unmask",
    );
    await ended(unmasker, unmaskJob);
    const forbidden = { ok: false, error: { code: "forbidden" } };
    const verdict = async (reader: OpenVault, id: string): Promise<unknown> => {
      const reply = await reader.calls.readJobs(reader.caller, [id, "unknown"], false);
      return reply.ok ? reply.value.map((view) => view?.state ?? null) : reply;
    };
    expect(await verdict(await as("alice", ["mask"]), maskJob)).toEqual(["SUCCESS", null]);
    expect(await verdict(await as("bob", ["unmask"]), maskJob)).toEqual(["SUCCESS", null]);
    expect(await verdict(await as("bob", ["unmask"]), unmaskJob)).toEqual(["SUCCESS", null]);
    expect(await verdict(await as("bob", ["mask"]), maskJob)).toEqual(forbidden);
    expect(await verdict(await as("alice", ["metadata_change"]), maskJob)).toEqual([
      "SUCCESS",
      null,
    ]);
    expect(await verdict(await as("alice", ["metadata_change"]), unmaskJob)).toEqual(forbidden);
    expect(await verdict(await as("alice", ["mask"]), unmaskJob)).toEqual(forbidden);
  });

  it("does not hang on the token that submitted it: revoking does not stop an accepted job", async () => {
    const vault = await freshVault();
    const other = { ...vault, ...(await issue(vault, {})) };
    const trackingId = await submit(vault, maskItems(1_300));
    await vault.calls.deactivateToken(vault.caller.tokenId);
    expect(await ended(other, trackingId)).toMatchObject({ state: "SUCCESS", doneItems: 1_300 });
  });
});
