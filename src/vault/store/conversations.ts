// SQL of `conversation`: which mappings a conversation with a language model has sent. Ids of mappings only, no value
// and no token; the newest row stands last.
import { Store } from "../../platform/store.ts";

/** A conversation to remember. */
export interface NewConversation {
  /** Digest of its name. */
  readonly digest: Uint8Array<ArrayBuffer>;
  /** When it is forgotten, in milliseconds since 1970. */
  readonly expires: number;
  /** JSON list of ids of mappings. */
  readonly mappingIds: string;
}

/** When rows are to go: an hour after one of them has expired, so that an alarm takes those of an hour. None is read by then. */
export const CONVERSATION_DUE = "SELECT min(expires) + 3600000 AS due FROM conversation";

/** Rows one step deletes. */
const ROWS_PER_STEP = 1_000;
/** Bytes of a row beside its list of ids: digest twice, numbers, headers, the index of times. */
const ROW_BYTES = 100;

const INSERT = "INSERT INTO conversation (digest, expires, mapping_ids) VALUES (?, ?, ?)";
const READ = "SELECT mapping_ids FROM conversation WHERE digest = ? AND expires > ?";
const DELETE = "DELETE FROM conversation WHERE digest = ? RETURNING length(mapping_ids) AS bytes";
const OLDEST = "SELECT serial FROM conversation ORDER BY serial LIMIT ?";
const EXPIRED = "SELECT serial FROM conversation WHERE expires <= ? ORDER BY expires LIMIT ?";
const GONE = "RETURNING length(mapping_ids) AS bytes";

/** Bytes a row takes with such a list of ids. */
export function conversationBytes(mappingIds: string): number {
  return ROW_BYTES + mappingIds.length;
}

/** Reads and writes conversations. What removes rows gives the bytes that became free. */
export class ConversationStore extends Store {
  /** Remember a conversation; one of that name must have been forgotten. */
  add({ digest, expires, mappingIds }: NewConversation): void {
    this.sql.exec(INSERT, digest, expires, mappingIds);
  }

  /** JSON list of the ids of one that has not expired, or null. */
  read(digest: Uint8Array<ArrayBuffer>, now: number): string | null {
    return this.value<string>(READ, digest, now);
  }

  /** Forget one. */
  forget(digest: Uint8Array<ArrayBuffer>): number {
    return this.#freed(DELETE, digest);
  }

  /** Forget some of those that were remembered first. */
  forgetOldest(): number {
    return this.#freed(
      `DELETE FROM conversation WHERE serial IN (${OLDEST}) ${GONE}`,
      ROWS_PER_STEP,
    );
  }

  /** Forget some of those that have expired. */
  forgetExpired(now: number): number {
    const statement = `DELETE FROM conversation WHERE serial IN (${EXPIRED}) ${GONE}`;
    return this.#freed(statement, now, ROWS_PER_STEP);
  }

  /** When expired ones are to be forgotten, or null. */
  nextDue(): number | null {
    return this.value<number>(CONVERSATION_DUE);
  }

  #freed(statement: string, ...values: unknown[]): number {
    const rows = this.rows<{ bytes: number }>(statement, ...values);
    return rows.reduce((sum, { bytes }) => sum + ROW_BYTES + bytes, 0);
  }
}
