// For recognizers of several types: findings as "TYPE value".

import type { Recognizer, Span } from "../../../src/detect/span.ts";

/** All values of `recognizers` in `text`, by start. */
export function valuesIn(recognizers: readonly Recognizer[], text: string): string[] {
  return recognizers
    .flatMap((recognizer) => recognizer.scan(text))
    .sort((a, b) => a.start - b.start)
    .map((span) => typed(span, text));
}

function typed({ start, end, entityType }: Span, text: string): string {
  return `${entityType} ${text.slice(start, end)}`;
}
