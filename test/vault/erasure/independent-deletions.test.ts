// Deletions do not wait for each other: one that fails is visible and waits longer each time, and the others end.
import { describe, expect, it } from "vitest";
import { type Age, DAY_MS } from "../../../src/core/time.ts";
import type { PersonQuery } from "../../../src/vault/deletion-rpc.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import { everyOther } from "../../support/properties.ts";
import {
  acceptIn,
  acceptPersonIn,
  claimsOf,
  deletionEnded,
  everything,
  ledgerOf,
  maskAt,
  NOON,
  readDeletion,
  requestDeletion,
  runAll,
} from "../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  maskValues,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";
import { requestErasure } from "../../support/vault/person.ts";

const ANN: PersonQuery = { target: "value", values: ["Ann"] };

describe("a deletion that cannot go on", () => {
  it("says at what, and lets those behind it reach their end", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann", "Bob", "Cid"]);
    await vault.calls.setHold(true);
    const stuck = await requestErasure(vault, ANN);
    // By hand: what was looked for is damaged before it came into effect.
    await rows(vault, "UPDATE deletion SET search = zeroblob(99)");
    const began = Date.now();
    expect(await vault.calls.setHold(false)).toMatchObject({ ok: true });
    const behind = await requestErasure(vault, { target: "value", values: ["Bob"] });
    const last = await requestDeletion(vault);
    expect(await deletionEnded(vault, behind.trackingId)).toMatchObject({ state: "SUCCESS" });
    expect(await deletionEnded(vault, last.trackingId)).toMatchObject({ state: "SUCCESS" });
    const view = await readDeletion(vault, stuck.trackingId);
    expect(view).toMatchObject({
      state: "IN-PROGRESS",
      blocked: { by: "search", phase: "values" },
    });
    expect(view.blocked?.attempts).toBeGreaterThan(0);
    // Not behind now: on a busy machine it may be due already.
    expect(view.blocked?.nextTry).toBeGreaterThan(began);
  });

  it("is tried at ever longer intervals, and forgets them when it goes on", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    await vault.calls.setHold(true);
    const { trackingId } = await requestErasure(vault, ANN);
    let now = Date.now();
    const waits: number[] = [];
    await inNamespace(
      vault,
      async (namespace) => {
        const { deletions, deletionService, deletionRunner, settings, due, storage } = namespace;
        settings.put("held", 0);
        await deletionService.acceptHeld();
        const row = deletions.find(trackingId);
        storage.sql.exec("UPDATE deletion SET search = zeroblob(40)");
        for (let attempt = 0; attempt < 12; attempt++) {
          expect(await deletionRunner.runSlice()).toBe(true);
          expect(await deletionRunner.runSlice()).toBe(false);
          const next = due.next() ?? 0;
          waits.push(next - now);
          now = next;
        }
        storage.sql.exec("UPDATE deletion SET search = ?", row?.search);
        await deletionRunner.runSlice();
        expect(deletions.find(trackingId)).toMatchObject({ attempts: 0, blocker: null });
      },
      { clock: () => now },
    );
    expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(Math.max(...waits)).toBe(300_000);
  });
});

const names = (name: string) => Array.from({ length: 210 }, (_, i) => `${name} ${i}`);

/** Mappings of one day, morning, noon and evening, and of the day after. */
async function splitDay() {
  const vault = await freshVault();
  const morning = await maskAt(vault, NOON - DAY_MS / 4, ["Ann", ...names("morning")]);
  const noon = await maskAt(vault, NOON, ["ANN", ...names("noon")]);
  const evening = await maskAt(vault, NOON + DAY_MS / 4, ["Eve", ...names("evening")]);
  const next = await maskAt(vault, NOON + DAY_MS, ["Ned"]);
  return { vault, morning, noon, evening, next };
}

const HOUR_MS = 3_600_000;
/** Covers the morning; the morning and noon. Both split the day. */
const MORNING = { at: NOON + DAY_MS - HOUR_MS, age: { duration: 1 } };
const TILL_NOON = { at: NOON + DAY_MS + HOUR_MS, age: { duration: 1 } };
type Deletion = { at: number; age: Age } | { at: number; person: PersonQuery };
const PERSON = { at: NOON + DAY_MS, person: ANN };
const EVE = { at: NOON + DAY_MS, person: { target: "value", values: ["Eve"] } } as const;

