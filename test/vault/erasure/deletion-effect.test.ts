// What holds as soon as a deletion has been answered, while all rows that it covers still exist.
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS, isoDate } from "../../../src/core/time.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { PLAIN_KIND } from "../../../src/tokens/kinds.ts";
import {
  acceptAndHold,
  acceptIn,
  atTime,
  deletionEnded,
  erase,
  everything,
  expectDead,
  maskAt,
  NOON,
  runAll,
} from "../../support/vault/erasing.ts";
import {
  count,
  ended,
  freshVault,
  KIND,
  maskValues,
  readJob,
  rows,
  submit,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

const VALUES = ["value 123456", "other 123456"];
const KINDS: [string, number][] = [
  ["free-length", KIND.default],
  ["opaque", KIND.special],
  ["numeric", KIND.numeric],
];

describe("after the answer, with the rows still there,", () => {
  it.each(KINDS)("a token stands for nothing (%s)", async (_, kind) => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, VALUES, kind);
    const { stall, state } = await acceptAndHold(vault);
    expect(state).toBe("PENDING");
    await expectDead(vault, tokens);
    expect(await count(vault, "mapping")).toBe(2);
    stall.release();
  });

  it.each(KINDS)(
    "a value gets a new token, and the old one stays dead after the job (%s)",
    async (_, kind) => {
      const vault = await freshVault();
      const before = await maskValues(vault, VALUES, kind);
      const { stall, trackingId } = await acceptAndHold(vault);
      const after = await maskValues(vault, VALUES, kind);
      expect(new Set([...before, ...after]).size).toBe(4);
      const all = [...before, ...after];
      expect(await unmaskTokens(vault, all)).toEqual([null, null, ...VALUES]);
      expect(await maskValues(vault, VALUES, kind)).toEqual(after);
      stall.release();
      expect((await deletionEnded(vault, trackingId)).state).toBe("SUCCESS");
      expect(await unmaskTokens(vault, all)).toEqual([null, null, ...VALUES]);
      expect(await count(vault, "mapping")).toBe(2);
    },
  );

  it("a text that auto-detect had left alone no longer stands for itself", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["nothing to see"], PLAIN_KIND);
    const unmask = () =>
      vault.calls.unmask(vault.caller, { tokens: ["nothing to see"], wholeTexts: [0] });
    const before = await unmask();
    const { stall } = await acceptAndHold(vault);
    const after = await unmask();
    expect([before, after]).toEqual([
      { ok: true, value: { values: ["nothing to see"], found: [] } },
      { ok: true, value: { values: [null], found: [] } },
    ]);
    stall.release();
  });

  it.each(["mask", "unmask"] as const)(
    "the result and the input of an ended %s job are gone",
    async (kind) => {
      const vault = await freshVault();
      const tokens = await maskValues(vault, VALUES);
      const items =
        kind === "mask"
          ? VALUES.map((value) => ({ value, token_name: "Default Token" }))
          : tokens.map((token_value) => ({ token_value }));
      const jobId = await submit(vault, items, kind);
      expect((await ended(vault, jobId)).state).toBe("SUCCESS");
      const { stall } = await acceptAndHold(vault);
      expect(await readJob(vault, jobId, true)).toMatchObject({
        state: "PURGED",
        error: { code: "erased" },
        input: null,
        result: null,
      });
      stall.release();
    },
  );

  it("a FAILED mask job does not show its input with values that were erased", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["secret name"]);
    const items = [
      { value: "secret name", token_name: "Default Token" },
      { value: "x", token_name: "Nope" },
    ];
    const jobId = await submit(vault, items);
    expect((await ended(vault, jobId)).state).toBe("FAILED");
    const { stall } = await acceptAndHold(vault);
    const view = await readJob(vault, jobId, true);
    stall.release();
    expect(JSON.stringify(view)).not.toContain("secret name");
  });

  it("an unmask job that begins gets nothing", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, VALUES);
    const { stall } = await acceptAndHold(vault);
    const jobId = await submit(
      vault,
      tokens.map((token_value) => ({ token_value })),
      "unmask",
    );
    stall.release();
    expect(await ended(vault, jobId)).toMatchObject({
      state: "FAILED",
      error: { code: "unmask_failed", index: 0 },
    });
  });

  it("what is masked afterwards lives", async () => {
    const vault = await freshVault();
    await maskValues(vault, VALUES);
    const { stall, trackingId } = await acceptAndHold(vault);
    const young = await maskValues(vault, ["young 1", "young 2"]);
    stall.release();
    await deletionEnded(vault, trackingId);
    expect(await unmaskTokens(vault, young)).toEqual(["young 1", "young 2"]);
  });

  it("other namespaces are as they were", async () => {
    const [vault, other] = [await freshVault(), await freshVault()];
    await maskValues(vault, VALUES);
    const tokens = await maskValues(other, VALUES);
    await erase(vault);
    expect(await unmaskTokens(other, tokens)).toEqual(VALUES);
    expect(await maskValues(other, VALUES)).toEqual(tokens);
  });

  it("the attributes of erased mappings are found on none that is masked anew", async () => {
    const vault = await freshVault();
    const batch = {
      values: ["v"],
      policySetVersion: 0,
      kinds: [KIND.default],
      attributes: ['{"a":1,"b":2}'],
    };
    await vault.calls.mask(vault.caller, batch);
    expect(await count(vault, "attribute")).toBe(2);
    const { stall, trackingId } = await acceptAndHold(vault);
    await maskValues(vault, ["v"]);
    const ofLiving = `SELECT count(*) AS n FROM attribute
      WHERE mapping_id = (SELECT max(id) FROM mapping)`;
    expect(await rows(vault, ofLiving)).toEqual([{ n: 0 }]);
    stall.release();
    await deletionEnded(vault, trackingId);
    expect(await count(vault, "attribute")).toBe(0);
  });
});

