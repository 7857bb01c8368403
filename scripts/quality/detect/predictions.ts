// What auto-detect finds in the benchmark's records, as the scorer wants it.

import type { TaggerModel } from "../../../src/detect/tagger/model.ts";
import type { Predictions } from "./benchmark.ts";
import { canonicalType } from "./canonical-types.ts";
import type { GoldRecord, GoldSpan } from "./gold.ts";
import { everyEntity } from "./tagger-model.ts";

/** The findings in all records, with a model of the tagger. */
export function predict(records: readonly GoldRecord[], model: TaggerModel): Predictions {
  const find = everyEntity(model);
  return new Map(records.map(({ id, text }) => [id, { id, spans: find(text).map(canonical) }]));
}

function canonical(span: { start: number; end: number; entityType: string }): GoldSpan {
  return { start: span.start, end: span.end, type: canonicalType(span.entityType) };
}
