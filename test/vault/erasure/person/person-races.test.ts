// Masks and unmasks at every step of an erasure, other deletions beside it, and holds.
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS, dayOf } from "../../../../src/core/time.ts";
import { NO_MATCHES } from "../../../../src/erasure/search.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import { everyOther } from "../../../support/properties.ts";
import {
  acceptIn,
  acceptPersonIn,
  atTime,
  deletionEnded,
  expectDead,
  maskAt,
  pushDeletions,
  readDeletion,
  requestDeletion,
  runAll,
  stallAt,
} from "../../../support/vault/erasing.ts";
import {
  count,
  ended,
  freshVault,
  KIND,
  maskValues,
  rows,
  submit,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import { erasePerson, maskWith, requestErasure } from "../../../support/vault/person.ts";

afterEach(() => setFailpointHook(null));

const ANN = { target: "value", values: ["Ann"] } as const;
const times = (n: number) => Array.from({ length: n }, (_, i) => i);
const SIZES =
  "SELECT (SELECT count(*) FROM mapping) AS m, (SELECT count(*) FROM job WHERE key IS NOT NULL) AS k";
const POINTS = [
  "delete.active",
  "delete.searched",
  "delete.values",
  "delete.pairs",
  "delete.job-searched",
  "delete.staged",
  "delete.finish-in-ledger",
];

describe("a value masked again while its erasure runs", () => {
  it.each(everyOther(POINTS))("at %s gets a new token that lives", async (point) => {
    const vault = await freshVault();
    const old = await maskValues(vault, ["Ann", "ANN", "dear Ann!"]);
    await withJob(vault);
    const stall = stallAt(point);
    const asked = requestErasure(vault, ANN);
    await stall.reached();
    await expectDead(vault, old.slice(0, 1));
    const fresh = await maskValues(vault, ["Ann", "ANN", "dear Ann!", "Ann Lee"]);
    stall.release();
    const { matches } = await deletionEnded(vault, (await asked).trackingId);
    expect(fresh[0]).not.toBe(old[0]);
    const back = await unmaskTokens(vault, fresh);
    expect([back[0], back[3]]).toEqual(["Ann", "Ann Lee"]);
    expect(matches).toMatchObject({ exact: 1, normalised: 1, contained: 1 });
    await expectDead(vault, old);
  });

  it("60 masks and unmasks get the old answers or the new ones, and only the new ones after", async () => {
    const vault = await freshVault();
    const [old = ""] = await maskValues(vault, ["Ann"]);
    const around = times(60).map(async (i) => {
      await scheduler.wait(i % 12);
      return i % 2 === 0 ? maskValues(vault, ["Ann"]) : unmaskTokens(vault, [old]);
    });
    await scheduler.wait(3);
    const { trackingId } = await requestErasure(vault, ANN);
    expect(await unmaskTokens(vault, [old])).toEqual([null]);
    const [fresh = ""] = await maskValues(vault, ["Ann"]);
    const answers = await Promise.all(around);
    for (const [i, [answer]] of answers.entries()) {
      expect(i % 2 === 0 ? [old, fresh] : ["Ann", null]).toContain(answer);
    }
    await deletionEnded(vault, trackingId);
    expect(await unmaskTokens(vault, [old, fresh])).toEqual([null, "Ann"]);
  });

  it("in parts, when an erasure comes between them, gets none of the tokens that are dead", async () => {
    const vault = await freshVault();
    const attributes = Object.fromEntries(times(1_500).map((i) => [`k${i}`, i]));
    const pairs = times(5).map((i) => [`Ann ${i}`, { ...attributes, customer: i }] as const);
    // Two values a part; the first two have not been answered yet.
    const stall = stallAt("mask.next-part", 0, 1);
    const masking = maskWith(vault, pairs);
    await stall.reached();
    expect(await count(vault, "mapping")).toBe(2);
    const [early = ""] = await maskValues(vault, ["Bob"]);
    const erasing = requestErasure(vault, { target: "attribute", key: "customer", value: 0 });
    const { trackingId } = await erasing;
    stall.release();
    const tokens = await masking;
    expect(await unmaskTokens(vault, [...tokens, early])).toEqual([
      ...pairs.map(([value]) => value),
      "Bob",
    ]);
    await deletionEnded(vault, trackingId);
    expect(await unmaskTokens(vault, tokens)).toEqual(pairs.map(([value]) => value));
    expect(await count(vault, "attribute")).toBe(5 * 1_501);
    await erasePerson(vault, { target: "attribute", key: "customer", value: 4 });
    await expectDead(vault, tokens.slice(4));
  });

  it("is refused to an unmask that had opened it before", async () => {
    const vault = await freshVault();
    const [old = ""] = await maskValues(vault, ["Ann"]);
    const stall = stallAt("unmask.opened");
    const reading = unmaskTokens(vault, [old]);
    await stall.reached();
    const erasing = requestErasure(vault, ANN);
    for (let i = 0; i < 300 && (await count(vault, "mapping")) > 0; i++) await scheduler.wait(2);
    stall.release();
    expect(await reading).toEqual([null]);
    await deletionEnded(vault, (await erasing).trackingId);
  });

  it("is refused to an unmask that had opened it when a slice removes it", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["ANN"]);
    const searched = stallAt("delete.searched");
    const { trackingId } = await requestErasure(vault, ANN);
    await searched.reached();
    const opened = stallAt("unmask.opened");
    const reading = unmaskTokens(vault, tokens);
    await opened.reached();
    searched.release();
    for (let i = 0; i < 300 && (await count(vault, "mapping")) > 0; i++) await scheduler.wait(2);
    expect(await count(vault, "mapping")).toBe(0);
    opened.release();
    expect(await reading).toEqual([null]);
    await deletionEnded(vault, trackingId);
  });
});

