// Providers of language models that the operator names.

import { CommandFailure, EXIT } from "../cli/command.ts";
import { readAddress } from "./ways-out.ts";

/** APIs a provider may have, as `--llm` names them, and where those who made them have theirs. */
const MODEL_APIS = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
} as const;
type ModelApi = keyof typeof MODEL_APIS;

/** A provider: the address of its API, the path of its version among it. */
export type ModelUpstream = { readonly api: ModelApi; readonly url: URL };

const VERSION = "/v1";

/** Each `NAME=URL` of the command line. A URL without a path means the API's first version. */
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

/** The operator's keys for these providers, by the names of their variables. A model of one's own may need none. */
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

/** Variable with the key for a provider. */
export function keyName(api: ModelApi): string {
  return `LLM_${api.toUpperCase()}_KEY`;
}
