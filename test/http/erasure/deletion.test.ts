// PUT namespace/delete/personal-data-mapping and GET namespace/job-status.
import { beforeAll, describe, expect, it } from "vitest";
import { refuses, type Watched, watchedNamespace } from "../../support/bad-input.ts";
import {
  type DryRun,
  dateIn,
  erase,
  everything,
  pollDeletion,
  tryDelete,
  tryJobStatus,
} from "../../support/erasure.ts";
import { newNamespace } from "../../support/namespaces.ts";
import type { Operation } from "../../support/operations.ts";
import { ERASURE_OPERATIONS } from "../../support/operations.ts";
import { expectRefusal, invalid, MARKER, REFUSED, type Refusal } from "../../support/refusals.ts";
import {
  accepted,
  call,
  mask,
  PATHS,
  pollJob,
  submit,
  tokenOf,
  tryStatus,
  tryUnmask,
  unmask,
} from "../../support/requests.ts";
import { countRows, dump, execute } from "../../support/storage.ts";

const DELETION = ERASURE_OPERATIONS[0] as Operation;
const refusal = (code: string, message: string): Refusal => ({ status: 400, code, message });
const BOTH = refusal("date_and_duration", "Provide either date or duration, not both");
const NEITHER = refusal("date_or_duration_missing", "Provide either date or duration");
const SHAPE = refusal("invalid_date_format", "Invalid date format. Expected YYYY-MM-DD");
const CALENDAR = refusal("invalid_date", "date is not a calendar date");
const FUTURE = refusal("date_in_future", "date must not be later than tomorrow (UTC)");
const DURATION = refusal("invalid_duration", "duration must be a positive integer");
const TOO_LONG = refusal("duration_too_long", "duration must not exceed 36500 days");

function admins() {
  return newNamespace({
    all: ["mask", "unmask"],
    admin: ["metadata_change"],
    second: ["metadata_change"],
  });
}

const REFUSALS: readonly (readonly [string, unknown, Refusal])[] = [
  ["no data", undefined, REFUSED.dataMissing],
  ["data null", null, REFUSED.dataMissing],
  ["data a text", MARKER, invalid("data")],
  ["data a number", 5, invalid("data")],
  ["data a list", [{ duration: 1 }], invalid("data")],
  ["neither", {}, NEITHER],
  ["neither but something else", { days: 3, [MARKER]: MARKER }, NEITHER],
  ["both null", { date: null, duration: null }, NEITHER],
  ["names in capitals", { DATE: "2023-01-01" }, NEITHER],
  ["both", { date: "2023-01-01", duration: 90 }, BOTH],
  ["both, though bad", { date: MARKER, duration: "x" }, BOTH],
  ["a year that is no leap year", { date: "2023-02-29" }, CALENDAR],
  ["a year of a century that is none", { date: "1900-02-29" }, CALENDAR],
  ["the 31st of April", { date: "2023-04-31" }, CALENDAR],
  ["month 13", { date: "2023-13-01" }, CALENDAR],
  ["month and day 0", { date: "2023-00-00" }, CALENDAR],
  ["a date of another shape", { date: "01.01.2023" }, SHAPE],
  ["slashes", { date: "2023/01/01" }, SHAPE],
  ["no leading zero", { date: "2023-1-1" }, SHAPE],
  ["a time behind it", { date: "2023-01-01T00:00:00Z" }, SHAPE],
  ["a blank before it", { date: " 2023-01-01" }, SHAPE],
  ["a line end behind it", { date: "2023-01-01\n" }, SHAPE],
  ["other digits", { date: "２０２３-01-01" }, SHAPE],
  ["a year of five digits", { date: "12023-01-01" }, SHAPE],
  ["an empty date", { date: "" }, SHAPE],
  ["a word", { date: MARKER }, SHAPE],
  ["a number as date", { date: 20230101 }, SHAPE],
  ["a list as date", { date: ["2023-01-01"] }, SHAPE],
  ["false as date", { date: false }, SHAPE],
  ["duration 0", { duration: 0 }, DURATION],
  ["duration -1", { duration: -1 }, DURATION],
  ["duration 1.5", { duration: 1.5 }, DURATION],
  ['duration "3"', { duration: "3" }, DURATION],
  ["duration true", { duration: true }, DURATION],
  ["duration a list", { duration: [3] }, DURATION],
  ["duration an object", { duration: {} }, DURATION],
  ["duration beyond whole numbers", { duration: 1e300 }, DURATION],
  ["duration 36501", { duration: 36_501 }, TOO_LONG],
];

