import { describe, expect, it } from "vitest";
import {
  MAX_ASYNC_ITEM_BYTES,
  MAX_ASYNC_ITEMS,
  MAX_VALUE_BYTES,
} from "../../../src/core/limits.ts";
import {
  payloadStream,
  readSubmission,
  type Submission,
} from "../../../src/http/jobs/submission.ts";
import { HEAD_BYTES, headIn } from "../../../src/jobs/payload-frames.ts";
import { MAX_CHUNK_BYTES, MAX_CHUNK_ITEMS } from "../../../src/jobs/slice.ts";
import { breakBytes, jsonBody, utf8 } from "../../support/json-bodies.ts";
import { cases, fc } from "../../support/properties.ts";
import { readAtOnce } from "../../support/whole-submission.ts";

const read = (body: string, kind: Parameters<typeof readAtOnce>[1] = "mask") =>
  readAtOnce(utf8(body), kind);
const bodyOf = (items: readonly unknown[]): string => JSON.stringify({ mask: items });

function submissionOf(body: string): Submission {
  const submission = read(body);
  if (!submission.ok) throw new Error(submission.error.code);
  return submission.value;
}

/** Items in the chunks of a submission, read back the way the vault does. */
function slicedItems(bytes: Uint8Array, { ranges }: Submission): unknown[] {
  return ranges.flatMap(({ start, end }) => {
    const chunk = new TextDecoder().decode(bytes.subarray(start, end));
    return JSON.parse(`[${chunk}]`) as unknown[];
  });
}

