// Providers of language models, as the operator gives them.

import { CommandFailure, EXIT } from "../cli/command.ts";
import { readNamedAddresses } from "./named-addresses.ts";

/** APIs of providers, as `--llm` names them. */
type ModelApi = "openai" | "anthropic";

/** A provider: its API and address, including the path of the API's version. */
export type ModelUpstream = { readonly api: ModelApi; readonly url: URL };

const VERSION = "/v1";

/** Parse each `NAME=URL` of the command line. A URL without a path means the API's version 1. */
export function readModelUpstreams(given: readonly string[]): ModelUpstream[] {
  return readNamedAddresses("llm", given).map(({ name, url }) => {
    url.pathname = url.pathname === "/" ? VERSION : url.pathname.replace(/\/+$/, "");
    return { api: name as ModelApi, url };
  });
}

/** The operator's keys for these providers, by variable name. A self-hosted model may need none. */
export function readModelKeys(
  env: Readonly<Record<string, string | undefined>>,
  upstreams: readonly ModelUpstream[],
): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const { api, url } of upstreams) {
    const name = keyName(api);
    const key = env[name]?.trim();
    if (!key) {
      console.error(`${name} is not set: ${url.host} is asked without a key.`);
    } else if (/^[\x21-\x7e]+$/.test(key)) {
      keys[name] = key;
    } else {
      throw new CommandFailure(`${name} must be plain ASCII without blanks.`, EXIT.secrets);
    }
  }
  return keys;
}

/** Name of the variable with a provider's key. */
export function keyName(api: ModelApi): string {
  return `LLM_${api.toUpperCase()}_KEY`;
}
