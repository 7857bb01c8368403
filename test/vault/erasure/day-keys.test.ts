// On our own disk, erasing single mappings ends with new keys for their days.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS, dayOf, isoDate } from "../../../src/core/time.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { PersonQuery } from "../../../src/vault/deletion-rpc.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import type { NamespaceSettings } from "../../../src/vault/namespace-base.ts";
import { acceptPersonIn, claimsOf, maskAt, NOON, runAll } from "../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

const DAY = dayOf(NOON);
const NAMES = Array.from({ length: 450 }, (_, i) => `person ${i}`);

/** Mappings of three days; "Ann" is of the first, "ANN" of the third. */
async function threeDays() {
  const vault = await freshVault();
  const first = await maskAt(vault, NOON, ["Ann", ...NAMES]);
  const second = await maskAt(vault, NOON + DAY_MS, ["Bob"]);
  const third = await maskAt(vault, NOON + 2 * DAY_MS, ["ANN", "Cid"], undefined, [
    null,
    JSON.stringify({ friend: "Bob" }),
  ]);
  return { vault, first, second, third };
}

async function eraseInside(
  vault: OpenVault,
  person: PersonQuery,
  run: (namespace: Namespace) => Promise<void> = runAll,
  settings: Partial<NamespaceSettings> = {},
): Promise<void> {
  await inNamespace(
    vault,
    async (namespace) => {
      await acceptPersonIn(namespace, person);
      await run(namespace);
    },
    settings,
  );
  await evictDurableObject(vault.object);
}

const keysOf = (vault: OpenVault) =>
  rows(vault, "SELECT day, version, key IS NULL AS gone FROM day_key ORDER BY day, version");

describe("a key that is destroyed while it is unwrapped", () => {
  it("is not kept in memory", async () => {
    const { vault } = await threeDays();
    await inNamespace(vault, async ({ keyring, keys, storage }) => {
      let isDestroyed = false;
      setFailpointHook((point) => {
        if (point !== "key.unwrapped" || isDestroyed) return;
        isDestroyed = true;
        storage.transactionSync(() => keys.destroyDayKeysBefore(DAY + 1, 0));
        keyring.forgetDayKeys();
      });
      expect(await keyring.dayKey(DAY, 1)).toBeNull();
      expect(await keyring.dayKey(DAY, 1)).toBeNull();
      expect(isDestroyed).toBe(true);
    });
  });

  it("seals no new mapping", async () => {
    const { vault } = await threeDays();
    const today = DAY + 2;
    await inNamespace(vault, async ({ keyring, keys, storage }) => {
      setFailpointHook((point) => {
        if (point !== "key.unwrapped" || keys.newestDayVersion(today) > 1) return;
        storage.transactionSync(() => keys.destroyDayKeysBefore(today + 1, 0));
        keyring.forgetDayKeys();
      });
      expect((await keyring.currentDayKey(today)).version).toBe(2);
      expect((await keyring.currentDayKey(today)).version).toBe(2);
    });
  });
});

describe("the keys of days an erasure of single mappings has touched", () => {
  it("are replaced, and no other day's", async () => {
    const { vault, first, second, third } = await threeDays();
    await eraseInside(vault, { target: "value", values: ["Ann"] });
    expect(await keysOf(vault)).toEqual([
      { day: DAY, version: 1, gone: 1 },
      { day: DAY, version: 2, gone: 0 },
      { day: DAY + 1, version: 1, gone: 0 },
      { day: DAY + 2, version: 1, gone: 1 },
      { day: DAY + 2, version: 2, gone: 0 },
    ]);
    const live = [...first.slice(1), ...second, third[1] ?? ""];
    expect(await unmaskTokens(vault, live)).toEqual([...NAMES, "Bob", "Cid"]);
    expect(await unmaskTokens(vault, [first[0] ?? "", third[0] ?? ""])).toEqual([null, null]);
    const [{ receipt } = {}] = await rows(vault, "SELECT receipt FROM deletion");
    expect(claimsOf(String(receipt))).toMatchObject({
      match: { exact: 1, normalised: 1, contained: 0 },
      destroyed_keys: [
        { day: isoDate(NOON), version: 1 },
        { day: isoDate(NOON + 2 * DAY_MS), version: 1 },
      ],
    });
    expect(await count(vault, "deletion_day")).toBe(0);
  });

  it("are those of the mappings that lost only a pair as well, and what stays opens", async () => {
    const { vault, third } = await threeDays();
    await eraseInside(vault, { target: "value", values: ["Bob"] });
    const gone = (await keysOf(vault)).filter((key) => key["gone"] === 1);
    expect(gone.map((key) => key["day"])).toEqual([DAY + 1, DAY + 2]);
    expect(await unmaskTokens(vault, third)).toEqual(["ANN", "Cid"]);
    expect(await count(vault, "attribute")).toBe(0);
  });

  it("are replaced once each, however often a slice fails", async () => {
    const { vault, first } = await threeDays();
    let slices = 0;
    setFailpointHook(async (point) => {
      await scheduler.wait(0);
      if (point !== "delete.resealed" && point !== "delete.day-keys") return;
      slices += 1;
      if (slices % 2 === 1) throw new Error("failpoint");
    });
    // A clock that has waited long enough after every failure.
    let now = NOON + 3 * DAY_MS;
    const clock = () => {
      now += DAY_MS / 24;
      return now;
    };
    await eraseInside(vault, { target: "value", values: ["Ann"] }, runAll, { clock });
    expect(slices).toBeGreaterThan(4);
    const versions = (await keysOf(vault)).map((key) => key["version"]);
    expect(versions).toEqual([1, 2, 1, 1, 2]);
    expect(await unmaskTokens(vault, first.slice(1))).toEqual(NAMES);
  });

  it("are gone from memory as well once they are destroyed", async () => {
    const { vault } = await threeDays();
    await eraseInside(vault, { target: "value", values: ["Ann"] }, async (namespace) => {
      expect(await namespace.keyring.dayKey(DAY, 1)).not.toBeNull();
      await runAll(namespace);
      expect(await namespace.keyring.dayKey(DAY, 1)).toBeNull();
      expect(await namespace.keyring.dayKey(DAY, 2)).not.toBeNull();
    });
  });

  it("stay where the file is the platform's", async () => {
    const { vault } = await threeDays();
    await eraseInside(vault, { target: "value", values: ["Ann"] }, runAll, { isOwnDisk: false });
    expect((await keysOf(vault)).filter((key) => key["gone"] === 1)).toEqual([]);
    expect(await count(vault, "mapping")).toBe(NAMES.length + 2);
    expect(await count(vault, "deletion_day")).toBe(0);
  });
});
