// PUT unmask/stream: however the text is cut, the result is that of unmasking the whole.
import { describe, expect, it } from "vitest";
import type { MaskedItem, UnmaskedItem } from "../../../src/masking/item.ts";
import { newVault } from "../../support/namespaces.ts";
import { accepted, call, mask, only, PATHS, tokenOf } from "../../support/requests.ts";
import { bytesOf, sendPieces } from "../../support/streams.ts";

async function unmaskedWhole(token: string, text: string): Promise<string> {
  const body = { unmask: [{ token_value: text }], partial: true };
  return only(accepted(await call<UnmaskedItem[]>("PUT", PATHS.unmask, { token, body }))).value;
}

async function textWithTokens(token: string): Promise<string> {
  const of = (value: string, name: string, format?: string) => tokenOf(token, value, name, format);
  const masked: MaskedItem = only(
    await mask(token, [{ value: "Write to Ada Lovelace, 12 Main Street, Springfield." }]),
  );
  const long = await of(
    "1 a b c d e f g h i j k l m n o p q r s t u v w x y z (end)",
    "Default Token",
  );
  return [
    `Grüße 🙂, ${masked.token_value} `,
    `long: ${long}, `,
    `(${await of("(Müller, Jürgen)", "Default Token")}) `,
    `${await of("ada@example.org", "Text Token", "Email Address")}\n`,
    `${await of("https://corp.test/x?y=1", "Text Token", "URL")} `,
    `<person>${await of("Grace Hopper", "Person Token", "Person Name")}</person> `,
    `&lt;per&gt; ${await of("Bob", "Text Token")} &lt;/per&gt; 3 < 4 <b>A1 B2</b> `,
    `${await of("x", "Text Token")}. <PER>nobody</PER> <url> 7 - A`,
  ].join("");
}

describe("pieces in lines of JSON", () => {
  it("are restored in their places, what is none is passed on", async () => {
    const { token } = await newVault();
    const name = await tokenOf(token, "Ada Lane", "Text Token");
    const lines = [
      ...[`{"type":"start","delta":1}`, `"Dear ${name.slice(0, 8)}"`, "[]", "no JSON", ""],
      ...[JSON.stringify({ index: 0, delta: `${name.slice(8)}, "you"` }), `{"type":"end"}`],
    ];
    const body = lines.join("\n");
    const all = ["application/x-ndjson; charset=utf-8", "application/x-ndjson"];
    for (const [i, type] of all.entries()) {
      const pieces = bytesOf(body, i === 0 ? 10_000 : 1);
      const { text } = await sendPieces(PATHS.unmaskStream, token, pieces, type);
      const given = text.trimEnd().split("\n");
      expect(given.filter((line) => !line.includes("delta") && !line.startsWith('"'))).toEqual([
        ...["[]", "no JSON", "", '{"type":"end"}'],
      ]);
      const deltas = given
        .filter((line) => line.startsWith('"') || /"delta":"/.test(line))
        .map((line) => JSON.parse(line))
        .map((one) => (typeof one === "string" ? one : one.delta));
      expect(deltas.join("")).toBe('Dear Ada Lane, "you"');
      expect(given[0]).toBe('{"type":"start","delta":1}');
    }
  });
});

describe("server-sent events", () => {
  it("of many lines are not held without end", async () => {
    const { token } = await newVault();
    for (const line of [": a comment\n", "data: a line\n"]) {
      const pieces = [line.repeat(5_000), line.repeat(5_000)];
      const { text } = await sendPieces(PATHS.unmaskStream, token, pieces, "text/event-stream");
      expect(text).toMatch(/^event: error\ndata: .*"value_too_long"/);
    }
  });

  it("are restored in their places, whatever their data is", async () => {
    const { token } = await newVault();
    const name = await tokenOf(token, "Ada Lane", "Text Token");
    const [first, second] = [name.slice(0, 8), name.slice(8)];
    for (const [write, end] of [
      [(piece: string) => JSON.stringify(piece), '"x"'],
      [(delta: string) => JSON.stringify({ n: 1, delta }), '{"delta":"x"}'],
      [(piece: string) => piece, "x"],
    ] as const) {
      const events = [`event: a\nid: 1\ndata: ${write(`Hi ${first}`)}`, `data:${write(second)}`];
      const body = [": a comment", ...events, "event: ping\r\ndata: {}", "data: [DONE]"];
      for (const size of [1, 10_000]) {
        const pieces = bytesOf(`${body.join("\n\n")}\n\n`, size);
        const { text } = await sendPieces(PATHS.unmaskStream, token, pieces, "text/event-stream");
        const datas = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => data);
        expect(datas.at(-1)).toBe("[DONE]");
        expect(datas).toContain("{}");
        const parts = datas.filter((data) => data !== "[DONE]" && data !== "{}");
        const said = parts.map((data) => {
          if (end === "x") return data;
          const parsed = JSON.parse(data);
          return typeof parsed === "string" ? parsed : parsed.delta;
        });
        expect(said.join("")).toBe("Hi Ada Lane");
        expect(text).toContain("event: a\nid: 1\ndata: ");
        expect(text.startsWith(": a comment\n")).toBe(true);
      }
    }
  });
});

