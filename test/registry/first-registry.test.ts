// The Registry of versions that had one alone: it hands over what is another's, and is asked for nothing more.

import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../src/platform/failpoint.ts";
import { addFormer, addFormers, FORMER_ENTRIES, holdSweep } from "../support/vault/former.ts";
import { count } from "../support/vault/fresh-vault.ts";
import {
  callsNamed,
  callsOf,
  expectMoved,
  FACTS,
  first,
  leftOf,
  settle,
} from "../support/vault/handover.ts";

beforeEach(() => holdSweep());
afterEach(settle);

describe("the first Registry", () => {
  it("hands over in the background all that nobody asks for, then says so once and for all", async () => {
    const formers = await addFormers(25);
    setFailpointHook(null);
    await first().calls.ping();
    for (let i = 0; i < 100 && (await count(first(), "setting")) === 0; i++) {
      await runDurableObjectAlarm(first().object);
      await scheduler.wait(5);
    }
    expect(await count(first(), "setting")).toBe(1);
    for (const former of formers) expect(await leftOf(former)).toBe(0);
    for (const former of formers.slice(0, 5)) await expectMoved(former);
  });

  it("is not needed any more for a namespace, once it holds nothing that is another's", async () => {
    const former = await addFormer();
    await settle();
    await callsOf(former).namespaceState(
      crypto.randomUUID().replaceAll("-", "").slice(0, 30) + former.nid.slice(30),
    );
    await callsNamed(former.name).findNamespace("x");
    const asked: string[] = [];
    setFailpointHook((point) => {
      asked.push(point);
    });
    await callsOf(former).namespaceState(former.nid);
    await callsOf(former).appendLedger(former.nid, FACTS);
    // One question, one Registry.
    expect(asked.filter((point) => point === "registry.called")).toHaveLength(2);
  });

  it("answers as the only one while the platform lets it run its former code", async () => {
    const former = await addFormer();
    // As the former code does: it hands nothing over.
    let refused = 0;
    holdSweep((point) => {
      if (point !== "handover.asked" || refused > 0) return;
      refused += 1;
      throw new TypeError('The RPC receiver does not implement the method "handOver".');
    });
    expect(await callsOf(former).namespaceState(former.nid)).toMatchObject({
      position: FORMER_ENTRIES,
    });
    expect(refused).toBe(1);
    await expectMoved(former);
  });

  it("is recognised by what the runtime says of a method that its code does not have", async () => {
    const calls = first().calls as unknown as Record<string, () => Promise<void>>;
    const error = await calls["methodOfALaterVersion"]?.().catch((thrown: Error) => thrown);
    expect(error?.message).toMatch(/RPC receiver does not implement/);
  });
});
