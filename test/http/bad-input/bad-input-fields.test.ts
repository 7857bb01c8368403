// Field by field: how each operation answers a member that is missing, of the wrong type, empty, over its limit or
// unknown. For jobs, only refusals at submission.

import { describe, expect, it } from "vitest";
import { refuses, watchThroughout } from "../../support/bad-input.ts";
import { operation } from "../../support/operations.ts";
import { at, invalid, MARKER, REFUSED, type Refusal } from "../../support/refusals.ts";
import { countRows } from "../../support/storage.ts";

const watched = watchThroughout();

const refusal = (code: string, message: string): Refusal => ({ status: 400, code, message });
const missingValue = refusal("missing_value", "Missing value");
const missingTokenName = refusal("missing_token_name", "Missing token_name");
const missingFormat = refusal("missing_format", "Missing format");
const missingTokenValue = refusal("missing_token_value", "Missing token value");
const missingTokenField = refusal("missing_token_value_field", "Missing token value field");
const unknownName = (x: string) => refusal("unknown_token_name", `token_name not defined: {${x}}`);
const unknownFormat = (x: string) => refusal("unknown_format", `format name not defined: {${x}}`);
const malformed = (x: string) => refusal("invalid_text", `${x} is not well-formed Unicode`);
const tooLong = (n: number) => refusal("value_too_long", `Text exceeds the limit of ${n} bytes`);

const VALUE = { value: MARKER };
const TEXT = { ...VALUE, token_name: "Text Token" };
const KIB = 1024;

function nested(depth: number): unknown {
  return depth === 0 ? MARKER : [nested(depth - 1)];
}

const MASK_ITEMS: readonly (readonly [string, unknown, Refusal])[] = [
  ["a number", 5, invalid("item")],
  ["a string", MARKER, invalid("item")],
  ["null", null, invalid("item")],
  ["a list", [TEXT], invalid("item")],
  ["an empty object", {}, missingValue],
  ["no value", { token_name: "Text Token" }, missingValue],
  ["value null", { ...TEXT, value: null }, missingValue],
  ["value empty", { ...TEXT, value: "" }, missingValue],
  ["value a number", { ...TEXT, value: 12345678901 }, invalid("value")],
  ["value a list", { ...TEXT, value: [MARKER] }, invalid("value")],
  ["value an object", { ...TEXT, value: { value: MARKER } }, invalid("value")],
  ["value true", { ...TEXT, value: true }, invalid("value")],
  ["value in capitals", { VALUE: MARKER }, missingValue],
  ["a lone high surrogate", { ...TEXT, value: `${MARKER}\ud800` }, malformed("value")],
  ["a lone low surrogate in auto-detect", { value: `\udc00${MARKER}` }, malformed("value")],
  ["swapped surrogates", { ...TEXT, value: `\ude00\ud83d${MARKER}` }, malformed("value")],
  ["token_name null", { ...TEXT, token_name: null }, missingTokenName],
  ["token_name empty", { ...TEXT, token_name: "" }, missingTokenName],
  ["token_name a number", { ...TEXT, token_name: 3 }, invalid("token_name")],
  ["token_name a list", { ...TEXT, token_name: ["Text Token"] }, invalid("token_name")],
  ["token_name unknown", { ...TEXT, token_name: "Tex Token" }, unknownName("Tex Token")],
  ["token_name in capitals", { ...TEXT, token_name: "TEXT TOKEN" }, unknownName("TEXT TOKEN")],
  [
    "token_name with a blank more",
    { ...TEXT, token_name: "Text Token " },
    unknownName("Text Token "),
  ],
  [
    "token_name that is none",
    { ...TEXT, token_name: "Country Token" },
    unknownName("Country Token"),
  ],
  [
    "format that the token_name does not have",
    { ...TEXT, token_name: "Numeric token", format: "Email address" },
    refusal(
      "format_not_for_token_name",
      "format and token_name do not go together: Email address with Numeric token",
    ),
  ],
  [
    "token_name like a member of objects",
    { ...TEXT, token_name: "__proto__" },
    unknownName("__proto__"),
  ],
  [
    "token_name with NUL",
    { ...TEXT, token_name: "Text Token\u0000" },
    unknownName("Text Token\u0000"),
  ],
  ["token_name malformed", { ...TEXT, token_name: "\ud800" }, malformed("token_name")],
  [
    "token_name of 10,000 letters",
    { ...TEXT, token_name: "n".repeat(10_000) },
    unknownName(`${"n".repeat(64)}…`),
  ],
  ["format without token_name", { ...VALUE, format: "URL" }, missingTokenName],
  ["format null", { ...TEXT, format: null }, missingFormat],
  ["format empty", { ...TEXT, format: "" }, missingFormat],
  ["format a number", { ...TEXT, format: 8 }, invalid("format")],
  ["format unknown", { ...TEXT, format: "Shoe Size" }, unknownFormat("Shoe Size")],
  ["format with an underscore", { ...TEXT, format: "phone_number" }, unknownFormat("phone_number")],
  ["format malformed", { ...TEXT, format: "\udfff" }, malformed("format")],
  ["both names unknown", { ...TEXT, token_name: "A", format: "B" }, unknownName("A")],
  [
    "a value over 4 KiB in token mode",
    { ...TEXT, value: MARKER.padEnd(4 * KIB + 1, "7") },
    tooLong(4 * KIB),
  ],
  [
    "a value over 4 KiB in UTF-8 only",
    { ...TEXT, value: MARKER.padEnd(2 * KIB + 20, "é") },
    tooLong(4 * KIB),
  ],
  ["64 KiB of digits in token mode", { ...TEXT, value: "7".repeat(64 * KIB) }, tooLong(4 * KIB)],
  [
    "64 KiB of digits in format mode",
    { ...TEXT, value: "7".repeat(64 * KIB), format: "Phone Number" },
    tooLong(4 * KIB),
  ],
  ["a text over 64 KiB", { value: MARKER.padEnd(64 * KIB + 1, " 7") }, tooLong(64 * KIB)],
  [
    "attributes over 16 KiB",
    { ...TEXT, attributes: { a: MARKER.padEnd(16 * KIB, "x") } },
    REFUSED.attributes,
  ],
  [
    "attributes over 16 KiB in auto-detect",
    { ...VALUE, attributes: MARKER.padEnd(16 * KIB, "x") },
    REFUSED.attributes,
  ],
  ["attributes 17 levels deep", { ...TEXT, attributes: nested(17) }, REFUSED.attributes],
  [
    "attributes with a lone surrogate",
    { ...TEXT, attributes: { a: `${MARKER}\ud800` } },
    REFUSED.attributes,
  ],
  [
    "attributes with a lone surrogate in a name",
    { ...TEXT, attributes: { [`${MARKER}\ud800`]: 1 } },
    REFUSED.attributes,
  ],
];

