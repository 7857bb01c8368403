// The gateway with a function as its provider.
import { env } from "cloudflare:workers";
import { createApp } from "../../../src/app.ts";
import type { Api, Json } from "./stub-apis.ts";

/** A provider: answers a request. */
export type Provider = (request: Request) => Promise<Response>;

interface Asked {
  readonly path: string;
  readonly body: Json;
  readonly token: string;
}

/** Send a request to the gateway with this provider; also returns what the provider received. */
export async function ask({ path, body, token }: Asked, provider: Provider) {
  const seen: { url: string; headers: Headers; body: string }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    seen.push({ url, headers: request.headers, body: await request.clone().text() });
    return provider(request);
  };
  const named = { LLM_OPENAI_URL: "http://provider/v1", LLM_ANTHROPIC_URL: "http://provider/v1" };
  const keys = { LLM_OPENAI_KEY: "of-openai", LLM_ANTHROPIC_KEY: "of-anthropic" };
  const ways = { LLM_OPENAI: { fetch }, LLM_ANTHROPIC: { fetch }, LLM_PATIENCE_SECONDS: "1" };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init =
    body === null ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const request = new Request(`https://vault.test/llm/${path}`, init);
  const answer = await createApp().fetch(request, { ...env, ...named, ...keys, ...ways } as never);
  return { status: answer.status, text: await answer.text(), seen };
}

/** A provider's streamed answer. */
export const streamOf = (events: readonly string[]) =>
  new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });

/** A provider that repeats the last text of the request. */
export const echo =
  (api: Api): Provider =>
  async (request) => {
    const body = (await request.json()) as Json;
    const said = { text: api.lastText(body), call: null };
    return body.stream === true
      ? streamOf(api.stream(said, body, 3))
      : Response.json(api.whole(said, body));
  };

/** A provider that calls a tool with the last text of the request. */
export const useTool =
  (api: Api): Provider =>
  async (request) => {
    const body = (await request.json()) as Json;
    const input = JSON.stringify({ to: api.lastText(body) });
    const said = { text: "", call: { name: api.toolName(body), input } };
    return body.stream === true
      ? streamOf(api.stream(said, body, 3))
      : Response.json(api.whole(said, body));
  };
