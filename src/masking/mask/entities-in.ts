// What the audit records of the texts that were searched.
import type { EntityCounts } from "../../core/audit.ts";
import type { AnyMaskedItem } from "./mask-items.ts";

/** How many values of each entity type were found in items. */
export function entitiesIn(answers: readonly AnyMaskedItem[]): EntityCounts {
  const counts: Record<string, number> = {};
  for (const { individual_tokens = [] } of answers) {
    for (const { pii_type } of individual_tokens) counts[pii_type] = (counts[pii_type] ?? 0) + 1;
  }
  return counts;
}
