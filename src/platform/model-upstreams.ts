// Language-model providers that the operator has named, and the only way to call them.
import type { RawEnv } from "./objects.ts";

/** The APIs that providers offer. */
export type ModelApi = "openai" | "anthropic";

/** A provider of a language model. */
export interface ModelUpstream {
  readonly api: ModelApi;
  /** The operator's key; null when the provider needs none. */
  readonly key: string | null;
  /** How long it may send nothing, in milliseconds. */
  readonly patienceMs: number;
  /**
   * Send a request to a path of its API, and once more when the first attempt fails before an answer begins. Redirections
   * are not followed: a request goes only where the operator said. Throws when neither attempt gets an answer.
   */
  fetch(path: string, init: RequestInit): Promise<Response>;
}

const DEFAULT_PATIENCE_SECONDS = 600;

/** The provider of an API, or null when the operator has named none. */
export function modelUpstream(env: RawEnv, api: ModelApi): ModelUpstream | null {
  const [base, key, way] =
    api === "openai"
      ? [env.LLM_OPENAI_URL, env.LLM_OPENAI_KEY, env.LLM_OPENAI]
      : [env.LLM_ANTHROPIC_URL, env.LLM_ANTHROPIC_KEY, env.LLM_ANTHROPIC];
  if (!base) return null;
  const url = base.replace(/\/+$/, "");
  return {
    api,
    key: key?.trim() || null,
    patienceMs: 1_000 * (Number(env.LLM_PATIENCE_SECONDS) || DEFAULT_PATIENCE_SECONDS),
    fetch: (path, init) => {
      // On the platform there is no such binding: requests go out through the global fetch.
      const ask = () => (way ?? globalThis).fetch(url + path, { ...init, redirect: "manual" });
      // The other end may just have closed a connection that was kept open.
      return ask().catch(ask);
    },
  };
}
