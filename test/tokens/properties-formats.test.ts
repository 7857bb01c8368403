// Every format, with 20,000 generated values: with Text Token, and with Numeric Token where they go together.
import { describe, it } from "vitest";
import { FORMATS, goTogether, TOKEN } from "../../src/tokens/kinds.ts";
import { checkKind, TOKEN_SEED } from "../support/tokens/kind-checks.ts";

console.log(`TOKEN_SEED = ${TOKEN_SEED}`);

describe("tokens of every format", () => {
  it.each(FORMATS)("$name with Text Token", ({ code }) => {
    checkKind(TOKEN.text, code, 20_000);
  });

  const inDigits = FORMATS.filter(({ code }) => goTogether(TOKEN.numeric, code));
  it.each(inDigits)("$name with Numeric Token", ({ code }) => {
    checkKind(TOKEN.numeric, code, 20_000);
  });
});
