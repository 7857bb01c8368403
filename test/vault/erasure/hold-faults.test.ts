// A hold whose end is interrupted, a hold that a restored copy does not know of, and deletions that cannot end.
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/core/time.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import {
  acceptAndHold,
  deletionEnded,
  expectDead,
  maskAt,
  NOON,
  readDeletion,
  registry,
  requestDeletion,
  stallAt,
} from "../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  maskValues,
  namedVault,
  type OpenVault,
  rows,
  submit,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";
import { requestErasure } from "../../support/vault/person.ts";
import { copyOf, restore } from "../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

describe("a hold", () => {
  it("whose end was cut short lets everything go that it held back", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a", "b", "c"]);
    await vault.calls.setHold(true);
    const ids: string[] = [];
    for (const value of ["a", "b", "c"]) {
      const view = await requestErasure(vault, { target: "value", values: [value] });
      expect(view.state).toBe("HELD");
      ids.push(view.trackingId);
    }
    let calls = 0;
    setFailpointHook(async (point) => {
      await scheduler.wait(0);
      if (point !== "delete.in-ledger") return;
      calls += 1;
      if (calls === 2) throw new Error("failpoint");
    });
    expect((await vault.calls.setHold(false)).ok).toBe(false);
    setFailpointHook(null);
    await expectDead(vault, tokens);
    for (const id of ids) expect((await deletionEnded(vault, id)).state).toBe("SUCCESS");
  });

  it("whose end was cut short keeps nobody waiting for all that it held back: the alarm goes on", async () => {
    const vault = await freshVault();
    const values = Array.from({ length: 25 }, (_, i) => `value ${i}`);
    const tokens = await maskValues(vault, values);
    await vault.calls.setHold(true);
    for (const value of values) await requestErasure(vault, { target: "value", values: [value] });
    setFailpointHook(async (point) => {
      await scheduler.wait(0);
      if (point === "delete.in-ledger") throw new Error("failpoint");
    });
    expect((await vault.calls.setHold(false)).ok).toBe(false);
    // Whoever comes next waits for these.
    expect(await count(vault, "deletion WHERE state = 'ACCEPTING'")).toBe(10);
    setFailpointHook(null);
    expect(await unmaskTokens(vault, tokens.slice(0, 10))).toEqual(
      values.slice(0, 10).map(() => null),
    );
    const left = "deletion WHERE state IN ('HELD', 'ACCEPTING')";
    for (let i = 0; i < 1_000 && (await count(vault, left)) > 0; i++) await scheduler.wait(5);
    await expectDead(vault, tokens);
  });

  it("has ended when all is accepted that it held back, whoever is at that", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a", "b"]);
    await vault.calls.setHold(true);
    for (const value of ["a", "b"]) {
      await requestErasure(vault, { target: "value", values: [value] });
    }
    const stall = stallAt("delete.part-kept", 0, 1);
    const first = vault.calls.setHold(false);
    await stall.reached();
    let hasEnded = false;
    const second = vault.calls.setHold(false).then(({ ok }) => {
      hasEnded = ok;
    });
    await scheduler.wait(100);
    expect(hasEnded).toBe(false);
    stall.release();
    await Promise.all([first, second]);
    expect(hasEnded).toBe(true);
    await expectDead(vault, tokens);
  });

  it("waits for acceptances that are under way: they come first", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a"]);
    const stall = stallAt("delete.in-ledger");
    const accepting = requestDeletion(vault);
    await stall.reached();
    let isOn = false;
    const holding = vault.calls.setHold(true).then(({ ok }) => {
      isOn = ok;
    });
    await scheduler.wait(100);
    expect(isOn).toBe(false);
    expect(await unmaskTokens(vault, tokens)).toEqual(["a"]);
    stall.release();
    await holding;
    expect(isOn).toBe(true);
    // It has come into effect by the time the hold is on, and goes no further.
    await expectDead(vault, tokens);
    expect(await accepting).toMatchObject({ state: "PENDING", isPaused: true });
    await vault.calls.setHold(false);
    const { trackingId } = await accepting;
    expect((await deletionEnded(vault, trackingId)).state).toBe("SUCCESS");
  });

  it("that is just ending does not hide what it has kept: its caller knows its id", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    await vault.calls.setHold(true);
    const { trackingId } = await requestErasure(vault, { target: "value", values: ["a"] });
    const stall = stallAt("delete.in-ledger");
    const ending = vault.calls.setHold(false);
    await stall.reached();
    expect(await readDeletion(vault, trackingId)).toMatchObject({ state: "PENDING" });
    stall.release();
    await ending;
    expect((await deletionEnded(vault, trackingId)).state).toBe("SUCCESS");
  });

  it("is told as the reason while it keeps a deletion from going on", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    const stall = stallAt("delete.count");
    const { trackingId, isPaused } = await requestDeletion(vault);
    expect(isPaused).toBe(false);
    await stall.reached();
    await vault.calls.setHold(true);
    stall.release();
    expect(await readDeletion(vault, trackingId)).toMatchObject({
      state: "IN-PROGRESS",
      isPaused: true,
    });
    await vault.calls.setHold(false);
    expect((await deletionEnded(vault, trackingId)).isPaused).toBe(false);
  });

  it("is known to the Registry, so that no restored copy forgets it", async () => {
    const vault = await namedVault();
    const tokens = await maskValues(vault, ["a"]);
    const copy = await copyOf(vault);
    await vault.calls.setHold(true);
    await restore(vault, copy);
    const view = await requestErasure(vault, { target: "value", values: ["a"] });
    expect(view.state).toBe("HELD");
    expect(await unmaskTokens(vault, tokens)).toEqual(["a"]);
    await vault.calls.setHold(false);
    expect((await deletionEnded(vault, view.trackingId)).state).toBe("SUCCESS");
    expect((await registry.calls.namespaceState(vault.nid)).isHeld).toBe(false);
  });
});

