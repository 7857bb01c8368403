// Nesting depth and number of members: a body beyond a limit is refused with the code that names it, whoever sends it
// and wherever in the body it is, and nothing of it is kept.
import { describe, it } from "vitest";
import { MAX_BODY_DEPTH, MAX_BODY_PARTS } from "../../../src/core/limits.ts";
import { refuses, rightToken, watchThroughout } from "../../support/bad-input.ts";
import { nested } from "../../support/json-bodies.ts";
import { BODY_OPERATIONS, NAMESPACE_OPERATIONS } from "../../support/operations.ts";
import { IS_LONG } from "../../support/properties.ts";
import { at, MARKER, REFUSED } from "../../support/refusals.ts";

const watched = watchThroughout();

/** What the runtime writes by another way each, and recurses in some of them. */
const OPENINGS = ["[", '{"a":', '{"1":', '[{"a":', '{"__proto__":'] as const;
const DEPTHS = [MAX_BODY_DEPTH, 4_000, 50_000] as const;
/** Each beyond the bound, and the first of them however deep. */
const CASES = OPENINGS.flatMap((open, i) =>
  DEPTHS.filter((depth) => IS_LONG || i === 0 || depth === MAX_BODY_DEPTH).map(
    (depth) => [depth, open] as const,
  ),
);

describe.each(BODY_OPERATIONS)("$name", (operation) => {
  it.each(CASES)("refuses a member nobody knows of %i nested %s", async (depth, open) => {
    const raw = `{"x":${nested(open, `"${MARKER}"`, depth)},${JSON.stringify(operation.body(MARKER)).slice(1)}`;
    await refuses(operation, watched, { token: rightToken(operation, watched), raw }, REFUSED.deep);
  });
});

/** Each beyond the bound by the last. */
const MANY = [
  ["lists", `[${"[],".repeat(MAX_BODY_PARTS / 2)}1]`],
  ["elements", `[${"1,".repeat(MAX_BODY_PARTS)}1]`],
  ["members", `{${Array.from({ length: MAX_BODY_PARTS }, (_, i) => `"${i}":1,`).join("")}"a":1}`],
] as const;

describe.each(BODY_OPERATIONS)("$name", (operation) => {
  it.each(MANY)("refuses a member nobody knows of too many %s", async (_name, member) => {
    const raw = `{"x":${member},${JSON.stringify(operation.body(MARKER)).slice(1)}`;
    await refuses(
      operation,
      watched,
      { token: rightToken(operation, watched), raw },
      REFUSED.parts,
    );
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
