// Calls under way in a namespace while it is closed, and calls that come afterwards.

import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import type { Reply } from "../../../../src/vault/rpc.ts";
import { everyOther } from "../../../support/properties.ts";
import {
  ended as endedWell,
  expectEmpty,
  expectEnded,
  type NamedVault,
  namedVault,
  openName,
  pushEnd,
  REFUSED,
  requestEnd,
} from "../../../support/vault/ending.ts";
import { everything, registry, type Stall, stallAt } from "../../../support/vault/erasing.ts";
import {
  count,
  ended,
  GRANT,
  KIND,
  maskItems,
  maskSubmission,
  maskValues,
  payloadOf,
  rows,
  submit,
  trySubmit,
} from "../../../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

const batch = (values: string[]) => ({
  values,
  policySetVersion: 0,
  kinds: values.map(() => KIND.default),
  attributes: values.map(() => null),
});

/** Close the namespace while a call waits at a failpoint; its destruction waits at another. */
async function closeDuring(
  vault: NamedVault,
  point: string,
  begin: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  const stall: Stall = stallAt(point);
  const answer = begin();
  await stall.reached();
  const { trackingId } = await requestEnd(vault);
  stall.release();
  const reply = await answer;
  await endedWell(trackingId);
  return reply;
}

describe("a request in flight when its namespace is closed", () => {
  it.each(everyOther(["mask.sealed", "mask.before-commit"], 1))(
    "masks nothing and gets 401, with no mapping written behind the count (%s)",
    async (point) => {
      const vault = await namedVault();
      await maskValues(vault, ["before"]);
      const mask = () => vault.calls.mask(vault.caller, batch(["before", "during"]));
      expect(await closeDuring(vault, point, mask)).toEqual(REFUSED);
      await expectEnded(vault, 1);
    },
  );

  it.each(everyOther(["mask.sealed", "mask.before-commit"], 1))(
    "writes nothing any more (%s)",
    async (point) => {
      const vault = await namedVault();
      await maskValues(vault, ["before"]);
      const stall = stallAt(point);
      const answer = vault.calls.mask(vault.caller, batch(["before", "during"]));
      await stall.reached();
      // Closed, but not destroyed: what is written now would still be there.
      await vault.calls.closeNamespace();
      stall.release();
      expect(await answer).toEqual(REFUSED);
      expect(await count(vault, "mapping")).toBe(1);
      await requestEnd(vault);
      await pushEnd(vault);
      await expectEnded(vault, 1);
    },
  );

  it("unmasks nothing", async () => {
    const vault = await namedVault();
    const tokens = await maskValues(vault, ["Ada"]);
    const unmask = () => vault.calls.unmask(vault.caller, { tokens });
    expect(await closeDuring(vault, "unmask.opened", unmask)).toEqual(REFUSED);
    await expectEnded(vault, 1);
  });

  it.each(["delete.began", "delete.in-ledger", "delete.active"])(
    "starts no deletion of its own (%s)",
    async (point) => {
      const vault = await namedVault();
      await maskValues(vault, ["Ada"]);
      const erase = () => vault.calls.requestDeletion(vault.caller, everything());
      expect(await closeDuring(vault, point, erase)).toEqual(REFUSED);
      await expectEnded(vault, 1);
    },
  );

  it("submits no job", async () => {
    const vault = await namedVault();
    const { readable, writable } = new IdentityTransformStream();
    const payload = await new Response(payloadOf([[1, '{"value":"x"}']])).bytes();
    const answer = vault.calls.submitJob(vault.caller, maskSubmission(), readable);
    await scheduler.wait(20);
    const { trackingId } = await requestEnd(vault);
    await endedWell(trackingId);
    const writer = writable.getWriter();
    await writer.write(payload).catch(() => undefined);
    await writer.close().catch(() => undefined);
    expect(await answer).toEqual(REFUSED);
    await expectEnded(vault, 0);
  });

  it.each(["input", "result"] as const)("is cut off from a job's %s", async (part) => {
    const vault = await namedVault();
    const trackingId = await submit(vault, maskItems(1_500));
    await ended(vault, trackingId);
    const read = await vault.calls.readJobs(vault.caller, [trackingId], true);
    expect(read.ok && read.value[0]?.[part]).toBe(3);
    const chunk = (number: number) =>
      vault.calls.readJobChunk(vault.caller, { trackingId, part, number });
    expect((await chunk(0)).ok).toBe(true);
    const end = await requestEnd(vault);
    expect(await chunk(1)).toEqual(REFUSED);
    await endedWell(end.trackingId);
    await expectEnded(vault, 1_500);
  });

  it("finds nothing when it was waiting for the namespace's standing", async () => {
    const vault = await namedVault();
    await evictDurableObject(vault.object);
    const [reply] = await Promise.all([
      vault.calls.unmask(vault.caller, { tokens: ["x"] }),
      requestEnd(vault),
    ]);
    const nothing = { ok: true, value: { values: [null], found: [] } };
    expect([nothing, REFUSED]).toContainEqual(reply);
    await pushEnd(vault);
    await expectEnded(vault, 0);
  });
});

