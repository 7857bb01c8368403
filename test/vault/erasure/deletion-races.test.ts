// Masks and unmasks that race with the acceptance of a deletion, and with its destruction.
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS, isoDate } from "../../../src/core/time.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import {
  acceptIn,
  atTime,
  deletionEnded,
  everything,
  expectDead,
  maskAt,
  NOON,
  requestDeletion,
  runAll,
  stallAt,
} from "../../support/vault/erasing.ts";
import {
  freshVault,
  KIND,
  maskValues,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

const times = (n: number) => Array.from({ length: n }, (_, i) => i);

describe("while a deletion is accepted", () => {
  it.each([KIND.default, KIND.numeric])(
    "200 unmasks give no erased value once it has come into effect (kind %i)",
    async (kind) => {
      const vault = await freshVault();
      const values = times(20).map((i) => `value ${i} 7`);
      const tokens = await maskValues(vault, values, kind);
      await inNamespace(vault, async (namespace) => {
        let isAnswered = false;
        const late: (string | null)[] = [];
        const early: (string | null)[] = [];
        const unmasks = times(40).map(async (i) => {
          await scheduler.wait(i % 10);
          for (let rounds = 0; rounds < 5; rounds += isAnswered ? 1 : 0) {
            const { values: given } = await namespace.unmasker.unmask({ tokens: tokens }, null);
            (isAnswered ? late : early).push(...given);
          }
        });
        await scheduler.wait(4);
        await acceptIn(namespace, everything());
        isAnswered = true;
        await Promise.all(unmasks);
        expect(early).toContain(values[0]);
        expect(late.length).toBeGreaterThanOrEqual(200 * 20);
        expect(late.filter((value) => value !== null)).toEqual([]);
      });
    },
  );

  it.each([KIND.default, KIND.numeric])(
    "60 masks give old tokens no longer once it has come into effect (kind %i)",
    async (kind) => {
      const vault = await freshVault();
      const values = times(5).map((i) => `value ${i} 7`);
      const old = await maskValues(vault, values, kind);
      await inNamespace(vault, async (namespace) => {
        let isAnswered = false;
        const late = new Set<string>();
        const masks = times(60).map(async (i) => {
          await scheduler.wait(i % 20);
          const given = await mask(namespace, values, kind);
          if (isAnswered) for (const token of given) late.add(token);
        });
        await scheduler.wait(4);
        await acceptIn(namespace, everything());
        isAnswered = true;
        await Promise.all(masks);
        for (const token of await mask(namespace, values, kind)) late.add(token);
        // One new token each: what was begun before and answered after shares it too.
        expect(late.size).toBe(5);
        expect(old.filter((token) => late.has(token))).toEqual([]);
        const { values: back } = await namespace.unmasker.unmask({ tokens: [...late] }, null);
        expect(back.toSorted()).toEqual(values.toSorted());
        expect((await namespace.unmasker.unmask({ tokens: old }, null)).values).toEqual(
          old.map(() => null),
        );
        await runAll(namespace);
        expect((await namespace.unmasker.unmask({ tokens: [...late] }, null)).values).toEqual(back);
      });
      expect(await rows(vault, "SELECT cleared FROM deletion")).toEqual([{ cleared: 5 }]);
    },
  );

  it("a mask that had found its value before gives it a new token, which lives", async () => {
    const vault = await freshVault();
    const old = await maskValues(vault, ["a"]);
    const stall = stallAt("mask.before-commit");
    const masking = maskValues(vault, ["a"]);
    await stall.reached();
    const { trackingId } = await requestDeletion(vault);
    stall.release();
    const fresh = await masking;
    expect(fresh).not.toEqual(old);
    await deletionEnded(vault, trackingId);
    expect(await unmaskTokens(vault, [...old, ...fresh])).toEqual([null, "a"]);
  });

  it("200 calls from outside get either the old answer or the new one, and only the new one after", async () => {
    const vault = await freshVault();
    const values = times(10).map((i) => `value ${i}`);
    const old = await maskValues(vault, values);
    const calls = times(100).map((i) =>
      scheduler.wait(i % 10).then(() => maskValues(vault, values)),
    );
    const reads = times(100).map((i) =>
      scheduler.wait(i % 10).then(() => unmaskTokens(vault, old)),
    );
    await scheduler.wait(3);
    const { trackingId } = await requestDeletion(vault);
    const after = await Promise.all(times(20).map(() => unmaskTokens(vault, old)));
    expect(after.flat().filter((value) => value !== null)).toEqual([]);
    const fresh = await maskValues(vault, values);
    for (const tokens of await Promise.all(calls)) {
      for (const [i, token] of tokens.entries()) expect([old[i], fresh[i]]).toContain(token);
    }
    for (const given of await Promise.all(reads)) {
      for (const [i, value] of given.entries()) expect([values[i], null]).toContain(value);
    }
    await deletionEnded(vault, trackingId);
    await expectDead(vault, old);
    expect(await unmaskTokens(vault, fresh)).toEqual(values);
  });

  it("many deletions at the same time end all, and what was masked last lives", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a", "b", "c"]);
    const asked = await Promise.all(times(12).map(() => requestDeletion(vault)));
    const live = await maskValues(vault, ["a"]);
    const views = await Promise.all(
      asked.map(({ trackingId }) => deletionEnded(vault, trackingId)),
    );
    expect(views.reduce((sum, view) => sum + view.cleared, 0)).toBe(3);
    expect(await unmaskTokens(vault, live)).toEqual(["a"]);
  });
});

