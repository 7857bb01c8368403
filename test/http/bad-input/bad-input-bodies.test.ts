// Whole bodies: every operation that reads one, with every kind of invalid body.
import { describe, expect, it } from "vitest";
import {
  refuses,
  rightToken,
  stillServes,
  watchedNamespace,
  watchThroughout,
} from "../../support/bad-input.ts";
import type { Operation } from "../../support/operations.ts";
import { BODY_OPERATIONS, NAMESPACE_OPERATIONS } from "../../support/operations.ts";
import { third } from "../../support/properties.ts";
import { invalid, MARKER, REFUSED, type Refusal } from "../../support/refusals.ts";
import { call, MASTER_KEY, type Sent } from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

const watched = watchThroughout();

const DEEP = 100_000;
const utf8 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(new TextEncoder().encode(text));

function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const all = parts.flatMap((p) => (typeof p === "string" ? [...utf8(p)] : [...p]));
  return Uint8Array.from(all);
}

/** What an operation says to a bare array. */
function bareArray(operation: Operation): Refusal {
  return operation.list === null ? REFUSED.dataMissing : operation.missing;
}

type Case = readonly [string, (operation: Operation) => Sent, (operation: Operation) => Refusal];

const good = (operation: Operation) => JSON.stringify(operation.body(MARKER));

const CASES: readonly Case[] = [
  [
    "text/plain",
    (o) => ({ raw: good(o), headers: { "Content-Type": "text/plain" } }),
    () => REFUSED.mediaType,
  ],
  [
    "a form",
    (o) => ({ raw: good(o), headers: { "Content-Type": "application/x-www-form-urlencoded" } }),
    () => REFUSED.mediaType,
  ],
  [
    "a type that only begins like JSON's",
    (o) => ({ raw: good(o), headers: { "Content-Type": "application/jsonp" } }),
    () => REFUSED.mediaType,
  ],
  [
    "no content type",
    (o) => ({ raw: utf8(good(o)), headers: { "Content-Type": "" } }),
    () => REFUSED.mediaType,
  ],
  ...["br", "deflate", "zstd", "gzip, gzip", "identity, Br", "nobody's"].map((coding): Case => {
    const headers = { "Content-Encoding": coding };
    return [`a body in ${coding}`, (o) => ({ raw: good(o), headers }), () => REFUSED.encoded];
  }),
  ["no body at all", () => ({}), () => REFUSED.empty],
  ["an empty body", () => ({ raw: "" }), () => REFUSED.empty],
  ["blanks only", () => ({ raw: " \r\n\t " }), () => REFUSED.empty],
  ["a body cut short", (o) => ({ raw: good(o).slice(0, -1) }), () => REFUSED.json],
  [
    "a string that never ends",
    (o) => ({ raw: good(o).slice(0, good(o).indexOf(MARKER) + 4) }),
    () => REFUSED.json,
  ],
  ["something behind the object", (o) => ({ raw: `${good(o)}${MARKER}` }), () => REFUSED.json],
  ["two objects", (o) => ({ raw: `${good(o)}${good(o)}` }), () => REFUSED.json],
  ["single quotes", (o) => ({ raw: good(o).replaceAll('"', "'") }), () => REFUSED.json],
  ["a trailing comma", (o) => ({ raw: good(o).replace(/\}$/, ",}") }), () => REFUSED.json],
  ["a comment", (o) => ({ raw: good(o).replace(/\}$/, "/* x */}") }), () => REFUSED.json],
  ["NaN", () => ({ raw: `{"${MARKER}":NaN}` }), () => REFUSED.json],
  [
    "a raw control character in a string",
    () => ({ raw: `{"${MARKER}":"a\u0000b"}` }),
    () => REFUSED.json,
  ],
  ["a byte order mark", (o) => ({ raw: bytes([0xef, 0xbb, 0xbf], good(o)) }), () => REFUSED.json],
  [
    "UTF-16",
    (o) => ({
      raw: bytes(
        [0xff, 0xfe],
        [...good(o)].flatMap((c) => [c.charCodeAt(0), 0]),
      ),
    }),
    () => REFUSED.utf8,
  ],
  [
    "a stray byte in a value",
    (o) => ({ raw: splitAt(good(o), MARKER, [0xff]) }),
    () => REFUSED.utf8,
  ],
  [
    "an encoded lone surrogate",
    (o) => ({ raw: splitAt(good(o), MARKER, [0xed, 0xa0, 0x80]) }),
    () => REFUSED.utf8,
  ],
  ["an overlong NUL", (o) => ({ raw: splitAt(good(o), MARKER, [0xc0, 0x80]) }), () => REFUSED.utf8],
  [
    "a stray byte in a name",
    (o) => ({ raw: bytes(`{"${MARKER}`, [0x80], '":1,', good(o).slice(1)) }),
    () => REFUSED.utf8,
  ],
  ["a bare array", (o) => ({ raw: `[${good(o)}]` }), bareArray],
  ["an empty array", () => ({ raw: "[]" }), bareArray],
  ["a bare string", () => ({ raw: `"${MARKER}"` }), () => REFUSED.body],
  ["a number", () => ({ raw: "12" }), () => REFUSED.body],
  ["true", () => ({ raw: "true" }), () => REFUSED.body],
  ["null", () => ({ raw: "null" }), () => REFUSED.body],
  ["an empty object", () => ({ raw: "{}" }), (o) => o.missing],
  ["an object about something else", () => ({ body: { [MARKER]: MARKER } }), (o) => o.missing],
  [
    "arrays in arrays, 100,000 deep",
    () => ({ raw: "[".repeat(DEEP) + "]".repeat(DEEP) }),
    () => REFUSED.deep,
  ],
  [
    "objects in objects, 100,000 deep",
    () => ({ raw: `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}` }),
    () => REFUSED.deep,
  ],
  ["deep nesting that is never closed", () => ({ raw: "[".repeat(DEEP) }), () => REFUSED.json],
];

