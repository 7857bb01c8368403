// Calls beside the slices of a job, each let in between two of them.
import { expect, it } from "vitest";
import { doDueWork } from "../../../src/vault/due-work.ts";
import type { ObjectRecycler } from "../../../src/vault/runtime/object-recycler.ts";
import { freshVault, KIND, rows } from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";
import { named, runSlices } from "../../support/vault/job-slices.ts";

const CALLERS = 16;

it("sixteen callers beside a job are all answered, and most of them write together", async () => {
  const vault = await freshVault();
  const chunks = Array.from({ length: 40 }, (_, c) =>
    Array.from({ length: 100 }, (_, i) => named(`job ${c} ${i}`)),
  );
  await runSlices(vault, chunks, { most: 1, slices: 0 });
  await inNamespace(vault, async (namespace, written) => {
    let callsBegun = 0;
    let isOver = false;
    const tokens = new Map<string, string>();
    const caller = async (name: number) => {
      for (let n = 0; !isOver; n++) {
        callsBegun += 1;
        const value = `caller ${name} ${n}`;
        const [token] = await mask(namespace, [value], KIND.text);
        tokens.set(value, token ?? "");
        // As one who is elsewhere: what it sends next arrives with everybody else's.
        await scheduler.wait(0);
      }
    };
    const callers = Array.from({ length: CALLERS }, (_, name) => caller(name));
    const recycler = {
      get callsBegun() {
        return callsBegun;
      },
    } as ObjectRecycler;
    await doDueWork(namespace, recycler, () => Date.now());
    isOver = true;
    await Promise.all(callers);
    expect(tokens.size).toBe(callsBegun);
    expect(new Set(tokens.values()).size).toBe(callsBegun);
    const again = await mask(namespace, [...tokens.keys()], KIND.text);
    expect(again).toEqual([...tokens.values()]);
    // Where nothing is held each of them waits for a step of its own; where it is, nobody does.
    expect(written.syncs).toBeLessThan(callsBegun / 2);
  });
  const states = await rows(vault, "SELECT state FROM job");
  expect(states.map(({ state }) => state)).toEqual(["SUCCESS"]);
});
