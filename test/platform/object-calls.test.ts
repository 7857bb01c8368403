// Calls of an object that closes itself meanwhile.
import { afterEach, expect, it, vi } from "vitest";
import { systemClock } from "../../src/platform/clock.ts";
import { CLOSED, callVaultObject } from "../../src/platform/object-calls.ts";
import type { RawEnv } from "../../src/platform/objects.ts";
import { openVaults } from "../../src/platform/open-objects.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Calls to objects that close themselves the first time they are called, and what happened in which order. */
function closingObjects() {
  const events: string[] = [];
  let now = systemClock();
  vi.spyOn(Date, "now").mockImplementation(() => now);
  vi.spyOn(scheduler, "wait").mockImplementation(async (ms) => {
    events.push("a wait");
    // A timer that ends a little early.
    now += Math.max(1, ms - 1);
  });
  const calls = new Map<string, number>();
  const getByName = (nid: string) => ({
    async read() {
      const count = (calls.get(nid) ?? 0) + 1;
      calls.set(nid, count);
      events.push(`call ${count} of ${nid}`);
      if (count > 1) return { count };
      openVaults.close(nid, systemClock());
      throw new Error(CLOSED);
    },
  });
  const env = { VAULT: { getByName } } as unknown as RawEnv;
  const read = (nid: string) =>
    callVaultObject(
      env,
      { nid, jurisdiction: null },
      (vault: { read(): Promise<{ count: number }> }) => vault.read(),
    );
  return { read, events };
}

it("an object that has closed itself is opened again only once its database is closed, by anybody", async () => {
  const { read, events } = closingObjects();
  openVaults.close("one", systemClock());
  expect(await read("one")).toEqual({ count: 2 });
  expect(events).toEqual([
    ...["a wait", "a wait", "call 1 of one"],
    ...["a wait", "a wait", "call 2 of one"],
  ]);
});

it("another one is called meanwhile", async () => {
  const { read, events } = closingObjects();
  openVaults.close("one", systemClock());
  await read("another");
  expect(events[0]).toBe("call 1 of another");
});
