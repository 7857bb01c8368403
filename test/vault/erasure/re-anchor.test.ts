// How a namespace that stopped with ledger_ahead or replay_expired serves again.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import type { AnchorView } from "../../../src/erasure/ledger-entry.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { erase, expectDead, ledgerOf, stallAt } from "../../support/vault/erasing.ts";
import { keeperOf, registryOf } from "../../support/vault/fresh-registry.ts";
import {
  accepted,
  freshVault,
  maskValues,
  type OpenVault,
  reopened,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { eraseValues } from "../../support/vault/person.ts";
import { copyOf, restore } from "../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

async function look({ calls }: OpenVault): Promise<AnchorView> {
  return accepted(await calls.reAnchor(null));
}

/** By hand: the ledger is an older copy, which ends with this position. */
async function loseLedger(vault: OpenVault, last: number): Promise<void> {
  await rows(
    registryOf(vault),
    "DELETE FROM ledger WHERE nid = ? AND position > ?",
    vault.nid,
    last,
  );
  await evictDurableObject(vault.object);
}

/** A namespace with an erasure of each kind, of which the ledger has lost all but the first entry. */
async function ahead() {
  const vault = await freshVault();
  const first = await maskValues(vault, ["a"]);
  const copy = await copyOf(vault);
  const byAge = await erase(vault);
  const [ann = "", bob = ""] = await maskValues(vault, ["Ann", "Bob"]);
  const copyOfAnn = await copyOf(vault);
  const { trackingId: byValue } = await eraseValues(vault, "Ann");
  // By hand: a dry run that has ended, which never was in the ledger.
  await rows(
    vault,
    `INSERT INTO deletion (tracking_id, target, state, phase, requester, cleared, cursor, accepted, attempts, destroyed_keys)
     VALUES ('dry', 'value', 'COUNTED', 'values', x'', 0, 0, 1, 0, '[]')`,
  );
  await loseLedger(vault, 1);
  return { vault, first, ann, bob, copy, copyOfAnn, byAge: byAge.trackingId, byValue };
}

const refused = (code: string) => ({ ok: false, error: { code } });

describe("a namespace that knows more than the ledger", () => {
  it("shows what would be done, does it when that is confirmed, and serves again", async () => {
    const { vault, ann, bob, byAge, byValue } = await ahead();
    expect(await vault.calls.unmask(vault.caller, { tokens: [bob] })).toEqual(
      refused("ledger_ahead"),
    );
    const shown = {
      ...{ problem: "ledger_ahead", position: 4, ledgerPosition: 1 },
      ...{ missing: [byAge, byValue], repeated: [], lost: [], foldedSearches: 0 },
    };
    expect(await look(vault)).toEqual(shown);
    expect(await ledgerOf(vault)).toHaveLength(1);
    const other = await vault.calls.reAnchor({ position: 4, ledgerPosition: 2 });
    expect(other).toEqual(refused("anchor_changed"));
    expect(await ledgerOf(vault)).toHaveLength(1);

    const done = await vault.calls.reAnchor({ position: 4, ledgerPosition: 1 });
    expect(done).toEqual({ ok: true, value: shown });
    expect(await unmaskTokens(vault, [ann, bob])).toEqual([null, "Bob"]);
    const ledger = await ledgerOf(vault);
    expect(ledger.map(({ phase, trackingId }) => [phase, trackingId])).toEqual([
      ["accepted", byAge],
      ["finished", byAge],
      ["accepted", byValue],
      ["finished", byValue],
      ["re-anchored", expect.any(String)],
    ]);
    expect(JSON.parse(ledger[4]?.details ?? "")).toEqual(shown);
    await evictDurableObject(vault.object);
    expect(await unmaskTokens(vault, [bob])).toEqual(["Bob"]);
    expect((await erase(vault)).state).toBe("SUCCESS");
    expect(await look(vault)).toMatchObject({ problem: null, missing: [], lost: [] });
  });

  it("has older copies of it erase again by age what was written into the ledger again", async () => {
    const { vault, first, copy } = await ahead();
    await rows(vault, "DELETE FROM deletion WHERE target = 'value'");
    await vault.calls.reAnchor({ position: 4, ledgerPosition: 1 });
    await restore(vault, copy);
    await expectDead(vault, first);
  });

  it("has older copies that would need what was looked for stay closed", async () => {
    const { vault, ann, copyOfAnn } = await ahead();
    await vault.calls.reAnchor({ position: 4, ledgerPosition: 1 });
    await restore(vault, copyOfAnn);
    expect(await vault.calls.unmask(vault.caller, { tokens: [ann] })).toEqual(
      refused("replay_expired"),
    );
  });

  it.each(["anchor.appended", "anchor.in-ledger"])("can be cut off at %s", async (point) => {
    let { vault, bob } = await ahead();
    setFailpointHook(async (here) => {
      if (here === point) throw new Error("cut off");
    });
    expect((await vault.calls.reAnchor({ position: 4, ledgerPosition: 1 })).ok).toBe(false);
    setFailpointHook(null);
    await evictDurableObject(vault.object);
    vault = reopened(vault);
    const { position, ledgerPosition, problem } = await look(vault);
    if (problem !== null) {
      expect((await vault.calls.reAnchor({ position, ledgerPosition })).ok).toBe(true);
    }
    expect(await unmaskTokens(vault, [bob])).toEqual(["Bob"]);
    const ended = (await ledgerOf(vault)).filter(({ phase }) => phase === "finished");
    expect(ended).toHaveLength(2);
  });

  it("has whoever comes while it is under way wait for its end", async () => {
    const { vault, bob } = await ahead();
    const stall = stallAt("anchor.appended");
    const anchored = vault.calls.reAnchor({ position: 4, ledgerPosition: 1 });
    await stall.reached();
    const asked = vault.calls.unmask(vault.caller, { tokens: [bob] });
    const first = await Promise.race([asked, scheduler.wait(20).then(() => "nobody yet")]);
    expect(first).toBe("nobody yet");
    stall.release();
    expect((await anchored).ok).toBe(true);
    expect(await asked).toMatchObject({ ok: true, value: { values: ["Bob"] } });
    expect(await unmaskTokens(vault, [bob])).toEqual(["Bob"]);
  });
});

describe("a copy that is too old to repeat all erasures", () => {
  it.each([
    ["all", "id <= 2"],
    ["the search alone", "id = 1"],
  ])(
    "says which (%s is gone), and goes on without them when that is confirmed",
    async (_, which) => {
      const vault = await freshVault();
      const tokens = await maskValues(vault, ["Ann", "Bob"]);
      const copy = await copyOf(vault);
      const { trackingId: gone } = await eraseValues(vault, "Ann");
      const { trackingId: kept } = await eraseValues(vault, "Bob");
      await rows(keeperOf(vault), `DELETE FROM replay_part WHERE ${which}`);
      await restore(vault, copy);
      expect(await vault.calls.unmask(vault.caller, { tokens })).toEqual(refused("replay_expired"));
      const shown = {
        ...{ problem: "replay_expired", position: 0, ledgerPosition: 4 },
        ...{ missing: [], repeated: [kept], lost: [gone], foldedSearches: 0 },
      };
      expect(await look(vault)).toEqual(shown);
      const done = await vault.calls.reAnchor({ position: 0, ledgerPosition: 4 });
      expect(done).toEqual({ ok: true, value: shown });
      // What is lost is here again, as it was said.
      expect(await unmaskTokens(vault, tokens)).toEqual(["Ann", null]);
      await evictDurableObject(vault.object);
      expect(await unmaskTokens(vault, tokens)).toEqual(["Ann", null]);
      const last = (await ledgerOf(vault)).at(-1);
      expect([last?.phase, JSON.parse(last?.details ?? "").lost]).toEqual(["re-anchored", [gone]]);
    },
  );
});

describe("a namespace that is level with the ledger", () => {
  it("has nothing to do, and does nothing", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    await erase(vault);
    const level = await look(vault);
    expect(level).toMatchObject({ problem: null, position: 2, ledgerPosition: 2 });
    expect((await vault.calls.reAnchor({ position: 2, ledgerPosition: 2 })).ok).toBe(true);
    expect(await ledgerOf(vault)).toHaveLength(2);
  });
});
