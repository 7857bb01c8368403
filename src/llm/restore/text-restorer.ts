// What puts values back into a text from a language model: whole, or as it comes. Pure.
import type { Steps } from "../../core/steps.ts";

/**
 * How a text stands where it is restored: plain, or inside a JSON text (tool arguments), where values are escaped as JSON
 * strings. What the model says to its user is JSON as well where the request asked for that.
 */
export type TextSort = "text" | "json" | "said";

/** A text that comes in pieces, cut anywhere, even inside a surrogate pair. */
export interface StreamingText {
  /** The next piece, however long; gives what can be passed on by now. */
  push(piece: string): Steps<string>;
  /** The text has ended; gives the rest. */
  end(): string;
}

/** Puts values into the places of tokens. What it does not know stays as it is; nothing fails. */
export interface TextRestorer {
  /** The whole text with its values. */
  restore(text: string, sort: TextSort): Steps<string>;
  /** The same piece by piece: all that comes out together is what `restore` gives for the whole, however it was cut. */
  stream(sort: TextSort): StreamingText;
}
