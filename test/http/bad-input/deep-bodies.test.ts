// Nesting: any body deeper than the bound is refused with the code that names it, whoever sends it and wherever in
// it the levels are; nothing of it is kept for others to stumble over.
import { describe, it } from "vitest";
import { MAX_BODY_DEPTH } from "../../../src/core/limits.ts";
import { refuses, rightToken, watchThroughout } from "../../support/bad-input.ts";
import { nested } from "../../support/json-bodies.ts";
import { BODY_OPERATIONS, NAMESPACE_OPERATIONS } from "../../support/operations.ts";
import { at, MARKER, REFUSED } from "../../support/refusals.ts";

const watched = watchThroughout();

/** What the runtime writes by another way each, and recurses in some of them. */
const OPENINGS = ["[", '{"a":', '{"1":', '[{"a":', '{"__proto__":'] as const;
const DEPTHS = [MAX_BODY_DEPTH, 4_000, 50_000] as const;
const CASES = OPENINGS.flatMap((open) => DEPTHS.map((depth) => [depth, open] as const));

describe.each(BODY_OPERATIONS)("$name", (operation) => {
  it.each(CASES)("refuses a member nobody knows of %i nested %s", async (depth, open) => {
    const raw = `{"x":${nested(open, `"${MARKER}"`, depth)},${JSON.stringify(operation.body(MARKER)).slice(1)}`;
    await refuses(operation, watched, { token: rightToken(operation, watched), raw }, REFUSED.deep);
  });
});

describe.each(NAMESPACE_OPERATIONS)("$name", (operation) => {
  it.each(CASES)("refuses attributes of %i nested %s in an item", async (depth, open) => {
    const name = operation.list ?? "";
    const [good] = (operation.body("two words") as Record<string, object[]>)[name] ?? [];
    const item = `{"attributes":${nested(open, `"${MARKER}"`, depth)},${JSON.stringify(good).slice(1)}`;
    const raw = `{"${name}":[${JSON.stringify(good)},${item}]}`;
    const token = operation.name.startsWith("mask") ? watched.tokens.maskOnly : watched.tokens.all;
    // A job's submission says which item it was: it is refused as a whole, so nothing of it is stored.
    const refused = operation.name.endsWith("/async") ? at(1, REFUSED.deep) : REFUSED.deep;
    await refuses(operation, watched, { token, raw }, refused);
  });
});
