// The texts that LiteLLM hands to a guardrail. LiteLLM sends them twice: as a list, and in messages of Chat Completions, to
// which it converts calls of every API; arguments of tool calls are in the messages alone. Pure; changes its input in place.
import { err, ok, type Result } from "../../core/result.ts";
import type { Steps } from "../../core/steps.ts";
import type { TextRestorer } from "../restore/text-restorer.ts";
import type { BodyText, JsonObject, MediaRule, RefusedRequest } from "../wire/dialect.ts";
import { openaiChat } from "../wire/openai/chat.ts";

/** A call to a model, in both forms. */
export interface GuardedCall {
  readonly texts: string[];
  /** The call's messages; null when it has none, as for embeddings. */
  readonly rows: JsonObject[] | null;
  readonly tools: JsonObject[] | null;
  readonly images: readonly string[];
  /** Whether the request also listed tool calls apart from the messages. */
  readonly hasToolCalls: boolean;
}

/** The texts of a call, each different text once. */
export interface GuardedTexts {
  readonly bodyTexts: readonly BodyText[];
  /** The call with all texts set so far, and whether any of them changed it. */
  result(): Pick<GuardedCall, "texts" | "rows" | "tools"> & { readonly isChanged: boolean };
}

/** All texts of a call; a failure when it holds anything that cannot be masked. */
export function textsOfCall(
  call: GuardedCall,
  rule: MediaRule,
): Result<GuardedTexts, RefusedRequest> {
  const { texts, rows, tools, images, hasToolCalls } = call;
  if (images.length > 0 && rule.media === "refuse") {
    const message = 'An image cannot be masked. It passes when the policy\'s llm.media is "pass".';
    return err({ code: "media_refused", message, param: "images" });
  }
  if (hasToolCalls && rows === null) {
    const message = "Calls of tools can only be masked in structured_messages.";
    return err({ code: "not_maskable", message, param: "tool_calls" });
  }
  const found = openaiChat.textsOfRequest({ messages: rows ?? [], tools: tools ?? [] }, rule);
  if (!found.ok) return found;
  const listed = texts.map(
    (text, at): BodyText => ({
      text,
      format: "text",
      set(written) {
        texts[at] = written;
        return true;
      },
    }),
  );
  let isChanged = false;
  const bodyTexts = [...byText([...found.value, ...listed]).values()].map((same): BodyText => {
    const [{ set: _, ...one }] = same;
    const set = (written: string) => {
      isChanged ||= written !== one.text;
      return same.map((one) => one.set(written)).every(Boolean);
    };
    return { ...one, set };
  });
  return ok({ bodyTexts, result: () => ({ texts, rows, tools, isChanged }) });
}

/** A text that may be incomplete, restored as far as it has arrived. */
export interface RestoredText {
  readonly text: string;
  /** Code points at its end that may still change when more text arrives. */
  readonly unsettled: number;
}

/** Restores a text that may be incomplete. Without its held code points the result is a prefix of every later one. */
export function* restoredSoFar(restorer: TextRestorer, text: string): Steps<RestoredText> {
  const stream = restorer.stream("text");
  const certain = yield* stream.push(text);
  const rest = stream.end();
  return { text: certain + rest, unsettled: [...rest].length };
}

function byText(bodyTexts: readonly BodyText[]): Map<string, [BodyText, ...BodyText[]]> {
  const same = new Map<string, [BodyText, ...BodyText[]]>();
  for (const one of bodyTexts) {
    const key = `${one.isWord ?? ""} ${one.format} ${one.text}`;
    const others = same.get(key);
    if (others === undefined) same.set(key, [one]);
    else others.push(one);
  }
  return same;
}
