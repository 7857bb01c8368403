// The hint for the model at the end of the system text, once; and failures in each API's format.
import { describe, expect, it } from "vitest";
import { anthropicMessages } from "../../../src/llm/wire/anthropic/messages.ts";
import type { Dialect, JsonObject } from "../../../src/llm/wire/dialect.ts";
import { openaiEmbeddings } from "../../../src/llm/wire/openai/embeddings.ts";
import { openaiResponses } from "../../../src/llm/wire/openai/responses.ts";

/** The body with the hint, given twice. */
function hinted(dialect: Dialect, body: JsonObject): JsonObject {
  const copy = structuredClone(body);
  dialect.addHint(copy, "HINT");
  dialect.addHint(copy, "HINT");
  return copy;
}

describe("the hint", () => {
  it("ends the instructions of a response", () => {
    expect(hinted(openaiResponses, { input: "x" })).toEqual({ input: "x", instructions: "HINT" });
    const given = hinted(openaiResponses, { instructions: "Be kind." });
    expect(given).toEqual({ instructions: "Be kind.\n\nHINT" });
    expect(hinted(openaiResponses, { instructions: null })).toEqual({ instructions: "HINT" });
  });

  it("ends the system text of a message, and leaves blocks as they were", () => {
    expect(hinted(anthropicMessages, {})).toEqual({ system: "HINT" });
    expect(hinted(anthropicMessages, { system: "Be kind." })).toEqual({
      system: "Be kind.\n\nHINT",
    });
    const block = { type: "text", text: "Be kind.", cache_control: { type: "ephemeral" } };
    expect(hinted(anthropicMessages, { system: [block] })).toEqual({
      system: [block, { type: "text", text: "HINT" }],
    });
  });

  it("has no place among embeddings", () => {
    expect(hinted(openaiEmbeddings, { input: "x" })).toEqual({ input: "x" });
  });
});

describe("a failure", () => {
  it("has the type that goes with its status", () => {
    const types = (dialect: Dialect) =>
      [400, 401, 403, 404, 413, 429, 500, 504, 529].map(
        (status) => (dialect.failure(status, "c", "m")["error"] as JsonObject)["type"],
      );
    expect(types(openaiResponses)).toEqual([
      ...["invalid_request_error", "authentication_error", "permission_error"],
      ...["invalid_request_error", "invalid_request_error", "rate_limit_error"],
      ...["server_error", "server_error", "server_error"],
    ]);
    expect(types(anthropicMessages)).toEqual([
      ...["invalid_request_error", "authentication_error", "permission_error", "not_found_error"],
      ...["request_too_large", "rate_limit_error", "api_error", "timeout_error"],
      "overloaded_error",
    ]);
  });
});
