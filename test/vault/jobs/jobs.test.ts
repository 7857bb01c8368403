import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { FEW_OPEN_JOBS, MAX_OPEN_JOBS, MAX_OPEN_JOBS_FOR_FEW } from "../../../src/core/limits.ts";
import { MAX_CHUNK_ITEMS, MAX_SLICE_CHUNKS } from "../../../src/jobs/slice.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import {
  count,
  ended,
  freshVault,
  issue,
  maskItems,
  maskSubmission,
  maskValues,
  type OpenVault,
  payloadOf,
  type ReadView,
  readJob,
  reopened,
  rows,
  runAlarmUntil,
  submit,
  trySubmit,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { named, runSlices } from "../../support/vault/job-slices.ts";

afterEach(() => setFailpointHook(null));

const tokensOf = (view: ReadView): string[] =>
  (view.result as { token_value: string }[]).map((item) => item.token_value);

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

describe("a job that is interrupted", () => {
  it.each([
    ["evicted", (vault: OpenVault) => evictDurableObject(vault.object)],
    ["aborted", () => abortAllDurableObjects()],
  ])("(%s) half-way finishes: all results in order, no mapping twice", async (_, interrupt) => {
    let vault = await freshVault();
    const items = maskItems(2_900).map((item, i) => ({ ...item, value: `v${i % 1_990}` }));
    let commits = 0;
    let isStuck = true;
    setFailpointHook(async (point) => {
      if (point !== "mask.before-commit") return;
      commits += 1;
      // The second slice waits in the middle of its work until the object is gone.
      while (commits === 2 && isStuck) await scheduler.wait(1);
    });
    const trackingId = await submit(vault, items);
    while (commits < 2) await scheduler.wait(1);
    expect(await readJob(vault, trackingId)).toMatchObject({
      state: "IN-PROGRESS",
      doneItems: MAX_SLICE_CHUNKS * MAX_CHUNK_ITEMS.mask,
    });
    const gone = interrupt(vault);
    await scheduler.wait(20);
    isStuck = false;
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

describe("jobs among each other", () => {
  it("take turns: a small job is not stuck behind a large one submitted before", async () => {
    const vault = await freshVault();
    const chunks = (count: number, name: string) =>
      Array.from({ length: count }, (_, c) => [named(`${name} ${c}`)]);
    const large = await runSlices(vault, chunks(40, "large"), { most: 4, slices: 0 });
    // By hand, so that a busy machine has no say in it: a slice of the large job, then it is the small one's turn.
    const small = await runSlices(vault, chunks(1, "small"), { most: 4, slices: 2 });
    const jobs = await rows(vault, "SELECT state, done_chunks FROM job ORDER BY serial");
    expect(jobs).toEqual([
      { state: "IN-PROGRESS", done_chunks: 4 },
      { state: "SUCCESS", done_chunks: 1 },
    ]);
    const done = await ended(vault, small);
    const last = await ended(vault, large);
    expect(last.state).toBe("SUCCESS");
    expect(done.finished).toBeLessThanOrEqual(last.finished ?? 0);
  });

  it("leave each user the same share, however many jobs one has", async () => {
    const vault = await freshVault();
    const bob = { ...vault, ...(await issue(vault, { userId: "bob" })) };
    const chunks = (count: number, name: string) =>
      Array.from({ length: count }, (_, c) => [named(`${name} ${c}`)]);
    const none = { most: 1, slices: 0 };
    // Long ones, and many that are done in a slice each.
    for (let job = 0; job < 3; job++) await runSlices(vault, chunks(10, `long ${job}`), none);
    for (let job = 0; job < 10; job++) await runSlices(vault, chunks(1, `short ${job}`), none);
    await runSlices(bob, chunks(12, "bob"), { most: 1, slices: 20 });
    const [bobs] = await rows(vault, "SELECT done_chunks FROM job ORDER BY serial DESC LIMIT 1");
    expect(bobs).toEqual({ done_chunks: 10 });
    const [all] = await rows(vault, "SELECT sum(done_chunks) AS n FROM job");
    expect(all).toEqual({ n: 20 });
  });

  it("keep places for users who have few, and no more than those", async () => {
    const vault = await freshVault();
    const bob = { ...vault, ...(await issue(vault, { userId: "bob" })) };
    await ended(vault, await submit(vault, maskItems(1)));
    await fillWithOpenJobs(vault, MAX_OPEN_JOBS);
    const refused = { ok: false, error: { code: "too_many_jobs" } };
    expect(await trySubmit(vault, maskItems(1))).toEqual(refused);
    // None ends meanwhile.
    let isStuck = true;
    setFailpointHook(async (point) => {
      while (isStuck && point.startsWith("mask.")) await scheduler.wait(1);
    });
    for (let job = 0; job < FEW_OPEN_JOBS; job++) await submit(bob, maskItems(1));
    expect(await trySubmit(bob, maskItems(1))).toEqual(refused);
    await fillWithOpenJobs(vault, MAX_OPEN_JOBS_FOR_FEW - FEW_OPEN_JOBS);
    const carol = { ...vault, ...(await issue(vault, { userId: "carol" })) };
    expect(await trySubmit(carol, maskItems(1))).toEqual(refused);
    isStuck = false;
  });

  it("are refused when there are too many open ones, and accepted again afterwards", async () => {
    const vault = await freshVault();
    const first = await submit(vault, maskItems(1));
    await ended(vault, first);
    await fillWithOpenJobs(vault, MAX_OPEN_JOBS - 1);
    expect(await trySubmit(vault, maskItems(1))).toMatchObject({ ok: true });
    await fillWithOpenJobs(vault, MAX_OPEN_JOBS);
    expect(await trySubmit(vault, maskItems(1))).toEqual({
      ok: false,
      error: { code: "too_many_jobs" },
    });
    await rows(vault, "DELETE FROM job WHERE tracking_id LIKE 'filler%'");
    expect(await trySubmit(vault, maskItems(1))).toMatchObject({ ok: true });
  });

  it("do not slip past the limit by arriving at the same time", async () => {
    const vault = await freshVault();
    await ended(vault, await submit(vault, maskItems(1)));
    await fillWithOpenJobs(vault, MAX_OPEN_JOBS - 2);
    // No job ends meanwhile, however slow the machine is.
    let isStuck = true;
    setFailpointHook(async (point) => {
      while (isStuck && point.startsWith("mask.")) await scheduler.wait(1);
    });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => trySubmit(vault, maskItems(1))),
    );
    isStuck = false;
    expect(replies.filter((reply) => reply.ok).length).toBeLessThanOrEqual(2);
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

/** By hand: open jobs that are not due, up to a number. */
async function fillWithOpenJobs(vault: OpenVault, total: number): Promise<void> {
  await rows(vault, "DELETE FROM job WHERE tracking_id LIKE 'filler%'");
  await rows(
    vault,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO job SELECT 100000 + i, 'filler' || i, kind, 'PENDING', submitter, meta, 1, 1, 0,
       0, 0, 0, 0, 0, submitted + 1000000000, submitted, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
     FROM n, (SELECT * FROM job ORDER BY serial LIMIT 1)`,
    total,
  );
}
