// A text with parts replaced, and the mapping of its offsets back to the original text. Pure.
import type { Steps } from "../../core/steps.ts";

/** A text derived from another one, the raw text. Offsets are UTF-16 units. */
export interface TextView {
  readonly text: string;
  /** Offset in the raw text where the character at `at` begins. */
  rawStart(at: number): number;
  /** Offset in the raw text where the character before `end` ends. */
  rawEnd(end: number): number;
}

/** A text that is its own view. */
export class Unchanged implements TextView {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  rawStart(at: number): number {
    return at;
  }

  rawEnd(end: number): number {
    return end;
  }
}

/** A view of a view. */
export class Stacked implements TextView {
  readonly text: string;
  readonly #below: TextView;
  readonly #above: TextView;

  constructor(below: TextView, above: TextView) {
    this.text = above.text;
    this.#below = below;
    this.#above = above;
  }

  rawStart(at: number): number {
    return this.#below.rawStart(this.#above.rawStart(at));
  }

  rawEnd(end: number): number {
    return this.#below.rawEnd(this.#above.rawEnd(end));
  }
}

/** Matches in one step, and the most that a step costs: a text that consists of escapes. */
const STEP_MATCHES = 4_096;
const STEP_COST = 6;

/** A text with each match replaced by what `read` returns (null: left as it is). Null when nothing is replaced. In steps. */
export function* replaced(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => string | null,
): Steps<TextView | null> {
  // A copy, because others use the same expression (its lastIndex) between two steps.
  const sought = new RegExp(pattern);
  let matches = 0;
  const parts: string[] = [];
  const edits: Edits = { ats: [], lengths: [], rawStarts: [], rawEnds: [] };
  let from = 0;
  let length = 0;
  for (let match = sought.exec(text); match !== null; match = sought.exec(text)) {
    if (++matches % STEP_MATCHES === 0) yield STEP_COST;
    const replacement = read(match);
    if (replacement === null) continue;
    parts.push(text.slice(from, match.index), replacement);
    length += match.index - from;
    edits.ats.push(length);
    edits.lengths.push(replacement.length);
    edits.rawStarts.push(match.index);
    from = match.index + match[0].length;
    edits.rawEnds.push(from);
    length += replacement.length;
  }
  if (edits.ats.length === 0) return null;
  parts.push(text.slice(from));
  return new Replaced(parts.join(""), edits);
}

/** Replacements in order, column by column: offset in the new text, length, and the raw range that it replaces. */
interface Edits {
  readonly ats: number[];
  readonly lengths: number[];
  readonly rawStarts: number[];
  readonly rawEnds: number[];
}

class Replaced implements TextView {
  readonly text: string;
  readonly #edits: Edits;

  constructor(text: string, edits: Edits) {
    this.text = text;
    this.#edits = edits;
  }

  rawStart(at: number): number {
    const i = this.#lastEditTo(at);
    return this.#isIn(i, at) ? (this.#edits.rawStarts[i] ?? at) : this.#rawAfterEdit(i, at);
  }

  rawEnd(end: number): number {
    const i = this.#lastEditTo(end - 1);
    return this.#isIn(i, end - 1) ? (this.#edits.rawEnds[i] ?? end) : this.#rawAfterEdit(i, end);
  }

  /** Index of the last edit that begins at or before an offset; -1: none. */
  #lastEditTo(at: number): number {
    const { ats } = this.#edits;
    let low = 0;
    let high = ats.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ats[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #isIn(i: number, at: number): boolean {
    const { ats, lengths } = this.#edits;
    return i >= 0 && at < (ats[i] as number) + (lengths[i] as number);
  }

  #rawAfterEdit(i: number, at: number): number {
    const { ats, lengths, rawEnds } = this.#edits;
    if (i < 0) return at;
    return (rawEnds[i] as number) + at - (ats[i] as number) - (lengths[i] as number);
  }
}
