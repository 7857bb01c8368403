// SQL of `conversation`: which mappings a conversation with a language model has sent. Stores mapping ids only, no
// values or tokens; the newest row is last.
import { Store } from "../../platform/store.ts";

/** A conversation to remember. */
export interface NewConversation {
  /** Digest of the conversation's name. */
  readonly digest: Uint8Array<ArrayBuffer>;
  /** When it expires, in milliseconds since 1970. */
  readonly expires: number;
  /** JSON list of mapping ids. */
  readonly mappingIds: string;
}

/** Due an hour after the earliest expiry, so that one alarm deletes an hour's rows. Expired rows are never read. */
export const CONVERSATION_DUE = "SELECT min(expires) + 3600000 AS due FROM conversation";

const ROWS_PER_STEP = 1_000;
/** Bytes of a row without its list of ids: the digest twice, numbers, headers, the index of expiry times. */
const ROW_BYTES = 100;

const INSERT = "INSERT INTO conversation (digest, expires, mapping_ids) VALUES (?, ?, ?)";
const READ = "SELECT mapping_ids FROM conversation WHERE digest = ? AND expires > ?";
const DELETE = "DELETE FROM conversation WHERE digest = ? RETURNING length(mapping_ids) AS bytes";
const OLDEST = "SELECT serial FROM conversation ORDER BY serial LIMIT ?";
const EXPIRED = "SELECT serial FROM conversation WHERE expires <= ? ORDER BY expires LIMIT ?";
const RETURNING_BYTES = "RETURNING length(mapping_ids) AS bytes";

/** Bytes of a row with this list of ids. */
export function conversationBytes(mappingIds: string): number {
  return ROW_BYTES + mappingIds.length;
}

/** Reads and writes conversations. Methods that delete rows return the bytes freed. */
export class ConversationStore extends Store {
  /** Store a conversation; its former row must have been deleted. */
  add({ digest, expires, mappingIds }: NewConversation): void {
    this.sql.exec(INSERT, digest, expires, mappingIds);
  }

  /** JSON list of a conversation's ids; null when it is unknown or has expired. */
  read(digest: Uint8Array<ArrayBuffer>, now: number): string | null {
    return this.value<string>(READ, digest, now);
  }

  forget(digest: Uint8Array<ArrayBuffer>): number {
    return this.#delete(DELETE, digest);
  }

  /** Delete some of the oldest conversations. */
  forgetOldest(): number {
    return this.#delete(
      `DELETE FROM conversation WHERE serial IN (${OLDEST}) ${RETURNING_BYTES}`,
      ROWS_PER_STEP,
    );
  }

  /** Delete some expired conversations. */
  forgetExpired(now: number): number {
    const statement = `DELETE FROM conversation WHERE serial IN (${EXPIRED}) ${RETURNING_BYTES}`;
    return this.#delete(statement, now, ROWS_PER_STEP);
  }

  /** When expired conversations are due for deletion, or null. */
  nextDue(): number | null {
    return this.value<number>(CONVERSATION_DUE);
  }

  #delete(statement: string, ...values: unknown[]): number {
    const rows = this.rows<{ bytes: number }>(statement, ...values);
    return rows.reduce((sum, { bytes }) => sum + ROW_BYTES + bytes, 0);
  }
}
