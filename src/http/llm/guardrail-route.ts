// POST /beta/litellm_basic_guardrail_api: LiteLLM's proxy calls it before a call to a model, and about the answer,
// repeatedly while that is streamed.
import { type Context, Hono } from "hono";
import { parseWith } from "../../contract/fields.ts";
import { type GuardrailRequest, guardrailRequest } from "../../contract/guardrail.ts";
import type { GuardrailAnswer } from "../../contract/responses/guardrail.ts";
import { CALL_MEMORY_MS, MAX_MODEL_BODY_BYTES } from "../../core/limits.ts";
import {
  type RestoredText,
  restoredSoFar,
  textsOfCall,
} from "../../llm/guardrail/guardrail-texts.ts";
import { KnownTokens } from "../../llm/restore/known-tokens.ts";
import type { JsonObject } from "../../llm/wire/dialect.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { modelCaller } from "../authenticate.ts";
import { readObject } from "../body.ts";
import { answerJson, claimsOf, type HttpEnv, orRefuse } from "../handler.ts";
import { currentRulesOf, rulesOf } from "../policies/cached-rules.ts";
import { recalledTokens, rememberTokens } from "./memory.ts";
import { maskBodyTexts } from "./sent-texts.ts";

/** Sub-app of the guardrail. Any refusal here stops the model call: LiteLLM continues only after 200. */
export const guardrailRoutes = new Hono<HttpEnv>().post("/", modelCaller("mask"), async (c) => {
  const body = await readObject(c, { code: "invalid_body" }, MAX_MODEL_BODY_BYTES);
  const request = orRefuse(parseWith(guardrailRequest, body));
  const make = request.input_type === "request" ? maskedCall : restoredAnswer;
  return answerJson(c, await make(c, request));
});

async function maskedCall(
  c: Context<HttpEnv>,
  request: GuardrailRequest,
): Promise<GuardrailAnswer> {
  const policyName = policyOf(request);
  const { llm } = (await currentRulesOf(c, policyName)).settings;
  const { texts, structured_messages, tools, images, tool_calls } = request;
  const found = textsOfCall(
    {
      texts: [...(texts ?? [])],
      rows: (structured_messages ?? null) as JsonObject[] | null,
      tools: (tools ?? null) as JsonObject[] | null,
      images: images ?? [],
      hasToolCalls: (tool_calls ?? []).length > 0,
    },
    llm,
  );
  if (!found.ok) return { action: "BLOCKED", blocked_reason: found.error.message };
  const sent = orRefuse(
    await maskBodyTexts(c, found.value.bodyTexts, { policyName, recalled: [] }),
  );
  const name = nameOf(c, request);
  // LiteLLM sends nothing but the call's id to connect question and answer.
  if (name !== null && sent.tokens.length > 0) {
    const of = { conversation: name, continues: name, lifetimeMs: CALL_MEMORY_MS };
    await rememberTokens(c, sent.tokens, of);
  }
  const { rows, isChanged, ...result } = found.value.result();
  return {
    action: isChanged ? "GUARDRAIL_INTERVENED" : "NONE",
    texts: result.texts,
    ...(rows === null ? {} : { structured_messages: rows }),
    ...(result.tools === null ? {} : { tools: result.tools }),
  };
}

/** Restores only tokens of this very call, and none for callers without the permission `unmask`. */
async function restoredAnswer(
  c: Context<HttpEnv>,
  request: GuardrailRequest,
): Promise<GuardrailAnswer> {
  const texts = request.texts ?? [];
  const name = nameOf(c, request);
  const recall = async (name: string) =>
    recalledTokens(c, name, await rulesOf(c, policyOf(request)));
  const tokens = name === null ? [] : await recall(name);
  if (tokens.length === 0)
    return { action: "NONE", texts, stream_holdback_chars: texts.map(() => 0) };
  const known = new KnownTokens(tokens);
  const restored: RestoredText[] = [];
  for (const text of texts) restored.push(await inStretches(restoredSoFar(known, text)));
  const isChanged = restored.some(({ text }, i) => text !== texts[i]);
  return {
    action: isChanged ? "GUARDRAIL_INTERVENED" : "NONE",
    texts: restored.map(({ text }) => text),
    stream_holdback_chars: restored.map(({ unsettled }) => unsettled),
  };
}

/** The call's own id, or else its trace's, qualified by user, so that users of the vault do not share names. */
function nameOf(c: Context<HttpEnv>, request: GuardrailRequest): string | null {
  const id = request.litellm_call_id || request.litellm_trace_id || null;
  return id === null ? null : JSON.stringify(["litellm", claimsOf(c).userId, id]);
}

function policyOf({
  additional_provider_specific_params: params,
}: GuardrailRequest): string | null {
  return params?.policy_name || null;
}
