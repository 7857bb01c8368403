// LiteLLM's guardrail: requests as litellm 1.106.2 sent them, with calls and values for tests.

import { expect } from "vitest";
import type { GuardrailAnswer } from "../../../src/contract/responses/guardrail.ts";
import { newNamespace } from "../namespaces.ts";
import { call } from "../requests.ts";
import recorded from "./litellm-requests.json" with { type: "json" };

/** Where LiteLLM asks. */
export const PATH = "/beta/litellm_basic_guardrail_api";

const ALL = ["mask", "unmask", "metadata_change"] as const;

/** A request. */
export type Body = Record<string, unknown>;

/** Namespace tokens of a namespace of their own, by what they may do. */
export async function tokens() {
  return (await newNamespace({ all: ALL, mask: ["mask"], unmask: ["unmask"] })).tokens;
}

/** Ask; fails unless the answer is one that LiteLLM goes by. */
export async function guard(token: string | undefined, body: Body): Promise<GuardrailAnswer> {
  const answer = await call("POST", PATH, { token, body });
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text) as GuardrailAnswer;
}

/** A recorded request, as of a call of its own. */
export function requestOf(of: string, litellm_call_id: string = crypto.randomUUID()): Body {
  const found = recorded.find((one) => one.of === of);
  return { ...structuredClone(found?.body), litellm_call_id };
}

/** The question about an answer of these texts to a call. */
export const answerOf = (texts: readonly string[], litellm_call_id: unknown) => ({
  ...requestOf("answer"),
  texts,
  litellm_call_id,
});

/** A call of its own with these texts. */
export const callOf = (...texts: string[]): Body => ({ ...requestOf("embeddings"), texts });
