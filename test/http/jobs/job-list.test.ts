// GET jobs and GET jobs/{tracking_id}: all jobs, page by page, and their progress.
import { describe, expect, it } from "vitest";
import type { JobStatus } from "../../../src/contract/responses/jobs.ts";
import { generate, newNamespace, newVault } from "../../support/namespaces.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import { type Answer, accepted, call, PATHS, pollJob, submit } from "../../support/requests.ts";

const ITEM = { value: "Ada Lane", token_name: "Text Token" };
const TIMESTAMP = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

function list(token: string, query: Readonly<Record<string, string>> = {}) {
  const text = new URLSearchParams(query).toString();
  return call<JobStatus[]>("GET", `${PATHS.jobs}?${text}`, { token });
}

const read = (token: string, id: string) =>
  call<JobStatus>("GET", `${PATHS.jobs}/${id}`, { token });

const idsOf = (answer: Answer<JobStatus[]>) => accepted(answer).map((job) => job.tracking_id);

async function submitMany(token: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await submit(token, "mask", { mask: [ITEM] }));
  return ids;
}

/** Every page of a list, each of so many jobs. */
async function pagesOf(token: string, query: Readonly<Record<string, string>>) {
  const pages: string[][] = [];
  for (let next: string | null = ""; next !== null; ) {
    const answer: Answer<JobStatus[]> = await list(token, { ...query, next_page_token: next });
    pages.push(idsOf(answer));
    next = answer.next_page_token ?? null;
  }
  return pages;
}

/** A page token with one letter changed, at this place. */
function changed(token: string, at: number): string {
  const letter = token.at(at) === "1" ? "2" : "1";
  const place = at < 0 ? token.length + at : at;
  return token.slice(0, place) + letter + token.slice(place + 1);
}

describe("a list of jobs", () => {
  it("has all of them, newest first, in pages that meet and do not overlap", async () => {
    const { token } = await newVault();
    const ids = await submitMany(token, 5);
    expect((await pagesOf(token, { limit: "2" })).filter((page) => page.length > 0)).toEqual([
      [ids[4], ids[3]],
      [ids[2], ids[1]],
      [ids[0]],
    ]);
    const whole = await list(token);
    expect([idsOf(whole), whole.next_page_token]).toEqual([ids.toReversed(), null]);
  });

  it("goes on behind where it was when jobs come in between", async () => {
    const { token } = await newVault();
    const [first, second, third] = await submitMany(token, 3);
    const page = await list(token, { limit: "2" });
    await submitMany(token, 2);
    const rest = await list(token, { next_page_token: page.next_page_token ?? "" });
    expect([idsOf(page), idsOf(rest)]).toEqual([[third, second], [first]]);
  });

  it("shows those of one status or one call_type alone", async () => {
    const { token } = await newVault();
    const good = await submit(token, "mask", { mask: [ITEM] });
    const bad = await submit(token, "mask", { mask: [{}] });
    const back = await submit(token, "unmask", { unmask: [{ token_value: "unknown" }] });
    const states = [];
    for (const id of [good, bad, back]) states.push((await pollJob(token, id)).status);
    expect(states).toEqual(["SUCCESS", "FAILED", "FAILED"]);
    expect(idsOf(await list(token, { status: "SUCCESS" }))).toEqual([good]);
    expect(idsOf(await list(token, { status: "FAILED" }))).toEqual([back, bad]);
    expect(idsOf(await list(token, { status: "FAILED", call_type: "mask" }))).toEqual([bad]);
    expect(idsOf(await list(token, { call_type: "unmask" }))).toEqual([back]);
    expect(idsOf(await list(token, { status: "PURGED" }))).toEqual([]);
  });

  it("is empty where there is none", async () => {
    const answer = await list((await newVault()).token);
    expect([accepted(answer), answer.next_page_token]).toEqual([[], null]);
  });

  it("shows each reader what async-status would", async () => {
    const { name, tokens } = await newNamespace({
      writer: ["mask"],
      other: ["mask"],
      reader: ["unmask"],
      admin: ["metadata_change"],
      all: ["mask", "unmask"],
    });
    const mine = await submit(tokens.writer, "mask", { mask: [ITEM] });
    const theirs = await submit(tokens.all, "mask", { mask: [ITEM] });
    const unmasks = await submit(tokens.all, "unmask", { unmask: [{ token_value: "two words" }] });
    expect(idsOf(await list(tokens.writer))).toEqual([mine]);
    expect(idsOf(await list(tokens.other))).toEqual([]);
    expect(idsOf(await list(tokens.admin))).toEqual([]);
    expect(idsOf(await list(tokens.reader))).toEqual([unmasks, theirs, mine]);
    expect(idsOf(await list(tokens.reader, { own: "true" }))).toEqual([]);
    expect(idsOf(await list(tokens.all, { own: "true" }))).toEqual([unmasks, theirs]);
    const sameUser = (await generate(name, "all", ["mask"])).auth_key;
    expect(idsOf(await list(sameUser))).toEqual([theirs]);
    expectRefusal(await list(sameUser, { call_type: "unmask" }), REFUSED.forbidden);
  });

  it("refuses a page token that was changed anywhere, or is of another list or reader", async () => {
    const { name, tokens } = await newNamespace({ all: ["mask", "unmask"] });
    const writer = (await generate(name, "writer", ["mask"])).auth_key;
    await submitMany(tokens.all, 3);
    await submitMany(writer, 2);
    const next = (await list(tokens.all, { limit: "1" })).next_page_token ?? "";
    expect(next).not.toBe("");
    const others = [
      ...[0, 5, -1].map((at) => changed(next, at)),
      ...["x", "-", next.slice(0, -1), `${next}0`, next.toUpperCase(), "zzzzzzzzzzzzz-0"],
    ];
    const refused: Answer<unknown>[] = [
      await list(tokens.all, { next_page_token: next, status: "SUCCESS" }),
      await list(tokens.all, { next_page_token: next, own: "true" }),
      await list(writer, { next_page_token: next }),
      await list((await newVault()).token, { next_page_token: next }),
    ];
    for (const one of others) refused.push(await list(tokens.all, { next_page_token: one }));
    for (const { status, error } of refused) {
      expect([status, error.code, error.message]).toEqual([
        400,
        "invalid_page_token",
        "next_page_token was changed, or belongs to another list; start without it",
      ]);
    }
    accepted(await list(tokens.all, { next_page_token: next, limit: "3" }));
  });

  it.each([
    [
      { status: "DONE" },
      "Invalid status; allowed: PENDING, IN-PROGRESS, SUCCESS, FAILED, PURGED, CANCELLED",
    ],
    [{ call_type: "detect" }, "Invalid call_type; allowed: mask, unmask"],
    [{ own: "yes" }, "Invalid own; allowed: true, false"],
    [{ limit: "0" }, "Invalid limit"],
    [{ limit: "201" }, "Invalid limit"],
    [{ limit: "x" }, "Invalid limit"],
    [{ state: "FAILED" }, "Invalid state; allowed: status"],
    [{ kind: "mask" }, "Invalid kind; allowed: call_type"],
  ])("refuses %o", async (query, message) => {
    const { status, error } = await list((await newVault()).token, query);
    expect([status, error.code, error.message]).toEqual([400, "invalid_field", message]);
  });
});

