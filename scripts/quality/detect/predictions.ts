// Findings of auto-detect in the benchmark's records, in the scorer's format.

import type { Group } from "../../../src/detect/tagger/groups.ts";
import type { TaggerModel } from "../../../src/detect/tagger/model.ts";
import type { Predictions } from "./benchmark.ts";
import { canonicalType } from "./canonical-types.ts";
import type { GoldRecord, GoldSpan } from "./gold.ts";
import { everyEntity } from "./tagger-model.ts";

/** Findings in all records, with this model instead of the shipped one of its group. */
export function predict(
  records: readonly GoldRecord[],
  model: TaggerModel,
  group: Group = "en",
): Predictions {
  const find = everyEntity(new Map([[group, model]]));
  return new Map(records.map(({ id, text }) => [id, { id, spans: find(text).map(canonical) }]));
}

function canonical(span: { start: number; end: number; entityType: string }): GoldSpan {
  return { start: span.start, end: span.end, type: canonicalType(span.entityType) };
}