describe("the standing retention", () => {
  it("waits while a hold is on, says so, and is applied once at its end", async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON, ["old"]);
    await vault.calls.setRetention(vault.caller, 1);
    await vault.calls.setHold(true);
    expect(await vault.calls.readRetention(vault.caller)).toMatchObject({
      value: { days: 1, isPaused: true, lastTrackingId: null },
    });
    for (let day = 1; day < 4; day++) {
      const clock = () => Date.now() + day * DAY_MS;
      await inNamespace(
        vault,
        async ({ retention, due }) => {
          expect(due.next()).toBeNull();
          expect(await retention.applyIfDue()).toBe(false);
        },
        { clock },
      );
    }
    expect(await count(vault, "deletion")).toBe(0);
    await vault.calls.setHold(false);
    await rows(vault, "UPDATE setting SET value = 1 WHERE name = 'retention_due'");
    await inNamespace(vault, async ({ retention }) => {
      expect(await retention.applyIfDue()).toBe(true);
      expect(await retention.applyIfDue()).toBe(false);
    });
    expect(await count(vault, "deletion")).toBe(1);
    expect(await vault.calls.readRetention(vault.caller)).toMatchObject({
      value: { isPaused: false },
    });
  });

  it.each([
    ["ended", async ({ calls, caller }: OpenVault) => calls.setRetention(caller, null)],
    ["made longer", async ({ calls, caller }: OpenVault) => calls.setRetention(caller, 99)],
    ["put on hold", async ({ calls }: OpenVault) => calls.setHold(true)],
  ])("begins no deletion once it is %s, whatever its alarm has read before", async (_, change) => {
    const vault = await freshVault();
    const [token = ""] = await maskAt(vault, NOON, ["old"]);
    await vault.calls.setRetention(vault.caller, 1);
    const stall = stallAt("delete.asked");
    await rows(vault, "UPDATE setting SET value = 1 WHERE name = 'retention_due'");
    await vault.calls.wake();
    await stall.reached();
    expect((await change(vault)).ok).toBe(true);
    stall.release();
    // The alarm has ended when no slice of it is left.
    await scheduler.wait(100);
    expect(await count(vault, "deletion")).toBe(0);
    expect(await unmaskTokens(vault, [token])).toEqual(["old"]);
  });
});

describe("a job submitted after an erasure was accepted", () => {
  it("that has read what the search erased later loses its key", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["dear Ann!", "Bob"]);
    await vault.calls.setHold(true);
    const { trackingId } = await requestErasure(vault, { target: "value", values: ["Ann"] });
    await scheduler.wait(3);
    const items = tokens.map((token_value) => ({ token_value }));
    const job = await submit(vault, items, "unmask");
    while ((await count(vault, "job WHERE state = 'SUCCESS'")) === 0) await scheduler.wait(5);
    await vault.calls.setHold(false);
    const { matches } = await deletionEnded(vault, trackingId);
    expect(matches).toMatchObject({ contained: 1, jobs: 1 });
    expect(await count(vault, "job WHERE key IS NOT NULL")).toBe(0);
    expect(await rows(vault, "SELECT state FROM job WHERE tracking_id = ?", job)).toEqual([
      { state: "PURGED" },
    ]);
  });
});

it("a hold stops a deletion that had begun, and leaves nothing of it due, until the hold ends", async () => {
  const vault = await freshVault();
  await maskValues(vault, ["a"]);
  const { stall, trackingId } = await acceptAndHold(vault);
  await vault.calls.setHold(true);
  stall.release();
  await scheduler.wait(50);
  expect(await count(vault, "mapping")).toBe(1);
  await inNamespace(vault, async ({ due }) => expect(due.next()).toBeNull());
  await vault.calls.setHold(false);
  expect((await deletionEnded(vault, trackingId)).state).toBe("SUCCESS");
});