describe("which mappings a deletion covers", () => {
  const AGES = [-3, -2, -1, 0].map((days) => NOON + days * DAY_MS);
  const NAMES = ["a", "b", "c", "d"];

  it.each([
    ["date: before that day", { date: isoDate(NOON - DAY_MS) }, 2],
    ["date: not that day itself", { date: isoDate(NOON) }, 3],
    ["date: tomorrow is everything", { date: isoDate(NOON + DAY_MS) }, 4],
    ["date: long ago is nothing", { date: "2001-01-01" }, 0],
    ["duration: older than that", { duration: 1 }, 2],
    ["duration: one as old as that to the millisecond stays", { duration: 2 }, 1],
    ["duration: longer than anything is old", { duration: 4 }, 0],
  ])("%s", async (_, age, covered) => {
    const vault = await freshVault();
    const tokens: string[] = [];
    for (const [i, ms] of AGES.entries())
      tokens.push(...(await maskAt(vault, ms, [NAMES[i] ?? ""])));
    await atTime(vault, NOON, async (namespace) => {
      const preview = await namespace.views.preview(age);
      expect(preview).toMatchObject({ ok: true, value: { records: covered } });
      await acceptIn(namespace, age);
      const live = NAMES.map((name, i) => (i < covered ? null : name));
      expect((await namespace.unmasker.unmask({ tokens: tokens }, null)).values).toEqual(live);
      await runAll(namespace);
      expect((await namespace.unmasker.unmask({ tokens: tokens }, null)).values).toEqual(live);
    });
    expect(await rows(vault, "SELECT state, cleared, total FROM deletion")).toEqual([
      { state: "SUCCESS", cleared: covered, total: covered },
    ]);
    expect(await count(vault, "mapping")).toBe(4 - covered);
  });

  it("is not changed by masking again: a mapping keeps its age", async () => {
    const vault = await freshVault();
    const old = await maskAt(vault, NOON - 3 * DAY_MS, ["v"]);
    expect(await maskAt(vault, NOON, ["v"])).toEqual(old);
    await atTime(vault, NOON, async (namespace) => {
      await acceptIn(namespace, { duration: 2 });
      expect((await namespace.unmasker.unmask({ tokens: old }, null)).values).toEqual([null]);
    });
  });

  it("is everything for tomorrow's date, though the clock has been put back", async () => {
    const vault = await freshVault();
    const tokens = await maskAt(vault, NOON, ["v"]);
    await atTime(vault, NOON - 1_000, async (namespace) => {
      await acceptIn(namespace, { date: isoDate(NOON + DAY_MS) });
      expect((await namespace.unmasker.unmask({ tokens: tokens }, null)).values).toEqual([null]);
    });
  });

  it("is everything for tomorrow's date, also twice within one millisecond", async () => {
    const vault = await freshVault();
    await atTime(vault, NOON, async (namespace) => {
      await mask(namespace, ["v"], KIND.default);
      await acceptIn(namespace, { date: isoDate(NOON + DAY_MS) });
      const tokens = await mask(namespace, ["v"], KIND.default);
      await acceptIn(namespace, { date: isoDate(NOON + DAY_MS) });
      expect((await namespace.unmasker.unmask({ tokens: tokens }, null)).values).toEqual([null]);
    });
  });
});

describe("a full namespace", () => {
  it("still takes a deletion and brings it to its end", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, VALUES);
    await inNamespace(
      vault,
      async (namespace) => {
        const batch = {
          values: ["new"],
          policySetVersion: 0,
          kinds: [KIND.default],
          attributes: [null],
        };
        expect(await namespace.masker.mask(batch)).toMatchObject({ ok: false });
        await acceptIn(namespace, everything());
        await runAll(namespace);
        expect((await namespace.unmasker.unmask({ tokens: tokens }, null)).values).toEqual([
          null,
          null,
        ]);
      },
      { capacityBytes: 1 },
    );
    expect(await rows(vault, "SELECT state, cleared FROM deletion")).toEqual([
      { state: "SUCCESS", cleared: 2 },
    ]);
    expect(await count(vault, "mapping")).toBe(0);
  });
});

describe("a numeric token", () => {
  it("is never minted again, however often its value is erased", async () => {
    const vault = await freshVault();
    const seen: string[] = [];
    for (let round = 0; round < 4; round++) {
      seen.push(...(await maskValues(vault, ["7", "8"], KIND.numeric)));
      await erase(vault, everything());
    }
    expect(new Set(seen).size).toBe(8);
    await expectDead(vault, seen);
    expect(await count(vault, "shaped_token")).toBe(8);
    await inNamespace(vault, async (namespace) => {
      const next = await mask(namespace, ["7", "8", "9"], KIND.numeric);
      expect(seen.filter((token) => next.includes(token))).toEqual([]);
    });
  });
});