describe("work in the background when its namespace is closed", () => {
  it.each(everyOther(["mask.sealed", "mask.before-commit"], 1))(
    "stops: a mask job (%s)",
    async (point) => {
      const vault = await namedVault();
      const stall = stallAt(point);
      await submit(vault, maskItems(500));
      await stall.reached();
      const { trackingId } = await requestEnd(vault);
      stall.release();
      await endedWell(trackingId);
      await scheduler.wait(50);
      await expectEnded(vault, 0);
    },
  );

  it("is not begun: other jobs stay as they are", async () => {
    const vault = await namedVault();
    const stall = stallAt("mask.sealed");
    await submit(vault, maskItems(300, "one"));
    await submit(vault, maskItems(300, "other"));
    await stall.reached();
    await vault.calls.closeNamespace();
    stall.release();
    await scheduler.wait(100);
    const states = await rows(vault, "SELECT state, done_items FROM job ORDER BY state");
    expect(states).toEqual([
      { state: "IN-PROGRESS", done_items: 0 },
      { state: "PENDING", done_items: 0 },
    ]);
    expect(await count(vault, "mapping")).toBe(0);
    await requestEnd(vault);
    await pushEnd(vault);
    await expectEnded(vault, 0);
  });

  it.each(everyOther(["delete.count", "delete.rows", "delete.keys", "delete.finish-in-ledger"], 1))(
    "stops: a deletion by age (%s)",
    async (point) => {
      const vault = await namedVault();
      await maskValues(vault, ["a", "b"]);
      const stall = stallAt(point);
      await vault.calls.requestDeletion(vault.caller, everything());
      await stall.reached();
      const left = await count(vault, "mapping");
      const { trackingId } = await requestEnd(vault);
      stall.release();
      await endedWell(trackingId);
      await scheduler.wait(50);
      await expectEnded(vault, left);
    },
  );

  it("does not begin again when the closed object wakes up", async () => {
    const vault = await namedVault();
    await trySubmit(vault, maskItems(3));
    const stall = stallAt("namespace.began");
    const asked = requestEnd(vault);
    await stall.reached();
    expect((await vault.calls.closeNamespace()).ok).toBe(true);
    await evictDurableObject(vault.object);
    expect(await vault.calls.wake()).toBe(false);
    expect(await vault.calls.mask(vault.caller, batch(["x"]))).toEqual(REFUSED);
    stall.release();
    await asked;
    await pushEnd(vault);
    await expectEmpty(vault);
  });

  it("leaves no word of it in the Registry", async () => {
    const vault = await namedVault();
    await requestEnd(vault);
    await registry.calls.noteDue(vault.nid, Date.now());
    await registry.calls.raiseIdCeiling(vault.nid, 99);
    await pushEnd(vault);
    await expectEnded(vault, 0);
  });
});

describe("a first token that comes too late", () => {
  const DELETED = { ok: false, error: { code: "namespace_being_deleted" } };

  it("makes nothing in the object of a deleted namespace", async () => {
    const vault = await namedVault();
    await requestEnd(vault);
    expect(await vault.calls.issueToken(vault.nid, GRANT)).toEqual(DELETED);
    await pushEnd(vault);
    expect(await vault.calls.issueToken(vault.nid, GRANT)).toEqual(DELETED);
    await evictDurableObject(vault.object);
    expect(await vault.calls.issueToken(vault.nid, GRANT)).toEqual(DELETED);
    await expectEnded(vault, 0);
  });

  it("makes nothing when the namespace is deleted while it makes keys", async () => {
    const vault = await openName();
    const stall = stallAt("create.keys-made");
    const issued = vault.calls.issueToken(vault.nid, GRANT);
    await stall.reached();
    await requestEnd(vault);
    stall.release();
    expect(await issued).toEqual(DELETED);
    await pushEnd(vault);
    await expectEmpty(vault);
  });

  it("makes nothing while the deletion is being accepted, whatever the object remembers", async () => {
    const vault = await openName();
    const stall = stallAt("namespace.closed");
    const asked = requestEnd(vault);
    await stall.reached();
    await evictDurableObject(vault.object);
    expect(await vault.calls.issueToken(vault.nid, GRANT)).toEqual(DELETED);
    stall.release();
    await asked;
    await pushEnd(vault);
    await expectEmpty(vault);
  });
});
