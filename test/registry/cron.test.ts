// The cron trigger calls every Registry that exists.
import { createScheduledController, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { registryOfNid } from "../../src/core/registries.ts";
import worker from "../../src/index.ts";
import type { RawEnv } from "../../src/platform/objects.ts";
import {
  type RegistryUnderTest,
  registryNumbered,
  registryOf,
} from "../support/vault/fresh-registry.ts";
import {
  count,
  ended,
  freshVault,
  maskItems,
  type OpenVault,
  rows,
  submit,
} from "../support/vault/fresh-vault.ts";

let isHung = false;
const release = () => {
  isHung = false;
};
afterEach(release);

/** The object does not answer until `release`. */
async function hang({ object }: RegistryUnderTest): Promise<void> {
  isHung = true;
  let hasBegun = false;
  // Nothing comes out of it either: this is not waited for.
  void runInDurableObject(object, (_, state) =>
    state.blockConcurrencyWhile(async () => {
      hasBegun = true;
      while (isHung) await scheduler.wait(5);
    }),
  );
  while (!hasBegun) await scheduler.wait(1);
}

/** A namespace whose own alarm is lost, of which another Registry than these knows that work is overdue. */
async function overdueVault(others: readonly number[]): Promise<OpenVault> {
  const vault = await freshVault();
  if (others.includes(registryOfNid(vault.nid))) return overdueVault(others);
  await ended(vault, await submit(vault, maskItems(1)));
  while (!(await hasDueLater(vault))) await scheduler.wait(5);
  await rows(vault, "UPDATE job SET due = 1");
  await runInDurableObject(vault.object, (_, state) => state.storage.deleteAlarm());
  await evictDurableObject(vault.object);
  await rows(registryOf(vault), "UPDATE due_work SET due = 1 WHERE nid = ?", vault.nid);
  return vault;
}

/** Two whose Registries are not the first, nor the same. */
async function twoApart(): Promise<[OpenVault, OpenVault]> {
  const one = await overdueVault([0]);
  return [one, await overdueVault([0, registryOfNid(one.nid)])];
}

async function cron(): Promise<void> {
  await worker.scheduled(createScheduledController(), env as unknown as RawEnv);
}

describe("the cron trigger", () => {
  it("wakes what is overdue with every Registry that was made, and makes none", async () => {
    const vaults = await twoApart();
    const before = await registryNumbered(0).calls.usedRegistries();
    await cron();
    await Promise.all(vaults.map(untilWoken));
    const used = await registryNumbered(0).calls.usedRegistries();
    expect(used).toEqual(before);
    expect(used).toEqual(
      expect.arrayContaining([0, ...vaults.map(({ nid }) => registryOfNid(nid))]),
    );
  });

  it("is not kept from one by another that hangs", async () => {
    const [hung, served] = await twoApart();
    await hang(registryOf(hung));
    const round = cron();
    await untilWoken(served);
    release();
    await round;
    await untilWoken(hung);
  });

  it("is not kept from the others by the first, which hangs", async () => {
    const vaults = await twoApart();
    await hang(registryNumbered(0));
    const round = cron();
    await Promise.all(vaults.map(untilWoken));
    release();
    await round;
  });
});

/** Asked of its Registry: who asks the object itself wakes it. */
async function hasDueLater(vault: OpenVault): Promise<boolean> {
  const { due } = await registryOf(vault).calls.namespaceState(vault.nid);
  return due !== null && due > Date.now();
}

async function untilWoken(vault: OpenVault): Promise<void> {
  while (!(await hasDueLater(vault))) await scheduler.wait(5);
  expect(await count(vault, "job WHERE state = 'PURGED'")).toBe(1);
}
