// Invalid JSON documents: how they are refused, in a synchronous request and in a job.
import { describe, expect, it } from "vitest";
import { refuses, watchThroughout } from "../../support/bad-input.ts";
import { operation } from "../../support/operations.ts";
import { at, invalid, MARKER, type Refusal } from "../../support/refusals.ts";
import { call, pollJob } from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

const watched = watchThroughout();

const KIB = 1024;
const refusal = (code: string, message: string): Refusal => ({ status: 400, code, message });
const malformed = (field: string) => refusal("invalid_text", `${field} is not well-formed Unicode`);
const tooLong = (n: number) => refusal("value_too_long", `Text exceeds the limit of ${n} bytes`);
const number = refusal(
  "number_out_of_range",
  "JSON numbers from 2^53 on lose digits; send them as texts",
);
const complex = refusal("value_too_complex", "JSON exceeds 64 levels or 32768 texts and numbers");
const list = (count: number, one: string) => `[${Array(count).fill(one).join(",")}]`;
const nested = (depth: number) => `${"[".repeat(depth)}"${MARKER}"${"]".repeat(depth)}`;

/** What is wrong, the members of the item as JSON text; VALUE stands for the field's name. */
const BOTH: readonly (readonly [string, string, (field: string) => Refusal])[] = [
  ["a number", `"VALUE":5,"json":true`, invalid],
  ["true", `"VALUE":true,"json":true`, invalid],
  ["null", `"VALUE":null,"json":true`, invalid],
  ["an object without json", `"VALUE":{"a":"${MARKER}"}`, invalid],
  ["an object with json false", `"VALUE":{"a":"${MARKER}"},"json":false`, invalid],
  ["json as a text", `"VALUE":"${MARKER}","json":"true"`, () => invalid("json")],
  ["json null", `"VALUE":"${MARKER}","json":null`, () => invalid("json")],
  ["json 1", `"VALUE":"${MARKER}","json":1`, () => invalid("json")],
  ["numbers without json", `"VALUE":"${MARKER}","numbers":["a"]`, () => invalid("numbers")],
  [
    "numbers with json false",
    `"VALUE":"two words","json":false,"numbers":[]`,
    () => invalid("numbers"),
  ],
  ["numbers as a text", `"VALUE":{},"json":true,"numbers":"${MARKER}"`, () => invalid("numbers")],
  ["numbers null", `"VALUE":{},"json":true,"numbers":null`, () => invalid("numbers")],
  [
    "numbers of numbers",
    `"VALUE":{},"json":true,"numbers":["${MARKER}",5]`,
    () => invalid("numbers"),
  ],
  [
    "101 numbers",
    `"VALUE":{},"json":true,"numbers":${list(101, `"${MARKER}"`)}`,
    () => invalid("numbers"),
  ],
  [
    "a malformed name in numbers",
    `"VALUE":{},"json":true,"numbers":["\\ud800"]`,
    () => malformed("numbers"),
  ],
  ["2^53", `"VALUE":{"a":[{"${MARKER}":9007199254740992}]},"json":true`, () => number],
  ["-2^53", `"VALUE":[-9007199254740992],"json":true`, () => number],
  ["an account number of 19 digits", `"VALUE":[1234567890123456789],"json":true`, () => number],
  ["1e400", `"VALUE":[[1e400]],"json":true`, () => number],
  ["a lone surrogate in a text", `"VALUE":{"a":["${MARKER}\\ud800"]},"json":true`, malformed],
  ["a lone surrogate in a name", `"VALUE":{"${MARKER}\\udc00":1},"json":true`, malformed],
  ["65 levels", `"VALUE":${nested(65)},"json":true`, () => complex],
  ["97 levels", `"VALUE":${nested(97)},"json":true`, () => complex],
  ["too many numbers", `"VALUE":${list(32_769, "1")},"json":true`, () => complex],
];

