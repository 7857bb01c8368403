// Unknown members: every operation ignores them, whatever they contain.
import { describe, expect, it } from "vitest";
import { MAX_BODY_DEPTH } from "../../../src/core/limits.ts";
import { nested } from "../../support/json-bodies.ts";
import { newVault } from "../../support/namespaces.ts";
import { BODY_OPERATIONS } from "../../support/operations.ts";
import { IS_LONG } from "../../support/properties.ts";
import { call, MASTER_KEY, pollJob, submit } from "../../support/requests.ts";

/** Levels that fit beside what is known, within an object. */
const ALLOWED = MAX_BODY_DEPTH - 1;

describe("unknown members", () => {
  const HARMLESS: readonly (readonly [string, string])[] = [
    ["scalars, lists and objects", `"x":1,"y":[true,null],"z":{"mask":[],"data":{}}`],
    ["names with a meaning in JavaScript", `"__proto__":{"mask":1},"constructor":2,"toString":3`],
    ["an empty name", `"":""`],
    ["a lone surrogate", `"\\ud800":"\\udfff"`],
    ["lists as deep as a body may be", `"deep":${nested("[", "1", ALLOWED)}`],
    ["numbered members as deep", `"deep":${nested('{"1":', "1", ALLOWED)}`],
    ["half a megabyte of text", `"long":"${"x".repeat(500_000)}"`],
  ];

  /** Each alone in the long run. */
  const TOGETHER = [["all that is harmless", HARMLESS.map(([, text]) => text).join()]] as const;

  it.each(
    BODY_OPERATIONS.flatMap((o) =>
      (IS_LONG ? HARMLESS : TOGETHER).map(([what, text]) => [o.name, what, o, text] as const),
    ),
  )("%s ignores %s beside what it knows", async (_name, _what, operation, extra) => {
    const text = operation.list === "unmask" ? "two words" : crypto.randomUUID();
    const token = operation.needs === "master key" ? MASTER_KEY : (await newVault()).token;
    const plain = JSON.stringify(operation.body(text));
    const without = await call("PUT", operation.path, { token, raw: plain });
    const raw = `{${extra},${plain.slice(1)}`;
    const withExtra = await call("PUT", operation.path, { token, raw });
    expect([withExtra.status, withExtra.error]).toEqual([without.status, without.error]);
  });

  it("mask/async takes a job with an unknown member of most of a megabyte", async () => {
    const raw = `{"junk":"${"x".repeat(900_000)}","mask":[{"value":"Ada","token_name":"Text Token"}]}`;
    const { token } = await newVault();
    const sent = { token, raw };
    const answer = await call("PUT", "/api/vault/mask/async", sent);
    expect([answer.status, answer.error.message]).toEqual([200, ""]);
  });

  it("a job with unknown members as deep as a body may be ends well and can be read", async () => {
    const { token } = await newVault();
    const inItem = nested('{"1":', "1", ALLOWED - 2);
    const item = `{"value":"Ada","token_name":"Text Token","deep":${inItem}}`;
    const raw = `{"deep":${nested('{"1":', "1", ALLOWED)},"mask":[${item}]}`;
    const sent = await call<{ tracking_id: string }[]>("PUT", "/api/vault/mask/async", {
      token,
      raw,
    });
    const record = await pollJob(token, sent.data[0]?.tracking_id ?? "");
    expect([record.status, record.result?.length]).toEqual(["SUCCESS", 1]);
    expect(record.input_payload).toEqual(JSON.parse(raw));
  });

  it("a job's input shows them beside its list", async () => {
    const { token } = await newVault();
    const body = { before: 1, mask: [{ value: "Ada", extra: [true] }], after: { a: null } };
    const record = await pollJob(token, await submit(token, "mask", body));
    expect(record.input_payload).toEqual(body);
  });
});
