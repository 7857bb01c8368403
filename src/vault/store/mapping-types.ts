// SQL of `mapping_type`: the entity types recorded for mappings whose kind does not imply one. A value that was found
// as several types has several.
import { Store } from "../../platform/store.ts";
import { statementRuns } from "./rows.ts";

/** A mapping's id and the number (mappings/entity-types.ts) of a type that its value was found as. */
export type MappingType = readonly [mappingId: number, type: number];

const MISSING = `SELECT j.key FROM json_each(?) AS j WHERE NOT EXISTS (
  SELECT 1 FROM mapping_type AS t WHERE t.mapping_id = j.value ->> 0 AND t.type = j.value ->> 1)`;
const ADD = `INSERT OR IGNORE INTO mapping_type (mapping_id, type)
  SELECT value ->> 0, value ->> 1 FROM json_each(?)`;
const OF_MAPPINGS = `SELECT t.mapping_id, t.type FROM json_each(?) AS j
  CROSS JOIN mapping_type AS t ON t.mapping_id = j.value`;

/** Reads and writes recorded types. */
export class MappingTypeStore extends Store {
  missing(types: readonly MappingType[]): MappingType[] {
    const missing: MappingType[] = [];
    for (const run of statementRuns(types, () => 1)) {
      for (const at of this.column<number>(MISSING, JSON.stringify(run))) {
        missing.push(run[at] as MappingType);
      }
    }
    return missing;
  }

  add(types: readonly MappingType[]): void {
    for (const run of statementRuns(types, () => 1)) this.sql.exec(ADD, JSON.stringify(run));
  }

  /** The recorded types of mappings; skips mappings without any. */
  ofMappings(ids: readonly number[]): Map<number, Set<number>> {
    const types = new Map<number, Set<number>>();
    for (const run of statementRuns(ids, () => 1)) {
      const rows = this.sql.exec(OF_MAPPINGS, JSON.stringify(run)).raw<[number, number]>();
      for (const [id, type] of rows) {
        const known = types.get(id);
        if (known === undefined) types.set(id, new Set([type]));
        else known.add(type);
      }
    }
    return types;
  }
}
