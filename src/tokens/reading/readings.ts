// What the content of a tagged range can mean: the token itself, or a token that a language model has
// decorated (marks, quotes, blanks, a possessive, escapes). Pure.
import { type Escaping, escaped, escapingSeen, unescaped } from "./escaping.ts";

/** One way to read a content: this token, with text to keep on both sides of what it stands for. */
export interface Reading {
  readonly token: string;
  /** As it stands in the restored text, escapes included. */
  readonly before: string;
  readonly behind: string;
  /** Escape the restored value this way. */
  readonly escaping: Escaping;
}

/** A content without one more layer. */
type Layer = readonly [before: string, token: string, behind: string];

const QUOTES = "\"'«»‘’‚‛“”„‟‹›";
const MARKS = `*_\`~${QUOTES}`;
/** Longest run of blanks, marks and quotes that is taken off one side at a time. */
const MAX_PEELED = 64;
const POSSESSIVES = ["'s", "’s", "s'", "s’"];
/** What is left of "…s'" when the apostrophe went with the quotes. */
const PLURAL_BEHIND = /^['’]/;

/**
 * Readings of a content, in the order to try them: as it stands, unescaped, then with one layer after
 * the other taken off. Distinct tokens only, six at most. `escaping` is how the tags were escaped.
 */
export function readingsOf(content: string, escaping: Escaping): Reading[] {
  const readings: Reading[] = [{ token: content, before: "", behind: "", escaping }];
  const seen = escaping === "none" ? escapingSeen(content) : escaping;
  const plain = unescaped(content, seen);
  // What was not escaped is kept as it stands.
  const aroundIt = plain === content ? "none" : seen;
  const layers: Layer[] = [["", plain, ""]];
  for (const peel of [trimmed, unmarked, singular, unmarked]) {
    layers.push(peel(layers.at(-1) ?? ["", plain, ""]));
  }
  for (const [before, token, behind] of layers) {
    if (token === "" || readings.some((reading) => reading.token === token)) continue;
    readings.push({
      token,
      before: escaped(before, aroundIt),
      behind: escaped(behind, aroundIt),
      escaping: seen,
    });
  }
  return readings;
}

function trimmed(layer: Layer): Layer {
  return peeled(layer, (char) => /\s/.test(char));
}

function unmarked(layer: Layer): Layer {
  return peeled(layer, (char) => MARKS.includes(char) || /\s/.test(char));
}

/** A name's possessive: "…'s", "…s'". */
function singular([before, token, behind]: Layer): Layer {
  const isPlural = token.endsWith("s") && PLURAL_BEHIND.test(behind);
  const ending = POSSESSIVES.find((one) => token.endsWith(one)) ?? (isPlural ? "s" : undefined);
  if (ending === undefined) return [before, token, behind];
  return [before, token.slice(0, -ending.length), ending + behind];
}

function peeled([before, token, behind]: Layer, isPeel: (char: string) => boolean): Layer {
  let start = 0;
  let end = token.length;
  while (start < end && start < MAX_PEELED && isPeel(token[start] ?? "")) start++;
  while (end > start && token.length - end < MAX_PEELED && isPeel(token[end - 1] ?? "")) end--;
  return [before + token.slice(0, start), token.slice(start, end), token.slice(end) + behind];
}