describe("while survivors are sealed anew", () => {
  /** Many survivors of a split day, then a deletion run beside something else. */
  async function besideReseal(
    survivors: number,
    run: (namespace: Namespace, tokens: string[], isDone: () => boolean) => Promise<void>,
  ): Promise<void> {
    const vault = await freshVault();
    await maskAt(vault, NOON - 2 * DAY_MS - 1_000, ["old"]);
    const tokens: string[] = [];
    await atTime(vault, NOON - 2 * DAY_MS + 1_000, async (namespace) => {
      for (let i = 0; i < survivors; i += 1_000) {
        const values = times(Math.min(1_000, survivors - i)).map((n) => `young ${i + n}`);
        tokens.push(...(await mask(namespace, values, KIND.default)));
      }
    });
    await atTime(vault, NOON, async (namespace) => {
      await acceptIn(namespace, { duration: 2 });
      let isDone = false;
      const destruction = runAll(namespace).finally(() => {
        isDone = true;
      });
      await run(namespace, tokens, () => isDone);
      await destruction;
    });
    expect(await rows(vault, "SELECT state, cleared FROM deletion")).toEqual([
      { state: "SUCCESS", cleared: 1 },
    ]);
    expect(await unmaskTokens(vault, tokens.slice(0, 50))).toEqual(
      times(50).map((n) => `young ${n}`),
    );
  }

  it("unmasks, masks and new attributes of survivors are right all the time", async () => {
    await besideReseal(2_000, async (namespace, tokens, isDone) => {
      for (let i = 0; !isDone(); i++) {
        const at = (i * 37) % 1_900;
        const { values } = await namespace.unmasker.unmask(
          { tokens: tokens.slice(at, at + 50) },
          null,
        );
        expect(values).toEqual(times(50).map((n) => `young ${at + n}`));
        const same = await mask(namespace, [`young ${at}`, `new ${i}`], KIND.default, [
          `{"n":${i}}`,
          null,
        ]);
        expect(same[0]).toBe(tokens[at]);
      }
    });
  });

  it("a call of 1,000 items is answered before all of them are done", async () => {
    await besideReseal(8_000, async (namespace, tokens, isDone) => {
      await scheduler.wait(20);
      const { values } = await namespace.unmasker.unmask({ tokens: tokens.slice(0, 1_000) }, null);
      const wasDone = isDone();
      expect(values).toEqual(times(1_000).map((n) => `young ${n}`));
      expect(wasDone).toBe(false);
    });
  });
});

describe("a date of tomorrow", () => {
  it("covers what is being masked when it is accepted, or leaves it alive with its answer", async () => {
    const vault = await freshVault();
    const age = { date: isoDate(Date.now() + DAY_MS) };
    const masks = times(50).map((i) =>
      scheduler.wait(i % 7).then(() => maskValues(vault, [`n${i}`])),
    );
    await scheduler.wait(2);
    const { trackingId } = await requestDeletion(vault, age);
    const tokens = (await Promise.all(masks)).flat();
    const early = await unmaskTokens(vault, tokens);
    const view = await deletionEnded(vault, trackingId);
    expect(await unmaskTokens(vault, tokens)).toEqual(early);
    expect(early.filter((value) => value === null)).toHaveLength(view.cleared);
  });
});
