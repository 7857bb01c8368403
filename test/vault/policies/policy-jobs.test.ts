// Jobs and the policy they were accepted with.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import type { IndividualToken } from "../../../src/masking/item.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { partsOf } from "../../../src/tokens/kinds.ts";
import { deletionEnded, requestDeletion, stallAt } from "../../support/vault/erasing.ts";
import {
  accepted,
  count,
  ended,
  freshVault,
  type ReadView,
  readJob,
  rows,
  runAlarmUntil,
  submit,
  trySubmit,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { eraseValues } from "../../support/vault/person.ts";
import { create, policyNamed, wordsEntity } from "../../support/vault/policy.ts";

afterEach(() => setFailpointHook(null));

const PROJECTS = policyNamed("projects", { custom: [wordsEntity("PROJECT", ["Falcon"])] });
const ANONYMOUS = policyNamed("anonymous", {
  custom: [wordsEntity("PROJECT", ["Falcon", "Heron"])],
  actions: { PROJECT: "anonymize" },
});

type Masked = { token_value: string; individual_tokens: IndividualToken[] };

const resultOf = (view: ReadView): Masked[] => view.result as Masked[];
const tokensOf = (view: ReadView): string[] =>
  resultOf(view).flatMap(({ individual_tokens }) => individual_tokens.map(({ token }) => token));
/** Enough items for two slices and more. */
const texts = (value: string, n = 1_100) =>
  Array.from({ length: n }, (_, i) => ({ value: `${value} ${i}` }));

describe("a job's policy", () => {
  it.each(["replaced", "deleted"])(
    "is the one of its acceptance, though it is %s meanwhile",
    async (how) => {
      const vault = await freshVault();
      const { calls, caller } = vault;
      const { id, version } = await create(vault, PROJECTS);
      const stall = stallAt("mask.before-commit", 1, 1);
      const job = await submit(vault, texts("The Falcon flies"), "mask", {
        policyName: "projects",
      });
      await stall.reached();
      if (how === "deleted") accepted(await calls.deletePolicy(caller, "projects"));
      else accepted(await calls.replacePolicy(caller, id, version, policyNamed("projects")));
      stall.release();
      expect(await count(vault, `policy_version WHERE version = ${version}`)).toBe(1);
      const view = await ended(vault, job);
      expect(view.state).toBe("SUCCESS");
      expect(new Set(resultOf(view).map(({ individual_tokens: [one] }) => one?.pii_type))).toEqual(
        new Set(["PROJECT"]),
      );
      const tokens = tokensOf(view);
      expect(new Set(tokens).size).toBe(1);
      expect(await unmaskTokens(vault, tokens.slice(0, 1))).toEqual(["Falcon"]);
      // Kept no longer than it was needed.
      expect(await count(vault, `policy_version WHERE version = ${version}`)).toBe(0);
      expect(await count(vault, "policy_version")).toBe(how === "deleted" ? 0 : 1);
    },
  );

  it("is part of the kind of what it masks, and no other job's", async () => {
    const vault = await freshVault();
    const { id } = await create(vault, PROJECTS);
    const item = { value: "ada@example.com" };
    const named = { value: "Ada", token_name: "Text Token" };
    const job = await submit(vault, [item, named], "mask", { policyName: "projects" });
    const other = await submit(vault, [item, named]);
    const [a, b] = [await ended(vault, job), await ended(vault, other)];
    const tokens = [a, b].flatMap((view) => resultOf(view).map((one) => one.token_value));
    expect(new Set(tokens).size).toBe(4);
    const kinds = await rows(vault, "SELECT kind FROM mapping ORDER BY kind");
    const policies = kinds.map(({ kind }) => Math.floor(Number(kind) / 0x10000));
    expect(policies).toEqual([0, 0, id, id]);
    expect(partsOf(Number(kinds[0]?.["kind"]))).toEqual(partsOf(Number(kinds[2]?.["kind"])));
  });

  it("that does not exist is refused, whatever the job does", async () => {
    const vault = await freshVault();
    const refused = { ok: false, error: { code: "policy_unknown" } };
    for (const kind of ["mask", "unmask"] as const) {
      const item = { value: "x", token_value: "x" };
      expect(await trySubmit(vault, [item], kind, { policyName: "none" })).toEqual(refused);
    }
    expect(await count(vault, "job")).toBe(0);
  });

  it("that goes while the payload arrives leaves nothing of the job", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    await create(vault, PROJECTS);
    const stall = stallAt("submit.stored");
    const reply = trySubmit(vault, texts("x"), "mask", { policyName: "projects" });
    await stall.reached();
    accepted(await calls.deletePolicy(caller, "projects"));
    stall.release();
    expect(await reply).toEqual({ ok: false, error: { code: "policy_unknown" } });
    const keys = "wrapped_key WHERE is_free = 0 AND id > 2";
    for (const table of ["job", "job_chunk", keys, "policy_version"]) {
      expect(await count(vault, table), table).toBe(0);
    }
  });

  it("that changes while the payload arrives is the new one", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const { id, version } = await create(vault, policyNamed("projects"));
    const stall = stallAt("submit.stored");
    const job = submit(vault, [{ value: "The Falcon flies" }], "mask", { policyName: "projects" });
    await stall.reached();
    accepted(await calls.replacePolicy(caller, id, version, PROJECTS));
    stall.release();
    expect(tokensOf(await ended(vault, await job))).toHaveLength(1);
    expect(await count(vault, "policy_version")).toBe(1);
  });

  it("is kept for unmasking where it has to say whether that is partial", async () => {
    const vault = await freshVault();
    const { id } = await create(vault, PROJECTS);
    const options = { policyName: "projects" };
    const masked = await ended(vault, await submit(vault, texts("The Falcon", 1), "mask", options));
    const [{ token_value = "" } = {}] = resultOf(masked);
    const job = await submit(vault, [{ token_value }], "unmask", options);
    expect((await ended(vault, job)).result).toMatchObject([{ value: "The Falcon 0" }]);
    const policyOf = (tracking: string) =>
      rows(vault, "SELECT policy FROM job WHERE tracking_id = ?", tracking);
    expect(await policyOf(job)).toEqual([{ policy: id }]);
    const said = await submit(vault, [{ token_value }], "unmask", { ...options, partial: false });
    expect(await policyOf(said)).toEqual([{ policy: null }]);
  });

  it("says what found a value and counts positions as asked", async () => {
    const vault = await freshVault();
    await create(vault, PROJECTS);
    const job = await submit(vault, [{ value: "😀 Falcon" }], "mask", {
      policyName: "projects",
      explain: true,
      offsets: "utf16",
    });
    const [masked] = resultOf(await ended(vault, job));
    expect(masked?.individual_tokens).toMatchObject([
      { value: "Falcon", start_pos: 3, end_pos: 9, recognizer: expect.any(String) },
    ]);
  });
});

