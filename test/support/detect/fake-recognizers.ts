// Recognizers with given findings, and detections that use them.

import type { EntityName } from "../../../src/core/entities.ts";
import {
  type Detection,
  detect,
  EVERYTHING,
  type ValueFinder,
} from "../../../src/detect/detector.ts";
import type { Recognizer, Span } from "../../../src/detect/span.ts";

/** Finds the given offsets in any text. */
export function fake(
  name: string,
  entityType: EntityName,
  score: number,
  at: readonly (readonly [number, number])[],
): Recognizer {
  const spans: Span[] = at.map(([start, end]) => ({
    start,
    end,
    entityType,
    score,
    recognizer: name,
    reason: "test",
  }));
  return { name, entityTypes: [entityType], scan: () => spans };
}

/** Finds every occurrence of the given values. */
export function finding(
  name: string,
  entityType: EntityName,
  score: number,
  ...values: string[]
): Recognizer {
  return {
    name,
    entityTypes: [entityType],
    scan: (text) =>
      values.flatMap((value) => {
        const at: [number, number][] = [];
        for (let i = text.indexOf(value); i >= 0; i = text.indexOf(value, i + value.length)) {
          at.push([i, i + value.length]);
        }
        return fake(name, entityType, score, at).scan(text);
      }),
  };
}

/** Finds the first occurrence of each value. */
export function findingFirst(
  name: string,
  entityType: EntityName,
  score: number,
  ...values: string[]
): Recognizer {
  return {
    name,
    entityTypes: [entityType],
    scan: (text) =>
      values.flatMap((value) => {
        const start = text.indexOf(value);
        return start < 0
          ? []
          : fake(name, entityType, score, [[start, start + value.length]]).scan(text);
      }),
  };
}

/** A detection with these recognizers, no threshold, and all entity types unless `more` changes that. */
export function by(recognizers: readonly Recognizer[], more: Partial<Detection> = {}): Detection {
  return { ...EVERYTHING, recognizers, threshold: 0, ...more };
}

/** Findings as "TYPE value", in text order. */
export function foundIn(text: string, detection: Detection): string[] {
  return detect(text, detection).map((s) => `${s.entityType} ${text.slice(s.start, s.end)}`);
}

/** Leaves in clear what `find` finds. */
export function listing(find: (text: string) => { start: number; end: number }[]): ValueFinder {
  return {
    *steps(text) {
      yield 1;
      return find(text);
    },
  };
}
