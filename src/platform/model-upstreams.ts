// Language-model providers that the operator has named, and the only way to call them.
import { systemClock } from "./clock.ts";
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
   * Send a request to a path of its API, and once more when the first attempt fails at once, before an answer begins: the
   * provider has generated nothing then. Redirections are not followed: a request goes only where the operator said. Throws
   * when no attempt gets an answer, and when `init.signal` is aborted before one begins; then no attempt follows.
   */
  fetch(path: string, init: RequestInit): Promise<Response>;
}

const DEFAULT_PATIENCE_SECONDS = 600;
/** A connection that was kept open and that the provider has closed fails within this time, in milliseconds. */
const AT_ONCE_MS = 1_000;

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
      const began = systemClock();
      // The other end may just have closed a connection that was kept open. What fails later, the provider may have worked on.
      return ask().catch((error: unknown) => {
        if (init.signal?.aborted || systemClock() - began > AT_ONCE_MS) throw error;
        return ask();
      });
    },
  };
}
