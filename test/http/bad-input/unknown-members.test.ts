// Members nobody knows: every operation ignores them, whatever they hold.
import { describe, expect, it } from "vitest";
import { newVault } from "../../support/namespaces.ts";
import { BODY_OPERATIONS } from "../../support/operations.ts";
import { call, MASTER_KEY, pollJob, submit } from "../../support/requests.ts";

const DEEP = 100_000;

describe("unknown members", () => {
  const HARMLESS: readonly (readonly [string, string])[] = [
    ["scalars, lists and objects", `"x":1,"y":[true,null],"z":{"mask":[],"data":{}}`],
    ["names with a meaning in JavaScript", `"__proto__":{"mask":1},"constructor":2,"toString":3`],
    ["an empty name", `"":""`],
    ["a lone surrogate", `"\\ud800":"\\udfff"`],
    ["nesting 100,000 deep", `"deep":${"[".repeat(DEEP)}${"]".repeat(DEEP)}`],
    ["objects 10,000 deep", `"deep":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["half a megabyte of text", `"long":"${"x".repeat(500_000)}"`],
  ];

  it.each(
    BODY_OPERATIONS.flatMap((o) =>
      HARMLESS.map(([what, text]) => [o.name, what, o, text] as const),
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

  it("a job with unknown members nested 100,000 deep ends well and can be read", async () => {
    const { token } = await newVault();
    const deep = "[".repeat(DEEP) + "]".repeat(DEEP);
    const item = `{"value":"Ada","token_name":"Text Token","deep":${deep}}`;
    const raw = `{"deep":${deep},"mask":[${item}]}`;
    const sent = await call<{ tracking_id: string }[]>("PUT", "/api/vault/mask/async", {
      token,
      raw,
    });
    const record = await pollJob(token, sent.data[0]?.tracking_id ?? "");
    expect([record.status, record.result?.length]).toEqual(["SUCCESS", 1]);
  });

  it("a job's input shows them beside its list", async () => {
    const { token } = await newVault();
    const body = { before: 1, mask: [{ value: "Ada", extra: [true] }], after: { a: null } };
    const record = await pollJob(token, await submit(token, "mask", body));
    expect(record.input_payload).toEqual(body);
  });
});