describe("a text in pieces", () => {
  it("is waited for as long as the token of an id goes on", async () => {
    const { token } = await newVault();
    const letters = "a b c d e f g h i j k l m n o p q r s t u v w x y z".repeat(2);
    const values = Array.from({ length: 6 }, (_, i) => `${i} ${letters} (end)`);
    const tokens = await Promise.all(values.map((value) => tokenOf(token, value, "Default Token")));
    const pieces = bytesOf(tokens.map((one) => `${one} and more words`).join(", then "), 7);
    const { text } = await sendPieces(PATHS.unmaskStream, token, pieces);
    expect(text).toBe(values.map((one) => `${one} and more words`).join(", then "));
  });

  it("asks nothing where it is plain, and restores by a policy's wrappers and strictly", async () => {
    const { token } = await newVault();
    const name = await tokenOf(token, "Ada Lane", "Text Token");
    const strict = await sendPieces(`${PATHS.unmaskStream}?strict=true`, token, [
      `${name} <PER>${name}</PER> <per>${name}</per>`,
    ]);
    expect(strict.text).toBe(`${name} Ada Lane <per>${name}</per>`);
    const wrong = await sendPieces(`${PATHS.unmaskStream}?strict=yes`, token, ["x"]);
    expect(wrong.status).toBe(400);
    const json = await sendPieces(PATHS.unmaskStream, token, ["x"], "application/json");
    expect([json.status, JSON.parse(json.text).error.code]).toEqual([
      415,
      "unsupported_stream_type",
    ]);
    expect(await sendPieces(PATHS.unmaskStream, token, [])).toEqual({ status: 200, text: "" });
  });

  it("is restored as the whole is, cut anywhere", async () => {
    const { token } = await newVault();
    const text = await textWithTokens(token);
    const whole = await unmaskedWhole(token, text);
    expect(whole).toContain("Ada Lovelace");
    expect(whole).toContain("1 a b c d e f g h i j k l m n o p q r s t u v w x y z (end)");
    const bytes = bytesOf(text, 1);
    for (const size of [1, 5, 64, 10_000]) {
      const answer = await sendPieces(PATHS.unmaskStream, token, bytesOf(text, size));
      expect(answer).toEqual({ status: 200, text: whole });
    }
    const all = new TextEncoder().encode(text);
    for (let cut = 0; cut <= bytes.length; cut += 37) {
      const pieces = [all.slice(0, cut), all.slice(cut)];
      const answer = await sendPieces(PATHS.unmaskStream, token, pieces);
      expect(answer).toEqual({ status: 200, text: whole });
    }
  });
});