describe("one item of mask", () => {
  it.each(MASK_ITEMS)("is refused for %s, with its position", async (_, item, refused) => {
    const body = { mask: [TEXT, VALUE, item, {}] };
    await refuses(operation("mask"), watched, { token: watched.tokens.all, body }, at(2, refused));
  });
});

const UNMASK_ITEMS: readonly (readonly [string, unknown, Refusal])[] = [
  ["a number", 5, invalid("item")],
  ["a string", MARKER, invalid("item")],
  ["null", null, invalid("item")],
  ["an empty object", {}, missingTokenField],
  ["no token_value", { value: MARKER }, missingTokenField],
  ["token_value null", { token_value: null }, missingTokenField],
  ["token_value of blanks", { token_value: " " }, missingTokenField],
  ["token_value of a tab and a line end", { token_value: "\t\r\n" }, missingTokenField],
  ["token_value empty", { token_value: "" }, missingTokenValue],
  ["token_value a number", { token_value: 123456 }, invalid("token_value")],
  ["token_value a list", { token_value: [MARKER] }, invalid("token_value")],
  ["a lone surrogate", { token_value: `${MARKER}\ud83d` }, malformed("token_value")],
  ["768 KiB and a letter", { token_value: MARKER.padEnd(768 * KIB + 1, " x") }, tooLong(768 * KIB)],
  [
    "attributes too large",
    { token_value: MARKER, attributes: "x".repeat(16 * KIB) },
    REFUSED.attributes,
  ],
  ["attributes too deep", { token_value: MARKER, attributes: nested(17) }, REFUSED.attributes],
  ["an unknown token", { token_value: MARKER }, REFUSED.unmaskFailed],
  ["unknown digits", { token_value: "480-515-1234" }, REFUSED.unmaskFailed],
  ["a token with NUL", { token_value: `${MARKER}\u0000` }, REFUSED.unmaskFailed],
  [
    "an unknown tagged token",
    { token_value: `see <EMAIL>${MARKER}</EMAIL>` },
    REFUSED.unmaskFailed,
  ],
  ["tagged NUL", { token_value: "see <EMAIL>\u0000</EMAIL>" }, REFUSED.unmaskFailed],
];

