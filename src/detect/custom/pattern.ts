// Regular expressions of custom entities: RE2 syntax, linear time.

import { RE2JS } from "re2js";
import { err, ok, type Result } from "../../core/result.ts";

/** One match of a pattern. */
export interface FoundPattern {
  /** First UTF-16 code unit. */
  readonly start: number;
  /** One past the last UTF-16 code unit. */
  readonly end: number;
}

/** Finds a pattern in texts. */
export interface PatternFinder {
  /** Every match in `text`, sorted, without overlap: the leftmost, as a Perl-like engine picks it. */
  find(text: string): FoundPattern[];
}

/** Why a pattern is refused. */
export interface PatternFlaw {
  /** Where in the pattern, in UTF-16 code units; null: the pattern as a whole. */
  readonly position: number | null;
  /** In plain words, with at most the construct at that position. */
  readonly reason: string;
}

/** Compile `source` (RE2 syntax) to a finder. */
export function compilePattern(
  source: string,
  options: { readonly matchCase: boolean },
): Result<PatternFinder, PatternFlaw> {
  try {
    const compiled = RE2JS.compile(source, options.matchCase ? 0 : RE2JS.CASE_INSENSITIVE);
    if (compiled.test("")) return err({ position: null, reason: "it matches the empty text" });
    return ok({
      find(text) {
        const found: FoundPattern[] = [];
        const matcher = compiled.matcher(text);
        while (matcher.find()) found.push({ start: matcher.start(), end: matcher.end() });
        return found;
      },
    });
  } catch {
    return err({ position: null, reason: "it is not in RE2 syntax" });
  }
}
