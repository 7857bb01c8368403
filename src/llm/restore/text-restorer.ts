// The interface of restorers, which put values back into a language model's text: whole, or as it arrives. Pure.
import type { Steps } from "../../core/steps.ts";

/**
 * The format of a text to restore: plain, or JSON (tool arguments), where values are escaped as JSON strings. "said": what
 * the model says to its user, which is JSON when the request asked for JSON.
 */
export type TextFormat = "text" | "json" | "said";

/** A text that arrives in pieces, cut anywhere, even inside a surrogate pair. */
export interface StreamingText {
  /** Adds the next piece, of any length; returns the text that can be passed on now. */
  push(piece: string): Steps<string>;
  /** Ends the text; returns the rest. */
  end(): string;
}

/** Replaces tokens by their values. Unknown tokens stay as they are; nothing fails. */
export interface TextRestorer {
  restore(text: string, format: TextFormat): Steps<string>;
  /** Restores a text in pieces: joined, they are what `restore` returns for the whole text, however it was cut. */
  stream(format: TextFormat): StreamingText;
}