describe("a slice whose policy set changes while it is sealed", () => {
  it("is planned again: a new wrapper in its text is hidden", async () => {
    const vault = await freshVault();
    const stall = stallAt("mask.before-commit", 0, 1);
    const job = await submit(vault, [{ value: "see {{planted}} here" }]);
    await stall.reached();
    await create(vault, policyNamed("p", { wrappers: { PERSON: { prefix: "{{", suffix: "}}" } } }));
    stall.release();
    const view = await ended(vault, job);
    const types = resultOf(view).flatMap((one) => one.individual_tokens.map((t) => t.pii_type));
    expect(types).toContain("LITERAL");
    expect(resultOf(view)[0]?.token_value).not.toContain("planted");
    expect(await count(vault, "mapping")).toBe(types.length);
  });

  it("is planned again when it unmasks", async () => {
    const vault = await freshVault();
    const masked = await ended(vault, await submit(vault, [{ value: "ada@example.com" }]));
    const [token = ""] = tokensOf(masked);
    const stall = stallAt("job.unmasked", 0, 1);
    const job = await submit(vault, [{ token_value: `{{${token}}} x` }], "unmask");
    await stall.reached();
    await create(vault, policyNamed("p", { wrappers: { PERSON: { prefix: "{{", suffix: "}}" } } }));
    stall.release();
    expect((await ended(vault, job)).result).toMatchObject([{ value: "ada@example.com x" }]);
  });
});

