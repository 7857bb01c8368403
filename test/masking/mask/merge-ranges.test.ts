// How ranges of untagged tokens are combined with detected values.
import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../src/core/steps.ts";
import { hideTokens, keepTokens } from "../../../src/masking/mask/plan-text.ts";
import { findTokenRanges } from "../../../src/masking/mask/token-ranges.ts";
import { kindOf } from "../../../src/tokens/kinds.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";

const vault = new MemoryVault();
const token = vault.tokenOf("Ann Lee", kindOf(0, 2, 0));
const text = `ab ${token} cd`;
const [at, end] = [3, 3 + token.length];
const found = runToEnd(findTokenRanges(text, [{ start: 0, end: text.length }], vault.cipher));
const finding = { recognizer: "test", score: 1, reason: "test" };
const value = (start: number, stop: number) => ({ start, end: stop, entityType: "URL", finding });
const literal = (start: number, stop: number) =>
  expect.objectContaining({ start, end: stop, entityType: "LITERAL" });

describe("a token without tags", () => {
  it.each([
    ["beside a value", [value(0, 2)], [value(0, 2), literal(at, end)]],
    ["inside a value", [value(0, end)], [value(0, end)]],
    ["that a value seems to be", [value(at, end)], [literal(at, end)]],
    ["that a value begins with", [value(at, text.length)], [literal(at, text.length)]],
    ["with a value inside", [value(at + 1, end - 1)], [literal(at, end)]],
    ["that begins in a value", [value(0, at + 2)], [literal(0, end)]],
    ["that ends in a value", [value(end - 2, text.length)], [literal(at, text.length)]],
    ["between two values", [value(0, at + 1), value(end - 1, end + 1)], [literal(0, end + 1)]],
  ])("%s is hidden", (_, detected, hidden) => {
    expect(hideTokens(text, detected, found, () => false)).toEqual(hidden);
  });

  it.each([
    ["beside a value", [value(0, 2)], [value(0, 2)]],
    ["inside a value", [value(0, end)], [value(0, end)]],
    ["that a value seems to be", [value(at, end)], []],
    ["with a value inside", [value(at + 1, end - 1)], []],
    ["that begins in a value", [value(0, at + 2)], [value(0, at)]],
    ["that ends in a value", [value(end - 2, text.length)], [value(end, text.length)]],
    [
      "before two values",
      [value(end, end + 1), value(end + 2, end + 3)],
      [value(end, end + 1), value(end + 2, end + 3)],
    ],
  ])("%s is kept, and the rest goes", (_, detected, replaced) => {
    expect(keepTokens(text, detected, found)).toEqual(replaced);
  });
});
