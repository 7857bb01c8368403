// A gateway of a real service with a model that echoes, and the SDKs that ask it.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { newToken, send } from "../api-client.ts";
import { cleanUp, keepForOthers } from "../run-script.ts";
import { type SharedService, startService } from "../service.ts";
import { type StubModel, startStubModel } from "../stub-model.ts";

/** The operator's key with both providers. */
export const KEY = "sk-test-of-the-operator-0123456789";

/** A text with values. */
export const PROMPT =
  "Write to Ada Lovelace at ada.lovelace@example.com or call (212) 555-0123. 😀";

/** What of it must not leave. */
export const CLEAR = ["Lovelace", "ada.lovelace@example.com", "(212) 555-0123"];

/** How the model cuts a stream: five letters at a time, one, and every byte on its own. */
export const CUTS = ["echo", "letters", "bytes"];

/** What tools take. */
export const PARAMETERS = {
  type: "object",
  properties: { to: { type: "string" }, url: { type: "string" } },
} as const;

/** The policy under which tools get values. */
export const WITH_TOOLS = { headers: { "vault-policy": "tools" } };

interface SdkGateway {
  readonly stub: StubModel;
  readonly service: SharedService;
  readonly openai: OpenAI;
  readonly anthropic: Anthropic;
  /** A provider of the AI SDK. */
  readonly compatible: ReturnType<typeof createOpenAICompatible>;
}

async function startGateway(): Promise<SdkGateway> {
  const stub = await startStubModel();
  const service = await startService({
    args: ["--llm", `openai=${stub.url}`, "--llm", `anthropic=${stub.url}`],
    env: { LLM_OPENAI_KEY: KEY, LLM_ANTHROPIC_KEY: KEY },
  });
  keepForOthers(service.pid, service.dataDir);
  const apiKey = await newToken(service, "chat", "me", ["mask", "unmask", "metadata_change"]);
  const data = { policy_name: "tools" };
  await send(service, apiKey, "metadata/policy/create", { data });
  await send(service, apiKey, "metadata/policy/settings", {
    data: { ...data, llm: { tools: ["*"] } },
  });
  const options = { apiKey, maxRetries: 0 };
  const baseURL = `${service.url}/llm/openai/v1`;
  return {
    stub,
    service,
    openai: new OpenAI({ ...options, baseURL }),
    anthropic: new Anthropic({ ...options, baseURL: `${service.url}/llm/anthropic` }),
    compatible: createOpenAICompatible({ name: "vault", apiKey, baseURL }),
  };
}

let shared: Promise<SdkGateway> | undefined;

/**
 * The gateway of a test file: the object is filled before its first test. It is one for all files of a runner's worker, and runs
 * until the worker ends. `expectMasked` fails unless the present test had the provider asked, and nothing of PROMPT was sent.
 */
export function useSdkGateway(): SdkGateway & { expectMasked(): void } {
  let before = 0;
  const gateway = {
    expectMasked() {
      const { seen } = gateway.stub;
      expect(seen.length).toBeGreaterThan(before);
      const sent = JSON.stringify(seen.slice(before));
      for (const value of CLEAR) expect(sent).not.toContain(value);
    },
  } as SdkGateway & { expectMasked(): void };
  beforeAll(async () => {
    shared ??= startGateway();
    Object.assign(gateway, await shared);
  }, 120_000);
  beforeEach(() => {
    before = gateway.stub.seen.length;
  });
  afterAll(cleanUp);
  return gateway;
}
