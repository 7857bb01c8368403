// Recognizers outside of the service: what they are asked, and how their answers are read. Both have the shapes of Presidio's
// analyzer (POST /analyze: presidio-analyzer/app.py, RecognizerResult). A text is a question of its own: only analyzers from
// 2026 on take lists (presidio, pull request 1806). Pure.
import type { ExternalRecognizer } from "../core/policy.ts";
import { EXTERNAL_PREFIX, type Recognizer, type Span, spansOf } from "./span.ts";

/** The recognizer of a policy, over something that knows what has been answered of a text. */
export function externalRecognizer(
  { name, entities }: ExternalRecognizer,
  scan: (text: string) => Span[],
): Recognizer {
  const entityTypes = [...new Set(Object.values(entities))];
  return { name: EXTERNAL_PREFIX + name, entityTypes, scan };
}

/** What is asked about a text, as JSON. Half a surrogate pair is no text in Python: another character stands for it. */
export function externalQuestion({ language, entities }: ExternalRecognizer, text: string): string {
  return JSON.stringify({ text: text.toWellFormed(), language, entities: Object.keys(entities) });
}

/** What Presidio says of one. */
interface Finding {
  readonly entity_type: string;
  /** Code points, as Python counts. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** How often all findings together may cover the text: resolving overlaps costs time in proportion to their lengths. */
const MOST_COVERED = 8;

/**
 * The findings in a text that an answer has. Null when it is none: nothing of it can be relied on then. So it is with more
 * findings than there are characters, and with far more overlaps than any recognizer has.
 */
export function externalFindings(
  { name, entities }: ExternalRecognizer,
  text: string,
  findings: unknown,
): Span[] | null {
  if (!Array.isArray(findings)) return null;
  const places = placesOf(text);
  if (findings.length >= places.length) return null;
  let covered = 0;
  const spans: Span[] = [];
  for (const finding of findings as readonly unknown[]) {
    if (!isFinding(finding)) return null;
    const { entity_type, score } = finding;
    const [start, end] = [places[finding.start], places[finding.end]];
    if (start === undefined || end === undefined || start >= end) return null;
    covered += end - start;
    if (covered > MOST_COVERED * text.length) return null;
    const entity = Object.hasOwn(entities, entity_type) ? entities[entity_type] : undefined;
    if (entity === undefined) continue;
    const span = spansOf(EXTERNAL_PREFIX + name, entity);
    spans.push(span(start, end, score, `it says ${entity_type}`));
  }
  return spans;
}

function isFinding(finding: unknown): finding is Finding {
  if (typeof finding !== "object" || finding === null) return false;
  const { entity_type, start, end, score } = finding as Partial<Record<keyof Finding, unknown>>;
  const isPlace = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  const isScore = typeof score === "number" && score >= 0 && score <= 1;
  return typeof entity_type === "string" && isPlace && isScore;
}

/** Where each code point of a text begins, in UTF-16 units, and where the last one ends. */
function placesOf(text: string): number[] {
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    places.push(at);
    at += character.length;
  }
  places.push(at);
  return places;
}
