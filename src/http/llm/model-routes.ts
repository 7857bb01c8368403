// The gateway to language models: their providers' own paths, so that a client needs no more than another address.
import type { MiddlewareHandler } from "hono";
import { Hono } from "hono";
import { anthropicMessages } from "../../llm/wire/anthropic/messages.ts";
import { anthropicFailure, openaiFailure } from "../../llm/wire/failures.ts";
import { openaiChat } from "../../llm/wire/openai/chat.ts";
import { openaiEmbeddings } from "../../llm/wire/openai/embeddings.ts";
import { openaiResponses } from "../../llm/wire/openai/responses.ts";
import { modelCaller } from "../authenticate.ts";
import type { HttpEnv } from "../handler.ts";
import { answerModelCall, type ModelRoute } from "./model-call.ts";
import { answerModelList } from "./model-list.ts";

const ROUTES: readonly ModelRoute[] = [
  { api: "openai", path: "/chat/completions", dialect: openaiChat },
  { api: "openai", path: "/responses", dialect: openaiResponses },
  { api: "openai", path: "/embeddings", dialect: openaiEmbeddings },
  { api: "anthropic", path: "/messages", dialect: anthropicMessages },
  // The same body; what it counts is what would be sent.
  { api: "anthropic", path: "/messages/count_tokens", dialect: anthropicMessages },
];
/** Lists of models, and below them each model; their failures are worded as those of calls. */
const LISTS: readonly ModelRoute[] = [
  { api: "openai", path: "/models", dialect: openaiChat },
  { api: "anthropic", path: "/models", dialect: anthropicMessages },
];

/** Sub-app of the gateway. */
export const modelRoutes = new Hono<HttpEnv>();
for (const route of ROUTES) {
  modelRoutes.post(`/${route.api}/v1${route.path}`, modelCaller("mask"), (c) =>
    answerModelCall(c, route),
  );
}
for (const route of LISTS) {
  for (const path of [route.path, `${route.path}/*`]) {
    modelRoutes.get(`/${route.api}/v1${path}`, modelCaller("mask"), (c) =>
      answerModelList(c, route),
    );
  }
}

/** From here on failures are worded as the path's API words its own. */
export const inWordsOfItsApi: MiddlewareHandler<HttpEnv> = (c, next) => {
  const isAnthropic = c.req.path.startsWith("/llm/anthropic/");
  c.set("wordFailure", isAnthropic ? anthropicFailure : openaiFailure);
  return next();
};
