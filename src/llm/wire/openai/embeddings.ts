// POST /v1/embeddings of OpenAI: https://developers.openai.com/api/reference/resources/embeddings

import { textsToMask, textsToRestore } from "../body-texts.ts";
import type { Dialect } from "../dialect.ts";
import { ERROR_MEMBERS, openaiFailure } from "../failures.ts";
import { type Field, KEPT, list, MASKED, object } from "../fields.ts";
import { ChatEvents } from "./chat.ts";

const TOKEN_IDS: Field = { numbers: "a list of model tokens" };

/** A request. */
export const EMBEDDINGS_REQUEST: Field = object({
  input: { ...MASKED, ...list({ ...MASKED, ...TOKEN_IDS, ...list(TOKEN_IDS) }) },
  model: KEPT,
  encoding_format: KEPT,
  user: MASKED,
});

const ANSWER = object(ERROR_MEMBERS);

/** Embeddings. Answers are not streamed; one that is streamed nevertheless is read like a chat answer. */
export const openaiEmbeddings: Dialect = {
  textsOfRequest: (body, rule) => textsToMask(body, EMBEDDINGS_REQUEST, rule),
  addHint: () => undefined,
  asksForJson: () => false,
  isAnsweredInNumbers: true,
  textsOfAnswer: (body) => textsToRestore(body, ANSWER),
  events: (restorerFor) => new ChatEvents(restorerFor),
  failure: openaiFailure,
};