describe("readSubmission and JSON.parse", () => {
  it("agree on generated bodies, and on the same with one broken byte", () => {
    const undamaged = fc.constant((bytes: Uint8Array<ArrayBuffer>) => bytes);
    fc.assert(
      fc.property(jsonBody, fc.oneof(undamaged, breakBytes), (body, damage) => {
        // A list that a later member of the same name replaces is not parsed (split-list.test.ts),
        // and options of the wrong type are refused for themselves.
        fc.pre((body.match(/"(m|\\u006d)/g) ?? []).length < 2);
        const bytes = damage(utf8(body));
        const given = readAtOnce(bytes, "mask");
        let list: unknown = null;
        try {
          const parsed: unknown = JSON.parse(
            new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
          );
          list = (parsed as { mask?: unknown } | null)?.mask;
        } catch {
          list = null;
        }
        const isList = Array.isArray(list) && list.length > 0;
        expect(given.ok).toBe(isList);
        if (given.ok) expect(slicedItems(bytes, given.value)).toEqual(list);
      }),
      { numRuns: cases(4000) },
    );
  });
});

describe("a structurally broken body", () => {
  it.each([
    ["", { code: "empty_payload" }],
    [" \n\t ", { code: "empty_payload" }],
    ["{", { code: "invalid_json" }],
    ["{]", { code: "invalid_json" }],
    ['{"mask":[1}', { code: "invalid_json" }],
    ["nonsense", { code: "invalid_json" }],
    ['\ufeff{"mask":[{"value":"a"}]}', { code: "invalid_json" }],
    ["[]", { code: "mask_missing" }],
    ['[{"value":"a"}]', { code: "mask_missing" }],
    ["null", { code: "invalid_body" }],
    ["5", { code: "invalid_body" }],
    ['"mask"', { code: "invalid_body" }],
    ["{}", { code: "mask_missing" }],
    ['{"unmask":[{"value":"a"}]}', { code: "mask_missing" }],
    ['{"mask":null}', { code: "mask_missing" }],
    ['{"mask":"a"}', { code: "invalid_field", detail: "mask" }],
    ['{"mask":{"value":"a"}}', { code: "invalid_field", detail: "mask" }],
    ['{"mask":[{"value":"a"}],"mask":7}', { code: "invalid_field", detail: "mask" }],
    ['{"mask":[]}', { code: "empty_payload" }],
    ['{"mask":[{"value":"a"}],"known_tokens":"maybe"}', { code: "invalid_field" }],
    ['{"mask":[{"value":"a"}],"policy_name":5}', { code: "invalid_field" }],
    ['{"mask":[{"value":"a"}],"policy_name":"\\ud800"}', { code: "policy_unknown" }],
    ['{"mask":[{"value":tru}]}', { code: "invalid_json" }],
    ['{"mask":[{"value":"a"}],"x":tru}', { code: "invalid_json" }],
  ])("%j is refused", (body, error) => {
    expect(read(body)).toMatchObject({ ok: false, error });
  });

  it.each([
    ["in an item", [0x7b, ...utf8('"mask":["'), 0xff, ...utf8('"]}')]],
    ["in another member", [0x7b, ...utf8('"mask":["a"],"x":"'), 0xc3, ...utf8('"}')]],
    ["in a key", [0x7b, ...utf8('"mask":["a"],"'), 0xed, 0xa0, 0x80, ...utf8('":1}')]],
    ["before the object", [0xff, ...utf8("[1]")]],
  ])("with malformed UTF-8 %s is refused", (_, bytes) => {
    expect(readAtOnce(Uint8Array.from(bytes), "mask")).toMatchObject({
      ok: false,
      error: { code: "invalid_utf8" },
    });
  });

  it("with too many items is refused, with the most it may have is not", () => {
    const body = (count: number): string => `{"mask":[${"1,".repeat(count - 1)}1]}`;
    expect(read(body(MAX_ASYNC_ITEMS))).toMatchObject({ ok: true });
    expect(read(body(MAX_ASYNC_ITEMS + 1))).toEqual({
      ok: false,
      error: { code: "too_many_items", detail: String(MAX_ASYNC_ITEMS) },
    });
  });

  it("with an item over its size is refused, at its size it is not", () => {
    const item = (bytes: number): string => `"${"a".repeat(bytes - 2)}"`;
    expect(read(`{"mask":[1,${item(MAX_ASYNC_ITEM_BYTES)}]}`)).toMatchObject({ ok: true });
    expect(read(`{"mask":[1,${item(MAX_ASYNC_ITEM_BYTES + 1)}]}`)).toEqual({
      ok: false,
      error: { code: "item_too_large", index: 1 },
    });
  });
});

describe("single items", () => {
  it.each([
    [{}, { code: "missing_value" }],
    [{ value: "" }, { code: "missing_value" }],
    [{ value: null }, { code: "missing_value" }],
    [{ value: 5 }, { code: "invalid_field", detail: "value" }],
    [{ value: "a", format: "URL" }, { code: "missing_token_name" }],
    [
      { value: "a", token_name: "Nope" },
      { code: "unknown_token_name", detail: "Nope" },
    ],
    [
      { value: "a", token_name: "Text Token", format: "?" },
      { code: "unknown_format", detail: "?" },
    ],
    [{ value: "\ud800" }, { code: "invalid_text" }],
    [
      { value: "a".repeat(MAX_VALUE_BYTES + 1), token_name: "Text Token" },
      { code: "value_too_long" },
    ],
    [7, { code: "invalid_field" }],
    [null, { code: "invalid_field" }],
    [[], { code: "invalid_field" }],
  ])("%j does not stop the submission; the first failing one is noted", (item, error) => {
    const fine = { value: "fine" };
    const given = read(bodyOf([fine, fine, item, { value: "" }]));
    expect(given).toMatchObject({
      ok: true,
      value: { end: { itemError: { ...error, index: 2 } } },
    });
  });

  it("are all fine when nothing is noted", () => {
    expect(read('{"unmask":[{"token_value":"t"}]}', "unmask")).toMatchObject({
      ok: true,
      value: { submission: { kind: "unmask" }, end: { itemError: null } },
    });
  });

  it("are judged in later chunks too, by their position in the whole list", () => {
    const items = Array.from({ length: 3000 }, (_, i) => (i === 2777 ? {} : { value: `v${i}` }));
    expect(read(bodyOf(items))).toMatchObject({
      ok: true,
      value: { end: { itemError: { code: "missing_value", index: 2777 } } },
    });
  });
});

describe("chunks", () => {
  it("stay within items and bytes, whatever the items, and lose nothing", () => {
    const size = fc.oneof(fc.nat(50), fc.nat(3000), fc.nat(2 * MAX_CHUNK_BYTES));
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 450 }), (sizes) => {
        const items = sizes.map((length, i) => `${i}${"é".repeat(length / 2)}`);
        const body = bodyOf(items);
        const given = submissionOf(body);
        for (const { items, start, end } of given.ranges) {
          expect(items).toBeLessThanOrEqual(MAX_CHUNK_ITEMS.mask);
          if (items > 1) expect(end - start).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
        }
        expect(slicedItems(utf8(body), given)).toEqual(items);
      }),
      { numRuns: 30 },
    );
  });

  it("stay within bytes however many blanks stand between items", () => {
    const body = `{"mask":[1,${" ".repeat(3 * MAX_CHUNK_BYTES)}2]}`;
    for (const { items, start, end } of submissionOf(body).ranges) {
      if (items > 1) expect(end - start).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
    }
  });

  it("arrive in the payload stream byte for byte", async () => {
    const items = Array.from({ length: 6789 }, (_, i) => ({ value: `värde ${i} 😀` }));
    const bytes = utf8(`{"x":1,"mask": ${JSON.stringify(items, null, 1)} }`);
    const given = await readSubmission(bytes, "mask");
    if (!given.ok) throw new Error(given.error.code);
    const { ranges, end } = given.value;
    let sent = await new Response(payloadStream(bytes, ranges, end)).bytes();
    for (const range of [...ranges, null]) {
      const head = headIn(sent);
      const text = new TextDecoder().decode(sent.slice(HEAD_BYTES, HEAD_BYTES + head.bytes));
      const expected = range === null ? null : bytes.slice(range.start, range.end);
      expect(head.items).toBe(range?.items ?? 0);
      expect(text).toBe(
        expected === null ? '{"itemError":null}' : new TextDecoder().decode(expected),
      );
      sent = sent.slice(HEAD_BYTES + head.bytes);
    }
    expect(sent).toHaveLength(0);
    expect(ranges.reduce((sum, { items }) => sum + items, 0)).toBe(6789);
    // The stream hands out copies: the body can be read again.
    expect(slicedItems(bytes, given.value)).toEqual(items);
  });
});

