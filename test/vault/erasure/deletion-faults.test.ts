// A deletion that is interrupted at each of its steps ends as if nothing had happened.
import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS, dayOf } from "../../../src/core/time.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { everyOther } from "../../support/properties.ts";
import {
  deletionEnded,
  everything,
  expectDead,
  ledgerOf,
  maskAt,
  pushDeletions,
  requestDeletion,
  stallAt,
} from "../../support/vault/erasing.ts";
import { registryOf } from "../../support/vault/fresh-registry.ts";
import {
  freshVault,
  KIND,
  maskValues,
  type OpenVault,
  reopened,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

const ACCEPTANCE = ["delete.began", "delete.in-ledger", "delete.active"];
const DESTRUCTION = [
  "delete.count",
  "delete.rows",
  "delete.digests",
  "delete.resealed",
  "delete.keys",
  "delete.day-keys",
  "delete.jobs",
  "delete.finish-in-ledger",
  "delete.close",
  "delete.renew",
  "delete.receipt",
];

/** Mappings of a day that `duration: 2` splits, and of today. */
async function splitVault() {
  const vault = await freshVault();
  const now = Date.now();
  const day = (dayOf(now) - 2) * DAY_MS;
  const intoDay = now - dayOf(now) * DAY_MS;
  const names = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${name} ${i} 99`);
  const old = names("old", 60);
  const young = names("young", 5);
  const dead = [
    ...(await maskAt(vault, day + Math.floor(intoDay / 2), old)),
    ...(await maskAt(vault, day + Math.floor(intoDay / 2), names("old", 10), KIND.numeric)),
  ];
  const live = [
    ...(await maskAt(vault, day + Math.floor((intoDay + DAY_MS) / 2), young)),
    ...(await maskValues(vault, ["today"])),
  ];
  return { vault, dead, live, values: [...young, "today"] };
}

/** What must hold in the end, whatever happened on the way. */
async function expectWholeDeletion(
  vault: OpenVault,
  { dead, live, values }: { dead: string[]; live: string[]; values: string[] },
): Promise<void> {
  const found = await rows(
    vault,
    "SELECT state, cleared, total, receipt IS NULL AS bare FROM deletion",
  );
  expect(found).toEqual([{ state: "SUCCESS", cleared: 70, total: 70, bare: 0 }]);
  expect((await ledgerOf(vault)).map(({ phase }) => phase)).toEqual(["accepted", "finished"]);
  await expectDead(vault, dead);
  expect(await unmaskTokens(vault, live)).toEqual(values);
  expect(await rows(vault, "SELECT count(*) AS n FROM mapping")).toEqual([{ n: values.length }]);
}

describe("a deletion that fails once", () => {
  it.each(everyOther([...ACCEPTANCE, ...DESTRUCTION]))(
    "at %s ends SUCCESS with an exact count, nothing readable in between",
    async (point) => {
      const { vault, ...tokens } = await splitVault();
      let failures = 0;
      setFailpointHook(async (at) => {
        await scheduler.wait(0);
        if (at !== point || failures > 0) return;
        failures += 1;
        throw new Error("failpoint");
      });
      const reply = await vault.calls.requestDeletion(vault.caller, { duration: 2 });
      expect(reply.ok).toBe(!ACCEPTANCE.includes(point));
      await expectDead(vault, tokens.dead);
      await pushDeletions(vault);
      expect(failures).toBe(1);
      await expectWholeDeletion(vault, tokens);
    },
  );
});

describe("a deletion whose object dies", () => {
  it.each(everyOther([...ACCEPTANCE, ...DESTRUCTION], 1))(
    "at %s ends SUCCESS with an exact count, nothing readable in between",
    async (point) => {
      const { vault: before, ...tokens } = await splitVault();
      const stall = stallAt(point);
      const asked = before.calls.requestDeletion(before.caller, { duration: 2 }).catch(() => null);
      await stall.reached();
      const gone = abortAllDurableObjects();
      await scheduler.wait(5);
      stall.release();
      await gone;
      await asked;
      setFailpointHook(null);
      const vault = reopened(before);
      await expectDead(vault, tokens.dead);
      await pushDeletions(vault);
      await expectWholeDeletion(vault, tokens);
    },
  );
});

describe("a Registry that does not answer", () => {
  /** By hand: the ledger cannot be read or written. */
  const breakLedger = async (vault: OpenVault) => {
    // Its Registry may have no tables yet.
    await registryOf(vault).calls.noteDue(vault.nid, null);
    await rows(registryOf(vault), "ALTER TABLE ledger RENAME TO ledger_away");
  };
  const mendLedger = (vault: OpenVault) =>
    rows(registryOf(vault), "ALTER TABLE ledger_away RENAME TO ledger");

  it("refuses the deletion, serves nothing until it answers again, then has it in effect", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a", "b"]);
    const unavailable = { ok: false, error: { code: "unavailable" } };
    await breakLedger(vault);
    try {
      expect(await vault.calls.requestDeletion(vault.caller, everything())).toEqual(unavailable);
      expect(await vault.calls.unmask(vault.caller, { tokens })).toEqual(unavailable);
      expect(await vault.calls.readJobs(vault.caller, ["x"], false)).toEqual(unavailable);
      expect(await vault.calls.admit(vault.caller)).toEqual(unavailable);
      const batch = {
        values: ["a"],
        policySetVersion: 0,
        kinds: [KIND.default],
        attributes: [null],
      };
      expect(await vault.calls.mask(vault.caller, batch)).toEqual(unavailable);
    } finally {
      await mendLedger(vault);
    }
    await expectDead(vault, tokens);
    await pushDeletions(vault);
    expect((await ledgerOf(vault)).map(({ phase }) => phase)).toEqual(["accepted", "finished"]);
    expect(await rows(vault, "SELECT state, cleared FROM deletion")).toEqual([
      { state: "SUCCESS", cleared: 2 },
    ]);
  });

  it("lets a revoked token learn nothing more than before", async () => {
    const vault = await freshVault();
    await breakLedger(vault);
    try {
      await vault.calls.requestDeletion(vault.caller, everything());
      await vault.calls.deactivateToken(vault.caller.tokenId);
      expect(await vault.calls.unmask(vault.caller, { tokens: ["x"] })).toEqual({
        ok: false,
        error: { code: "unauthenticated" },
      });
    } finally {
      await mendLedger(vault);
    }
  });

  it("at the end of a deletion only delays its receipt", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a"]);
    const stall = stallAt("delete.jobs");
    const { trackingId } = await requestDeletion(vault);
    await stall.reached();
    await breakLedger(vault);
    stall.release();
    for (let i = 0; i < 300; i++) {
      const [row] = await rows(vault, "SELECT attempts FROM deletion");
      if (Number(row?.["attempts"]) > 0) break;
      await scheduler.wait(5);
    }
    await mendLedger(vault);
    await expectDead(vault, tokens);
    await pushDeletions(vault);
    expect(await deletionEnded(vault, trackingId)).toMatchObject({ state: "SUCCESS", cleared: 1 });
  });

  it("that answers again has the deletion run to its end by itself", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    await breakLedger(vault);
    try {
      await vault.calls.requestDeletion(vault.caller, everything());
    } finally {
      await mendLedger(vault);
    }
    const state = async () => (await rows(vault, "SELECT state FROM deletion"))[0]?.["state"];
    for (let i = 0; i < 200 && (await state()) !== "SUCCESS"; i++) {
      await maskValues(vault, ["b"]);
      await scheduler.wait(10);
    }
    expect(await state()).toBe("SUCCESS");
  });
});
