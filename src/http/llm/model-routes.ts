// The gateway to language models, under the providers' own paths, so that a client only needs another base address.

import { type Context, Hono, type MiddlewareHandler } from "hono";
import { anthropicMessages } from "../../llm/wire/anthropic/messages.ts";
import { anthropicFailure, openaiFailure } from "../../llm/wire/failures.ts";
import { openaiChat } from "../../llm/wire/openai/chat.ts";
import { openaiEmbeddings } from "../../llm/wire/openai/embeddings.ts";
import { openaiResponses } from "../../llm/wire/openai/responses.ts";
import { modelCaller } from "../authenticate.ts";
import { type HttpEnv, orRefuse, Refusal } from "../handler.ts";
import { CallHold } from "./call-hold.ts";
import { answerModelCall, type ModelRoute, policyOf, providerOf, whole } from "./model-call.ts";
import { callProvider } from "./provider-call.ts";
import { maskBodyTexts, restoreNothing } from "./sent-texts.ts";

const ROUTES: readonly ModelRoute[] = [
  { api: "openai", path: "/chat/completions", dialect: openaiChat },
  { api: "openai", path: "/responses", dialect: openaiResponses },
  { api: "openai", path: "/embeddings", dialect: openaiEmbeddings },
  { api: "anthropic", path: "/messages", dialect: anthropicMessages },
  // The same body; the provider counts what would be sent.
  { api: "anthropic", path: "/messages/count_tokens", dialect: anthropicMessages },
];
/** Lists of models, and each model below them; failures are worded as those of calls. */
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

/** From here on, failures are in the format of the path's API. */
export const useFailureFormat: MiddlewareHandler<HttpEnv> = (c, next) => {
  const isAnthropic = c.req.path.startsWith("/llm/anthropic/");
  c.set("wordFailure", isAnthropic ? anthropicFailure : openaiFailure);
  return next();
};

// What a provider says about its models: it holds no text of a person, and no such text is sent.

const PAGING = ["limit", "after_id", "before_id"];

/** Passes on the list of models, or the description of one. Refuses with `invalid_field` a path or query that is no id. */
async function answerModelList(
  c: Context<HttpEnv>,
  { api, path, dialect }: ModelRoute,
): Promise<Response> {
  const upstream = await providerOf(c, api);
  const { searchParams } = new URL(c.req.url);
  const [, id] = /\/models\/(.*)$/.exec(c.req.path) ?? [];
  const model = id === undefined ? "" : `/${await maskedId(c, id, "model")}`;
  const page: string[] = [];
  for (const name of PAGING) {
    const value = searchParams.get(name);
    if (value) page.push(`${name}=${await maskedId(c, encodeURIComponent(value), name)}`);
  }
  const query = page.length === 0 ? "" : `?${page.join("&")}`;
  const answer = await callProvider(c, upstream, path + model + query, null);
  const hold = new CallHold(c);
  return whole(c, upstream, answer, { dialect, restorers: restoreNothing, memory: null, hold });
}

/** An id in a path or query as it may leave: masked where it holds a value, like identifiers in a body. */
async function maskedId(c: Context<HttpEnv>, encoded: string, name: string): Promise<string> {
  const isId = /^(?:[\w.:@-]|%2F|%3A|%40){1,256}$/i.test(encoded) && /\w/.test(encoded);
  if (!isId) throw new Refusal({ code: "invalid_field", detail: name });
  let word = decodeURIComponent(encoded);
  // A server that decodes the path before it resolves dots would go elsewhere.
  if (word.split("/").some((part) => /^\.{1,2}$/.test(part))) {
    throw new Refusal({ code: "invalid_field", detail: name });
  }
  const set = (masked: string) => {
    word = masked;
    return true;
  };
  const bodyText = { text: word, format: "text", isWord: true, set } as const;
  orRefuse(await maskBodyTexts(c, [bodyText], { policyName: policyOf(c), recalled: [] }));
  return encodeURIComponent(word);
}