const named = refusal("token_in_name", "A member name looks like a token; names are not masked");
const MASK_ONLY: readonly (readonly [string, string, (field: string) => Refusal])[] = [
  [
    "a tagged token in a name",
    `"VALUE":[{"a":{"<SSN>${MARKER}</SSN>":1}}],"json":true`,
    () => named,
  ],
  ["a tag in disguise in a name", `"VALUE":{"${MARKER} &lt;/ssn&gt;":1},"json":true`, () => named],
  [
    "a document over 64 KiB",
    `"VALUE":["${MARKER.padEnd(64 * KIB - 3, " 7")}"],"json":true`,
    () => tooLong(64 * KIB),
  ],
  [
    "a text over 4 KiB in token mode",
    `"VALUE":{"a":["x","${MARKER.padEnd(4 * KIB + 1, "7")}"]},"json":true,"token_name":"Text Token"`,
    () => tooLong(4 * KIB),
  ],
  [
    "a document over 64 KiB in token mode",
    `"VALUE":${list(17, `"${MARKER.padEnd(4 * KIB, "7")}"`)},"json":true,"token_name":"Text Token"`,
    () => tooLong(64 * KIB),
  ],
];

const UNMASK_ONLY: readonly (readonly [string, string, (field: string) => Refusal])[] = [
  [
    "over 768 KiB",
    `"VALUE":["${MARKER.padEnd(768 * KIB - 3, " x")}"],"json":true`,
    () => tooLong(768 * KIB),
  ],
];

const CASES = (["mask", "unmask"] as const).flatMap((kind) => {
  const field = kind === "mask" ? "value" : "token_value";
  const good = kind === "mask" ? '{"value":"two words"}' : '{"token_value":"two words"}';
  return [...BOTH, ...(kind === "mask" ? MASK_ONLY : UNMASK_ONLY)].map(([what, item, refused]) => {
    const raw = `{"${kind}":[${good},{${item.replace("VALUE", field)}}]}`;
    return { kind, what, raw, refused: at(1, refused(field)) };
  });
});

describe.each(CASES)("an item to $kind with $what", ({ kind, raw, refused }) => {
  it("is refused with its position", async () => {
    await refuses(operation(kind), watched, { token: watched.tokens.all, raw }, refused);
  });

  it("ends its job with the same failure", async () => {
    const { status, data } = await call<{ tracking_id: string }[]>(
      "PUT",
      operation(`${kind}/async`).path,
      { token: watched.tokens.all, raw },
    );
    expect(status).toBe(200);
    const record = await pollJob(watched.tokens.all, data[0]?.tracking_id ?? "");
    expect(record).toMatchObject({
      status: "FAILED",
      error_code: refused.code,
      error_item_index: 1,
      result: null,
    });
    // After the name of a flag come its allowed values.
    expect(record.error_msg?.replace("; allowed: true, false", "")).toBe(
      `${refused.message} (item 1)`,
    );
  });
});

describe.each(["mask", "unmask", "mask/async", "unmask/async"])(
  "json beside the list of %s",
  (name) => {
    it.each(["true", 1, null, [true]])("is refused as %j", async (json) => {
      const kind = name.startsWith("mask") ? "mask" : "unmask";
      const item = kind === "mask" ? { value: MARKER } : { token_value: "two words" };
      const sent = { token: watched.tokens.all, body: { [kind]: [item], json } };
      await refuses(operation(name), watched, sent, invalid("json"));
    });
  },
);

describe.each(["mask", "unmask"])("documents of more than 10,000 texts to %s", (name) => {
  it("are refused at once, whoever they belong to", async () => {
    const field = name === "mask" ? "value" : "token_value";
    const items = Array(2).fill(`{"${field}":${list(5_001, '"a b"')},"json":true}`);
    const raw = `{"${name}":[${items.join(",")}]}`;
    await refuses(
      operation(name),
      watched,
      { token: watched.tokens.all, raw },
      {
        status: 413,
        code: "too_many_entities",
        message: "More than 10000 entities in one request; submit a job instead",
      },
    );
  });
});

it("nothing of all this left a mapping behind", async () => {
  const { mapping, shaped_token, attribute } = await countRows(watched.nid);
  expect({ mapping, shaped_token, attribute }).toEqual({
    mapping: 1,
    shaped_token: 0,
    attribute: 0,
  });
});