describe("erasures and deletions in a row", () => {
  it("go in order, and each counts what was its own", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann", "ANN", "Bob", "BOB", "Cid"]);
    const stall = stallAt("delete.searched");
    const first = await requestErasure(vault, ANN);
    await stall.reached();
    const second = await requestErasure(vault, { target: "value", values: ["Bob", "ann"] });
    const age = await requestDeletion(vault);
    const again = await maskValues(vault, ["Ann", "Bob"]);
    const third = await requestErasure(vault, { target: "value", values: ["Bob"] });
    stall.release();
    const cleared = await Promise.all(
      [first, second, age, third].map(async ({ trackingId }) => {
        const { state, cleared } = await deletionEnded(vault, trackingId);
        return [state, cleared];
      }),
    );
    // ANN falls to the first search; BOB is dead by age before the second one looks.
    expect(cleared).toEqual([
      ["SUCCESS", 2],
      ["SUCCESS", 1],
      ["SUCCESS", 2],
      ["SUCCESS", 1],
    ]);
    expect(await unmaskTokens(vault, again)).toEqual(["Ann", null]);
    expect(await count(vault, "mapping")).toBe(1);
  });

  it("leave an age deletion's reseal whole, whatever is erased beside it", async () => {
    const vault = await freshVault();
    const now = Date.now();
    const noon = (dayOf(now) - 10) * DAY_MS + DAY_MS / 2;
    await maskAt(vault, noon - 2 * DAY_MS - 1_000, ["old"]);
    const values = times(240).map((i) => `young ${i}`);
    const tokens = await maskAt(vault, noon - 2 * DAY_MS + 1_000, values, KIND.default, [
      ...times(240).map((i) => `{"n":${i % 3},"of":"y${i}"}`),
    ]);
    await atTime(vault, noon, async (namespace) => {
      await acceptIn(namespace, { duration: 2 });
      const destruction = runAll(namespace);
      for (let i = 0; i < 8; i++) {
        await scheduler.wait(1);
        const person = { target: "value", values: [`young ${i * 30}`] } as const;
        await acceptPersonIn(namespace, person);
      }
      await destruction;
      await runAll(namespace);
    });
    const gone = new Set(times(8).map((i) => i * 30));
    expect(await unmaskTokens(vault, tokens)).toEqual(
      values.map((v, i) => (gone.has(i) ? null : v)),
    );
    const views = await rows(vault, "SELECT target, state, cleared FROM deletion ORDER BY serial");
    expect(views).toEqual([
      { target: "age", state: "SUCCESS", cleared: 1 },
      ...times(8).map(() => ({ target: "value", state: "SUCCESS", cleared: 1 })),
    ]);
    expect(await count(vault, "attribute")).toBe(2 * 232);
  });
});

describe("a hold", () => {
  it("records an erasure without effect; at its end it takes what existed when it was asked", async () => {
    const vault = await freshVault();
    const old = await maskValues(vault, ["Ann", "ANN"]);
    await vault.calls.setHold(true);
    const { trackingId, state } = await requestErasure(vault, ANN);
    expect(state).toBe("HELD");
    const later = await maskValues(vault, ["dear Ann"]);
    await pushAlarms(vault);
    expect(await unmaskTokens(vault, [...old, ...later])).toEqual(["Ann", "ANN", "dear Ann"]);
    await vault.calls.setHold(false);
    await expectDead(vault, old.slice(0, 1));
    expect(await deletionEnded(vault, trackingId)).toMatchObject({ state: "SUCCESS", cleared: 2 });
    expect(await unmaskTokens(vault, [...old, ...later])).toEqual([null, null, "dear Ann"]);
  });

  it.each(["delete.searched", "delete.job-searched"])("at %s pauses the search", async (point) => {
    const vault = await freshVault();
    const old = await maskValues(vault, ["Ann", "ANN"]);
    await withJob(vault);
    const stall = stallAt(point);
    const { trackingId } = await requestErasure(vault, ANN);
    await stall.reached();
    const before = await rows(vault, SIZES);
    await vault.calls.setHold(true);
    stall.release();
    await pushAlarms(vault);
    expect(await rows(vault, SIZES)).toEqual(before);
    expect((await readDeletion(vault, trackingId)).state).toBe("IN-PROGRESS");
    await vault.calls.setHold(false);
    const view = await deletionEnded(vault, trackingId);
    expect(view.matches).toEqual({ ...NO_MATCHES, exact: 1, normalised: 1, jobs: 1 });
    await expectDead(vault, old);
  });

  it("that comes during an acceptance is answered when that is in effect", async () => {
    const vault = await freshVault();
    const old = await maskValues(vault, ["Ann"]);
    const stall = stallAt("delete.in-ledger");
    const asked = requestErasure(vault, ANN);
    await stall.reached();
    let isHeld = false;
    const holding = vault.calls.setHold(true).then(() => {
      isHeld = true;
    });
    await scheduler.wait(30);
    expect(isHeld).toBe(false);
    stall.release();
    await holding;
    await expectDead(vault, old);
    expect((await asked).state).toBe("PENDING");
    await vault.calls.setHold(false);
    await pushDeletions(vault);
  });
});

type Vault = Awaited<ReturnType<typeof freshVault>>;

/** A job that holds the name, ended. */
async function withJob(vault: Vault): Promise<void> {
  await ended(vault, await submit(vault, [{ token_value: "write to Ann please" }], "unmask"));
}

async function pushAlarms(vault: Vault): Promise<void> {
  for (let i = 0; i < 10; i++) {
    await vault.calls.wake();
    await scheduler.wait(5);
  }
}
