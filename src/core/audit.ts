// What is recorded of a request whose caller was let in: who, what, how many and how it ended, never a value or a token.

/** A record, as it is kept and exported. What is absent was not said or does not apply. */
export interface AuditRecord {
  /** When it was answered: RFC 3339, UTC. */
  readonly time: string;
  /** The answer's `X-Request-Id`. */
  readonly request_id: string;
  readonly token_id: string;
  readonly user: string;
  /** Method and route, without ids that stand in the path. */
  readonly operation: string;
  /** `ok`, or the code of the failure. */
  readonly outcome: string;
  readonly duration_ms: number;
  /** Items of the list that was sent. */
  readonly items?: number;
  /** How many values of each entity type were found in texts. */
  readonly entities?: EntityCounts;
  /** The policy that was asked for by name. */
  readonly policy?: string;
  /** What the caller gave as its reason. */
  readonly reason?: string;
  /** The job that was submitted, or whose work this is. */
  readonly tracking_id?: string;
}

/** How many values of each entity type. */
export type EntityCounts = Readonly<Record<string, number>>;

/** Who has the master key, in the records of the namespaces that its requests deal with: its id and its name. */
export const OPERATOR = "operator";
/** Who works at a job, in the records of what it has done: who submitted it stands in another. */
export const JOB = "job";

/** Records as they are sent to their namespace: sent again they are the same batch. */
export interface SentRecords {
  /** Random, of this batch. */
  readonly sender: string;
  readonly records: readonly AuditRecord[];
  /** Ids of tokens that nobody has found on the allow list yet: records of those that are not on it are left out. */
  readonly unchecked: readonly string[];
}

/** A batch as its namespace keeps it, a link of a chain. */
export interface AuditBatch {
  /** 1 for a namespace's first one. */
  readonly batch: number;
  /** The hash of the batch before, 64 zeros for the first. */
  readonly previous: string;
  /** SHA-256 of the hash before, a line break and the text, as hexadecimal digits. */
  readonly hash: string;
  /** Its records: JSON, a line each. Null when what is stored cannot be read any more. */
  readonly text: string | null;
}

/** Where the kept part of a namespace's chain begins: at the batch behind this one. */
export type AuditCheckpoint = Pick<AuditBatch, "batch" | "hash">;

/** Part of a chain, in order. */
export interface AuditPage {
  readonly checkpoint: AuditCheckpoint;
  readonly batches: readonly AuditBatch[];
  /** Whether there are batches behind these. */
  readonly hasMore: boolean;
}

/** Where to read from: behind a batch, or from the first record of a UTC day (a number of days since 1970). */
export type AuditPosition = { readonly after: number } | { readonly day: number };

/** The text of records. */
export function auditText(records: readonly AuditRecord[]): string {
  return records.map((record) => JSON.stringify(record)).join("\n");
}

/** The records of a batch; none of one that cannot be read. */
export function recordsIn({ text }: Pick<AuditBatch, "text">): AuditRecord[] {
  return text === null ? [] : text.split("\n").map((line) => JSON.parse(line) as AuditRecord);
}

/** Counts taken together. */
export function addCounts(one: EntityCounts, other: EntityCounts): EntityCounts {
  const sums: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
