// What the audit records of each authenticated request: who, what, how many and the outcome, never a value or a token.

/** An audit record, as stored and exported. A member is absent when it was not given or does not apply. */
export interface AuditRecord {
  /** When the request was answered: RFC 3339, UTC. */
  readonly time: string;
  /** The answer's `X-Request-Id`. */
  readonly request_id: string;
  readonly token_id: string;
  readonly user: string;
  /** Method and route pattern: ids in the path are left out. */
  readonly operation: string;
  /** `ok`, or the error code. */
  readonly outcome: string;
  readonly duration_ms: number;
  /** Length of the submitted list. */
  readonly items?: number;
  /** How many values of each entity type were found in texts. */
  readonly entities?: EntityCounts;
  readonly policy?: string;
  readonly reason?: string;
  /** The job that was submitted, or whose work the record describes. */
  readonly tracking_id?: string;
}

/** Number of values by entity type. */
export type EntityCounts = Readonly<Record<string, number>>;

/** Token id and user that stand for the holder of the master key in records of its requests. */
export const OPERATOR = "operator";
/** Token id and user that stand for a job in records of its work; the record of its submission names the submitter. */
export const JOB = "job";

/** A batch of records on the way to its namespace, which keeps it once however often it is sent. */
export interface SentRecords {
  /** Random id of the batch, the same each time it is sent. */
  readonly sender: string;
  readonly records: readonly AuditRecord[];
  /** Token ids not yet checked against the allow list: the namespace drops the records of those that are not on it. */
  readonly unchecked: readonly string[];
}

/** A batch as its namespace stores it: one link of a hash chain. */
export interface AuditBatch {
  /** Number of the batch: 1 for the first one of a namespace. */
  readonly batch: number;
  /** The hash of the previous batch, 64 zeros for the first. */
  readonly previous: string;
  /** SHA-256 of the previous hash, a line break and the text, as hexadecimal digits. */
  readonly hash: string;
  /** The records as JSON, one a line. Null when the stored bytes can no longer be read. */
  readonly text: string | null;
}

/** Where the part of the chain that is kept begins: right after this batch. */
export type AuditCheckpoint = Pick<AuditBatch, "batch" | "hash">;

/** Consecutive batches of a chain, oldest first. */
export interface AuditPage {
  readonly checkpoint: AuditCheckpoint;
  readonly batches: readonly AuditBatch[];
  readonly hasMore: boolean;
}

/** Where to start reading: after a batch, or at the first record of a UTC day (days since 1970). */
export type AuditPosition = { readonly after: number } | { readonly day: number };

/** Records as the text of a batch. */
export function auditText(records: readonly AuditRecord[]): string {
  return records.map((record) => JSON.stringify(record)).join("\n");
}

/** The records of a batch; an empty list when it cannot be read. */
export function recordsIn({ text }: Pick<AuditBatch, "text">): AuditRecord[] {
  return text === null ? [] : text.split("\n").map((line) => JSON.parse(line) as AuditRecord);
}

/** The sum of two counts, type by type. */
export function addCounts(one: EntityCounts, other: EntityCounts): EntityCounts {
  const sums: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