describe("placeholders of a job", () => {
  const anonymous = { policyName: "anonymous" };

  it("are equal for equal values in it, over its slices and over restarts, and in no other", async () => {
    const vault = await freshVault();
    await create(vault, ANONYMOUS);
    const items = texts("The Falcon and the Heron");
    let slices = 0;
    setFailpointHook((point) => {
      if (point === "mask.before-commit" && slices++ > 0) throw new Error("no");
    });
    const job = await submit(vault, items, "mask", anonymous);
    // One slice is done, the next is to be tried again.
    while ((await count(vault, "job WHERE attempts > 0")) === 0) await scheduler.wait(5);
    expect(await count(vault, "job WHERE placeholder_key IS NOT NULL")).toBe(1);
    setFailpointHook(null);
    await evictDurableObject(vault.object);
    await rows(vault, "UPDATE job SET due = 1 WHERE due > 1");
    await vault.calls.wake();
    expect((await ended(vault, job)).state).toBe("SUCCESS");
    const one = tokensOf((await readJob(vault, job)) as ReadView);
    expect(one).toHaveLength(2 * items.length);
    expect(new Set(one).size).toBe(2);
    const other = tokensOf(await ended(vault, await submit(vault, items, "mask", anonymous)));
    expect(new Set([...one, ...other]).size).toBe(4);
    // Nothing of them is stored.
    expect(await count(vault, "mapping")).toBe(0);
    expect(await count(vault, "job WHERE placeholder_key IS NOT NULL")).toBe(0);
  });

  it("have no key any more when the job has failed", async () => {
    const vault = await freshVault();
    await create(vault, ANONYMOUS);
    const bad = [...texts("The Falcon", 250), { value: "x", token_name: "Nope" }];
    const early = await ended(vault, await submit(vault, bad, "mask", anonymous));
    expect(early.state).toBe("FAILED");
    setFailpointHook((point) => {
      if (point === "mask.sealed") throw new Error("no");
    });
    const late = await submit(vault, [{ value: "ada@example.com" }], "mask", anonymous);
    for (let i = 0; (await readJob(vault, late))?.state !== "FAILED"; i++) {
      if (i > 200) throw new Error("it does not fail");
      await rows(vault, "UPDATE job SET due = 1 WHERE state = 'IN-PROGRESS'");
      await runAlarmUntil(vault, async () => true);
      await vault.calls.wake();
      await scheduler.wait(5);
    }
    expect(await count(vault, "job WHERE placeholder_key IS NOT NULL")).toBe(0);
    expect(await count(vault, "policy_version")).toBe(1);
  });

  it("outlive an erasure with their job, as its policy does, and no longer", async () => {
    const vault = await freshVault();
    const { id, version } = await create(vault, ANONYMOUS);
    setFailpointHook((point) => {
      if (point === "mask.sealed") throw new Error("no");
    });
    const items = [{ value: "ada@example.com" }];
    const job = await submit(vault, items, "mask", anonymous);
    while ((await count(vault, "job WHERE attempts > 0")) === 0) await scheduler.wait(5);
    const changed = { ...ANONYMOUS, recall: 1 };
    accepted(await vault.calls.replacePolicy(vault.caller, id, version, changed));
    expect(await count(vault, "policy_version")).toBe(2);
    await eraseValues(vault, "ada@example.com");
    expect(await count(vault, "job WHERE placeholder_key IS NOT NULL")).toBe(1);
    expect(await count(vault, "policy_version")).toBe(2);
    setFailpointHook(null);
    await rows(vault, "UPDATE job SET due = 1 WHERE due > 1");
    await vault.calls.wake();
    expect((await ended(vault, job)).state).toBe("SUCCESS");
    expect(await count(vault, "job WHERE placeholder_key IS NOT NULL")).toBe(0);
    expect(await count(vault, "policy_version")).toBe(1);
  });

  it("stay the same when a deletion makes the job mask again", async () => {
    const vault = await freshVault();
    await create(vault, ANONYMOUS);
    const items = texts("The Falcon, ada@example.com");
    const stall = stallAt("mask.before-commit", 1, 1);
    const job = await submit(vault, items, "mask", anonymous);
    await stall.reached();
    const { trackingId } = await requestDeletion(vault);
    stall.release();
    const view = await ended(vault, job);
    await deletionEnded(vault, trackingId);
    expect(view.state).toBe("SUCCESS");
    const ofType = (type: string) =>
      resultOf(view).flatMap(({ individual_tokens }) =>
        individual_tokens.filter((one) => one.pii_type === type).map(({ token }) => token),
      );
    expect(ofType("PROJECT")).toHaveLength(items.length);
    expect(new Set(ofType("PROJECT")).size).toBe(1);
    const emails = await unmaskTokens(vault, ofType("EMAIL_ADDRESS"));
    expect(new Set(emails)).toEqual(new Set(["ada@example.com"]));
  });
});
