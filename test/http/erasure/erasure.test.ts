// PUT namespace/delete/by-value, by-token and by-attribute.
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_INLINE_DRY_RUN_ROWS } from "../../../src/core/limits.ts";
import { refuses, type Watched, watchedNamespace } from "../../support/bad-input.ts";
import { type DeletionJob, pollDeletion, tryJobStatus } from "../../support/erasure.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { operation } from "../../support/operations.ts";
import {
  at,
  expectRefusal,
  invalid,
  MARKER,
  REFUSED,
  type Refusal,
} from "../../support/refusals.ts";
import { accepted, call, mask, PATHS, tokenOf, tryUnmask, unmask } from "../../support/requests.ts";
import { countRows, dump } from "../../support/storage.ts";

const KIB = 1024;
const refusal = (status: number, code: string, message: string): Refusal => ({
  status,
  code,
  message,
});
const TOO_MANY = refusal(413, "too_many_items", "More than 1000 items");
const TOO_LONG = refusal(400, "value_too_long", "Text exceeds the limit of 65536 bytes");
const malformed = (field: string) =>
  refusal(400, "invalid_text", `${field} is not well-formed Unicode`);

const people = () =>
  newNamespace({
    all: ["mask", "unmask"],
    admin: ["metadata_change"],
    officer: ["metadata_change", "unmask"],
  });

const listRefusals = (member: string): readonly (readonly [string, unknown, Refusal])[] => [
  ["no data", undefined, REFUSED.dataMissing],
  ["data null", null, REFUSED.dataMissing],
  ["data a text", MARKER, invalid("data")],
  ["data a list", [MARKER], invalid("data")],
  ["no list", {}, invalid(member)],
  [
    "the list under another name",
    { [member === "values" ? "tokens" : "values"]: [MARKER] },
    invalid(member),
  ],
  ["a text instead of a list", { [member]: MARKER }, invalid(member)],
  ["an object instead of a list", { [member]: { 0: MARKER } }, invalid(member)],
  ["null instead of a list", { [member]: null }, invalid(member)],
  ["an empty list", { [member]: [] }, REFUSED.empty],
  ["an empty text", { [member]: [MARKER, ""] }, at(1, invalid(member))],
  ["a number", { [member]: [MARKER, 5] }, at(1, invalid(member))],
  ["null", { [member]: [null] }, at(0, invalid(member))],
  ["a list in the list", { [member]: [[MARKER]] }, at(0, invalid(member))],
  ["a lone surrogate", { [member]: [MARKER, "x", `${MARKER}\ud800`] }, at(2, malformed(member))],
  ["64 KiB and a letter", { [member]: [MARKER.padEnd(64 * KIB + 1, "x")] }, at(0, TOO_LONG)],
  ["64 KiB and a byte in UTF-8", { [member]: [`${"é".repeat(32 * KIB)}x`] }, at(0, TOO_LONG)],
  ["1,001 of them", { [member]: Array.from({ length: 1_001 }, () => MARKER) }, TOO_MANY],
];

const ATTRIBUTE_REFUSALS: readonly (readonly [string, unknown, Refusal])[] = [
  ["no data", undefined, REFUSED.dataMissing],
  ["data a text", MARKER, invalid("data")],
  ["data a list", [{ key: "a", value: 1 }], invalid("data")],
  ["no key", { value: MARKER }, invalid("key")],
  ["a key of a number", { key: 5, value: MARKER }, invalid("key")],
  ["a key of null", { key: null, value: MARKER }, invalid("key")],
  ["no value", { key: "customer" }, invalid("value")],
  [
    "a value too large",
    { key: "customer", value: MARKER.padEnd(16 * KIB, "x") },
    REFUSED.attributes,
  ],
];

describe.each(["by-value", "by-token", "by-attribute"])("an erasure %s", (name) => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await watchedNamespace();
    await tokenOf(watched.tokens.all, "still here", "Text Token");
  });
  const body = () => operation(`delete/${name}`).body(MARKER) as object;
  const refusals =
    name === "by-attribute"
      ? ATTRIBUTE_REFUSALS
      : listRefusals(name === "by-value" ? "values" : "tokens");

  it.each(refusals)("is refused for %s, and nothing changes", async (_, data, refused) => {
    await refuses(
      operation(`delete/${name}`),
      watched,
      { token: watched.tokens.all, body: { data } },
      refused,
    );
    const dry = { token: watched.tokens.all, body: { data, dry_run: true } };
    await refuses(operation(`delete/${name}`), watched, dry, refused);
  });

  it.each([1, "true", [], {}, "false"])("is refused for dry_run %j", async (dry_run) => {
    const sent = { token: watched.tokens.all, body: { ...body(), dry_run } };
    await refuses(operation(`delete/${name}`), watched, sent, invalid("dry_run"));
  });

  it.each(["maskOnly", "unmaskOnly"] as const)(
    "is refused to a token that may not (%s)",
    async (who) => {
      for (const more of [{}, { dry_run: true }]) {
        const sent = { token: watched.tokens[who], body: { ...body(), ...more } };
        await refuses(operation(`delete/${name}`), watched, sent, REFUSED.forbidden);
      }
    },
  );

  it("needs unmask, too, for its dry run", async () => {
    const { nid, tokens } = await people();
    const path = operation(`delete/${name}`).path;
    const sent = { body: { ...body(), dry_run: true } };
    expectRefusal(await call("PUT", path, { ...sent, token: tokens.admin }), REFUSED.forbidden);
    const before = await dump(nid);
    expect(accepted(await call("PUT", path, { ...sent, token: tokens.officer }))).toEqual({
      dry_run: true,
      would_clear: 0,
      match: { exact: 0, normalised: 0, contained: 0 },
      kept_shared: 0,
      attribute_pairs: 0,
    });
    expect(await dump(nid)).toBe(before);
    const { tracking_id } = accepted(
      await call<DeletionJob>("PUT", path, {
        body: { ...body(), dry_run: false },
        token: tokens.admin,
      }),
    );
    expect((await pollDeletion(tokens.admin, tracking_id)).status).toBe("SUCCESS");
  });
});