async function acceptAt(vault: OpenVault, deletion: Deletion): Promise<string> {
  let trackingId = "";
  const accept = async (namespace: Namespace) => {
    const view =
      "age" in deletion
        ? await acceptIn(namespace, deletion.age)
        : await acceptPersonIn(namespace, deletion.person);
    trackingId = view.trackingId;
  };
  await inNamespace(vault, accept, { clock: () => deletion.at });
  return trackingId;
}

/** Slices after which the first deletion waits: in the phases that others' work could get in the way of. */
const WAITS_AFTER = [2, 4, 5, 7];
const PAIRS: [string, Deletion, Deletion][] = [
  ["by age, by a later age", MORNING, TILL_NOON],
  ["by a later age, by age", TILL_NOON, MORNING],
  ["by age, by value", TILL_NOON, PERSON],
  ["by value, by age", PERSON, TILL_NOON],
  ["by value, by another value", PERSON, EVE],
];

describe.each(PAIRS)("of two deletions of a shared day, %s", (_, first, second) => {
  it.each(everyOther(WAITS_AFTER))(
    "the second may end while the first waits after %i slices",
    async (slices) => {
      const { vault, ...tokens } = await splitDay();
      const waiting = await acceptAt(vault, first);
      const at = { clock: () => Math.max(first.at, second.at) + HOUR_MS };
      await inNamespace(
        vault,
        async ({ deletionRunner }) => {
          for (let i = 0; i < slices; i++) await deletionRunner.runSlice();
        },
        at,
      );
      await rows(vault, "UPDATE deletion SET due = due + 1e12");
      const overtaking = await acceptAt(vault, second);
      await inNamespace(vault, runAll, at);
      const ended = await readDeletion(vault, overtaking);
      expect(ended.state).toBe("SUCCESS");
      await rows(vault, "UPDATE deletion SET due = 1 WHERE due IS NOT NULL");
      await inNamespace(vault, runAll, at);
      const late = await readDeletion(vault, waiting);
      expect(late.state).toBe("SUCCESS");

      const isCovered = (deletion: Deletion) => [first, second].includes(deletion);
      const dead = new Set<string>();
      const kill = (some: readonly (string | undefined)[]) => {
        for (const token of some) if (token !== undefined) dead.add(token);
      };
      if (isCovered(MORNING)) kill(tokens.morning);
      if (isCovered(TILL_NOON)) kill([...tokens.morning, ...tokens.noon]);
      if (isCovered(PERSON)) kill([tokens.morning[0], tokens.noon[0]]);
      if (isCovered(EVE)) kill([tokens.evening[0]]);
      const all = [tokens.morning, tokens.noon, tokens.evening, tokens.next].flat();
      const values = await unmaskTokens(vault, all);
      expect(values.map((value) => value === null)).toEqual(all.map((token) => dead.has(token)));
      // Every mapping is counted once, by whichever deletion reached it; no key of an erased one is left.
      expect(late.cleared + ended.cleared).toBe(dead.size);
      for (const { receipt, cleared } of [late, ended]) {
        expect(claimsOf(receipt)).toMatchObject({ counts: { mappings: cleared } });
      }
      expect(await count(vault, "mapping")).toBe(all.length - dead.size);
      expect(
        await rows(
          vault,
          `SELECT day FROM day_key AS k WHERE key IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM mapping WHERE created / 86400000 = k.day AND key_version = k.version)`,
        ),
      ).toEqual([]);
      expect(await count(vault, "deletion_find")).toBe(0);
      const phases = (await ledgerOf(vault)).map(({ phase, trackingId }) => [phase, trackingId]);
      expect(phases).toContainEqual(["finished", waiting]);
      expect(phases).toContainEqual(["finished", overtaking]);
      // The object that comes next finds itself level with the ledger.
      expect(await requestDeletion(vault, everything())).toMatchObject({ blocked: null });
    },
  );
});
