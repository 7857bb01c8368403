// What a data folder says is still to be done, read from its databases without asking the service.

import { objectPaths, query } from "../support/node/object-files.ts";
import type { OpenWork } from "./expected.ts";

const DONE = { job: "done_items", deletion: "cleared" } as const;

/** Jobs and deletions that are open and that nothing holds back. */
export function openWork(dataDir: string): OpenWork[] {
  return objectPaths(dataDir, "Vault").flatMap((path) => {
    // A deleted namespace leaves a database without tables.
    if (query(path, "SELECT 1 FROM sqlite_schema WHERE name = 'job'").length === 0) return [];
    return (["job", "deletion"] as const).flatMap((table) => {
      const what = `SELECT state, ${DONE[table]} AS done FROM ${table}`;
      const rows = query(path, `${what} WHERE state IN ('PENDING', 'IN-PROGRESS') ORDER BY serial`);
      return rows.map(({ state, done }) => ({ table, state: String(state), done: Number(done) }));
    });
  });
}
