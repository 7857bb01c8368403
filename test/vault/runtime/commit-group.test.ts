import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { CommitGroup } from "../../../src/vault/mappings/mask-block.ts";
import { freshVault, KIND } from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

/** A group whose steps end when the test says so. */
function groupByHand() {
  const steps: { end(): void; fail(reason: Error): void }[] = [];
  const group = new CommitGroup(
    () => new Promise<void>((resolve, reject) => steps.push({ end: resolve, fail: reject })),
  );
  return { group, steps };
}

describe("a commit group", () => {
  it("runs all blocks in one step, in order", async () => {
    const { group, steps } = groupByHand();
    const ran: number[] = [];
    const all = [1, 2, 3].map((n) => group.run(() => ran.push(n)));
    await scheduler.wait(0);
    expect(ran).toEqual([]);
    expect(steps.length).toBe(1);
    // Callers that wait for a block continue only after all have run: nothing runs in between.
    const first = all[0]?.then(() => ran.length);
    steps[0]?.end();
    expect(await first).toBe(3);
    expect(await Promise.all(all)).toEqual([1, 2, 3]);
    expect(ran).toEqual([1, 2, 3]);
  });

  it("gives each caller its own failure", async () => {
    const { group, steps } = groupByHand();
    const all = ["a", "bad", "c"].map((name) =>
      group.run(() => {
        if (name === "bad") throw new Error(name);
        return name;
      }),
    );
    steps[0]?.end();
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("keeps whoever comes while blocks run for the next step", async () => {
    const { group, steps } = groupByHand();
    let second: Promise<string> | null = null;
    const first = group.run(() => {
      second = group.run(() => "second");
      return "first";
    });
    steps[0]?.end();
    expect(await first).toBe("first");
    expect(steps.length).toBe(2);
    steps[1]?.end();
    expect(await second).toBe("second");
  });

  it("runs nobody's block when the step fails, and goes on afterwards", async () => {
    const { group, steps } = groupByHand();
    let ran = 0;
    const all = [1, 2].map(() => group.run(() => ++ran));
    steps[0]?.fail(new Error("broken"));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(ran).toBe(0);
    const next = group.run(() => ++ran);
    steps[1]?.end();
    expect(await next).toBe(1);
  });
});

describe("masks that are under way together", () => {
  it("share a turn, so that one commit serves them all", async () => {
    setFailpointHook(() => undefined);
    const vault = await freshVault();
    await inNamespace(vault, async (namespace, written) => {
      await mask(namespace, ["warm-up"], KIND.text);
      written.syncs = 0;
      const values = Array.from({ length: 16 }, (_, i) => `together ${i}`);
      const tokens = await Promise.all(values.map((value) => mask(namespace, [value], KIND.text)));
      expect(new Set(tokens.flat()).size).toBe(16);
      // Repeated values write nothing and do not wait.
      await Promise.all(values.map((value) => mask(namespace, [value], KIND.text)));
      expect(written.syncs).toBe(1);
    });
  });

  it("fail apart: one that no longer fits its policy keeps no other from its token", async () => {
    const vault = await freshVault();
    await inNamespace(vault, async (namespace, written) => {
      const { masker, policySetVersion } = namespace;
      await mask(namespace, ["warm-up"], KIND.text);
      const call = (value: string, planned: number | null) =>
        masker.mask({
          values: [value],
          kinds: [KIND.text],
          attributes: [null],
          policySetVersion: planned,
        });
      const inOneStep = { transactionSync: (block: () => void) => block() };
      const changeBook = () =>
        policySetVersion.raise(() => undefined, inOneStep as unknown as DurableObjectStorage);
      // All have been planned; then the policy set changes.
      let planned = 0;
      setFailpointHook((point) => {
        if (point === "mask.before-commit" && ++planned === 3) changeBook();
      });
      Object.assign(written, { syncs: 0 });
      const calls = [call("a", null), call("b", policySetVersion.current), call("a", null)];
      const [first, outdated, again] = await Promise.all(calls);
      // One step for all three, one for the second "a", which finds the first one's mapping.
      expect(written.syncs).toBe(1);
      expect(outdated).toEqual({ ok: false, error: { code: "policy_changed" } });
      if (!first?.ok || !again?.ok) throw new Error("a mask failed");
      expect(first.value.tokens).toEqual(again.value.tokens);
      expect(await call("a", null)).toEqual(first);
    });
  });
});
