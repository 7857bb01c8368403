// What a deletion destroys, and what it leaves.

import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS, dayOf, isoDate } from "../../../src/core/time.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { acceptIn, atTime, maskAt, NOON, runAll } from "../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  KIND,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { mask } from "../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

const HOUR_MS = 3_600_000;
const TODAY = dayOf(NOON);

/** Days and versions of keys, with whether each can still be used. */
async function keysOf(vault: OpenVault): Promise<[number, number, boolean][]> {
  const found = await rows(vault, "SELECT day, version, key FROM day_key ORDER BY day, version");
  return found.map(({ day, version, key }) => [Number(day) - TODAY, Number(version), key !== null]);
}

/** Mappings with attributes on both sides of `duration: 2`, the split in the middle of a day. */
async function splitDay(size: number) {
  const vault = await freshVault();
  const cutoff = NOON - 2 * DAY_MS;
  const make = async (name: string, ms: number, kind: number) => {
    const values = Array.from({ length: size }, (_, i) => `${name} ${i} 123456`);
    const attributes = values.map((_, i) => (i % 3 === 0 ? `{"n":${i},"of":"${name}"}` : null));
    return { values, tokens: await maskAt(vault, ms, values, kind, attributes) };
  };
  const day = { before: cutoff - DAY_MS, old: cutoff - HOUR_MS, young: cutoff + HOUR_MS };
  return {
    vault,
    erased: [
      await make("before", day.before, KIND.default),
      await make("old", day.old, KIND.default),
      await make("old", day.old, KIND.numeric),
    ],
    kept: [
      await make("young", day.young, KIND.default),
      await make("young", day.young + 1, KIND.numeric),
      await make("later", cutoff + DAY_MS, KIND.text),
    ],
  };
}

describe("day keys", () => {
  it("of days that are erased whole are destroyed; the rows stay, so that no version comes twice", async () => {
    const vault = await freshVault();
    for (const days of [-3, -2, -1]) await maskAt(vault, NOON + days * DAY_MS, [`v${days}`]);
    await atTime(vault, NOON, async (namespace) => {
      await acceptIn(namespace, { date: isoDate(NOON - DAY_MS) });
      await runAll(namespace);
    });
    expect(await keysOf(vault)).toEqual([
      [-3, 1, false],
      [-2, 1, false],
      [-1, 1, true],
    ]);
  });

  it("of the present day are replaced: the next mapping gets the next version", async () => {
    const vault = await freshVault();
    for (let round = 1; round <= 3; round++) {
      await atTime(vault, NOON, async (namespace) => {
        await mask(namespace, [`v${round}`], KIND.default);
      });
      await atTime(vault, NOON + 1, async (namespace) => {
        await acceptIn(namespace, { date: isoDate(NOON + DAY_MS) });
        await runAll(namespace);
      });
    }
    const keys = await keysOf(vault);
    expect(keys.filter(([, , isUsable]) => isUsable)).toHaveLength(1);
    expect(keys.map(([, version]) => version)).toEqual(keys.map((_, i) => i + 1));
  });

  it.each([1, 450])(
    "of a split day go; its survivors and their attributes are sealed anew (%i)",
    async (size) => {
      const { vault, erased, kept } = await splitDay(size);
      const pairs = "SELECT mapping_id, digest FROM attribute ORDER BY mapping_id, digest";
      const ofSurvivors = pairs.replace(
        "ORDER",
        "WHERE mapping_id > (SELECT min(cutoff_id) FROM deletion) ORDER",
      );
      await atTime(vault, NOON, async (namespace) => {
        await acceptIn(namespace, { duration: 2 });
      });
      const before = await rows(vault, ofSurvivors);
      await atTime(vault, NOON, runAll);
      expect(await rows(vault, pairs)).toEqual(before);
      expect(await keysOf(vault)).toEqual([
        [-3, 1, false],
        [-2, 1, false],
        [-2, 2, true],
        [-1, 1, true],
      ]);
      for (const { tokens } of erased) {
        expect(await unmaskTokens(vault, tokens)).toEqual(tokens.map(() => null));
      }
      for (const { tokens, values } of kept)
        expect(await unmaskTokens(vault, tokens)).toEqual(values);
      const versions =
        "SELECT DISTINCT created / 86400000 - ? AS day, key_version AS v FROM mapping ORDER BY 1";
      expect(await rows(vault, versions, TODAY)).toEqual([
        { day: -2, v: 2 },
        { day: -1, v: 1 },
      ]);
      const [stale] = await rows(
        vault,
        "SELECT count(*) AS n FROM attribute AS a JOIN mapping AS m ON m.id = a.mapping_id WHERE a.key_version <> m.key_version",
      );
      expect(stale).toEqual({ n: 0 });
      const [deletion] = await rows(vault, "SELECT cleared, total, destroyed_keys FROM deletion");
      expect(deletion).toMatchObject({ cleared: 3 * size, total: 3 * size });
      expect(JSON.parse(String(deletion?.["destroyed_keys"]))).toEqual([
        { day: TODAY - 3, version: 1 },
        { day: TODAY - 2, version: 1 },
      ]);
      expect(await count(vault, "attribute")).toBe(3 * 2 * Math.ceil(size / 3));
    },
  );

  it("of a split day go, too, when 0.1.0 had begun to seal its survivors anew", async () => {
    const { vault, kept } = await splitDay(3);
    await atTime(vault, NOON, async (namespace) => {
      await acceptIn(namespace, { duration: 2 });
      const phase = () => namespace.deletions.inEffect()[0]?.phase;
      while (phase() !== "keys") await namespace.deletionRunner.runSlice();
      await namespace.keyring.addDayVersion(TODAY - 2, 2);
    });
    await rows(vault, "UPDATE deletion SET phase = 'reseal', next_version = 2, cursor = 5");
    await atTime(vault, NOON, runAll);
    expect(await keysOf(vault)).toEqual([
      [-3, 1, false],
      [-2, 1, false],
      [-2, 2, true],
      [-1, 1, true],
    ]);
    for (const { tokens, values } of kept)
      expect(await unmaskTokens(vault, tokens)).toEqual(values);
  });

  it("of a day that is split twice go twice, and what is left still unmasks", async () => {
    const { vault, kept } = await splitDay(3);
    const [young, , later] = kept;
    for (const ms of [NOON, NOON + HOUR_MS / 2, NOON + 2 * HOUR_MS]) {
      await atTime(vault, ms, async (namespace) => {
        await acceptIn(namespace, { duration: 2 });
        await runAll(namespace);
      });
      const isGone = ms > NOON + HOUR_MS;
      expect(await unmaskTokens(vault, young?.tokens ?? [])).toEqual(
        young?.values.map((value) => (isGone ? null : value)),
      );
      expect(await unmaskTokens(vault, later?.tokens ?? [])).toEqual(later?.values);
    }
    expect(
      (await rows(vault, "SELECT cleared FROM deletion")).map((row) => row["cleared"]),
    ).toEqual([9, 0, 6]);
  });
});
