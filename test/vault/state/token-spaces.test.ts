// Counters that never go back, and what they record in the Registry.
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { TokenCeiling } from "../../../src/registry/rpc.ts";
import { TokenSpaces } from "../../../src/vault/state/token-spaces.ts";
import { SettingStore } from "../../../src/vault/store/settings.ts";
import { freshVault } from "../../support/vault/fresh-vault.ts";

/** Counters over a real database, and all ceilings that they recorded. */
async function inSpaces(
  run: (start: () => TokenSpaces, told: TokenCeiling[]) => Promise<void>,
  answer: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { object } = await freshVault();
  await runInDurableObject(object, async (_, { storage }) => {
    const told: TokenCeiling[] = [];
    const start = () =>
      new TokenSpaces(new SettingStore(storage.sql), async (ceilings) => {
        await answer();
        told.push(...ceilings);
      });
    await run(start, told);
  });
}

const ENDLESS = Number.POSITIVE_INFINITY;

async function take(
  spaces: TokenSpaces,
  space: number,
  count: number,
): Promise<number | undefined> {
  const places = await spaces.reserve(new Map([[space, { count, usable: ENDLESS }]]));
  return places.get(space)?.first;
}

describe("places in a space", () => {
  it("count up, and the Registry knows before", async () => {
    await inSpaces(async (start, told) => {
      const spaces = start();
      for (let next = 0; next < 100; next += 3) {
        expect(await take(spaces, 6, 3)).toBe(next);
        expect(told.at(-1)?.ceiling).toBeGreaterThanOrEqual(next + 3);
      }
      // Runs double: six for a hundred places.
      expect(told.map(({ ceiling }) => ceiling)).toEqual([3, 6, 12, 24, 48, 96, 192]);
    });
  });

  it("of several spaces are told in one call", async () => {
    let calls = 0;
    await inSpaces(
      async (start, told) => {
        const wanted = new Map([
          [6, { count: 2, usable: ENDLESS }],
          [9, { count: 5, usable: ENDLESS }],
        ]);
        expect([...(await start().reserve(wanted))]).toEqual([
          [6, { first: 0, count: 2 }],
          [9, { first: 0, count: 5 }],
        ]);
        expect(told).toEqual([
          { space: 6, ceiling: 2 },
          { space: 9, ceiling: 5 },
        ]);
        expect(calls).toBe(1);
      },
      async () => {
        calls += 1;
      },
    );
  });

  it("are given to one only, however many ask at once", async () => {
    await inSpaces(
      async (start) => {
        const spaces = start();
        const counts = Array.from({ length: 50 }, (_, i) => (i % 7) + 1);
        const firsts = await Promise.all(counts.map((count) => take(spaces, 6, count)));
        const all = firsts.flatMap((first = 0, i) =>
          Array.from({ length: counts[i] ?? 0 }, (_, n) => first + n),
        );
        expect(new Set(all).size).toBe(all.length);
      },
      () => scheduler.wait(1),
    );
  });

  it("end with their space: what is left is given, then nothing, and nothing beyond is told", async () => {
    await inSpaces(async (start, told) => {
      const spaces = start();
      const ask = (count: number) => spaces.reserve(new Map([[1000, { count, usable: 62 }]]));
      const given = await Promise.all([ask(40), ask(40), ask(40)]);
      expect(given.map((places) => places.get(1000))).toEqual([
        { first: 0, count: 40 },
        { first: 40, count: 22 },
        { first: 62, count: 0 },
      ]);
      expect(Math.max(...told.map(({ ceiling }) => ceiling))).toBe(62);
      expect((await ask(1)).get(1000)).toEqual({ first: 62, count: 0 });
    });
  });

  it("begin behind the last run after a start, and behind what the Registry knows", async () => {
    await inSpaces(async (start) => {
      await take(start(), 6, 10);
      expect(await take(start(), 6, 1)).toBe(10);
      const spaces = start();
      spaces.skipTo([
        { space: 6, ceiling: 5 },
        { space: 7, ceiling: 900 },
      ]);
      expect([await take(spaces, 6, 1), await take(spaces, 7, 1)]).toEqual([11, 900]);
      expect([start().used(6), start().used(7), start().used(8)]).toEqual([12, 901, 0]);
    });
  });

  it("begin behind the floor of all spaces, also where nobody has been yet", async () => {
    await inSpaces(async (start) => {
      const spaces = start();
      await take(spaces, 6, 10);
      await take(spaces, 7, 900);
      spaces.skipTo([
        { space: -1, ceiling: 500 },
        { space: 6, ceiling: 20 },
      ]);
      expect([spaces.used(6), spaces.used(7), spaces.used(8)]).toEqual([500, 900, 500]);
      expect(await take(spaces, 8, 1)).toBe(500);
      spaces.skipTo([
        { space: -1, ceiling: 400 },
        { space: 0, ceiling: 2 ** 30 },
      ]);
      expect([start().used(6), start().used(8), start().used(9)]).toEqual([500, 501, 500]);
    });
  });

  it("are not given out when the Registry cannot be told", async () => {
    let isThere = false;
    await inSpaces(
      async (start) => {
        const spaces = start();
        await expect(take(spaces, 6, 1)).rejects.toThrow("away");
        isThere = true;
        expect(await take(spaces, 6, 1)).toBe(0);
      },
      async () => {
        if (!isThere) throw new Error("away");
      },
    );
  });
});
