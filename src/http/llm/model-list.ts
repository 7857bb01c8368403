// What a provider says of its models: there is no text of anybody in it, and none goes there.
import type { Context } from "hono";
import { type HttpEnv, orRefuse, Refusal } from "../handler.ts";
import { CallHold } from "./call-hold.ts";
import { type ModelRoute, policyOf, providerOf, whole } from "./model-call.ts";
import { callProvider } from "./provider-call.ts";
import { maskPlaces, restoreNothing } from "./sent-texts.ts";

const PAGING = ["limit", "after_id", "before_id"];

/** Pass on the list of models, or what is said of the one that the path names. Refuses with `invalid_field` what is no id. */
export async function answerModelList(
  c: Context<HttpEnv>,
  { api, path, dialect }: ModelRoute,
): Promise<Response> {
  const upstream = await providerOf(c, api);
  const { searchParams } = new URL(c.req.url);
  const [, id] = /\/models\/(.*)$/.exec(c.req.path) ?? [];
  const model = id === undefined ? "" : `/${await sentWord(c, id, "model")}`;
  const page: string[] = [];
  for (const name of PAGING) {
    const value = searchParams.get(name);
    if (value) page.push(`${name}=${await sentWord(c, encodeURIComponent(value), name)}`);
  }
  const query = page.length === 0 ? "" : `?${page.join("&")}`;
  const answer = await callProvider(c, upstream, path + model + query, null);
  const hold = new CallHold(c);
  return whole(c, upstream, answer, { dialect, restorers: restoreNothing, memory: null, hold });
}

/** A word of a path or query as it may leave: masked where it holds a value, as words of a body are. */
async function sentWord(c: Context<HttpEnv>, encoded: string, name: string): Promise<string> {
  const isId = /^(?:[\w.:@-]|%2F|%3A|%40){1,256}$/i.test(encoded) && /\w/.test(encoded);
  if (!isId) throw new Refusal({ code: "invalid_field", detail: name });
  let word = decodeURIComponent(encoded);
  // A server that decodes a path before it resolves it would go elsewhere.
  if (word.split("/").some((part) => /^\.{1,2}$/.test(part))) {
    throw new Refusal({ code: "invalid_field", detail: name });
  }
  const set = (masked: string) => {
    word = masked;
    return true;
  };
  const place = { text: word, sort: "text", isWord: true, set } as const;
  orRefuse(await maskPlaces(c, [place], { policyName: policyOf(c), recalled: [] }));
  return encodeURIComponent(word);
}
