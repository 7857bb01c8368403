// Whether mappings and the index of their digests fit together.
import { expect } from "vitest";
import { count, type OpenVault, rows } from "./fresh-vault.ts";

const OF_THE_SAME = "d.digest = m.digest AND d.kind = m.kind AND d.id = m.id";

/** There are so many mappings, each with its digest in the index or waiting for its place, and no other digest. */
export async function expectPaired(vault: OpenVault, mappings: number): Promise<void> {
  const lost = `SELECT count(*) AS n FROM mapping AS m
    WHERE id <= (SELECT value FROM setting WHERE name = 'indexed_up_to')
      AND NOT EXISTS (SELECT 1 FROM mapping_by_digest AS d WHERE ${OF_THE_SAME})`;
  const left = `SELECT count(*) AS n FROM mapping_by_digest AS d
    WHERE NOT EXISTS (SELECT 1 FROM mapping AS m WHERE ${OF_THE_SAME})`;
  expect(await rows(vault, lost)).toEqual([{ n: 0 }]);
  expect(await rows(vault, left)).toEqual([{ n: 0 }]);
  expect(await count(vault, "mapping")).toBe(mappings);
}