describe("one job", () => {
  it("tells its state, progress and times, without what it was given or gives", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: Array.from({ length: 3 }, () => ITEM) });
    const before = accepted(await read(token, id));
    expect(["PENDING", "IN-PROGRESS", "SUCCESS"]).toContain(before.status);
    const { input_payload: _, result: __, ...record } = await pollJob(token, id);
    const answer = await read(token, id);
    const rate = accepted(answer).items_per_second;
    expect(accepted(answer)).toEqual({
      ...record,
      status: "SUCCESS",
      progress: { done: 3, total: 3 },
      expires_at: expect.stringMatching(TIMESTAMP),
      items_per_second: rate,
      estimated_completion_time: null,
    });
    expect(rate === null || rate > 0).toBe(true);
    expect(answer.text).not.toContain(ITEM.value);
  });

  it("that FAILED says why", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: [ITEM, {}] });
    await pollJob(token, id);
    expect(accepted(await read(token, id))).toMatchObject({
      status: "FAILED",
      error_code: "missing_value",
      error_item_index: 1,
      expires_at: null,
    });
  });

  it("is read by those who may ask async-status for it, and unknown elsewhere", async () => {
    const { tokens } = await newNamespace({
      writer: ["mask"],
      other: ["mask"],
      reader: ["unmask"],
      admin: ["metadata_change"],
    });
    const id = await submit(tokens.writer, "mask", { mask: [ITEM] });
    for (const token of [tokens.writer, tokens.reader]) {
      expect(accepted(await read(token, id)).tracking_id).toBe(id);
    }
    for (const token of [tokens.other, tokens.admin]) {
      expectRefusal(await read(token, id), REFUSED.forbidden);
    }
    expectRefusal(await read((await newVault()).token, id), REFUSED.trackingId);
    expectRefusal(await read(tokens.writer, "x"), REFUSED.trackingId);
    expectRefusal(await read(tokens.writer, "%ff"), REFUSED.trackingId);
  });
});
