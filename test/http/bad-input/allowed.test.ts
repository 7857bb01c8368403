// The refusal of an unknown word lists the allowed ones: beside the message, and in it where the message is our own.
import { beforeAll, describe, expect, it } from "vitest";
import { refuses, type Watched, watchedNamespace } from "../../support/bad-input.ts";
import { operation } from "../../support/operations.ts";
import { MARKER, type Refusal } from "../../support/refusals.ts";
import { call, MASTER_KEY } from "../../support/requests.ts";

let watched: Watched;

beforeAll(async () => {
  watched = await watchedNamespace();
  const data = { policy_name: "p" };
  const path = "/api/vault/metadata/policy/create";
  await call("PUT", path, { token: watched.tokens.all, body: { data } });
});

const TOKENS = [
  "Default",
  "Text",
  "Numeric",
  "Special",
  "Person",
  "Date",
  "State",
  "City",
  "Address",
];
const one = (item: object, more: object = {}) => ({ mask: [{ value: MARKER, ...item }], ...more });
const user = { namespace_name: "n", _id: "u", permissions: ["mask"] };

/** Operation, body, what is refused in which words, and what is allowed. */
const CASES: readonly (readonly [string, object, string, string, readonly string[]])[] = [
  [
    "auth-token/generate",
    { data: { ...user, permissions: ["mask", "read"] } },
    "invalid_field",
    "Invalid permissions; allowed: mask, unmask, metadata_change",
    ["mask", "unmask", "metadata_change"],
  ],
  [
    "auth-token/generate",
    { data: { ...user, jurisdiction: "mars" } },
    "invalid_field",
    "Invalid jurisdiction; allowed: eu, fedramp, us",
    ["eu", "fedramp", "us"],
  ],
  [
    "mask",
    one({}, { known_tokens: "drop" }),
    "invalid_field",
    "Invalid known_tokens; allowed: keep, mask",
    ["keep", "mask"],
  ],
  [
    "mask",
    one({}, { offsets: "bytes" }),
    "invalid_field",
    "Invalid offsets; allowed: code_points, utf16",
    ["code_points", "utf16"],
  ],
  [
    "mask/async",
    one({}, { offsets: 8 }),
    "invalid_field",
    "Invalid offsets; allowed: code_points, utf16",
    ["code_points", "utf16"],
  ],
  [
    "mask",
    one({ token_name: "Tex Token" }),
    "unknown_token_name",
    "token_name not defined: {Tex Token}",
    TOKENS.map((name) => `${name} Token`),
  ],
  [
    "mask",
    one({ token_name: "Person Token", format: "Nose" }),
    "unknown_format",
    "format name not defined: {Nose}",
    ["Person Name", "Default Format"],
  ],
  [
    "mask",
    one({ token_name: "Date Token", format: "URL" }),
    "format_not_for_token_name",
    "format and token_name do not go together: URL with Date Token",
    ["Date", "Default Format"],
  ],
];

describe("a word that is not ours", () => {
  it.each(CASES)("to %s: %j is refused with %s", async (name, body, code, message, allowed) => {
    const token = name.startsWith("auth") ? MASTER_KEY : watched.tokens.all;
    const isItem = code !== "invalid_field";
    const refusal: Refusal = {
      status: 400,
      code,
      message,
      allowed,
      ...(isItem ? { index: 0 } : {}),
    };
    await refuses(operation(name), watched, { token, body }, refusal);
  });

  it("is told the entity types there are, the policy's own among them", async () => {
    const send = (path: string, data: object) =>
      call("PUT", `/api/vault/metadata/${path}`, { token: watched.tokens.all, body: { data } });
    const thing = { policy_name: "p", entity_name: "THING", words: ["x"] };
    expect((await send("custom-entity/add-or-update", thing)).status).toBe(200);
    const metadata = { excluded_entities: ["NOSE"] };
    const { error } = await send("personal-data-entities/update", { policy_name: "p", metadata });
    expect([error.code, error.message]).toEqual(["unknown_entity", "entity not defined: {NOSE}"]);
    expect(error.allowed).toEqual(expect.arrayContaining(["PERSON", "URL", "THING"]));
    expect(error.allowed).not.toContain("LITERAL");
    for (const operation of ["details", "delete"]) {
      const asked = await send(`custom-entity/${operation}`, {
        policy_name: "p",
        entity_name: "NOSE",
      });
      expect([asked.error.code, asked.error.allowed]).toEqual(["custom_entity_unknown", ["THING"]]);
    }
  });
});
