// Limits of requests and values, counted in a real database with the test's clock.
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RateLimits } from "../../../src/core/rate-limits.ts";
import type { Caller } from "../../../src/vault/rpc.ts";
import { RateLimiter } from "../../../src/vault/state/rate-limiter.ts";
import { type SettingName, SettingStore } from "../../../src/vault/store/settings.ts";
import { freshVault } from "../../support/vault/fresh-vault.ts";

const HOUR = 3_600_000;
const NOON = Date.parse("2026-11-26T12:00:00Z");
const NO_TOKEN = { owner: "namespace", unit: "values" } as const;

class Counting {
  now = NOON;
  readonly settings: SettingStore;
  limiter: RateLimiter;

  constructor(settings: SettingStore) {
    this.settings = settings;
    this.limiter = this.restarted();
  }

  /** As the object is after it has left memory. */
  restarted(): RateLimiter {
    this.limiter = new RateLimiter(this.settings, () => this.now);
    return this.limiter;
  }

  /** How many requests of one value each are admitted at once. */
  letIn(caller: Caller, most = 1_000): number {
    for (let i = 0; i < most; i++) {
      if (this.limiter.take(caller, { requests: 1, values: 1 }).waitSeconds > 0) return i;
    }
    return most;
  }

  values(caller: Caller, values: number): number {
    return this.limiter.take(caller, { values }).waitSeconds;
  }
}

async function counting(run: (test: Counting) => void): Promise<void> {
  const { object } = await freshVault();
  await runInDurableObject(object, (_, { storage }) =>
    run(new Counting(new SettingStore(storage.sql))),
  );
}

const caller = (tokenId: string, limits?: RateLimits): Caller => ({
  ...{ tokenId, userId: "u", permissions: ["mask"] },
  ...(limits === undefined ? {} : { limits }),
});

describe("limits of a second", () => {
  it("let in as many at once, and then exactly as many a second, whatever the steps", async () => {
    await counting((test) => {
      const one = caller("one", { requests: 7 });
      expect(test.letIn(one)).toBe(7);
      let total = 0;
      for (let ms = 0; ms < 10_000; ms += 13) {
        test.now += 13;
        total += test.letIn(one);
      }
      expect(total).toBe(70);
      // Not more than a second's for an hour.
      test.now += HOUR;
      expect(test.letIn(one)).toBe(7);
    });
  });

  it("are of a token alone, and of the namespace for all of them; nothing is taken where either refuses", async () => {
    await counting((test) => {
      const [one, other, free] = [caller("one", { requests: 3 }), caller("two"), caller("three")];
      expect(test.letIn(free)).toBe(1_000);
      expect(test.limiter.take(free, { requests: 1 })).toEqual({ standings: [], waitSeconds: 0 });
      expect(test.limiter.namespaceLimits({ requests: 5 })).toEqual({ requests: 5 });
      expect([test.letIn(one), test.letIn(other), test.letIn(free)]).toEqual([3, 2, 0]);
      test.restarted();
      expect(test.limiter.namespaceLimits(null)).toEqual({ requests: 5 });
      expect(test.letIn(other)).toBe(5);
      // Refused by the namespace, it has its own three yet.
      expect(test.letIn(one)).toBe(0);
      test.now += 600;
      expect(test.letIn(one)).toBe(3);
      test.limiter.namespaceLimits({});
      expect(test.letIn(other)).toBe(1_000);
    });
  });

  it("tell how they stand, and never to wait for more than five seconds", async () => {
    await counting((test) => {
      const one = caller("one", { requests: 4, values: 100 });
      expect(test.limiter.take(one, { requests: 1, values: 30 })).toEqual({
        standings: [
          { owner: "token", unit: "requests", perSecond: 4, left: 3, fullInSeconds: 1 },
          { owner: "token", unit: "values", perSecond: 100, left: 70, fullInSeconds: 1 },
        ],
        waitSeconds: 0,
      });
      expect(test.values(one, 900)).toBe(0);
      test.limiter.namespaceLimits({ values: 1_000 });
      expect(test.limiter.take(one, { values: 1 })).toEqual({
        standings: [
          { owner: "token", unit: "requests", perSecond: 4, left: 3, fullInSeconds: 1 },
          { owner: "token", unit: "values", perSecond: 100, left: 0, fullInSeconds: 10 },
          { ...NO_TOKEN, perSecond: 1_000, left: 1_000, fullInSeconds: 0 },
        ],
        waitSeconds: 5,
      });
      // Requests without values are admitted meanwhile.
      expect(test.limiter.take(one, { requests: 1 }).waitSeconds).toBe(0);
    });
  });

  it("let a batch in that is larger than a second's, which is owed then, also when the object was away", async () => {
    await counting((test) => {
      const one = caller("one", { values: 100 });
      expect(test.values(one, 1_000)).toBe(0);
      expect(test.values(one, 1)).toBe(5);
      test.restarted();
      test.now += 9_000;
      expect(test.values(one, 0)).toBe(1);
      test.now += 10;
      expect([test.values(one, 1), test.values(one, 1)]).toEqual([0, 1]);
      expect(test.settings.text("values_owed_one")).toBeNull();
      // A job is taken whole.
      test.limiter.charge(one, { values: 100_000 });
      test.now += 999_010;
      expect(test.restarted().take(one, { values: 0 }).waitSeconds).toBe(1);
      test.now += 1_000;
      expect(test.values(one, 0)).toBe(0);
    });
  });

  it.each([
    ["an hour", HOUR],
    ["a day", 24 * HOUR],
  ])(
    "outlive a clock that steps back by %s: nobody waits for it, nobody gains more than a second's",
    async (_, back) => {
      await counting((test) => {
        const one = caller("one", { requests: 10, values: 100 });
        expect(test.letIn(one)).toBe(10);
        test.now -= back;
        expect(test.letIn(one)).toBe(0);
        test.now += 500;
        expect(test.letIn(one)).toBe(5);
        test.now += 500;
        expect(test.letIn(one)).toBe(5);
        // And forward again.
        test.now += back;
        expect(test.letIn(one)).toBe(10);
        // What is owed stays owed.
        test.values(one, 1_000);
        test.now -= back;
        test.restarted();
        expect(test.values(one, 1)).toBe(5);
        test.now += 9_000;
        expect(test.letIn(one)).toBeLessThan(20);
      });
    },
  );

  it("forget what a token owes that never returns, once it could have come back, and nothing sooner", async () => {
    await counting((test) => {
      // The largest job, at the least limit: 11.6 days.
      test.limiter.charge(caller("gone", { values: 1 }), { values: 1_000_000 });
      test.settings.put("values_owed" as SettingName, "no debt");
      test.now += 11 * 24 * HOUR;
      expect(test.restarted().take(caller("gone", { values: 1 }), { values: 0 }).waitSeconds).toBe(
        5,
      );
      test.limiter.charge(caller("late", { values: 1 }), { values: 1_000_000 });
      test.now += 20 * 24 * HOUR;
      test.restarted();
      const owed = ["values_owed_gone", "values_owed_late", "values_owed"] as SettingName[];
      expect(owed.map((name) => test.settings.text(name) === null)).toEqual([true, false, false]);
    });
  });

  it("take a setting that is damaged for none", async () => {
    await counting((test) => {
      test.settings.put("values_owed_one", "much");
      test.settings.put("requests_per_second", "x");
      const one = caller("one", { values: 100 });
      expect(test.restarted().namespaceLimits(null)).toEqual({});
      expect(test.letIn(one)).toBe(100);
    });
  });
});
