// Submissions line by line: they make the same jobs as the same items in JSON, and a refused one leaves nothing.
import { describe, expect, it, vi } from "vitest";
import { MAX_ASYNC_ITEM_BYTES, MAX_STREAMED_BODY_BYTES } from "../../../src/core/limits.ts";
import { newVault } from "../../support/namespaces.ts";
import { IS_LONG } from "../../support/properties.ts";
import { accepted, call, only, PATHS, pollJob, submit } from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

interface Sent {
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

function send(
  token: string,
  raw: string | Uint8Array<ArrayBuffer>,
  { query = "", headers = {}, path = PATHS.maskAsync }: Sent = {},
) {
  return call<{ tracking_id: string }[]>("PUT", `${path}${query}`, {
    token,
    raw,
    headers: { "Content-Type": "application/x-ndjson", ...headers },
  });
}

const GZIP = { headers: { "Content-Encoding": "gzip" } };
const item = (i: number) => ({ value: `person ${i}`, token_name: "Text Token" });
const GOOD = JSON.stringify(item(1));
const linesOf = (items: readonly unknown[]) =>
  items.map((one) => `${JSON.stringify(one)}\n`).join("");

async function folded(body: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

describe("a submission line by line", () => {
  it.each(["plain", "gzip"])(
    "of 3,000 items, %s, is the job that it would be in JSON",
    async (how) => {
      const { token } = await newVault();
      const list = Array.from({ length: 3_000 }, (_, i) => item(i));
      const sent =
        how === "gzip"
          ? send(token, await folded(linesOf(list)), GZIP)
          : send(token, linesOf(list));
      const record = await pollJob(token, only(accepted(await sent)).tracking_id);
      expect([record.status, record.progress]).toEqual(["SUCCESS", { done: 3_000, total: 3_000 }]);
      const whole = await pollJob(token, await submit(token, "mask", { mask: list }));
      expect(record.result).toEqual(whole.result);
    },
  );

  it.each([
    ["mask", [GOOD, '{"value":""}', "7"], { on_error: "continue", empty: "pass" }],
    ["mask", [GOOD, "{}", '{"value":""}'], { empty: "pass" }],
    ["mask", [GOOD, "null"], {}],
    ["mask", ['{"value":{"mail":"ada@example.com"}}'], { json: true, offsets: "utf16" }],
    ["unmask", ['{"token_value":"nobody"}', "{}"], { partial: true, on_error: "continue" }],
    ["unmask", ['{"token_value":"<EMAIL>nobody</EMAIL>"}'], { strict: true, partial: false }],
  ] as const)("to %s %j with %j in the query does the same", async (kind, lines, options) => {
    const { token } = await newVault();
    const path = PATHS[`${kind}Async`];
    const query = `?${new URLSearchParams(options as unknown as Record<string, string>)}`;
    // Blanks around items and between them, and no line break at the end.
    const text = ` ${lines.join(" \r\n\n\t \n")}`;
    const answer = await send(token, text, { path, query });
    const record = await pollJob(token, only(accepted(answer)).tracking_id);
    const list = lines.map((line) => JSON.parse(line) as unknown);
    const whole = await pollJob(token, await submit(token, kind, { [kind]: list, ...options }));
    const told = ({
      status,
      result,
      input_payload,
      progress,
      error_code,
      error_msg,
    }: typeof record) => [status, result, input_payload, progress, error_code, error_msg] as const;
    expect(told(record)).toEqual(told(whole));
  });

  const long = (letters: number) => JSON.stringify({ value: "x".repeat(letters) });
  const deep = `${"[".repeat(99)}${"]".repeat(99)}`;
  it.each<[string, string | Uint8Array<ArrayBuffer>, Sent, unknown[]]>([
    ["a line that is no JSON", `${GOOD}\n\n{"value":\n${GOOD}`, {}, [400, "invalid_json", 1]],
    ["an item over two lines", `[1,\n2]`, {}, [400, "invalid_json", 0]],
    ["two items in one line", `${GOOD}\n${GOOD},${GOOD}`, {}, [400, "invalid_json", 1]],
    ["lines that are JSON only together", `1,[2\n3]`, {}, [400, "invalid_json", 0]],
    ["a byte order mark", `\ufeff${GOOD}`, {}, [400, "invalid_json", 0]],
    ["bad UTF-8", new Uint8Array([34, 0xff, 34, 10]), {}, [400, "invalid_utf8", undefined]],
    ["too deep a line", `${GOOD}\n${deep}\n`, {}, [400, "too_deep", 1]],
    [
      "too long a line",
      `${GOOD}\n${GOOD}\n${long(MAX_ASYNC_ITEM_BYTES)}\n1`,
      {},
      [413, "item_too_large", 2],
    ],
    [
      "one without an end",
      `${GOOD}\n${long(2 * MAX_ASYNC_ITEM_BYTES)}`,
      {},
      [413, "item_too_large", 1],
    ],
    ["a million items and one", "7\n".repeat(1_000_001), {}, [413, "too_many_items", undefined]],
    ["nothing", "", {}, [400, "empty_payload", undefined]],
    ["blanks", "\n \r\n\t\n", {}, [400, "empty_payload", undefined]],
    ["no tokens", "{}\n{}", { path: PATHS.unmaskAsync }, [400, "empty_payload", undefined]],
    ["no such flag", GOOD, { query: "?explain=yes" }, [400, "invalid_field", undefined]],
    [
      "a name given twice",
      GOOD,
      { query: "?empty=pass&empty=pass" },
      [400, "invalid_field", undefined],
    ],
    ["no such policy", GOOD, { query: "?policy_name=none" }, [400, "policy_unknown", undefined]],
    ["no such address", GOOD, { query: "?callback=none" }, [400, "invalid_field", undefined]],
    ["no gzip", GOOD, GZIP, [400, "invalid_gzip", undefined]],
  ])("with %s is refused and leaves nothing", async (_, body, sent, expected) => {
    const { token, nid } = await newVault();
    const { status, error } = await send(token, body, sent);
    expect([status, error.code, error.item_index]).toEqual(expected);
    // Much goes in slices.
    await vi.waitFor(async () => {
      const { job, job_chunk } = await countRows(nid);
      expect([job, job_chunk]).toEqual([0, 0]);
    }, 10_000);
  });

  it.runIf(IS_LONG)(
    "in a gzip that unfolds to too much, or does not end, is refused and leaves nothing",
    async () => {
      const { token, nid } = await newVault();
      const zeros = new CompressionStream("gzip");
      const writer = zeros.writable.getWriter();
      const packed = new Response(zeros.readable).bytes();
      const part = new TextEncoder().encode(" ".repeat(1024 * 1023).padEnd(1024 ** 2, "\n"));
      for (let bytes = 0; bytes <= MAX_STREAMED_BODY_BYTES; bytes += part.length)
        await writer.write(part);
      await writer.close();
      const bomb = await send(token, new Uint8Array(await packed), GZIP);
      expect([bomb.status, bomb.error.code]).toEqual([413, "payload_too_large"]);
      const whole = await folded(linesOf(Array.from({ length: 20_000 }, (_, i) => item(i))));
      const cut = await send(token, whole.slice(0, -9), GZIP);
      expect([cut.status, cut.error.code]).toEqual([400, "invalid_gzip"]);
      expect((await countRows(nid)).job).toBe(0);
      expect((await send(token, whole, GZIP)).status).toBe(200);
    },
    60_000,
  );

  it("with an Idempotency-Key is one job, and another one with other lines or another query", async () => {
    const { token, nid } = await newVault();
    const headers = { "Idempotency-Key": "lines" };
    const first = accepted(await send(token, GOOD, { headers, query: "?empty=pass" }));
    expect(accepted(await send(token, GOOD, { headers, query: "?empty=pass" }))).toEqual(first);
    for (const [text, query] of [
      [GOOD, ""],
      [`${GOOD}\n`, "?empty=pass"],
    ] as const) {
      const { status, error } = await send(token, text, { headers, query });
      expect([status, error.code]).toEqual([422, "idempotency_key_reused"]);
    }
    const broken = await send(token, "{", { headers, query: "?empty=pass" });
    expect([broken.status, broken.error.code]).toEqual([400, "invalid_json"]);
    expect((await countRows(nid)).job).toBe(1);
  });
});
