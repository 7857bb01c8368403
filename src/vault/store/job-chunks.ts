// SQL of `job_chunk`: sealed payloads and results of jobs, one chunk per row (under 1 MB each).
import { Store } from "../../platform/store.ts";
import { LIVES } from "./attributes.ts";

/** Which part of a job a chunk belongs to; flaws describe invalid items of the payload. Stored: append only. */
export const JOB_PART = { payload: 1, result: 2, flaws: 3 } as const;

/** Name of a part. */
export type JobPart = keyof typeof JOB_PART;

/** Limits of one purge step: chunks, and bytes of all but its last; each page of a large chunk has to be looked up. */
const CHUNKS_PER_PURGE = 200;
const BYTES_PER_PURGE = 2 * 1024 ** 2;

/** Mappings that a result chunk `c` needs, as a JSON list; `[null]` when the list is damaged and could hold any. */
const MAPPING_IDS = `iif(iif(json_valid(c.mapping_ids), json_type(c.mapping_ids)) = 'array',
    c.mapping_ids, '[null]')`;
/** True when the chunk needs a mapping that is gone or dead. */
const LOST = `(c.min_mapping_id <= ?2 OR EXISTS (
    SELECT 1 FROM json_each(${MAPPING_IDS}) AS j LEFT JOIN mapping AS m ON m.id = j.value AND ${LIVES}
    WHERE m.id IS NULL))`;
const checkResults = (
  condition: string,
) => `SELECT c.number, ${condition} AS isMatch FROM job_chunk AS c
  WHERE c.job = ?1 AND c.part = 2 AND c.number > ?3 ORDER BY c.number LIMIT ?4`;
const MAPPINGS_OF = `SELECT DISTINCT j.value FROM job_chunk AS c CROSS JOIN json_each(${MAPPING_IDS}) AS j
  WHERE c.job = ?1 AND c.part = 2 AND j.value IS NOT NULL AND c.number IN (
    SELECT number FROM job_chunk WHERE job = ?1 AND part = 2 AND number > ?2 ORDER BY number LIMIT ?3)`;
const ARE_LOST = checkResults(LOST);
const ARE_COVERED = checkResults("coalesce(c.min_mapping_id <= ?2, 0)");
/** A damaged list may contain any mapping. */
const DEPEND_ON_FOUND = checkResults(`EXISTS (SELECT 1 FROM json_each(${MAPPING_IDS}) AS j
    LEFT JOIN deletion_find AS f ON f.deletion = ?2 AND f.mapping_id = j.value AND f.pair = zeroblob(16)
    WHERE j.value IS NULL OR f.mapping_id IS NOT NULL)`);
const IS_LOST = `SELECT 1 FROM job_chunk AS c
  WHERE c.job = ?1 AND c.part = 2 AND c.number = ?3 AND ${LOST}`;
const DELETE_SOME = `DELETE FROM job_chunk WHERE job = ?1 AND (part, number) IN (
    SELECT part, number FROM (SELECT part, number, length(sealed) AS bytes,
        sum(length(sealed)) OVER (ORDER BY part, number ROWS UNBOUNDED PRECEDING) AS upTo
      FROM (SELECT part, number, sealed FROM job_chunk
        WHERE job = ?1 AND (?2 IS NULL OR part = ?2) ORDER BY part, number LIMIT ?3))
    WHERE upTo - bytes < ?4) RETURNING 1`;
/** Stops counting at the limit: 10 ms for 64 MiB, however large the jobs are. */
const PAYLOADS_EXCEED = `SELECT 1 FROM (
    SELECT sum(length(c.sealed)) OVER (ROWS UNBOUNDED PRECEDING) AS upTo
    FROM json_each(?1) AS q CROSS JOIN job_chunk AS c ON c.job = q.value AND c.part = 1)
  WHERE upTo > ?2 LIMIT 1`;

/** A result chunk, and whether the condition asked about holds for it. */
export interface CheckedChunk {
  readonly number: number;
  readonly isMatch: boolean;
}

/** The next `limit` result chunks of a job after one. */
interface NextResults {
  readonly job: number;
  readonly after: number;
  readonly limit: number;
}

const FIND = "SELECT sealed FROM job_chunk WHERE job = ? AND part = ? AND number = ?";
const NEXT = "SELECT min(number) FROM job_chunk WHERE job = ? AND part = ? AND number > ?";

/** Reads and writes chunks. */
export class JobChunkStore extends Store {
  /** Store a chunk, replacing an existing one. `mappingIds` are the mappings that a result depends on. */
  add(
    job: number,
    part: JobPart,
    number: number,
    sealed: Uint8Array<ArrayBuffer>,
    mappingIds: readonly number[] | null,
  ): void {
    this.sql.exec(
      "INSERT OR REPLACE INTO job_chunk (job, part, number, sealed, mapping_ids, min_mapping_id) VALUES (?, ?, ?, ?, ?, ?)",
      job,
      JOB_PART[part],
      number,
      sealed,
      mappingIds === null ? null : JSON.stringify(mappingIds),
      mappingIds === null || mappingIds.length === 0 ? null : Math.min(...mappingIds),
    );
  }

  /** A sealed chunk, or null when it is not stored (any more). */
  find(job: number, part: JobPart, number: number): ArrayBuffer | null {
    return this.value<ArrayBuffer>(FIND, job, JOB_PART[part], number);
  }

  /** Number of the next stored chunk after one, or null after the last. */
  next(job: number, part: JobPart, after: number): number | null {
    return this.value<number>(NEXT, job, JOB_PART[part], after);
  }

  /** Ids of the mappings that result chunks need. */
  mappingsOf({ job, after, limit }: NextResults): number[] {
    return this.column(MAPPINGS_OF, job, after, limit);
  }

  /** Which result chunks need a mapping that is gone or dead. */
  lost(next: NextResults, watermark: number): CheckedChunk[] {
    return this.#check(ARE_LOST, next, watermark);
  }

  /** Which result chunks need a mapping with an id up to `upTo`. */
  covered(next: NextResults, upTo: number): CheckedChunk[] {
    return this.#check(ARE_COVERED, next, upTo);
  }

  /** Which result chunks need a mapping that a deletion's search removed. */
  dependingOnFound(next: NextResults, deletion: number): CheckedChunk[] {
    return this.#check(DEPEND_ON_FOUND, next, deletion);
  }

  #check(statement: string, { job, after, limit }: NextResults, of: number): CheckedChunk[] {
    const rows = this.sql.exec(statement, job, of, after, limit).raw<[number, number]>();
    return Array.from(rows, ([number, isMatch]) => ({ number, isMatch: isMatch === 1 }));
  }

  /** True when one result chunk needs a mapping that is gone or dead. */
  isLost(job: number, number: number, watermark: number): boolean {
    return this.value(IS_LOST, job, watermark, number) !== null;
  }

  /** Whether the sealed payloads of jobs exceed `limit` bytes in total, a job counting as often as it is listed. */
  payloadsExceed(jobs: readonly number[], limit: number): boolean {
    return this.value(PAYLOADS_EXCEED, JSON.stringify(jobs), limit) !== null;
  }

  /** Delete some chunks of a job, of one part or of all; false when none were left. */
  deleteSome(job: number, part: JobPart | null = null): boolean {
    const side = part === null ? null : JOB_PART[part];
    return this.value(DELETE_SOME, job, side, CHUNKS_PER_PURGE, BYTES_PER_PURGE) !== null;
  }
}
