// A namespace that becomes full: what is refused, what still works, and that deleting frees space.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Namespace } from "../../../src/vault/namespace.ts";
import type { VaultRpc } from "../../../src/vault/rpc.ts";
import { acceptIn, everything, NOON, runAll } from "../../support/vault/erasing.ts";
import {
  freshVault,
  KIND,
  type OpenVault,
  rows,
  trySubmit,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";

const MIB = 1024 ** 2;
const CAPACITY = 4 * MIB;
const FULL = { ok: false, error: { code: "storage_full" } };

afterEach(() => vi.restoreAllMocks());

const batchOf = (values: readonly string[], attributes: string | null = null) => ({
  values,
  policySetVersion: 0,
  kinds: values.map(() => KIND.default),
  attributes: values.map(() => attributes),
});

/** Different values of 4 KiB. */
const longValues = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name} ${i} `.padEnd(4096, "x"));

/** Mask until the namespace refuses. Gives what was masked. */
async function fill(namespace: Namespace, name = "fill"): Promise<string[]> {
  const masked: string[] = [];
  for (let round = 0; round < 1_000; round++) {
    const values = longValues(`${name} ${round}`, 50);
    const reply = await namespace.masker.mask(batchOf(values));
    if (!reply.ok) {
      expect(reply).toEqual(FULL);
      return masked;
    }
    masked.push(...values);
  }
  throw new Error("it takes more than it may");
}

/** Submit a job inside. */
function submitIn(
  namespace: Namespace,
  vault: OpenVault,
  kind: "mask" | "unmask",
  items: unknown[],
) {
  const submitJob: VaultRpc["submitJob"] = (...job) => namespace.intake.submit(...job);
  return trySubmit({ caller: vault.caller, calls: { submitJob } }, items, kind);
}

/** The same namespace with 4 MiB, and how much of it is used. */
async function inSmall(
  vault: OpenVault,
  run: (namespace: Namespace, used: () => number) => Promise<void>,
  settings: { clock?: () => number } = {},
): Promise<void> {
  await inNamespace(
    vault,
    (namespace, written) => run(namespace, () => written.databaseBytes() / CAPACITY),
    { capacityBytes: CAPACITY, ...settings },
  );
}

describe("a namespace of 4 MiB", () => {
  it("refuses new values at 95 %, gives known tokens, unmasks, and has room after a deletion", async () => {
    const vault = await freshVault();
    await inSmall(vault, async (namespace, used) => {
      const values = await fill(namespace);
      expect(used()).toBeGreaterThan(0.9);
      expect(used()).toBeLessThan(0.96);
      const known = values.slice(0, 20);
      const tokens = await mask(namespace, known, KIND.default);
      expect((await namespace.unmasker.unmask({ tokens: tokens }, null)).values).toEqual(known);
      expect(await namespace.masker.mask(batchOf([...known, ...longValues("new", 50)]))).toEqual(
        FULL,
      );

      const { trackingId } = await acceptIn(namespace, everything());
      await runAll(namespace);
      expect(await namespace.views.read(trackingId)).toMatchObject({
        value: { state: "SUCCESS", cleared: values.length, receipt: expect.any(String) },
      });
      expect(used()).toBeLessThan(0.05);
      expect((await namespace.unmasker.unmask({ tokens: tokens }, null)).values).toEqual(
        known.map(() => null),
      );
      // As much again: freed pages count as room.
      const again = await fill(namespace, "again");
      expect(again.length).toBeGreaterThanOrEqual(values.length - 50);
    });
  });

  it("takes small things to the end, and nothing beyond", async () => {
    const vault = await freshVault();
    await inSmall(vault, async (namespace, used) => {
      await fill(namespace);
      const attribute = JSON.stringify("a".repeat(16_000));
      for (let i = 0; i < 500; i++) {
        const reply = await namespace.masker.mask(batchOf([`small ${i}`], attribute));
        if (!reply.ok) break;
        expect(i).toBeLessThan(400);
      }
      const [known = ""] = longValues("fill 0", 1);
      expect(await namespace.masker.mask(batchOf([known], attribute))).toEqual(FULL);
      expect(used()).toBeLessThan(0.96);
    });
  });

  it("holds to it under many requests at once", async () => {
    const vault = await freshVault();
    await inSmall(vault, async (namespace, used) => {
      const replies = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          namespace.masker.mask(batchOf(longValues(`at once ${i}`, 30))),
        ),
      );
      expect(replies.filter(({ ok }) => !ok).length).toBeGreaterThan(10);
      expect(used()).toBeLessThan(0.96);
    });
  });

  it("refuses a job whose payload does not fit, and leaves nothing of it behind", async () => {
    const vault = await freshVault();
    await inSmall(vault, async (namespace, used) => {
      await mask(namespace, longValues("half", 500), KIND.default);
      const before = used();
      const items = longValues("job", 600).map((value) => ({ value, token_name: "Text Token" }));
      expect(await submitIn(namespace, vault, "mask", items)).toEqual(FULL);
      // Each would fit alone; together they do not, and that is only seen while they arrive.
      const some = items.slice(0, 250);
      const replies = await Promise.all(
        [1, 2, 3].map(() => submitIn(namespace, vault, "mask", some)),
      );
      const refused = replies.filter(({ ok }) => !ok);
      expect(refused).toEqual(refused.map(() => FULL));
      // The one that is done before the others need the room is in; else there is room for one now.
      expect(refused.length).toBeGreaterThanOrEqual(2);
      if (refused.length === 2) return;
      expect(used()).toBeLessThan(before + 0.05);
      expect(await submitIn(namespace, vault, "mask", some)).toMatchObject({ ok: true });
    });
    expect(await rows(vault, "SELECT count(*) AS n FROM job")).toEqual([{ n: 1 }]);
    expect(await rows(vault, "SELECT count(DISTINCT job) AS n FROM job_chunk")).toEqual([{ n: 1 }]);
  });

  it("ends an unmask job that would fill the reserve FAILED, and keeps none of its result", async () => {
    const vault = await freshVault();
    let now = Date.now();
    const settings = { clock: () => now };
    await inSmall(
      vault,
      async (namespace, used) => {
        const [token] = await mask(namespace, longValues("one", 1), KIND.default);
        const items = Array.from({ length: 2_500 }, () => ({ token_value: token }));
        const reply = await submitIn(namespace, vault, "unmask", items);
        expect(reply.ok).toBe(true);
        let highest = 0;
        for (let i = 0; i < 200; i++) {
          await namespace.runner.runSlice(1);
          highest = Math.max(highest, used());
          now += 120_000;
        }
        expect(highest).toBeGreaterThan(0.8);
        expect(highest).toBeLessThan(0.96);
        now = (namespace.jobs.find(1)?.finished ?? 0) + 1;
        while (namespace.purger.purgeSome()) expect(namespace.jobs.find(1)?.state).toBe("FAILED");
        expect(used()).toBeLessThan(0.2);
      },
      settings,
    );
    expect(await rows(vault, "SELECT state, error_code FROM job")).toEqual([
      { state: "FAILED", error_code: "storage_full" },
    ]);
  });

  it("splits a day while it is full: survivors are sealed anew in their place", async () => {
    const vault = await freshVault();
    let now = NOON;
    await inSmall(
      vault,
      async (namespace, used) => {
        const old = longValues("old", 150);
        await mask(namespace, old, KIND.default);
        now += 60_000;
        const young = await fill(namespace, "young");
        const tokens = await mask(namespace, young, KIND.default);
        const before = used();
        // One day after the old ones, and less than a day after the young ones.
        now = NOON + 86_400_000 + 30_000;
        const { trackingId } = await acceptIn(namespace, { duration: 1 });
        for (let i = 0; await namespace.deletionRunner.runSlice(); i++) {
          expect(i).toBeLessThan(1_000);
          expect(used()).toBeLessThan(before + 0.005);
        }
        expect(await namespace.views.read(trackingId)).toMatchObject({
          value: { state: "SUCCESS", cleared: old.length },
        });
        expect((await namespace.unmasker.unmask({ tokens: tokens }, null)).values).toEqual(young);
        expect(await namespace.masker.mask(batchOf(longValues("new", 50)))).toMatchObject({
          ok: true,
        });
      },
      { clock: () => now },
    );
    const versions = "SELECT DISTINCT key_version AS v FROM mapping WHERE created < ?";
    expect(await rows(vault, versions, NOON + 70_000)).toEqual([{ v: 2 }]);
  });

  it("warns once at 80 %, and again only after it has been emptied", async () => {
    const lines: string[] = [];
    vi.spyOn(console, "log").mockImplementation((line: string) => lines.push(line));
    const warnings = () => lines.filter((line) => line.includes("storage-filling"));
    const vault = await freshVault();
    await inSmall(vault, async (namespace) => {
      await mask(namespace, longValues("quiet", 500), KIND.default);
      expect(warnings()).toEqual([]);
      await fill(namespace);
    });
    // Another life of the object: the crossing was before it.
    await inSmall(vault, async (namespace) => {
      await namespace.masker.mask(batchOf(longValues("more", 50)));
      expect(warnings()).toHaveLength(1);
      const { event, percent, ...rest } = JSON.parse(warnings()[0] ?? "");
      expect([event, rest]).toEqual(["vault.storage-filling", {}]);
      expect(percent).toBeGreaterThanOrEqual(80);
      await acceptIn(namespace, everything());
      await runAll(namespace);
      await fill(namespace, "again");
      expect(warnings()).toHaveLength(2);
    });
  });
});
