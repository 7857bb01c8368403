// Deployments of versions with one Registry: every namespace moves to the Registry that its nid names, without help,
// wherever it is interrupted, and is never answered for incompletely.

import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { registryOfName, registryOfNid } from "../../src/core/registries.ts";
import { setFailpointHook } from "../../src/platform/failpoint.ts";
import { everyOther } from "../support/properties.ts";
import { stallAt } from "../support/vault/erasing.ts";
import {
  addFormer,
  addFormers,
  FORMER_ENTRIES,
  type FormerNamespace,
  formerNid,
  holdSweep,
} from "../support/vault/former.ts";
import { registryOf } from "../support/vault/fresh-registry.ts";
import { accepted, rows } from "../support/vault/fresh-vault.ts";
import {
  type Calls,
  callsNamed,
  callsOf,
  expectMoved,
  FACTS,
  first,
  leftOf,
  settle,
} from "../support/vault/handover.ts";

const POINTS = [
  ...["handover.ledger", "handover.part", "handover.rest", "handover.sent"],
  "handover.published",
];

beforeEach(() => holdSweep());
afterEach(settle);

describe("a namespace of a version with one Registry", () => {
  const QUESTIONS: Record<string, (former: FormerNamespace) => Promise<unknown>> = {
    namespaceState: (former) => callsOf(former).namespaceState(former.nid),
    "namespaceState, asked of the first": (former) => first().calls.namespaceState(former.nid),
    "standing, of a caller of that version": (former) =>
      (first().calls as Calls).standing(former.nid),
    "openNamespace, of a caller of that version": (former) =>
      (first().calls as Calls).openNamespace(former.name, null),
    ledgerSince: (former) => callsOf(former).ledgerSince(former.nid, 0, 9),
    ledgerReplay: (former) => callsOf(former).ledgerReplay(former.nid, 2, 0),
    positionsOfJob: (former) => callsOf(former).positionsOfJob(former.nid, "job 1"),
    readNamespace: (former) => callsOf(former).readNamespace(former.nid),
    findNamespace: (former) => callsNamed(former.name).findNamespace(former.name),
    makeNamespace: (former) => callsNamed(former.name).makeNamespace(former.name, null),
    listNamespaces: () => first().calls.listNamespaces("", 9),
    readNamespaceJob: (former) => callsOf(former).readNamespaceJob(`created ${former.nid}`),
    raiseIdCeiling: (former) => callsOf(former).raiseIdCeiling(former.nid, 60),
    noteHold: (former) => callsOf(former).noteHold(former.nid, true),
    resumeDeletion: (former) => callsOf(former).resumeDeletion(former.nid),
    "nothing, but its alarm rings": settle,
  };

  it.each(Object.keys(QUESTIONS))(
    "is whole in its own Registry, whatever is asked first: %s",
    async (question) => {
      const former = await addFormer();
      await QUESTIONS[question]?.(former);
      await expectMoved(former);
    },
  );

  it("goes on from what was known: position, ids and places", async () => {
    const former = await addFormer();
    const { nid } = former;
    const calls = callsOf(former);
    expect(await calls.appendLedger(nid, FACTS)).toMatchObject({
      position: FORMER_ENTRIES + 1,
      previousHash: `hash ${FORMER_ENTRIES}`,
    });
    const state = await calls.namespaceState(nid, { from: 1, count: 10 });
    expect(state).toMatchObject({ idCeiling: 70, raisedTo: 80, position: FORMER_ENTRIES + 1 });
  });

  it("keeps what has happened since, when the first Registry sends it once more", async () => {
    const former = await addFormer();
    const { nid } = former;
    const read = (table: string) => rows(first(), `SELECT * FROM ${table} WHERE nid = ?`, nid);
    const sent = {
      namespace: JSON.stringify(await read("namespace")),
      deletion: "[]",
      idCeiling: JSON.stringify(await read("id_ceiling")),
      tokenCeilings: JSON.stringify(await read("token_ceiling")),
      due: JSON.stringify(await read("due_work")),
    };
    const ledger = JSON.stringify(await read("ledger"));
    const calls = callsOf(former);
    await calls.appendLedger(nid, FACTS);
    await calls.raiseIdCeiling(nid, 200);
    await calls.noteDue(nid, null);
    await calls.noteHold(nid, false);
    const before = await calls.namespaceState(nid);
    await calls.adoptLedger(nid, ledger);
    await calls.adoptRest(nid, sent);
    expect(await calls.namespaceState(nid)).toEqual(before);
    expect(before).toMatchObject({ due: null, isHeld: false, position: FORMER_ENTRIES + 1 });
  });

  it("has none of its entries folded while they are on their way", async () => {
    const former = await addFormer();
    await rows(first(), "UPDATE ledger SET at = 5 WHERE nid = ?", former.nid);
    const stall = stallAt("handover.rest");
    const asked = callsOf(former).namespaceState(former.nid);
    await stall.reached();
    await callsOf(former).wakeOverdue();
    const counted = "SELECT count(*) AS n FROM ledger WHERE nid = ?";
    const arrived = await rows(registryOf(former), counted, former.nid);
    stall.release();
    expect(arrived).toEqual([{ n: FORMER_ENTRIES }]);
    expect(await asked).toMatchObject({ position: FORMER_ENTRIES });
  });

  it("has one nid for all who ask for its name at the same time", async () => {
    const former = await addFormer();
    const asked = Array.from({ length: 30 }, () =>
      callsNamed(former.name).makeNamespace(former.name, null),
    );
    for (const reply of await Promise.all(asked)) {
      expect(reply).toMatchObject({ ok: true, value: { nid: former.nid, isNew: false } });
    }
    await expectMoved(former);
  });

  it.each([
    ["in the first Registry, with a name that leads elsewhere", 0],
    ["of any Registry, with a name that leads to the first", null],
  ])("%s, is found by that name", async (_, number) => {
    let name = crypto.randomUUID();
    while ((registryOfName(name) === 0) !== (number === null)) name = crypto.randomUUID();
    const former = await addFormer(name, formerNid(name, number ?? undefined));
    await settle();
    await expectMoved(former);
  });

  it("that is deleted leaves its name to a new one, which names its Registry", async () => {
    const former = await addFormer();
    const { name, nid } = former;
    // Nothing but its Registry knows of the deletion.
    await callsOf(former).readNamespace(nid);
    await rows(registryOf(former), "DELETE FROM namespace WHERE nid = ?", nid);
    const made = accepted(await callsNamed(name).makeNamespace(name, null));
    expect(made).toMatchObject({ isNew: true, name });
    expect(made.nid).not.toBe(nid);
    expect(registryOfNid(made.nid)).toBe(registryOfName(name));
    expect(await callsNamed(name).makeNamespace(name, null)).toMatchObject({
      value: { isNew: false, nid: made.nid },
    });
  });
});

