// Questions about jobs that must be refused.

import { describe, it } from "vitest";
import { refuses, watchThroughout } from "../../support/bad-input.ts";
import { operation } from "../../support/operations.ts";
import { invalid, MARKER, REFUSED, type Refusal } from "../../support/refusals.ts";

const watched = watchThroughout();

const STATUS_ITEMS: readonly (readonly [string, unknown, Refusal])[] = [
  ["a number", 5, invalid("item", 0)],
  ["a bare id", MARKER, invalid("item", 0)],
  ["null", null, invalid("item", 0)],
  ["no tracking_id", { id: MARKER }, invalid("tracking_id", 0)],
  ["tracking_id null", { tracking_id: null }, invalid("tracking_id", 0)],
  ["tracking_id empty", { tracking_id: "" }, invalid("tracking_id", 0)],
  ["tracking_id a number", { tracking_id: 5 }, invalid("tracking_id", 0)],
  ["tracking_id an object", { tracking_id: { a: MARKER } }, invalid("tracking_id", 0)],
  ["an unknown id", { tracking_id: MARKER }, REFUSED.trackingId],
  ["NUL", { tracking_id: `${MARKER}\u0000` }, REFUSED.trackingId],
  ["a lone surrogate", { tracking_id: `${MARKER}\ud800` }, REFUSED.trackingId],
  ["64 KiB of digits", { tracking_id: "7".repeat(65_536) }, REFUSED.trackingId],
  ["SQL", { tracking_id: `${MARKER}' OR 1=1 --` }, REFUSED.trackingId],
];

describe("async-status", () => {
  it.each(STATUS_ITEMS)("is refused for %s", async (_, item, refused) => {
    const sent = { token: watched.tokens.all, body: { status: [item] } };
    await refuses(operation("async-status"), watched, sent, refused);
  });

  it.each([["yes"], [1], [null], [{}]])(
    "is refused for include_input %j",
    async (include_input) => {
      const body = { status: [{ tracking_id: MARKER }], include_input };
      const sent = { token: watched.tokens.all, body };
      await refuses(operation("async-status"), watched, sent, invalid("include_input"));
    },
  );
});
