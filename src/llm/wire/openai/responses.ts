// POST /v1/responses of OpenAI: https://developers.openai.com/api/reference/resources/responses

import { textsToMask, textsToRestore } from "../body-texts.ts";
import type { Dialect, JsonObject } from "../dialect.ts";
import { openaiFailure } from "../failures.ts";
import { withHint } from "../hint.ts";
import { isObject } from "../pending-texts.ts";
import { ResponsesEvents } from "./responses-events.ts";
import { RESPONSES_ANSWER, RESPONSES_REQUEST } from "./responses-fields.ts";
import { isJsonFormat } from "./shared-fields.ts";

/** The Responses API. */
export const openaiResponses: Dialect = {
  historyOf: ({ previous_response_id: answer, conversation: list }) => ({
    provider: "openai",
    answer,
    list,
  }),
  textsOfRequest: (body, rule) => textsToMask(body, RESPONSES_REQUEST, rule),
  addHint: addInstruction,
  asksForJson: ({ text }) => isObject(text) && isJsonFormat(text["format"]),
  textsOfAnswer: (body) => textsToRestore(body, RESPONSES_ANSWER),
  events: (restorerFor) => new ResponsesEvents(restorerFor),
  failure: openaiFailure,
};

function addInstruction(body: JsonObject, hint: string): void {
  const instructions = body["instructions"] ?? "";
  if (typeof instructions === "string") body["instructions"] = withHint(instructions, hint);
}