describe("a deletion is refused, and nothing changes,", () => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await watchedNamespace();
    await tokenOf(watched.tokens.all, "still here", "Text Token");
  });

  it.each(REFUSALS)("for %s", async (_, data, refused) => {
    await refuses(DELETION, watched, { token: watched.tokens.all, body: { data } }, refused);
  });

  it.each([2, 3, 40, 4_000])("for a date in %i days", async (days) => {
    const sent = { token: watched.tokens.all, body: { data: { date: dateIn(days) } } };
    await refuses(DELETION, watched, sent, FUTURE);
  });

  it.each([1, "true", [], {}, "false"])("for dry_run %j", async (dry_run) => {
    const sent = { token: watched.tokens.all, body: { data: { duration: 1 }, dry_run } };
    await refuses(DELETION, watched, sent, invalid("dry_run"));
  });

  it.each(["maskOnly", "unmaskOnly"] as const)("for a token that may not (%s)", async (name) => {
    const sent = { token: watched.tokens[name], body: { data: everything() } };
    await refuses(DELETION, watched, sent, REFUSED.forbidden);
    const dry = { ...sent, body: { ...sent.body, dry_run: true } };
    await refuses(DELETION, watched, dry, REFUSED.forbidden);
  });
});

describe("a deletion is accepted", () => {
  it.each([
    ["a day long ago", { date: "1970-01-01" }],
    ["a leap day", { date: "2024-02-29" }],
    ["today", { date: dateIn(0) }],
    ["tomorrow", { date: dateIn(1) }],
    ["one day", { duration: 1 }],
    ["the longest duration", { duration: 36_500 }],
    ["a duration beside a date of null", { duration: 3, date: null }],
    ["members it does not know", { duration: 3, why: MARKER }],
  ])("for %s, with one PENDING job", async (_, data) => {
    const { tokens } = await admins();
    const answer = await tryDelete(tokens.admin, data);
    expect(JSON.parse(answer.text)).toEqual({
      data: { tracking_id: expect.any(String), status: "PENDING", job_type: "data-deletion" },
      success: true,
      error: { message: "" },
    });
    expect(answer.data.tracking_id).toHaveLength(50);
    expect((await pollDeletion(tokens.admin, answer.data.tracking_id)).status).toBe("SUCCESS");
  });

  it("and from the answer on nothing of it is to be had in any way", async () => {
    const { tokens } = await admins();
    const items = [
      { value: "Ada Lane", token_name: "Text Token" },
      { value: "555 1234", token_name: "Numeric Token" },
      { value: "write to ada@example.org" },
    ];
    const old = (await mask(tokens.all, items)).map((item) => item.token_value);
    const job = await submit(tokens.all, "mask", { mask: items });
    await pollJob(tokens.all, job);
    const { tracking_id } = accepted(await tryDelete(tokens.admin));
    for (const token of old) expect((await tryUnmask(tokens.all, [token])).status).toBe(400);
    const [record] = accepted(await tryStatus(tokens.all, [job]));
    expect(record).toMatchObject({ status: "PURGED", result: null, input_payload: null });
    const fresh = (await mask(tokens.all, items)).map((item) => item.token_value);
    expect(fresh.filter((token) => old.includes(token))).toEqual([]);
    await pollDeletion(tokens.admin, tracking_id);
    expect(await unmask(tokens.all, fresh)).toEqual(items.map(({ value }) => value));
    for (const token of old) expect((await tryUnmask(tokens.all, [token])).status).toBe(400);
  });

  it("and keeps who asked sealed", async () => {
    const { nid, tokens } = await newNamespace({ [MARKER]: ["metadata_change"] });
    const record = await erase(tokens[MARKER] ?? "");
    expect(record.requested_user).toBe(MARKER);
    expect(await dump(nid)).not.toContain(MARKER);
  });
});

