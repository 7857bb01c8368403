// A clock that jumped ahead once: mappings made meanwhile are erased in time. A clock that fell behind erases nothing
// early.
import { describe, expect, it } from "vitest";
import { DAY_MS, isoDate } from "../../../src/core/time.ts";
import { acceptIn, atTime, claimsOf, maskAt, NOON, runAll } from "../../support/vault/erasing.ts";
import {
  accepted,
  count,
  freshVault,
  KIND,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const AHEAD = 300 * DAY_MS;

/** Erase at an instant what was made before another, and give the receipt's claims. */
async function eraseAt(vault: OpenVault, at: number, age: { duration: number } | { date: string }) {
  let receipt: string | null = null;
  await atTime(vault, at, async (namespace) => {
    const { trackingId } = await acceptIn(namespace, age);
    await runAll(namespace);
    const view = accepted(await namespace.views.read(trackingId));
    expect(view).toMatchObject({ state: "SUCCESS", blocked: null });
    receipt = view.receipt;
  });
  return claimsOf(receipt);
}

const one = async (vault: OpenVault, at: number, value: string) =>
  (await maskAt(vault, at, [value]))[0] ?? "";

/** Before the jump, while the clock was ahead, and after it was set right, an hour and more apart. */
async function jumped() {
  const vault = await freshVault();
  const before = await one(vault, NOON, "before");
  const ahead = await one(vault, NOON + AHEAD, "ahead");
  await one(vault, NOON + AHEAD + 9 * MINUTE_MS, "ahead, too");
  const right = await one(vault, NOON + 10 * MINUTE_MS, "right");
  const later = await one(vault, NOON + 2 * HOUR_MS, "later");
  const last = await one(vault, NOON + 2 * DAY_MS, "last");
  return { vault, tokens: [before, ahead, right, later, last] };
}

describe("mappings of a time when the clock was ahead", () => {
  it("are erased by duration in time, an hour late at most", async () => {
    const { vault, tokens } = await jumped();
    await eraseAt(vault, NOON + DAY_MS + HOUR_MS, { duration: 1 });
    expect(await unmaskTokens(vault, tokens)).toEqual([null, null, "right", "later", "last"]);
    await eraseAt(vault, NOON + DAY_MS + 3 * HOUR_MS, { duration: 1 });
    expect(await unmaskTokens(vault, tokens)).toEqual([null, null, null, "later", "last"]);
    expect(await count(vault, "mapping")).toBe(2);
  });

  it("are erased by date, their day's key replaced, and counted in a dry run", async () => {
    const { vault, tokens } = await jumped();
    const date = isoDate(NOON + DAY_MS);
    await atTime(vault, NOON + DAY_MS, async ({ views }) => {
      expect(accepted(await views.preview({ date })).records).toBe(4);
    });
    const claims = await eraseAt(vault, NOON + DAY_MS, { date });
    expect(await unmaskTokens(vault, tokens)).toEqual([null, null, null, "later", "last"]);
    expect(claims).toMatchObject({
      counts: { mappings: 4 },
      destroyed_keys: [
        { day: isoDate(NOON), version: 1 },
        { day: isoDate(NOON + AHEAD), version: 1 },
      ],
    });
    expect(await rows(vault, "SELECT DISTINCT key_version FROM mapping")).toEqual([
      { key_version: 2 },
    ]);
  });

  it("are in time after the clock has caught up with them, too", async () => {
    const vault = await freshVault();
    await one(vault, NOON, "before");
    const ahead = await one(vault, NOON + DAY_MS, "ahead");
    const right = await one(vault, NOON + MINUTE_MS, "right");
    const caught = await one(vault, NOON + DAY_MS + HOUR_MS, "caught up");
    await eraseAt(vault, NOON + DAY_MS + 2 * HOUR_MS, { duration: 1 });
    expect(await unmaskTokens(vault, [ahead, right, caught])).toEqual([null, "right", "caught up"]);
  });

  it("need no mask after them where there is a standing retention", async () => {
    const vault = await freshVault();
    await one(vault, NOON, "before");
    const ahead = await one(vault, NOON + AHEAD, "ahead");
    await atTime(vault, NOON + HOUR_MS, async ({ retention, settings }) => {
      await retention.set(1);
      settings.put("retention_due", NOON);
      expect(await retention.applyIfDue()).toBe(true);
    });
    await atTime(vault, NOON + DAY_MS + 2 * HOUR_MS, async (namespace) => {
      expect(await namespace.retention.applyIfDue()).toBe(true);
      await runAll(namespace);
    });
    expect(await unmaskTokens(vault, [ahead])).toEqual([null]);
  });

  it("are noted once an hour, until they have been erased", async () => {
    const vault = await freshVault();
    await one(vault, NOON, "before");
    await one(vault, NOON + 2 * DAY_MS, "ahead");
    let now = NOON;
    await inNamespace(
      vault,
      async (namespace) => {
        for (let i = 0; i < 30; i++, now += 10 * MINUTE_MS) {
          await mask(namespace, [`value ${i}`], KIND.default);
        }
      },
      { clock: () => now },
    );
    expect(await count(vault, "clock_mark")).toBe(5);
    await eraseAt(vault, NOON + 3 * DAY_MS, { date: isoDate(NOON + 4 * DAY_MS) });
    await one(vault, NOON + 5 * DAY_MS, "new");
    await one(vault, NOON + 200 * DAY_MS, "ahead again");
    await one(vault, NOON + 6 * DAY_MS, "right again");
    expect(await count(vault, "clock_mark")).toBe(1);
  });
});

it("a mark that could not be written is written with the next mapping", async () => {
  const vault = await freshVault();
  await one(vault, NOON, "before");
  await one(vault, NOON + 2 * DAY_MS, "ahead");
  await rows(
    vault,
    "CREATE TRIGGER locked BEFORE INSERT ON clock_mark BEGIN SELECT RAISE(ABORT, 'locked'); END",
  );
  await inNamespace(
    vault,
    async (namespace) => {
      await expect(mask(namespace, ["first"], KIND.default)).rejects.toThrow("locked");
      namespace.storage.sql.exec("DROP TRIGGER locked");
      await mask(namespace, ["second"], KIND.default);
    },
    { clock: () => NOON + MINUTE_MS },
  );
  expect(await count(vault, "clock_mark")).toBe(1);
});

describe("a clock that has fallen behind", () => {
  it.each([
    ["to 1970", 0],
    ["by five hours", NOON + 25 * HOUR_MS],
    ["by a day", NOON + 6 * HOUR_MS],
  ])("%s has nothing taken for older than it is", async (_, wrong) => {
    const vault = await freshVault();
    const values = Array.from({ length: 30 }, (_, i) => `hour ${i}`);
    const tokens: string[] = [];
    let now = NOON;
    await inNamespace(
      vault,
      async (namespace) => {
        for (const value of values) {
          tokens.push(...(await mask(namespace, [value], KIND.default)));
          now += HOUR_MS;
        }
      },
      { clock: () => now },
    );
    await one(vault, wrong + MINUTE_MS, "while it is wrong");
    await one(vault, NOON + 40 * HOUR_MS, "when it is right");
    await eraseAt(vault, NOON + 2 * DAY_MS, { duration: 1 });
    const expected = values.map((value, i) => (i < 24 ? null : value));
    expect(await unmaskTokens(vault, tokens)).toEqual(expected);
  });
});
