// A dialect describes the API of a language model's provider: where bodies and streams hold texts of people or tools, and
// how failures are worded. Pure; a body is JSON as JSON.parse returns it, and is changed in place.
import type { Result } from "../../core/result.ts";
import type { Steps } from "../../core/steps.ts";
import type { TextFormat, TextRestorer } from "../restore/text-restorer.ts";

/** Any JSON, as JSON.parse gives it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object, changed in place. */
export interface JsonObject {
  [name: string]: JsonValue;
}

/** A text of a person or a tool in a body, and how to replace it. */
export interface BodyText {
  readonly text: string;
  /** json: the text is JSON (or should be), of which only the strings are masked or restored; numbers stay. */
  readonly format: TextFormat;
  /** An identifier of the protocol, or a text that looks like one: masked only for values that their own form gives away. */
  readonly isWord?: true;
  /** In the arguments of a tool call: the tool's name, "" when it is unknown. */
  readonly tool?: string;
  /**
   * Called once for every text, in any order: members get their new names with the last. Replaces the text. False when an
   * object was here and the new text is not JSON: then nothing is written.
   */
  set(text: string): boolean;
}

/** Why a request cannot be forwarded, in words for its sender. */
export interface RefusedRequest {
  readonly code: "media_refused" | "not_maskable" | "unknown_member";
  /** Names members and the policy's setting; never a value. */
  readonly message: string;
  /** The member, as `messages[0].content[1].image_url`; null for the body as a whole. */
  readonly param: string | null;
}

/** The policy's rule for images, sound, files and other content that is not text. */
export interface MediaRule {
  readonly media: "refuse" | "pass";
}

/** One event of a stream (server-sent events), without its id. */
export interface StreamEvent {
  readonly event?: string | undefined;
  readonly data: string;
}

/** Restores the events of one answer as they arrive. Events that are not understood pass unchanged, with their tokens. */
export interface EventRestorer {
  /** Events to pass on now. A rest that was held back comes as an event of its own, before the event that ends its text. */
  push(event: StreamEvent): Steps<StreamEvent[]>;
  /** The stream has ended or was cut off; returns what was still held back. */
  end(): StreamEvent[];
  /** Ends the stream with a failure that its reader has not seen: what was held back, then the failure. */
  fail(status: number, code: string, message: string): StreamEvent[];
}

/** The restorer for the model's own texts (null), or for the arguments of a tool's call ("": the tool's name is unknown). */
export type RestorerFor = (tool: string | null) => TextRestorer;

/** The history at the provider that a request continues: an earlier answer, or the provider's own list of all messages. */
export interface KeptHistory {
  readonly provider: "openai" | "anthropic";
  readonly answer?: JsonValue | undefined;
  readonly list?: JsonValue | undefined;
}

/** One API of one provider. */
export interface Dialect {
  /** Null, or absent: the client sends the whole history each time. */
  historyOf?(body: JsonObject): KeptHistory | null;
  /** All texts to mask before the request may be forwarded; a failure when it holds anything else that could be text. */
  textsOfRequest(body: JsonObject, rule: MediaRule): Result<BodyText[], RefusedRequest>;
  /** Adds a hint for the model at the end of the system text, once. */
  addHint(body: JsonObject, hint: string): void;
  /** Whether the model is to answer in JSON. */
  asksForJson(body: JsonObject): boolean;
  /** Answers contain no text unless they are failures: they pass unchanged. */
  readonly isAnsweredInNumbers?: true;
  textsOfAnswer(body: JsonObject): BodyText[];
  events(restorerFor: RestorerFor): EventRestorer;
  /** The body of a failure, in the API's own format. */
  failure(status: number, code: string, message: string, param?: string | null): JsonObject;
}
