// A call to a language model, from the client's request to the provider's answer: masks every text before it leaves, and
// restores the answer with the tokens of this conversation.
import type { Context } from "hono";
import { failure } from "../../contract/answers.ts";
import { MAX_MODEL_BODY_BYTES } from "../../core/limits.ts";
import { parsedJson, restoreAll, writtenBody } from "../../llm/wire/body-texts.ts";
import type { Dialect, JsonObject, RestorerFor } from "../../llm/wire/dialect.ts";
import { isObject } from "../../llm/wire/pending-texts.ts";
import {
  type ModelApi,
  type ModelUpstream,
  modelUpstream,
} from "../../platform/model-upstreams.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { readObject } from "../body.ts";
import { requireAdmission } from "../call.ts";
import { answer, answerJson, claimsOf, type HttpEnv, orRefuse, Refusal } from "../handler.ts";
import { currentRulesOf } from "../policies/cached-rules.ts";
import { CallHold } from "./call-hold.ts";
import { restoredStream } from "./event-stream.ts";
import { Memory, shownTokens } from "./memory.ts";
import { passedAnswer } from "./passed-answer.ts";
import { beforeParsing, callProvider, passedHeaders, readAnswer } from "./provider-call.ts";
import { maskBodyTexts, restoreNothing, restorerFor } from "./sent-texts.ts";

/** The policy that the header names; null: the default policy. */
export function policyOf(c: Context<HttpEnv>): string | null {
  return c.req.header("vault-policy") || null;
}

/** Tells the model what tokens are. The words never change, because providers cache prompts by how they begin. */
const HINT =
  "Personal and secret values in this conversation have been replaced by tokens, each of which stands for one value. " +
  "Treat a token as that value, and write it exactly as it stands here, character by character. Do not change, shorten, " +
  "translate or explain tokens, and do not make up new ones.";

/** The destination of one sort of calls, and its API. */
export interface ModelRoute {
  readonly api: ModelApi;
  /** Path under the provider's API. */
  readonly path: string;
  readonly dialect: Dialect;
}

/** Answers a call. Refuses it as long as any of it could leave in clear. */
export async function answerModelCall(c: Context<HttpEnv>, route: ModelRoute): Promise<Response> {
  const { api, dialect, path } = route;
  const upstream = await providerOf(c, api);
  const read = await readObject(c, { code: "invalid_body" }, MAX_MODEL_BODY_BYTES);
  const body = read as JsonObject;
  // An answer that is fetched later does not pass through here, so nobody would restore it.
  if (body["background"] === true) throw new Refusal({ code: "background_refused" });
  const policyName = policyOf(c);
  const rules = await currentRulesOf(c, policyName);
  const { llm, tokenStyle } = rules.settings;
  const bodyTexts = dialect.textsOfRequest(body, llm);
  if (!bodyTexts.ok) {
    const { code, message, param } = bodyTexts.error;
    return answerJson(c, dialect.failure(400, code, message, param), 400);
  }
  const memory = new Memory(c, dialect, body);
  const recalled = await memory.recall(rules);
  const sent = orRefuse(await maskBodyTexts(c, bodyTexts.value, { policyName, recalled }));
  memory.noteTokens(sent.tokens);
  // Surrogates have to pass for values.
  const isHinted = llm.hint && tokenStyle !== "surrogate" && sent.tokens.length > 0;
  if (isHinted) dialect.addHint(body, HINT);
  // An answer in numbers has nothing to restore.
  const shown = dialect.isAnsweredInNumbers ? [] : await shownTokens(c, sent.tokens);
  const tokens = [...shown, ...recalled];
  const said = dialect.asksForJson(body) ? "json" : "text";
  const mayUnmask = claimsOf(c).permissions.includes("unmask");
  const restorers = mayUnmask
    ? await restorerFor({ ...sent, tokens }, llm.tools, said)
    : restoreNothing;
  const letters = sent.texts.reduce((sum, text) => sum + text.length, 0);
  const text = await inStretches(writtenBody(body, letters));
  const hold = new CallHold(c);
  await hold.keep(text, tokens.length);
  const from = await callProvider(c, upstream, path, text);
  const answering = { dialect, restorers, memory, hold };
  if (!from.ok || !isEventStream(from, body)) return whole(c, upstream, from, answering);
  hold.keepTokens(tokens.length);
  return streamed(c, upstream, from, answering);
}

/** Refuses with `provider_unknown`; and callers who are not on the namespace's allow list, before anything is forwarded. */
export async function providerOf(c: Context<HttpEnv>, api: ModelApi): Promise<ModelUpstream> {
  await requireAdmission(c);
  const upstream = modelUpstream(c.env, api);
  if (upstream === null) throw new Refusal({ code: "provider_unknown" });
  return upstream;
}

function isJson({ headers }: Response): boolean {
  return /^application\/json\b/i.test(headers.get("content-type") ?? "");
}

/** An answer without a type counts as a stream where one was requested (OpenAI's own backend has omitted the type). */
function isEventStream(from: Response, { stream }: JsonObject): boolean {
  const type = from.headers.get("content-type");
  return type === null ? stream === true : type.toLowerCase().startsWith("text/event-stream");
}

interface Answering {
  readonly dialect: Dialect;
  readonly restorers: RestorerFor;
  readonly memory: Memory | null;
  readonly hold: CallHold;
}

function streamed(
  c: Context<HttpEnv>,
  { patienceMs }: ModelUpstream,
  from: Response,
  { dialect, restorers, memory, hold }: Answering,
): Response {
  const source = from.body ?? new Blob().stream();
  const onEvent = async ({ data }: { data: string }) => memory?.rememberEvent(data);
  const options = { events: dialect.events(restorers), patienceMs, hold, onEvent };
  return answer(c, restoredStream(source, options), 200, {
    ...passedHeaders(from),
    "content-type": "text/event-stream; charset=utf-8",
    // Keeps proxies from buffering the stream.
    "x-accel-buffering": "no",
  });
}

/** Passes on an answer that is not streamed. */
export async function whole(
  c: Context<HttpEnv>,
  { patienceMs }: ModelUpstream,
  from: Response,
  { dialect, restorers, memory, hold }: Answering,
): Promise<Response> {
  const { status } = from;
  const headers = passedHeaders(from);
  // Half a million numbers take 50 ms to parse and write, and there may be millions.
  const isPassed = from.ok && dialect.isAnsweredInNumbers && isJson(from);
  if (isPassed) return answer(c, await passedAnswer(from, patienceMs), status, headers);
  const read = await readAnswer(from, patienceMs, hold);
  await beforeParsing(read);
  const body = parsedJson(read);
  if (!isObject(body)) {
    // A page of some proxy, perhaps. Its status still tells whether to retry.
    const code = "provider_unreadable";
    if (from.ok) throw new Refusal({ code });
    const said = dialect.failure(status, code, failure({ code }).error.message);
    return answerJson(c, said, status, headers);
  }
  if (from.ok) await memory?.rememberAnswer(body);
  await inStretches(restoreAll(dialect.textsOfAnswer(body), restorers));
  return answer(c, await inStretches(writtenBody(body, read.length)), status, headers);
}
