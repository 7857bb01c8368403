// Known answers of the token cipher: they match the frozen vectors, and a wrong one is noticed.
import { describe, expect, it } from "vitest";
import { Aes, platformAes } from "../../src/crypto/aes.ts";
import { SelfTest } from "../../src/platform/self-test.ts";
import { TOKEN_VECTORS, tokenAnswers } from "../../src/tokens/self-test.ts";
import ofForms from "./forms/vectors.json" with { type: "json" };
import vectors from "./vectors.json" with { type: "json" };

type Vectors = typeof TOKEN_VECTORS;
const failureOf = (of: Vectors) => new SelfTest(tokenAnswers(of)).failure();

describe("the known answers of tokens", () => {
  it("come out", async () => {
    expect(await failureOf(TOKEN_VECTORS)).toBeNull();
  });

  it("are among the frozen ones", () => {
    const key = TOKEN_VECTORS.key.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    for (const { id, halves } of TOKEN_VECTORS.ids) {
      expect(vectors.cipher).toContainEqual(expect.objectContaining({ key, id, halves }));
    }
    expect(vectors.freeLength).toContainEqual({ key, layout: "shaped", ...TOKEN_VECTORS.spelt });
    expect(ofForms).toContainEqual({ key, form: "compact", ...TOKEN_VECTORS.compact });
  });

  it.each<[string, string, (of: Vectors) => void]>([
    ["a byte of the key", "token cipher", (of) => of.key.fill(99, 15)],
    ["the first half", "token cipher", (of) => of.ids[0]?.halves.fill(1, 0, 1)],
    ["the second half", "token cipher", (of) => of.ids[2]?.halves.fill(1, 1, 2)],
    ["a letter", "token spelling", (of) => Object.assign(of.spelt, { token: "5BQmyNH 6KnMpnk" })],
    ["a compact digit", "token spelling", (of) => Object.assign(of.compact, { id: 7921 })],
    ["the id", "token spelling", (of) => Object.assign(of.spelt, { id: 7921 })],
  ])("do not when %s is another", async (_, name, change) => {
    const wrong = structuredClone(TOKEN_VECTORS);
    change(wrong);
    expect(await failureOf(wrong)).toBe(name);
  });

  it("do not when the platform's AES, which batches go through, is wrong", async () => {
    const wrongAes = (key: Uint8Array) =>
      new Aes(key, async () => {
        const blocks = await platformAes(key);
        if (blocks === null) throw new Error("no platform's AES to be tested");
        return (input) => blocks(input).map((byte) => byte ^ 1);
      });
    const answers = tokenAnswers(TOKEN_VECTORS, wrongAes);
    expect(await new SelfTest(answers).failure()).toBe("token batches");
  });
});