describe("a dry run", () => {
  it("tells what would go, by day, starts nothing and writes nothing", async () => {
    const { nid, tokens } = await admins();
    const token = await tokenOf(tokens.all, "Ada Lane", "Text Token");
    await tokenOf(tokens.all, "Bob", "Text Token");
    const before = [await countRows(nid), await dump(nid)];
    const answer = await tryDelete<DryRun>(tokens.admin, everything(), { dry_run: true });
    expect(accepted(answer)).toEqual({
      dry_run: true,
      would_clear: 2,
      by_day: [{ date: dateIn(0), mappings: 2 }],
    });
    const none = await tryDelete<DryRun>(tokens.admin, { duration: 1 }, { dry_run: true });
    expect(accepted(none)).toEqual({ dry_run: true, would_clear: 0, by_day: [] });
    expect([await countRows(nid), await dump(nid)]).toEqual(before);
    expect(await unmask(tokens.all, [token])).toEqual(["Ada Lane"]);
  });

  it("that is false is no dry run", async () => {
    const { nid, tokens } = await admins();
    await tokenOf(tokens.all, "Ada Lane", "Text Token");
    const { tracking_id } = accepted(await tryDelete(tokens.admin, undefined, { dry_run: false }));
    expect((await pollDeletion(tokens.admin, tracking_id)).response?.cleared_records).toBe(1);
    expect((await countRows(nid)).mapping).toBe(0);
  });

  it("checks its input as the deletion does", async () => {
    const { tokens } = await admins();
    for (const [, data, refused] of REFUSALS) {
      const sent = { token: tokens.admin, body: { data, dry_run: true } };
      expectRefusal(await call("PUT", PATHS.deletion, sent), refused);
    }
    expectRefusal(await tryDelete(tokens.admin, { date: dateIn(3) }, { dry_run: true }), FUTURE);
  });
});

describe("a deletion's status", () => {
  it("has the members of the API it follows, with progress and receipt added", async () => {
    const { tokens } = await admins();
    for (const value of ["a", "b", "c"]) await tokenOf(tokens.all, value, "Text Token");
    const record = await erase(tokens.admin);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(record).toEqual({
      tracking_id: record.tracking_id,
      requested_user: "admin",
      requested_timestamp: time,
      process_end_time: time,
      job_type: "data-deletion",
      status: "SUCCESS",
      response: {
        cleared_records: 3,
        message: "Records older than the specified date have been cleared successfully.",
      },
      error_message: "",
      progress: { cleared: 3, total: 3, percent: 100 },
      receipt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      blocked: null,
      quarantined: 0,
    });
  });

  it("says in plain words why it waits after a failed try", async () => {
    const { nid, tokens } = await admins();
    const { tracking_id } = await erase(tokens.admin);
    const due = Date.UTC(2099, 0, 1, 12);
    // By hand: as a failed try leaves it.
    await execute(
      nid,
      `UPDATE deletion SET state = 'IN-PROGRESS', phase = 'keys', blocker = 'key', attempts = 3, due = ${due}`,
    );
    const record = accepted(await tryJobStatus(tokens.admin, tracking_id));
    expect(record).toMatchObject({
      status: "IN-PROGRESS",
      error_message:
        "a stored key cannot be opened (phase keys, failed tries: 3, next try at 2099-01-01 12:00:00)",
      blocked: { by: "key", phase: "keys", attempts: 3, next_try: "2099-01-01 12:00:00" },
    });
  });

  it("may be followed by any admin of the namespace, and by nobody else", async () => {
    const { tokens } = await admins();
    const other = await admins();
    const { tracking_id } = accepted(await tryDelete(tokens.admin));
    expect((await pollDeletion(tokens.second, tracking_id)).status).toBe("SUCCESS");
    expectRefusal(await tryJobStatus(tokens.all, tracking_id), REFUSED.forbidden);
    expectRefusal(await tryJobStatus(other.tokens.admin, tracking_id), REFUSED.trackingId);
  });

  it.each(["x", MARKER, "%00", "'; --", "0".repeat(5_000)])(
    "is 404 for an unknown id",
    async (id) => {
      const { tokens } = await admins();
      expectRefusal(await tryJobStatus(tokens.admin, id), REFUSED.trackingId);
    },
  );

  it("is not to be had for a mask job's id", async () => {
    const { tokens } = await admins();
    const job = await submit(tokens.all, "mask", {
      mask: [{ value: "a", token_name: "Text Token" }],
    });
    expectRefusal(await tryJobStatus(tokens.admin, job), REFUSED.trackingId);
  });

  it.each(["", "?", "?tracking_id=", "?id=x"])("needs the tracking_id (%j)", async (query) => {
    const { tokens } = await admins();
    const answer = await call("GET", PATHS.jobStatus + query, { token: tokens.admin });
    expectRefusal(answer, invalid("tracking_id"));
  });
});