describe("what stands beside the list", () => {
  it.each([
    ['{"mask":[1]}', {}],
    ['{"a":1,"mask":[1],"b":{"c":[2]}}', { a: 1, b: { c: [2] } }],
    ['{"a":1,"a":2,"mask":[1]}', { a: 2 }],
    ['{"mask":5,"mask":[1],"a":1}', { a: 1 }],
    ['{"known_tokens":"keep","mask":[1]}', { known_tokens: "keep" }],
  ])("is kept: %s", (body, rest) => {
    expect(JSON.parse(submissionOf(body).submission.rest)).toEqual(rest);
  });

  it("fits a row of the platform (2 MB), or the body is refused", () => {
    const given = read(`{"mask":[{"value":"a"}],"junk":"${"x".repeat(3_000_000)}"}`);
    if (given.ok) expect(given.value.submission.rest.length).toBeLessThan(2_000_000);
  });

  it("keeps a member named __proto__ as a plain member", () => {
    const { rest } = submissionOf('{"__proto__":{"x":1},"mask":[1]}').submission;
    expect(rest).toBe('{"__proto__":{"x":1}}');
  });

  it.each([
    ["keep", true],
    ["mask", false],
  ])("decides about known tokens: %s", (known_tokens, keepKnownTokens) => {
    const body = JSON.stringify({ mask: [1], known_tokens });
    expect(submissionOf(body).submission.keepKnownTokens).toBe(keepKnownTokens);
  });
});