describe("one person", () => {
  it("is erased by value with the answer; the record tells counts and never the value", async () => {
    const { nid, tokens } = await people();
    const values = [`Ann ${MARKER}`, `ANN ${MARKER}`, `for ann ${MARKER}, soon`, "Bob"];
    const masked = await mask(
      tokens.all,
      values.map((value) => ({ value, token_name: "Text Token" })),
    );
    const [exact = "", , , bob = ""] = masked.map((item) => item.token_value);
    const data = { values: [`Ann ${MARKER}`] };
    const answer = await call<DeletionJob>("PUT", PATHS.byValue, {
      token: tokens.admin,
      body: { data },
    });
    expect(JSON.parse(answer.text)).toEqual({
      data: { tracking_id: expect.any(String), status: "PENDING", job_type: "data-deletion" },
      success: true,
      error: { message: "" },
    });
    expect((await tryUnmask(tokens.all, [exact])).status).toBe(400);
    const record = await pollDeletion(tokens.admin, answer.data.tracking_id);
    expect(record).toMatchObject({
      status: "SUCCESS",
      requested_user: "admin",
      response: {
        cleared_records: 3,
        message: "Matching records have been cleared successfully.",
        match: { exact: 1, normalised: 1, contained: 1 },
        kept_shared: 0,
        attribute_pairs: 0,
        jobs_purged: 0,
        mask_jobs_still_open: 0,
      },
      progress: { cleared: 3, total: 3, percent: 100 },
    });
    const [, claims = ""] = (record.receipt ?? "").split(".");
    expect(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))).not.toContain(MARKER);
    expect(await dump(nid)).not.toContain(MARKER);
    expect(await unmask(tokens.all, [bob])).toEqual(["Bob"]);
    expect((await countRows(nid)).mapping).toBe(1);
  });

  it("is erased by token and by attribute", async () => {
    const { nid, tokens } = await people();
    const [ann, eve] = await mask(tokens.all, [
      { value: "Ann", token_name: "Text Token" },
      { value: "Eve", token_name: "Text Token", attributes: { customer: { id: 7 } } },
    ]);
    for (const [path, data] of [
      [PATHS.byToken, { tokens: [ann?.token_value] }],
      [PATHS.byAttribute, { key: "customer", value: { id: 7 } }],
    ] as const) {
      const job = accepted(
        await call<DeletionJob>("PUT", path, { token: tokens.admin, body: { data } }),
      );
      const record = await pollDeletion(tokens.admin, job.tracking_id);
      expect(record.response).toMatchObject({ cleared_records: 1, match: { exact: 1 } });
    }
    for (const item of [ann, eve]) {
      expect((await tryUnmask(tokens.all, [item?.token_value ?? ""])).status).toBe(400);
    }
    expect((await countRows(nid)).mapping).toBe(0);
  });
});

describe("a dry run of a large namespace", () => {
  it("answers a job, which whoever may unmask follows to its counts", async () => {
    const { tokens } = await people();
    for (let at = 0; at <= MAX_INLINE_DRY_RUN_ROWS; at += 1_000) {
      const items = Array.from({ length: 1_000 }, (_, i) => ({
        value: `Ann ${at + i}`,
        token_name: "Text Token",
      }));
      await mask(tokens.all, items);
    }
    const body = { data: { values: ["ANN 7"] }, dry_run: true };
    const { path } = operation("delete/by-value");
    const begun = accepted(await call<DeletionJob>("PUT", path, { body, token: tokens.officer }));
    expect(begun).toEqual({
      tracking_id: expect.any(String),
      status: "PENDING",
      job_type: "data-deletion",
      dry_run: true,
    });
    expectRefusal(await tryJobStatus(tokens.admin, begun.tracking_id), REFUSED.forbidden);
    expect(await pollDeletion(tokens.officer, begun.tracking_id)).toMatchObject({
      requested_user: "officer",
      job_type: "data-deletion",
      dry_run: true,
      status: "SUCCESS",
      response: {
        dry_run: true,
        would_clear: 1,
        match: { exact: 0, normalised: 1, contained: 0 },
        kept_shared: 0,
        attribute_pairs: 0,
      },
      error_message: "",
      progress: { cleared: 0, total: null, percent: 100 },
      receipt: null,
    });
  });
});
