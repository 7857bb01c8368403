// Deployments of versions with one Registry: every namespace moves to the Registry that its nid names, without help,
// wherever it is interrupted, and is never answered for incompletely.
import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { registryOfName, registryOfNid } from "../../src/core/registries.ts";
import { setFailpointHook } from "../../src/platform/failpoint.ts";
import type { FormerRegistryRpc, RegistryPeerRpc, RegistryRpc } from "../../src/registry/rpc.ts";
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
import { registryNumbered, registryOf } from "../support/vault/fresh-registry.ts";
import { count, rows } from "../support/vault/fresh-vault.ts";

const FACTS = {
  trackingId: "new",
  phase: "accepted",
  target: "age",
  at: 1,
  watermark: null,
  cutoff: 1,
  details: "{}",
} as const;
const TABLES = [
  ...["namespace", "namespace_deletion", "due_work", "ledger", "ledger_replay"],
  ...["id_ceiling", "token_ceiling"],
];
const POINTS = [
  ...["handover.ledger", "handover.part", "handover.rest", "handover.sent"],
  "handover.published",
];

type Calls = RegistryRpc & RegistryPeerRpc & FormerRegistryRpc;

beforeEach(() => holdSweep());
afterEach(settle);

const first = () => registryNumbered(0);
const callsOf = (vault: { nid: string }) => registryOf(vault).calls as Calls;
const callsNamed = (name: string) => registryNumbered(registryOfName(name)).calls as Calls;

/** The first Registry's alarm, until it holds nothing that is another's. */
async function settle(): Promise<void> {
  setFailpointHook(null);
  // What has failed waits in memory to be tried again. Only what runs can be evicted.
  await first().calls.ping();
  await evictDurableObject(first().object);
  for (let i = 0; i < 200; i++) {
    await first().calls.wakeOverdue();
    if ((await rows(first(), "SELECT * FROM setting")).length > 0) return;
    await scheduler.wait(5);
  }
  throw new Error("it does not settle");
}

/** How much the first Registry knows of a namespace. */
async function leftOf({ nid }: { nid: string }): Promise<number> {
  let left = 0;
  for (const table of TABLES) {
    left += (await rows(first(), `SELECT nid FROM ${table} WHERE nid = ?`, nid)).length;
  }
  return left;
}

/** All records are in the namespace's own Registry, once, and in no other. */
async function expectMoved(former: FormerNamespace): Promise<void> {
  const { name, nid } = former;
  const calls = callsOf(former);
  expect(await calls.namespaceState(nid)).toMatchObject({
    position: FORMER_ENTRIES,
    idCeiling: 70,
    tokenCeilings: [
      { space: 7, ceiling: 77 },
      { space: 8, ceiling: 88 },
    ],
    fate: "kept",
    isHeld: true,
    due: 9_000_000_000_000,
  });
  const entries = await calls.ledgerSince(nid, 0, 1_000);
  expect(entries.map(({ position, hash }) => [position, hash])).toEqual(
    Array.from({ length: FORMER_ENTRIES }, (_, i) => [i + 1, `hash ${i + 1}`]),
  );
  expect(entries[0]).toMatchObject({ details: '{"a":"é"}', watermark: null, cutoff: 6 });
  for (const part of [0, 1, 2]) {
    const sealed = await calls.ledgerReplay(nid, 2, part);
    expect([...new Uint8Array(sealed ?? new ArrayBuffer(0))]).toEqual(Array(40).fill(part + 1));
  }
  const record = { name, nid, jurisdiction: null, creationTrackingId: `created ${nid}` };
  expect(await calls.readNamespace(nid)).toEqual({ ok: true, value: record });
  expect(await callsNamed(name).findNamespace(name)).toEqual({ ok: true, value: record });
  expect(await callsNamed(name).makeNamespace(name, null)).toEqual({
    ok: true,
    value: { ...record, isNew: false },
  });
  const listed = await first().calls.listNamespaces("", 1_000);
  expect(listed.filter((one) => one.nid === nid)).toEqual([record]);
  expect(await callsOf(former).readNamespaceJob(`created ${nid}`)).toMatchObject({ ok: true });
}

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
    const made = await callsNamed(name).makeNamespace(name, null);
    if (!made.ok) throw new Error(made.error.code);
    expect(made.value).toMatchObject({ isNew: true, name });
    expect(made.value.nid).not.toBe(nid);
    expect(registryOfNid(made.value.nid)).toBe(registryOfName(name));
    expect(await callsNamed(name).makeNamespace(name, null)).toMatchObject({
      value: { isNew: false, nid: made.value.nid },
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
