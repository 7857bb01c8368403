import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../src/core/steps.ts";
import { splitList } from "../../../src/http/jobs/split-list.ts";
import { breakBytes, jsonBody, nested, utf8 } from "../../support/json-bodies.ts";
import { cases, fc } from "../../support/properties.ts";

const text = (bytes: Uint8Array, piece: { start: number; end: number }): string =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
    bytes.subarray(piece.start, piece.end),
  );

/** Items as parsed chunk by chunk; null when the cut, or a chunk, is refused or there is no list. */
function itemsOf(bytes: Uint8Array, name: "mask"): unknown[] | null {
  const split = runToEnd(splitList(bytes, name));
  if (split === null || split.list === null) return null;
  try {
    const others = split.others.map((member) => text(bytes, member));
    JSON.parse(`{${others.join(",")}}`);
    return split.list.chunks.flatMap((chunk) => {
      const items = JSON.parse(`[${text(bytes, chunk)}]`) as unknown[];
      if (items.length !== chunk.items) throw new SyntaxError("not so many items");
      return items;
    });
  } catch {
    return null;
  }
}

/** The same through JSON.parse. */
function parsedItems(bytes: Uint8Array, name: string): unknown[] | null {
  try {
    const body: unknown = JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
    const list = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : null;
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

describe("splitList", () => {
  it("accepts what JSON.parse accepts as an object with a list, and cuts the same items", () => {
    fc.assert(
      fc.property(jsonBody, (body) => {
        const bytes = utf8(body);
        expect(itemsOf(bytes, "mask")).toEqual(parsedItems(bytes, "mask"));
      }),
      { numRuns: cases(2000) },
    );
  });

  it("never accepts more than JSON.parse after one byte was deleted, inserted or changed", () => {
    fc.assert(
      fc.property(jsonBody, breakBytes, (body, damage) => {
        const bytes = damage(utf8(body));
        // A list that a later member of the same name replaces is not parsed: see below.
        fc.pre((body.match(/"(m|\\u006d)/g) ?? []).length < 2);
        expect(itemsOf(bytes, "mask")).toEqual(parsedItems(bytes, "mask"));
      }),
      { numRuns: cases(5000) },
    );
  });

  it.each([
    ['{"mask":[]}', []],
    ['{"mask":[1]}', [1]],
    ['{"mask":[1,"a",null,true,{"b":[2]},[[]]]}', [1, "a", null, true, { b: [2] }, [[]]]],
    [' \n\t\r{ "mask" : [ 1 , 2 ] } \n', [1, 2]],
    ['{"\\u006d\\u0061\\u0073\\u006b":[1]}', [1]],
    ['{"m\\u0061sk":[1],"x":{"mask":[2]}}', [1]],
    ['{"a":[1],"mask":["]","[","\\"","\\\\"]}', ["]", "[", '"', "\\"]],
    ['{"mask":["\\\\","\\\\\\""]}', ["\\", '\\"']],
    ['{"mask":[{"value":"}{][,:"}]}', [{ value: "}{][,:" }]],
    ['{"mask":[1],"mask":[2,3]}', [2, 3]],
    ['{"mask":5,"mask":[1]}', [1]],
    ['{"__proto__":{"mask":[9]},"mask":[1]}', [1]],
    ['{"mask":[1.5e-7,-0,"😀"]}', [1.5e-7, -0, "😀"]],
  ])("cuts %s", (body, items) => {
    expect(itemsOf(utf8(body), "mask")).toEqual(items);
  });

  it.each([
    '{"mask":[1],"mask":5}',
    '{"mask":{"0":1}}',
    "{}",
    '{"Mask":[1]}',
    '{"mask ":[1]}',
    '{"__proto__":{"mask":[1]}}',
  ])("finds no list in %s", (body) => {
    expect(runToEnd(splitList(utf8(body), "mask"))?.list).toBeNull();
  });

  it.each([
    "",
    " ",
    "[]",
    "null",
    "{",
    '{"mask"',
    '{"mask":',
    '{"mask":[',
    '{"mask":[1',
    '{"mask":[1}',
    '{"mask":[1],}',
    '{"mask":[1,]}',
    '{"mask":[,1]}',
    '{"mask":[1 2]}',
    '{"mask":[1]}x',
    '{"mask":[1]}{}',
    '{"mask":[1]]}',
    "{mask:[1]}",
    "{'mask':[1]}",
    '{"mask" [1]}',
    '\ufeff{"mask":[1]}',
    '{"mask":[1]}\u0000',
    '{"mask":\u00a0[1]}',
    '{"mask":[1\u000b]}',
  ])("refuses %j", (body) => {
    expect(runToEnd(splitList(utf8(body), "mask"))).toBeNull();
  });

  it.each([
    '{"mask":[tru]}',
    '{"mask":[1[2]]}',
    '{"mask":[{]]}',
    '{"mask":["a\nb"]}',
    '{"mask":["\\x"]}',
    '{"mask":[01]}',
    '{"x":1:2,"mask":[]}',
  ])("leaves it to JSON.parse to refuse a piece of %s", (body) => {
    expect(itemsOf(utf8(body), "mask")).toBeNull();
  });

  it("cuts a body nested a hundred thousand levels deep", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const list = runToEnd(splitList(utf8(`{"mask":[1,${deep},2]}`), "mask"))?.list;
    expect([list?.chunks.length, list?.tooDeep]).toEqual([3, 1]);
  });

  it("finds the first item that nests deeper than a body may", () => {
    const levels = (n: number) => nested('[{"1":', '"]}"', n);
    const within = `{"mask":[${levels(98)},${levels(98)}]}`;
    expect(runToEnd(splitList(utf8(within), "mask"))?.list?.tooDeep).toBeNull();
    const beyond = `{"mask":[${levels(98)},${levels(100)},${levels(100)}]}`;
    expect(runToEnd(splitList(utf8(beyond), "mask"))?.list?.tooDeep).toBe(1);
  });

  it("refuses a broken list that a second list of the same name replaces", () => {
    expect(itemsOf(utf8('{"mask":[nonsense],"mask":[1]}'), "mask")).toBeNull();
  });
});
