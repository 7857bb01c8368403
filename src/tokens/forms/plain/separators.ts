// Letters and digits put into the places of a value's own, so that a token is punctuated as its value. Pure.
import { isSeparator } from "../../cipher/alphabet.ts";

/**
 * `characters` in the places of the value's letters and digits, in order; its separators stay where they
 * are. What is left over stands behind. The value has no more letters and digits than there are
 * characters, and ends with one.
 */
export function dressed(value: string, characters: string): string {
  let text = "";
  let taken = 0;
  let from = 0;
  for (let i = 0; i < value.length; i++) {
    if (!isSeparator(value.charCodeAt(i))) continue;
    text += characters.slice(taken, taken + i - from) + value[i];
    taken += i - from;
    from = i + 1;
  }
  return text + characters.slice(taken);
}

/** The letters and digits of a text, without its separators. */
export function undressed(text: string): string {
  let characters = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (!isSeparator(text.charCodeAt(i))) continue;
    characters += text.slice(from, i);
    from = i + 1;
  }
  return from === 0 ? text : characters + text.slice(from);
}
