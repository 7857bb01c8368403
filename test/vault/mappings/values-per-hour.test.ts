// How many values an hour a token may unmask: the count in the object, over restarts, odd clocks and damage.

import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { UnmaskBrakes } from "../../../src/core/brakes/unmask-brakes.ts";
import { Brakes } from "../../../src/vault/mappings/brakes.ts";
import type { NamespaceBase } from "../../../src/vault/namespace-base.ts";
import type { Caller } from "../../../src/vault/rpc.ts";
import { RateLimiter } from "../../../src/vault/state/rate-limiter.ts";
import { SettingStore } from "../../../src/vault/store/settings.ts";
import { freshVault, KIND, maskValues, reopened } from "../../support/vault/fresh-vault.ts";

const HOUR = 3_600_000;

const NOON = Date.parse("2026-11-26T12:00:00Z");

/** The counting half over a real database, by a clock of the test's. */
class Counting {
  now = NOON;
  readonly settings: SettingStore;
  brakes: Brakes;

  constructor(settings: SettingStore) {
    this.settings = settings;
    this.brakes = this.restarted();
  }

  /** As the object is after it has left memory. */
  restarted(): Brakes {
    const base = { settings: this.settings, clock: () => this.now };
    this.brakes = new Brakes(base as unknown as NamespaceBase);
    return this.brakes;
  }

  /** Take values one by one; gives how many were there. */
  taken(caller: Caller, most = 1_000): number {
    for (let i = 0; i < most; i++) if (!this.brakes.countValues(caller, 1)) return i;
    return most;
  }
}

async function counting(run: (test: Counting) => void): Promise<void> {
  const { object } = await freshVault();
  await runInDurableObject(object, (_, { storage }) =>
    run(new Counting(new SettingStore(storage.sql))),
  );
}

const caller = (tokenId: string, brakes?: UnmaskBrakes): Caller => ({
  ...{ tokenId, userId: "u", permissions: ["unmask"] },
  ...(brakes === undefined ? {} : { brakes }),
});

describe("values per hour", () => {
  it("are as many as were allowed, token by token, and come back an hour after they went", async () => {
    await counting((test) => {
      const one = caller("one", { valuesPerHour: 20 });
      const other = caller("other", { valuesPerHour: 3 });
      expect([test.taken(one), test.taken(other), test.taken(caller("free"))]).toEqual([
        20, 3, 1_000,
      ]);
      expect(test.brakes.refusal(one)).toBe("unmask_limit_reached");
      test.now += HOUR - 1;
      expect(test.taken(one)).toBe(0);
      test.now += 60_001;
      expect(test.brakes.refusal(one)).toBeNull();
      expect(test.taken(one)).toBe(20);
    });
  });

  it("survive a restart, and a clock that steps back an hour gives none twice and holds nobody up", async () => {
    await counting((test) => {
      const one = caller("one", { valuesPerHour: 20 });
      expect(test.taken(one, 15)).toBe(15);
      test.restarted();
      test.now -= HOUR;
      expect(test.taken(one)).toBe(5);
      test.restarted();
      test.now -= 5 * HOUR;
      expect(test.taken(one)).toBe(0);
      test.now += HOUR + 60_001;
      expect(test.taken(one)).toBe(20);
    });
  });

  it("are given all or none; what is refused counts as one, so that nobody probes for ever", async () => {
    await counting((test) => {
      const one = caller("one", { valuesPerHour: 5 });
      expect(test.brakes.countValues(one, 6)).toBe(false);
      expect(test.brakes.countValues(one, 4)).toBe(true);
      expect([test.brakes.countValues(one, 1), test.brakes.countValues(one, 0)]).toEqual([
        false,
        true,
      ]);
    });
  });

  it("whose count is damaged are none for an hour", async () => {
    await counting((test) => {
      const one = caller("one", { valuesPerHour: 5 });
      for (const damaged of ["", "{}", "x []", "1 [[null,1]]", "1", "1 {}"]) {
        test.settings.put("values_unmasked_one", damaged);
        expect(test.taken(one), damaged).toBe(0);
        test.now += 2 * HOUR;
        expect(test.taken(one), damaged).toBe(5);
      }
    });
  });

  it("are forgotten a month after the last of them, and a damaged count is not", async () => {
    await counting((test) => {
      const names = ["one", "two", "bad"].map((id) => `values_unmasked_${id}` as const);
      test.taken(caller("one", { valuesPerHour: 5 }));
      test.settings.put("values_unmasked_bad", "x");
      test.now += 20 * 24 * HOUR;
      test.taken(caller("two", { valuesPerHour: 5 }));
      test.now += 20 * 24 * HOUR;
      new RateLimiter(test.settings, () => test.now);
      expect(names.map((name) => test.settings.text(name) === null)).toEqual([true, false, false]);
    });
  });

  it("hold in the object, also after it was closed, and for what a conversation recalls", async () => {
    const vault = await freshVault();
    const [a = "", b = ""] = await maskValues(vault, ["one", "two"], KIND.text);
    const brakes: UnmaskBrakes = { valuesPerHour: 3 };
    const note = { conversation: "c", tokens: [a, b], continues: null, lifetimeMs: HOUR };
    await vault.calls.rememberConversation(vault.caller, note);
    const held = { ...vault.caller, brakes };
    expect((await vault.calls.recallConversation(held, "c")).ok).toBe(true);
    const refused = { ok: false, error: { code: "unmask_limit_reached" } };
    expect(await vault.calls.recallConversation(held, "c")).toEqual(refused);
    const again = reopened(vault);
    // Refused, but one was counted.
    expect(await again.calls.unmask(held, { tokens: [a] })).toEqual(refused);
  });
});
