// SQL of `issued_token`: the allow list of a namespace. A token's text is never stored.
import { Store } from "../../platform/store.ts";

/** One issued token; `sealed` holds user, permissions and validity. */
export interface IssuedTokenRow {
  token_id: string;
  active: number;
  serial: number;
  sealed: ArrayBuffer;
}

const ADD =
  "INSERT INTO issued_token (token_id, user_digest, active, created, serial, sealed) VALUES (?, ?, 1, ?, ?, ?)";
const FIND = "SELECT token_id, active, serial, sealed FROM issued_token WHERE token_id = ?";
const NEWEST_OF_USER =
  "SELECT token_id, active, serial, sealed FROM issued_token WHERE user_digest = ? AND active = 1 ORDER BY serial DESC LIMIT 1";
const LIST =
  "SELECT token_id, active, serial, sealed FROM issued_token WHERE serial > ? ORDER BY serial LIMIT ?";
const DEACTIVATE =
  "UPDATE issued_token SET active = 0 WHERE token_id = ? AND active = 1 RETURNING token_id";

/** Reads and writes issued tokens. */
export class IssuedTokenStore extends Store {
  /** Serial number for the next token; the token's seal is bound to it. */
  nextSerial(): number {
    return this.value<number>("SELECT coalesce(max(serial), 0) + 1 AS next FROM issued_token") ?? 0;
  }

  /** Store a new, active token. */
  add(
    token: { tokenId: string; serial: number; sealed: Uint8Array<ArrayBuffer> },
    userDigest: Uint8Array<ArrayBuffer>,
    created: number,
  ): void {
    this.sql.exec(ADD, token.tokenId, userDigest, created, token.serial, token.sealed);
  }

  find(tokenId: string): IssuedTokenRow | null {
    return this.first(FIND, tokenId);
  }

  newestOfUser(userDigest: Uint8Array<ArrayBuffer>): IssuedTokenRow | null {
    return this.first(NEWEST_OF_USER, userDigest);
  }

  /** Tokens after a serial number, oldest first, at most `limit`. */
  list(afterSerial: number, limit: number): IssuedTokenRow[] {
    return this.rows(LIST, afterSerial, limit);
  }

  /** Revoke a token. True when it was active. */
  deactivate(tokenId: string): boolean {
    const revoked = this.value(DEACTIVATE, tokenId);
    return revoked !== null;
  }
}
