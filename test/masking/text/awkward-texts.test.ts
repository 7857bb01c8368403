// Texts that once did not unmask, or might have stayed in clear.
import { describe, expect, it } from "vitest";
import { MAX_TEXT_BYTES, MAX_TOKEN_VALUE_BYTES } from "../../../src/core/limits.ts";
import { renderItems } from "../../../src/masking/mask/mask-items.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";

describe("awkward texts", () => {
  it("a long URL of many parts comes back from auto-detect", () => {
    // Its token keeps the URL's separators, so it is about as long as the URL.
    const text = `see https://example.com/${"a/".repeat(3000)} now`;
    const vault = new MemoryVault();
    expect(vault.unmask([vault.maskText(text)])).toEqual([text]);
  });

  it("a text within the limit masks to a text that unmask accepts", () => {
    const text = "a@b.co ".repeat(Math.floor(MAX_TEXT_BYTES / 7));
    const masked = new MemoryVault().maskText(text);
    expect(new TextEncoder().encode(masked).length).toBeLessThanOrEqual(MAX_TOKEN_VALUE_BYTES);
  });

  it.each(["Hello there guys", "Hello", "---", " ", "42"])(
    "the auto-detect text %j, in which nothing is found, comes back from unmask",
    (text) => {
      const vault = new MemoryVault();
      expect(vault.unmask([vault.maskText(text)])).toEqual([text]);
    },
  );

  it("an outcome shorter than its plan is refused, not rendered in clear", () => {
    expect(() => renderItems([{ value: "secret", token_name: "Text Token" }], [])).toThrow();
  });
});
