// A call to a provider: request headers that are forwarded, and what comes back of an answer.
import type { Context } from "hono";
import type { ErrorCode } from "../../core/errors.ts";
import { MAX_BODY_DEPTH, MAX_MODEL_ANSWER_BYTES } from "../../core/limits.ts";
import { costOfLetters } from "../../core/steps.ts";
import { inTime, TooLate } from "../../platform/in-time.ts";
import { errorName, log } from "../../platform/log.ts";
import type { ModelApi, ModelUpstream } from "../../platform/model-upstreams.ts";
import { waitFor, yieldBefore } from "../../platform/yield-to-callers.ts";
import { shapeOf } from "../body.ts";
import { type HttpEnv, Refusal } from "../handler.ts";
import type { CallHold } from "./call-hold.ts";

/**
 * Request headers that are forwarded, and their forms; never the client's credential or anything about its origin. None of
 * these forms has room for a text: betas end with a date or version, ids begin with their kind.
 */
const REQUEST_HEADERS: Readonly<Record<string, RegExp>> = {
  "anthropic-version": /^\d{4}-\d\d-\d\d$/,
  "anthropic-beta": listOf("[a-z][a-z0-9-]{0,63}-\\d{4}-?\\d\\d-?\\d\\d"),
  "openai-beta": listOf("[a-z_]{1,64}=(?:v\\d{1,3}|\\d{4}-\\d\\d-\\d\\d)"),
  "openai-organization": /^org-[A-Za-z0-9]{1,64}$/,
  "openai-project": /^proj_[A-Za-z0-9]{1,64}$/,
};

function listOf(one: string): RegExp {
  return new RegExp(`^${one}(?:, ?${one})*$`);
}

/** Answer headers that are passed on: limits, and ids to name to the provider's support. */
const ANSWER_HEADERS =
  /^(?:request-id|x-request-id|retry-after(?:-ms)?|x-should-retry|openai-(?:version|processing-ms|model)|(?:x|anthropic)-ratelimit-[\w-]+)$/;

/** Anthropic's API requires a version; its SDKs send one. */
const ANTHROPIC_VERSION = "2023-06-01";

/**
 * Sends a body, or a request without one. Refuses with `provider_unreachable`, `provider_too_slow`, `provider_refused_key`,
 * `provider_unreadable` (a redirect), and `invalid_field` (a header).
 */
export async function callProvider(
  c: Context<HttpEnv>,
  upstream: ModelUpstream,
  path: string,
  body: string | null,
): Promise<Response> {
  const headers = requestHeaders(c, upstream);
  if (body !== null) headers.set("content-type", "application/json");
  const stop = new AbortController();
  const init = { method: body === null ? "GET" : "POST", headers, body, signal: stop.signal };
  try {
    const answer = await inTime(upstream.fetch(path, init), upstream.patienceMs);
    const { status } = answer;
    // 600 and above are no status: no answer of ours can have one.
    const isPassed = (status >= 200 && status < 300) || (status >= 400 && status < 600);
    if (isPassed && status !== 401 && status !== 403) return answer;
    await answer.body?.cancel();
    log("llm.provider-refused", { api: upstream.api, status });
    // The provider's message may mention the key, which is not the caller's; a 401 would be taken for the namespace token's.
    const isOfKey = status === 401 || status === 403;
    throw new Refusal({ code: isOfKey ? "provider_refused_key" : "provider_unreadable" });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The caller gets no other answer: nobody waits for what is still pending.
    stop.abort();
    log("llm.provider-unreachable", { api: upstream.api, error: errorName(error) });
    const isSlow = error instanceof TooLate;
    throw new Refusal({ code: isSlow ? "provider_too_slow" : "provider_unreachable" });
  }
}

function requestHeaders(c: Context<HttpEnv>, { api, key }: ModelUpstream): Headers {
  const headers = new Headers({
    // Compressed answers could not be restored.
    "accept-encoding": "identity",
    "user-agent": "masking-vault",
    ...(api === "anthropic" ? { "anthropic-version": ANTHROPIC_VERSION } : {}),
    ...(key === null ? {} : credential(api, key)),
  });
  for (const [name, form] of Object.entries(REQUEST_HEADERS)) {
    const value = c.req.header(name);
    if (value === undefined || value === "") continue;
    if (!form.test(value)) throw new Refusal({ code: "invalid_field", detail: `header ${name}` });
    headers.set(name, value);
  }
  return headers;
}

function credential(api: ModelApi, key: string): Record<string, string> {
  return api === "anthropic" ? { "x-api-key": key } : { authorization: `Bearer ${key}` };
}

/** Longest header of an answer that is passed on: clients refuse answers whose headers have 16 KiB. */
const MAX_HEADER_LETTERS = 512;
/** Most headers that are passed on. */
const MAX_HEADERS = 24;

/** Headers of an answer that are passed on. */
export function passedHeaders(answer: Response): Record<string, string> {
  const passed = [...answer.headers].filter(
    ([name, value]) =>
      ANSWER_HEADERS.test(name) && name.length + value.length <= MAX_HEADER_LETTERS,
  );
  return Object.fromEntries(passed.slice(0, MAX_HEADERS));
}

/** Shorter texts are parsed as they are. */
const LONG_LETTERS = 64 * 1024;
/** Members and elements of an answer or event that is parsed: 400,000 take 20 to 40 ms. */
const MAX_ANSWER_PARTS = 400_000;
/** Milliseconds for 64 KiB to count, and to parse. */
const COST_TO_COUNT = 0.25;
const COST_TO_PARSE = 0.5;

/** Lets callers run before a JSON text is parsed; refuses with `provider_unreadable` when that would take too long. */
export async function beforeParsing(text: string): Promise<void> {
  if (text.length < LONG_LETTERS) return;
  await yieldBefore(costOfLetters(text.length, COST_TO_COUNT));
  const { depth, parts } = shapeOf(text);
  if (depth > MAX_BODY_DEPTH || parts > MAX_ANSWER_PARTS) {
    throw new Refusal({ code: "provider_unreadable" });
  }
  await yieldBefore(costOfLetters(text.length, COST_TO_PARSE));
}

/** Cost of a part of an answer: to receive, perhaps decompress, and decode it. */
export const costOfPart = ({ length }: Uint8Array): number =>
  PART_COST + costOfLetters(length, 0.5);
/** Milliseconds for any part, however short. */
const PART_COST = 0.02;

/** An answer's body as text. Refuses with `provider_unreadable`, `provider_too_slow`, `provider_cut_off`, `overloaded`. */
export async function readAnswer(
  answer: Response,
  patienceMs: number,
  hold: CallHold,
): Promise<string> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    const announced = Number(answer.headers.get("content-length")) || 0;
    await hold.count(Math.min(announced, MAX_MODEL_ANSWER_BYTES));
    while (reader !== undefined) {
      const { done, value } = await inTime(waitFor(reader.read()), patienceMs);
      if (done) break;
      await hold.count(text.length + value.length);
      await yieldBefore(costOfPart(value));
      text += decoder.decode(value, { stream: true });
      if (text.length > MAX_MODEL_ANSWER_BYTES) throw new Refusal({ code: "provider_unreadable" });
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined);
    throw new Refusal({ code: readFailure(error) });
  }
  return text + decoder.decode();
}

/** Why an answer ended early. A RangeError: it has more texts at a time than are restored. */
export function readFailure(error: unknown): ErrorCode {
  if (error instanceof Refusal) return error.failure.code;
  if (error instanceof RangeError) return "provider_unreadable";
  return error instanceof TooLate ? "provider_too_slow" : "provider_cut_off";
}