/** The text with bytes put before the first occurrence of a word. */
function splitAt(text: string, word: string, between: readonly number[]): Uint8Array<ArrayBuffer> {
  const at = text.indexOf(word);
  return bytes(text.slice(0, at), between, text.slice(at));
}

describe.each(BODY_OPERATIONS)("$name", (operation) => {
  it.each(third(CASES, BODY_OPERATIONS.indexOf(operation)))(
    "refuses %s",
    async (_, sent, refusal) => {
      const whole = { ...sent(operation), token: rightToken(operation, watched) };
      await refuses(operation, watched, whole, refusal(operation));
    },
  );

  it("refuses a body over its limit and takes one just under it", async () => {
    const token = rightToken(operation, watched);
    const limit = operation.maxBytes;
    const tooLarge = {
      status: 413,
      code: "payload_too_large",
      message: `Body exceeds the limit of ${limit} bytes`,
    };
    const padded = (length: number) => `${"{}".padEnd(length, " ")}`;
    await refuses(operation, watched, { token, raw: padded(limit + 1) }, tooLarge);
    await refuses(operation, watched, { token, raw: padded(limit) }, operation.missing);
  });

  it("refuses a body over its limit that comes in pieces without an announced length", async () => {
    const piece = new Uint8Array(256 * 1024).fill(32);
    let left = operation.maxBytes / piece.length + 1;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) controller.enqueue(piece.slice());
        else controller.close();
      },
    });
    const raw = stream as unknown as Uint8Array<ArrayBuffer>;
    const answer = await call("PUT", operation.path, {
      token: rightToken(operation, watched),
      raw,
    });
    expect([answer.status, answer.error.code]).toEqual([413, "payload_too_large"]);
  });

  it("takes JSON with a charset parameter and in capitals", async () => {
    const token = rightToken(operation, watched);
    const headers = { "Content-Type": "Application/JSON ; charset=utf-8" };
    await refuses(operation, watched, { token, headers, raw: "{}" }, operation.missing);
  });
});

describe.each(NAMESPACE_OPERATIONS)("$name", (operation) => {
  const { list, maxItems } = operation;
  const name = list ?? "";

  it.each([
    ["null", null, () => operation.missing],
    ["an object", { value: MARKER }, () => invalid(name)],
    ["a string", MARKER, () => invalid(name)],
    ["a number", 7, () => invalid(name)],
    ["false", false, () => invalid(name)],
    ["an empty list", [], () => REFUSED.empty],
  ] as const)(`refuses %s as ${name}`, async (_, value, refusal) => {
    const sent = { token: watched.tokens.all, body: { [name]: value } };
    await refuses(operation, watched, sent, refusal());
  });

  it("refuses more items than its limit, whatever they are", async () => {
    const raw = `{"${name}":[${"0,".repeat(maxItems)}0]}`;
    const refusal = { status: 413, code: "too_many_items", message: `More than ${maxItems} items` };
    await refuses(operation, watched, { token: watched.tokens.all, raw }, refusal);
  });

  it("takes the last of two lists of the same name", async () => {
    const item = JSON.stringify(operation.body(MARKER)?.[name]);
    const token = watched.tokens.all;
    const emptyLast = { token, raw: `{"${name}":${item},"${name}":[]}` };
    await refuses(operation, watched, emptyLast, REFUSED.empty);
    const scalarLast = { token, raw: `{"${name}":${item},"${name}":5}` };
    await refuses(operation, watched, scalarLast, invalid(name));
    const escapedLast = {
      token,
      raw: `{"${name}":${item},"\\u00${hexOf(name)}${name.slice(1)}":[]}`,
    };
    await refuses(operation, watched, escapedLast, REFUSED.empty);
  });
});

function hexOf(name: string): string {
  return name.charCodeAt(0).toString(16);
}

describe("a list that a later one of its name replaces", () => {
  // Separate namespaces: a submission that is wrongly accepted would run as a job.
  it.each(NAMESPACE_OPERATIONS)("must be JSON all the same for $name", async (operation) => {
    const own = await watchedNamespace();
    await stillServes(own);
    const name = operation.list ?? "";
    const item = JSON.stringify(operation.body(MARKER)?.[name]);
    const sent = { token: own.tokens.all, raw: `{"${name}":[${MARKER}],"${name}":${item}}` };
    await refuses(operation, own, sent, REFUSED.json);
  });
});

describe("the operator's data object", () => {
  const operations = BODY_OPERATIONS.filter(({ needs }) => needs === "master key");

  it.each(operations)("of $name may not be null, a scalar or a list", async (operation) => {
    const token = MASTER_KEY;
    const isFetch = operation.name.endsWith("fetch");
    const nothing = isFetch ? invalid("namespace_name") : REFUSED.dataMissing;
    await refuses(operation, watched, { token, body: { data: null } }, nothing);
    for (const data of [MARKER, 5, true, [], [MARKER]]) {
      const answer = await call("PUT", operation.path, { token, body: { data } });
      expect([answer.status, answer.error.code]).toEqual([400, "invalid_field"]);
      expect(answer.text).not.toContain(MARKER);
    }
  });
});

it("no bad body left a row behind", async () => {
  const counts = await countRows(watched.nid);
  expect(counts.attribute + counts.shaped_token).toBe(0);
});
