// Masks during the resealing of a day's mappings.

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS, dayOf } from "../../../src/core/time.ts";
import { contextMaker } from "../../../src/crypto/context.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { Keyring } from "../../../src/vault/keys/keyring.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import { KeyStore } from "../../../src/vault/store/keys.ts";
import { acceptIn, atTime, maskAt, NOON, runAll } from "../../support/vault/erasing.ts";
import { freshVault, KIND, type OpenVault, rows } from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";
import { erasePerson } from "../../support/vault/person.ts";

afterEach(() => setFailpointHook(null));

/** Give "Bob" an attribute at the very moment his mapping has been sealed anew, but not written. */
async function addingPair(
  namespace: Namespace,
  erase: () => Promise<void>,
  besides: () => Promise<void> = async () => undefined,
): Promise<void> {
  let isDone = false;
  setFailpointHook(async (point) => {
    await scheduler.wait(0);
    if (point !== "delete.resealed" || isDone) return;
    isDone = true;
    await mask(namespace, ["Bob"], KIND.default, [JSON.stringify({ customer: 42 })]);
    await besides();
  });
  await erase();
  await runAll(namespace);
  expect(isDone).toBe(true);
  setFailpointHook(null);
}

/** Attributes that have another key version than their mapping: nothing opens them any more. */
const stranded = (vault: OpenVault) =>
  rows(
    vault,
    `SELECT a.mapping_id FROM attribute AS a JOIN mapping AS m ON m.id = a.mapping_id
     WHERE a.key_version <> m.key_version`,
  );

describe("an attribute that is added to a mapping while it is sealed anew", () => {
  it("stays readable after an erasure of a neighbour", async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON, ["Ann", "Bob"]);
    await inNamespace(vault, (namespace) =>
      addingPair(namespace, async () => {
        const person = { target: "value", values: ["Ann"] } as const;
        expect((await namespace.deletionService.acceptPerson(person, { userId: "admin" })).ok).toBe(
          true,
        );
      }),
    );
    await evictDurableObject(vault.object);
    expect(await stranded(vault)).toEqual([]);
    const found = await erasePerson(vault, { target: "attribute", key: "customer", value: 42 });
    expect(found.matches).toMatchObject({ exact: 0, keptShared: 1 });
  });

  it("stays readable though a neighbour loses one in the same moment, so that there are as many", async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON, ["Ann", "Bob", "Cid"], KIND.default, [null, null, '{"customer":7}']);
    await inNamespace(vault, (namespace) => {
      const erase = (name: string) => async () => {
        const person = { target: "value", values: [name] } as const;
        expect((await namespace.deletionService.acceptPerson(person, { userId: "admin" })).ok).toBe(
          true,
        );
      };
      return addingPair(namespace, erase("Ann"), erase("Cid"));
    });
    expect(await rows(vault, "SELECT count(*) AS n FROM attribute")).toEqual([{ n: 1 }]);
    expect(await stranded(vault)).toEqual([]);
  });

  it("stays readable after an erasure by age", async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON - 2 * DAY_MS - 1_000, ["old"]);
    await maskAt(vault, NOON - 2 * DAY_MS + 1_000, ["Bob"]);
    await atTime(vault, NOON, (namespace) =>
      addingPair(namespace, async () => {
        await acceptIn(namespace, { duration: 2 });
      }),
    );
    expect(await stranded(vault)).toEqual([]);
  });
});

describe("the key new mappings are sealed with", () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 8, 10])(
    "is the newest one, whatever was under way when it was made (%i turns)",
    async (turns) => {
      const vault = await freshVault();
      await maskAt(vault, NOON, ["x"]);
      const day = dayOf(NOON);
      await runInDurableObject(vault.object, async (_, { storage }) => {
        const store = new KeyStore(storage.sql);
        const rootKeyText = (env as unknown as Record<string, unknown>)["VAULT_ROOT_KEY"];
        const namespace = { nid: vault.nid, rootKeyText };
        const keyring = new Keyring(store, contextMaker(vault.nid), namespace, systemRandom);
        await keyring.digestKey();
        for (const isFirst of [true, false]) {
          const version = store.newestDayVersion(day) + 1;
          keyring.forgetDayKeys();
          const first = isFirst ? keyring.currentDayKey(day) : keyring.addDayVersion(day, version);
          for (let turn = 0; turn < turns; turn++) await Promise.resolve();
          const second = isFirst ? keyring.addDayVersion(day, version) : keyring.currentDayKey(day);
          await Promise.all([first, second]);
          expect((await keyring.currentDayKey(day)).version).toBe(version);
        }
      });
    },
  );
});
