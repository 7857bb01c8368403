// Jobs that contain the data of an erasure, ended and running, and jobs that do not.
import { afterEach, describe, expect, it } from "vitest";
import { NO_MATCHES } from "../../../../src/erasure/search.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import { everyOther, IS_LONG } from "../../../support/properties.ts";
import { deletionEnded, erase, expectDead, stallAt } from "../../../support/vault/erasing.ts";
import {
  accepted,
  ended,
  freshVault,
  maskSubmission,
  maskValues,
  type OpenVault,
  payloadOf,
  type ReadView,
  readJob,
  rows,
  submit,
  tokensOf,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import { erasePerson, eraseValues, requestErasure } from "../../../support/vault/person.ts";

afterEach(() => setFailpointHook(null));

const ANN = { target: "value", values: ["Ann Miller"] } as const;
const TEXT = "Text Token";
const items = (...values: string[]) => values.map((value) => ({ value, token_name: TEXT }));

async function endedJob(vault: OpenVault, list: readonly unknown[], kind?: "unmask") {
  const id = await submit(vault, list, kind);
  await ended(vault, id);
  return id;
}

describe("an ended job", () => {
  it.each(
    everyOther<[string, unknown[]]>([
      ["a value", items("x", "ANN miller")],
      ["a longer text", [{ value: "letter to Ann Miller" }]],
      [
        "an attribute",
        [{ value: "y", token_name: TEXT, attributes: { a: [{ b: "Ann Miller" }] } }],
      ],
      ["an attribute's name", [{ value: "y", token_name: TEXT, attributes: { "Ann Miller": 1 } }]],
      ["a member it does not know", [{ value: "y", token_name: TEXT, note: "Ann Miller" }]],
      ["an item that was refused", [{ value: "y", token_name: "Ann Miller" }]],
      ["no item at all", ["Ann Miller"]],
    ]),
  )("that was submitted with it as %s is purged", async (_, list) => {
    const vault = await freshVault();
    const job = await endedJob(vault, list);
    const other = await endedJob(vault, items("Bob"));
    const failed = (await readJob(vault, job))?.state === "FAILED";
    const { matches } = await eraseValues(vault, "Ann Miller");
    expect(matches?.jobs).toBe(1);
    const state = failed ? "FAILED" : "PURGED";
    expect(await readJob(vault, job, true)).toMatchObject({ state, input: null, result: null });
    expect(await rows(vault, "SELECT count(*) AS n FROM job WHERE key IS NOT NULL")).toEqual([
      { n: 1 },
    ]);
    expect(await readJob(vault, other, true)).toMatchObject({
      state: "SUCCESS",
      input: items("Bob"),
    });
  });

  it("that unmasked it is purged, by the tokens' values and by the text around tokens", async () => {
    const vault = await freshVault();
    const [ann = "", bob = ""] = await maskValues(vault, ["Ann Miller", "Bob"]);
    const exact = await endedJob(vault, [{ token_value: ann }], "unmask");
    const around = await endedJob(
      vault,
      [{ token_value: `ann miller <URL>${bob}</URL>` }],
      "unmask",
    );
    const other = await endedJob(vault, [{ token_value: bob }], "unmask");
    const { matches } = await eraseValues(vault, "Ann Miller");
    expect(matches).toEqual({ ...NO_MATCHES, exact: 1, jobs: 2 });
    for (const id of [exact, around]) {
      expect(await readJob(vault, id)).toMatchObject({ state: "PURGED", result: null });
    }
    expect((await readJob(vault, other))?.result).toMatchObject([{ value: "Bob" }]);
  });

  it("is left alone where only words of the API match", async () => {
    const vault = await freshVault();
    const list = [
      {
        value: "480-555-0101",
        token_name: "Default Token",
        format: "Phone Number",
        attributes: {},
      },
    ];
    const mask = await endedJob(vault, list);
    const [token = ""] = tokensOf((await readJob(vault, mask)) as ReadView);
    const unmask = await endedJob(vault, [{ token_value: token }], "unmask");
    const words = [
      "value",
      "Token",
      "Default Token",
      "Phone Number",
      "phone",
      "token_value",
      "format",
    ];
    const { matches } = await eraseValues(vault, ...words, "attributes", "token_name");
    expect(matches).toEqual(NO_MATCHES);
    for (const id of [mask, unmask]) expect((await readJob(vault, id))?.state).toBe("SUCCESS");
  });

  it("does not stop the erasure, however deep a refused item nests", async () => {
    const vault = await freshVault();
    const depth = 100_000;
    const list = [{ value: "x", token_name: TEXT, attributes: { deep: "here" } }];
    const text = JSON.stringify(list).replace('"here"', nested(depth));
    const job = await submitText(vault, text);
    await ended(vault, job);
    const view = await eraseValues(vault, "Ann Miller");
    expect(view).toMatchObject({ state: "SUCCESS", matches: { jobs: 1 } });
  });

  it("with a holder's attribute is purged by attribute, others under that name are not", async () => {
    const vault = await freshVault();
    const of = (customer: unknown) => [{ value: "x", token_name: TEXT, attributes: { customer } }];
    const [mine, same, other, elsewhere] = [
      await endedJob(vault, of(42)),
      await endedJob(vault, of("42")),
      await endedJob(vault, of(43)),
      await endedJob(vault, [{ value: "z", token_name: TEXT, attributes: { room: 42 } }]),
    ];
    const person = { target: "attribute", key: "customer", value: 42 } as const;
    const { matches } = await erasePerson(vault, person);
    expect(matches).toEqual({ ...NO_MATCHES, keptShared: 1, jobs: 2 });
    const states = await Promise.all(
      [mine, same, other, elsewhere].map(async (id) => (await readJob(vault, id))?.state),
    );
    expect(states).toEqual(["PURGED", "PURGED", "SUCCESS", "SUCCESS"]);
  });

  it("that speaks of a mapping erased by attribute is purged, though its own data has another attribute", async () => {
    const vault = await freshVault();
    const masked = { value: "Berlin", token_name: TEXT };
    const job = await endedJob(vault, [{ ...masked, attributes: { room: 1 } }]);
    await endedJob(vault, [{ ...masked, attributes: { c: 1 } }]);
    const { matches } = await erasePerson(vault, { target: "attribute", key: "c", value: 1 });
    expect(matches).toEqual({ ...NO_MATCHES, exact: 1, jobs: 2 });
    expect((await readJob(vault, job))?.state).toBe("PURGED");
  });

  it("that a deletion by age covers meanwhile is not counted", async () => {
    const vault = await freshVault();
    await endedJob(vault, items("Bob"));
    await maskValues(vault, ["Ann Miller"]);
    const stall = stallAt("delete.values");
    const { trackingId } = await requestErasure(vault, ANN);
    await stall.reached();
    const age = erase(vault);
    await scheduler.wait(20);
    stall.release();
    await age;
    const { matches } = await deletionEnded(vault, trackingId);
    expect(matches).toEqual({ ...NO_MATCHES, exact: 1 });
  });
});

describe("what was submitted with a job before", () => {
  const REFUSED = [{ value: "y", token_name: "Ann Miller" }];
  const shownOf = async (vault: OpenVault, ids: readonly string[]) => {
    const views = await Promise.all(ids.map((id) => readJob(vault, id, true)));
    return views.map((view) => view?.input !== null);
  };

  it("is hidden from the acceptance until the search has come to it, and its result is not", async () => {
    const vault = await freshVault();
    const [bob = ""] = await maskValues(vault, ["Bob"]);
    const before = [
      await endedJob(vault, REFUSED),
      await endedJob(vault, [{ token_value: bob }], "unmask"),
      await endedJob(vault, items("Bob")),
    ];
    const blocking = stallAt("mask.before-commit");
    before.push(await submit(vault, items("Ann Miller", "x")));
    await blocking.reached();
    expect(await shownOf(vault, before)).toEqual([true, true, true, true]);
    expect(await readJob(vault, before[0] as string)).toMatchObject({
      error: { detail: "Ann Miller" },
    });

    const stall = stallAt("delete.job-searched", 1);
    const { trackingId } = await requestErasure(vault, ANN);
    expect(await shownOf(vault, before)).toEqual([false, false, false, false]);
    const failed = await readJob(vault, before[0] as string);
    expect(JSON.stringify(failed)).not.toContain("Ann");
    expect(failed).toMatchObject({ state: "FAILED", error: { code: "unknown_token_name" } });
    const unmasked = await readJob(vault, before[1] as string);
    expect(unmasked).toMatchObject({ state: "SUCCESS", result: [{ value: "Bob" }] });
    const after = await submit(vault, items("Cid"));
    expect(await shownOf(vault, [after])).toEqual([true]);

    blocking.release();
    await stall.reached();
    // The first was purged; the second is being searched, and the later ones wait.
    expect(await shownOf(vault, before)).toEqual([false, false, false, false]);
    stall.release();
    await deletionEnded(vault, trackingId);
    // The last was open, masks anew what was erased, and keeps its own data.
    expect(await shownOf(vault, before)).toEqual([false, true, true, true]);
  });

  it("is not given by an answer that had begun, until the search is over", async () => {
    const vault = await freshVault();
    const job = await endedJob(vault, items("Bob"));
    const chunk = { trackingId: job, part: "input", number: 0 } as const;
    const read = () => vault.calls.readJobChunk(vault.caller, chunk);
    expect((await read()).ok).toBe(true);
    const stall = stallAt("delete.active");
    const asked = requestErasure(vault, ANN);
    await stall.reached();
    expect(await read()).toEqual({ ok: false, error: { code: "unavailable" } });
    stall.release();
    await deletionEnded(vault, (await asked).trackingId);
    expect((await read()).ok).toBe(true);
  });

  it("is not hidden by an erasure that waits for the end of a hold", async () => {
    const vault = await freshVault();
    const job = await endedJob(vault, items("Bob"));
    await vault.calls.setHold(true);
    await requestErasure(vault, ANN);
    expect(await shownOf(vault, [job])).toEqual([true]);
    await vault.calls.setHold(false);
  });
});

describe("a running job", () => {
  it("that unmasks it ends FAILED erased, with nothing kept", async () => {
    const vault = await freshVault();
    const [ann = ""] = await maskValues(vault, ["Ann Miller"]);
    const others = await maskValues(
      vault,
      Array.from({ length: 600 }, (_, i) => `v ${i}`),
    );
    const stall = stallAt("unmask.opened", 1);
    const list = [ann, ...others].map((token_value) => ({ token_value }));
    const job = await submit(vault, list, "unmask");
    await stall.reached();
    expect((await readJob(vault, job))?.doneItems).toBe(200);
    const { trackingId } = await requestErasure(vault, ANN);
    stall.release();
    const view = await ended(vault, job);
    await deletionEnded(vault, trackingId);
    expect(view).toMatchObject({ state: "FAILED", error: { code: "erased" }, result: null });
    expect(await unmaskTokens(vault, others.slice(0, 2))).toEqual(["v 0", "v 1"]);
  });

  it.each(IS_LONG ? [3, 900, 5_000] : [3, 900])(
    "that masks it ends SUCCESS with new tokens, and is counted (%i items)",
    async (n) => {
      const vault = await freshVault();
      const [old = ""] = await maskValues(vault, ["Ann Miller"], 0x200);
      const stall = stallAt("mask.before-commit");
      const values = ["Ann Miller", ...Array.from({ length: n }, (_, i) => `v ${i}`)];
      const job = await submit(vault, items(...values));
      await stall.reached();
      const { trackingId } = await requestErasure(vault, ANN);
      stall.release();
      const view = await ended(vault, job);
      const { matches } = await deletionEnded(vault, trackingId);
      expect(view.state).toBe("SUCCESS");
      expect(await readJob(vault, job)).toMatchObject({ state: "SUCCESS" });
      expect(tokensOf(view)).not.toContain(old);
      expect(await unmaskTokens(vault, tokensOf(view).slice(0, 50))).toEqual(values.slice(0, 50));
      expect(matches).toEqual({ ...NO_MATCHES, exact: 1, openJobs: 1 });
      await expectDead(vault, [old]);
    },
  );
});

/** The text of a list nested so deep that it cannot be written by JSON.stringify. */
function nested(depth: number): string {
  return `${"[".repeat(depth)}"Ann Miller"${"]".repeat(depth)}`;
}

async function submitText(vault: OpenVault, list: string): Promise<string> {
  const payload = payloadOf([[1, list.slice(1, -1)]], { code: "invalid_attributes", index: 0 });
  return accepted(await vault.calls.submitJob(vault.caller, maskSubmission(), payload));
}
