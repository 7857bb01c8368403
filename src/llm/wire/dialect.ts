// What is known about the API of a language model's provider: where in its bodies and streams texts stand that came from
// people or tools, and how it words a failure. Pure; a body is JSON as JSON.parse gives it, and is changed in place.
import type { Result } from "../../core/result.ts";
import type { Steps } from "../../core/steps.ts";
import type { TextRestorer, TextSort } from "../restore/text-restorer.ts";

/** Any JSON, as JSON.parse gives it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object, changed in place. */
export interface JsonObject {
  [name: string]: JsonValue;
}

/** A place in a body where a text of a person or a tool stands. */
export interface TextPlace {
  readonly text: string;
  /** json: the text is JSON (or was meant to be), and its strings are what counts; numbers stay. */
  readonly sort: TextSort;
  /** A word of the protocol, or what looks like one: masked only for values that their own form gives away. */
  readonly isWord?: true;
  /** In the arguments of a tool call: the tool's name, "" when it is not known. */
  readonly tool?: string;
  /** Writes another text there. Where an object stood, a text that is no longer JSON is not written: false. */
  set(text: string): boolean;
}

/** Why a request cannot be forwarded, in words for its sender. */
export interface RefusedRequest {
  readonly code: "media_refused" | "not_maskable" | "unknown_member";
  /** Names members and the policy's; never a value. */
  readonly message: string;
  /** The member, as `messages[0].content[1].image_url`; null for the body as a whole. */
  readonly param: string | null;
}

/** What a policy says about pictures, sound, files and whatever else is no text. */
export interface MediaRule {
  readonly media: "refuse" | "pass";
}

/** One event of a stream (server-sent events), without its id. */
export interface StreamEvent {
  readonly event?: string | undefined;
  readonly data: string;
}

/** Restores the events of one answer as they come. What is not understood passes as it is, with its tokens. */
export interface EventRestorer {
  /** What can be passed on now. Held back ends of texts come before the event that ends them, as events of their own. */
  push(event: StreamEvent): Steps<StreamEvent[]>;
  /** The stream has ended, or was cut off; gives what was still held back. */
  end(): StreamEvent[];
  /** The stream ends with a failure that its reader has not seen: what was held back, then the failure. */
  fail(status: number, code: string, message: string): StreamEvent[];
}

/** Gives what restores texts: those of the model itself (null), or the arguments of a tool call ("": its name is not known). */
export type RestorerFor = (tool: string | null) => TextRestorer;

/** What a request goes on from where the provider keeps the history: names of an answer, or of its own list of all messages. */
export interface KeptHistory {
  readonly provider: "openai" | "anthropic";
  readonly answer?: JsonValue | undefined;
  readonly list?: JsonValue | undefined;
}

/** One API of one provider. */
export interface Dialect {
  /** Null, or not there: the client sends the whole history each time. */
  historyOf?(body: JsonObject): KeptHistory | null;
  /** All texts to mask before the request may be forwarded; a failure when there is anything else that could hold some. */
  placesOfRequest(body: JsonObject, rule: MediaRule): Result<TextPlace[], RefusedRequest>;
  /** Puts a hint for the model at the end of the system text, unless it is there. */
  addHint(body: JsonObject, hint: string): void;
  /** Whether the model is to answer in JSON. */
  asksForJson(body: JsonObject): boolean;
  /** No answer has a text but that of a failure: it passes as it came. */
  readonly isAnsweredInNumbers?: true;
  /** All texts of a whole answer, or of a failure's body. */
  placesOfAnswer(body: JsonObject): TextPlace[];
  /** For one streamed answer. */
  events(restorerFor: RestorerFor): EventRestorer;
  /** The body of a failure, as the API words its own. */
  failure(status: number, code: string, message: string, param?: string | null): JsonObject;
}
