// Ranges that are replaced in an auto-detect text. Pure.
import type { EntityName } from "../../core/entities.ts";
import type { Span } from "../../detect/span.ts";
import type { TextRange } from "../text/positions.ts";

/** A range of an auto-detect text that a token replaces. */
export interface PlannedSpan extends TextRange {
  readonly entityType: EntityName;
  readonly finding: Finding;
}

/** How a range was found. */
export type Finding = Pick<Span, "recognizer" | "score" | "reason" | "language">;

/** The finding of every LITERAL. */
const AS_TOKEN: Finding = {
  recognizer: "token-forms",
  score: 1,
  reason: "unmask would take it for a token",
};

/** A range that is hidden as it is, as a LITERAL. */
export function literal({ start, end }: TextRange): PlannedSpan {
  return { start, end, entityType: "LITERAL", finding: AS_TOKEN };
}