describe("the move of a namespace that fails once", () => {
  it.each(everyOther(POINTS))(
    "at %s refuses, and is whole with the next question",
    async (point) => {
      const former = await addFormer();
      let failures = 0;
      holdSweep((at) => {
        if (at !== point || failures > 0) return;
        failures += 1;
        throw new Error("failpoint");
      });
      const state = await callsOf(former)
        .namespaceState(former.nid)
        .catch(() => null);
      expect(failures).toBe(1);
      // Refused, or all of it: never half.
      expect([undefined, FORMER_ENTRIES]).toContain(state?.position);
      await expectMoved(former);
      await settle();
      expect(await leftOf(former)).toBe(0);
    },
  );
});

describe("the move of a namespace whose objects die", () => {
  it.each(everyOther(POINTS, 1))(
    "at %s is whole afterwards, and goes on by itself",
    async (point) => {
      const former = await addFormer();
      const others = await addFormers(2);
      const stall = stallAt(point);
      const asked = callsOf(former)
        .namespaceState(former.nid)
        .catch(() => null);
      await stall.reached();
      const gone = abortAllDurableObjects();
      await scheduler.wait(5);
      stall.release();
      await gone;
      const state = await asked;
      expect([undefined, FORMER_ENTRIES]).toContain(state?.position);
      setFailpointHook(null);
      await settle();
      for (const one of [former, ...others]) {
        await expectMoved(one);
        expect(await leftOf(one)).toBe(0);
      }
    },
  );
});
