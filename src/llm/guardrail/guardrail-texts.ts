// The texts that LiteLLM hands to a guardrail. It has them twice: as a list, and in rows of Chat Completions, into which it
// turns calls of every API; the arguments of tool calls are in the rows alone. Pure; what is given is changed in place.
import { err, ok, type Result } from "../../core/result.ts";
import type { Steps } from "../../core/steps.ts";
import type { TextRestorer } from "../restore/text-restorer.ts";
import type { JsonObject, MediaRule, RefusedRequest, TextPlace } from "../wire/dialect.ts";
import { openaiChat } from "../wire/openai/chat.ts";

/** A model's call, in both ways. */
export interface GuardedCall {
  readonly texts: string[];
  /** Null: there are none, as of a call for embeddings. */
  readonly rows: JsonObject[] | null;
  readonly tools: JsonObject[] | null;
  readonly images: readonly string[];
  /** Whether the model has been told of calls of tools. */
  readonly hasToolCalls: boolean;
}

/** Where a call's texts stand, each text once. */
export interface GuardedPlaces {
  readonly places: readonly TextPlace[];
  /** The call as the places have been written by now, and whether that has changed it. */
  result(): Pick<GuardedCall, "texts" | "rows" | "tools"> & { readonly isChanged: boolean };
}

/** All texts of a call; a failure when there is anything in it that could not be masked. */
export function placesOfCall(
  call: GuardedCall,
  rule: MediaRule,
): Result<GuardedPlaces, RefusedRequest> {
  const { texts, rows, tools, images, hasToolCalls } = call;
  if (images.length > 0 && rule.media === "refuse") {
    const message = 'An image cannot be masked. It passes when the policy\'s llm.media is "pass".';
    return err({ code: "media_refused", message, param: "images" });
  }
  if (hasToolCalls && rows === null) {
    const message = "Calls of tools can only be masked in structured_messages.";
    return err({ code: "not_maskable", message, param: "tool_calls" });
  }
  const found = openaiChat.placesOfRequest({ messages: rows ?? [], tools: tools ?? [] }, rule);
  if (!found.ok) return found;
  const listed = texts.map(
    (text, at): TextPlace => ({
      text,
      sort: "text",
      set(written) {
        texts[at] = written;
        return true;
      },
    }),
  );
  let isChanged = false;
  const places = [...byText([...found.value, ...listed]).values()].map((same): TextPlace => {
    const [{ set: _, ...place }] = same;
    const set = (written: string) => {
      isChanged ||= written !== place.text;
      return same.map((place) => place.set(written)).every(Boolean);
    };
    return { ...place, set };
  });
  return ok({ places, result: () => ({ texts, rows, tools, isChanged }) });
}

/** A text that may go on, as far as it came. */
export interface RestoredText {
  readonly text: string;
  /** Code points at its end that may be others when more of it has come. */
  readonly held: number;
}

/** Put values into a text that may go on. What it is without the held ones begins every longer one. */
export function* restoredSoFar(restorer: TextRestorer, text: string): Steps<RestoredText> {
  const stream = restorer.stream("text");
  const certain = yield* stream.push(text);
  const rest = stream.end();
  return { text: certain + rest, held: [...rest].length };
}

function byText(places: readonly TextPlace[]): Map<string, [TextPlace, ...TextPlace[]]> {
  const same = new Map<string, [TextPlace, ...TextPlace[]]>();
  for (const place of places) {
    const key = `${place.isWord ?? ""} ${place.sort} ${place.text}`;
    const others = same.get(key);
    if (others === undefined) same.set(key, [place]);
    else others.push(place);
  }
  return same;
}
