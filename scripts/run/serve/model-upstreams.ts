// Providers of language models, as the operator gives them.

import { CommandFailure, EXIT } from "../cli/command.ts";
import { readAddress } from "./ways-out.ts";

/** APIs of providers, as `--llm` names them, with the addresses of the original providers. */
const MODEL_APIS = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
} as const;
type ModelApi = keyof typeof MODEL_APIS;

/** A provider: its API and address, including the path of the API's version. */
export type ModelUpstream = { readonly api: ModelApi; readonly url: URL };

const VERSION = "/v1";

/** Parse each `NAME=URL` of the command line. A URL without a path means the API's version 1. */
export function readModelUpstreams(given: readonly string[]): ModelUpstream[] {
  const upstreams = given.map(readModelUpstream);
  const names = upstreams.map(({ api }) => api);
  if (new Set(names).size === names.length) return upstreams;
  throw wrong("each of them may be given once");
}

function readModelUpstream(text: string): ModelUpstream {
  const [, name, address = ""] = /^([^=]*)=?(.*)$/.exec(text) ?? [];
  const names = Object.keys(MODEL_APIS) as ModelApi[];
  const api = names.find((one) => one === name);
  const example = (one: ModelApi) => `as in ${one}=${MODEL_APIS[one]}`;
  if (api === undefined) throw wrong(`NAME is one of ${names.join(", ")}, ${example("openai")}`);
  const url = readAddress(address);
  if (typeof url === "string") throw wrong(`${api} ${url}, ${example(api)}`);
  url.pathname = url.pathname === "/" ? VERSION : url.pathname.replace(/\/+$/, "");
  return { api, url };
}

function wrong(why: string): CommandFailure {
  return new CommandFailure(`--llm takes NAME=URL: ${why}.`, EXIT.usage);
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
