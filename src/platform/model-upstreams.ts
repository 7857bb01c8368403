// Providers of language models that the operator has named, and the one way to each.
import type { RawEnv } from "./objects.ts";

/** The APIs that providers have. */
export type ModelApi = "openai" | "anthropic";

/** A provider. */
export interface ModelUpstream {
  readonly api: ModelApi;
  /** The operator's key; null where it needs none. */
  readonly key: string | null;
  /** How long it may say nothing, in milliseconds. */
  readonly patienceMs: number;
  /**
   * Ask it for something under its API, twice if the first time no answer begins. Redirections are not followed: nothing goes
   * where nobody said. Throws when it is not reached.
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
      // On the platform there is no such binding, and the network is open.
      const ask = () => (way ?? globalThis).fetch(url + path, { ...init, redirect: "manual" });
      // A connection that was kept may just have been closed at its other end.
      return ask().catch(ask);
    },
  };
}