describe("one item of unmask", () => {
  const FREE_TEXT = { token_value: "nothing to see here, really" };

  it.each(UNMASK_ITEMS)("is refused for %s, with its position", async (_, item, refused) => {
    const body = { unmask: [FREE_TEXT, item] };
    const sent = { token: watched.tokens.all, body };
    await refuses(operation("unmask"), watched, sent, at(1, refused));
  });

  it("is called an empty payload when every item is an empty object", async () => {
    const sent = { token: watched.tokens.all, body: { unmask: [{}, {}] } };
    await refuses(operation("unmask"), watched, sent, REFUSED.empty);
  });
});

describe.each(["mask", "unmask", "mask/async", "unmask/async"])(
  "members beside the list of %s",
  (name) => {
    const OPTIONS: readonly (readonly [string, object, Refusal])[] = [
      ["policy_name unknown", { policy_name: `policy ${MARKER}` }, REFUSED.policy],
      ["policy_name a number", { policy_name: 4 }, invalid("policy_name")],
      ["policy_name an object", { policy_name: { name: MARKER } }, invalid("policy_name")],
      ["policy_name malformed", { policy_name: "\ud800" }, REFUSED.policy],
      ["policy_name a list", { policy_name: [MARKER] }, invalid("policy_name")],
      ["explain a text", { explain: "true" }, invalid("explain")],
      ["explain null", { explain: null }, invalid("explain")],
      ["offsets unknown", { offsets: MARKER }, invalid("offsets")],
      ["offsets null", { offsets: null }, invalid("offsets")],
      ["known_tokens unknown", { known_tokens: MARKER }, invalid("known_tokens")],
      ["known_tokens null", { known_tokens: null }, invalid("known_tokens")],
      ["known_tokens true", { known_tokens: true }, invalid("known_tokens")],
    ];

    it.each(OPTIONS)("are refused for %s", async (_, options, refused) => {
      const list = name.startsWith("mask") ? "mask" : "unmask";
      const item = list === "mask" ? TEXT : { token_value: "two words" };
      const sent = { token: watched.tokens.all, body: { [list]: [item], ...options } };
      await refuses(operation(name), watched, sent, refused);
    });
  },
);

describe.each(["mask", "mask/async"])("known_tokens keep on %s", (name) => {
  it("needs the permission to unmask", async () => {
    const body = { mask: [VALUE], known_tokens: "keep" };
    const sent = { token: watched.tokens.maskOnly, body };
    await refuses(operation(name), watched, sent, REFUSED.forbidden);
  });
});

describe.each(["unmask", "unmask/async"])("options of %s", (name) => {
  it.each(["strict", "partial"])("are refused for a wrong %s", async (option) => {
    for (const value of [null, "true", 1, [], {}]) {
      const body = { unmask: [{ token_value: "two words" }], [option]: value };
      const sent = { token: watched.tokens.all, body };
      await refuses(operation(name), watched, sent, invalid(option));
    }
  });
});

describe.each(["mask", "mask/async"])("options of unmask on %s", (name) => {
  it.each(["strict", "partial"])("are refused: %s", async (option) => {
    for (const value of [true, false]) {
      const sent = { token: watched.tokens.all, body: { mask: [TEXT], [option]: value } };
      await refuses(operation(name), watched, sent, invalid(option));
    }
  });
});

describe.each(["mask/async", "unmask/async"])("one item of %s", (name) => {
  it("over 1 MiB is refused at submission", async () => {
    const list = name.startsWith("mask") ? "mask" : "unmask";
    const body = { [list]: [{ value: "x" }, { value: MARKER.padEnd(1024 * KIB, "x") }] };
    const message = `An item exceeds the limit of ${1024 * KIB} bytes`;
    const sent = { token: watched.tokens.all, body };
    const refused = { status: 413, code: "item_too_large", message, index: 1 };
    await refuses(operation(name), watched, sent, refused);
  });
});

it("nothing of all this left an attribute, a fixed-shape token or a job behind", async () => {
  const { attribute, shaped_token, job, job_chunk, mapping } = await countRows(watched.nid);
  expect({ attribute, shaped_token, job, job_chunk, mapping }).toEqual({
    attribute: 0,
    shaped_token: 0,
    job: 0,
    job_chunk: 0,
    mapping: 1,
  });
});
