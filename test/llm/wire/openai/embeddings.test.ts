// What is masked in a request for embeddings, and what is refused.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/llm/wire/dialect.ts";
import { openaiEmbeddings } from "../../../../src/llm/wire/openai/embeddings.ts";

const REFUSE = { media: "refuse" } as const;
const places = (body: JsonObject, media: "refuse" | "pass" = "refuse") =>
  openaiEmbeddings.textsOfRequest(body, { media });

describe("a request for embeddings", () => {
  it("has its texts masked, one or many", () => {
    const body = { model: "m", input: ["Ann", "Bob"], user: "u-1", dimensions: 8 };
    const found = places(body);
    if (!found.ok) throw new Error(found.error.message);
    const texts = found.value.filter(({ isWord }) => !isWord);
    expect(texts.map(({ text }) => text)).toEqual(["Ann", "Bob", "u-1"]);
    for (const place of texts) place.set(place.text.toUpperCase());
    expect(body).toEqual({ model: "m", input: ["ANN", "BOB"], user: "U-1", dimensions: 8 });
    const one = places({ model: "m", input: "Ann" });
    expect(one.ok && one.value.map(({ text }) => text)).toEqual(["m", "Ann"]);
  });

  it("is refused with model tokens, unless the policy lets them pass", () => {
    for (const input of [
      [1, 2],
      [[1, 2], [3]],
    ]) {
      const refused = places({ model: "m", input });
      expect(refused.ok || refused.error.code).toBe("media_refused");
      expect(places({ input }, "pass")).toEqual({ ok: true, value: [] });
    }
  });

  it("is refused with a text that no table knows, and not with a number", () => {
    const refused = openaiEmbeddings.textsOfRequest({ input: "a", more: ["x"] }, REFUSE);
    expect(refused).toMatchObject({ ok: false, error: { code: "unknown_member", param: "more" } });
    expect(places({ input: "a", more: { size: 1, on: true, none: null, "": "" } }).ok).toBe(true);
  });
});
