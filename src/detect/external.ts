// External recognizers: writes their requests and reads their responses, in the shapes of Presidio's analyzer (POST
// /analyze: presidio-analyzer/app.py, RecognizerResult). One request per text: only analyzers from 2026 on accept lists
// (presidio, pull request 1806). Pure.
import type { ExternalRecognizer } from "../core/policy.ts";
import { EXTERNAL_PREFIX, type Recognizer, type Span, spansOf } from "./span.ts";

/** Makes a policy's external recognizer; `scan` looks up the findings already received for a text. */
export function externalRecognizer(
  { name, entities }: ExternalRecognizer,
  scan: (text: string) => Span[],
): Recognizer {
  const entityTypes = [...new Set(Object.values(entities))];
  return { name: EXTERNAL_PREFIX + name, entityTypes, scan };
}

/** Request body for one text, as JSON. Lone surrogates, which are invalid in Python, become U+FFFD. */
export function externalQuestion({ language, entities }: ExternalRecognizer, text: string): string {
  return JSON.stringify({ text: text.toWellFormed(), language, entities: Object.keys(entities) });
}

/** One finding in Presidio's response. */
interface Finding {
  readonly entity_type: string;
  /** In code points, as Python counts; so is `end`. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** Most total length of the findings, in lengths of the text: resolving overlaps costs time in proportion to it. */
const MAX_COVERED = 8;

/**
 * Spans for the findings in a response. Null when any part is malformed, since nothing in it can be trusted then; also with
 * more findings than characters, or with far more overlaps than any recognizer produces.
 */
export function externalFindings(
  { name, entities }: ExternalRecognizer,
  text: string,
  findings: unknown,
): Span[] | null {
  if (!Array.isArray(findings)) return null;
  const offsets = offsetsOfCodePoints(text);
  if (findings.length >= offsets.length) return null;
  let covered = 0;
  const spans: Span[] = [];
  for (const finding of findings as readonly unknown[]) {
    if (!isFinding(finding)) return null;
    const { entity_type, score } = finding;
    const [start, end] = [offsets[finding.start], offsets[finding.end]];
    if (start === undefined || end === undefined || start >= end) return null;
    covered += end - start;
    if (covered > MAX_COVERED * text.length) return null;
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
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  const isScore = typeof score === "number" && score >= 0 && score <= 1;
  return typeof entity_type === "string" && isRange && isScore;
}

/** UTF-16 offset of each code point, then the text's length. */
function offsetsOfCodePoints(text: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    offsets.push(at);
    at += character.length;
  }
  offsets.push(at);
  return offsets;
}
