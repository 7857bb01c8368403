// Every token name, without a format, with 20,000 generated values; and every pair of token name and format
// that go together with some.
import { describe, it } from "vitest";
import { FORMAT, FORMATS, goTogether, TOKEN_NAMES } from "../../src/tokens/kinds.ts";
import { checkKind, TOKEN_SEED } from "../support/tokens/kind-checks.ts";

console.log(`TOKEN_SEED = ${TOKEN_SEED}`);

describe("tokens of every token name", () => {
  it.each(TOKEN_NAMES)("$name", ({ code }) => {
    checkKind(code, FORMAT.none, 20_000);
  });
});

describe("every format that goes with", () => {
  it.each(TOKEN_NAMES)("$name", ({ code }) => {
    for (const format of FORMATS) {
      if (goTogether(code, format.code)) checkKind(code, format.code, 500);
    }
  });
});
