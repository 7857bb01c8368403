// Namespace tokens: issuing, finding, revoking, and the check before every verb. A token is a signed statement; the
// namespace stores the allow list and each token's sealed grant.

import { randomId } from "../../core/ids.ts";
import { Part } from "../../core/part.ts";
import type { RandomSource } from "../../core/random-source.ts";
import { err, ok } from "../../core/result.ts";
import type { ContextMaker } from "../../crypto/context.ts";
import { digestIn } from "../../crypto/digest.ts";
import { fromUtf8, utf8 } from "../../crypto/encoding.ts";
import { open, seal } from "../../crypto/seal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { IssuedToken, Reply, TokenGrant } from "../rpc.ts";
import type { IssuedTokenRow, IssuedTokenStore } from "../store/issued-tokens.ts";
import type { Keyring } from "./keyring.ts";

interface Parts {
  readonly issuedTokens: IssuedTokenStore;
  readonly keyring: Keyring;
  readonly context: ContextMaker;
  readonly random: RandomSource;
  readonly clock: Clock;
}

/** Issues and checks tokens of one namespace. */
export class TokensIssued extends Part<Parts> {
  /** Ids known to be active; an id is removed the moment it is revoked. */
  readonly #active = new Set<string>();

  /** Whether the token is on the allow list. Synchronous, so the answer is valid in the same block. */
  isActive(tokenId: string): boolean {
    if (this.#active.has(tokenId)) return true;
    if (this.parts.issuedTokens.find(tokenId)?.active !== 1) return false;
    this.#active.add(tokenId);
    return true;
  }

  /** Whether it is a token of this namespace, active or revoked. */
  isIssued(tokenId: string): boolean {
    return this.isActive(tokenId) || this.parts.issuedTokens.find(tokenId) !== null;
  }

  /** Add a new token to the list. */
  async issue(grant: TokenGrant): Promise<IssuedToken> {
    const userDigest = await this.#userDigest(grant.userId);
    const key = await this.parts.keyring.recordKey();
    const tokenId = randomId(this.parts.random);
    for (;;) {
      const serial = this.parts.issuedTokens.nextSerial();
      const plaintext = utf8(JSON.stringify(grant));
      const sealed = await seal(
        key,
        plaintext,
        this.parts.context("issuedToken", serial),
        this.parts.random,
      );
      // Another token may have taken this serial number, to which the seal is bound, while this one was sealed.
      if (this.parts.issuedTokens.nextSerial() !== serial) continue;
      this.parts.issuedTokens.add({ tokenId, serial, sealed }, userDigest, this.parts.clock());
      return { ...grant, tokenId, serial, active: true };
    }
  }

  async newestOf(userId: string): Promise<Reply<IssuedToken>> {
    const row = this.parts.issuedTokens.newestOfUser(await this.#userDigest(userId));
    return row === null ? err({ code: "token_unknown" }) : ok(await this.#read(row));
  }

  /** One token, active or not. */
  async find(tokenId: string): Promise<Reply<IssuedToken>> {
    const row = this.parts.issuedTokens.find(tokenId);
    return row === null ? err({ code: "token_unknown" }) : ok(await this.#read(row));
  }

  async list(afterSerial: number, limit: number): Promise<Reply<IssuedToken[]>> {
    const rows = this.parts.issuedTokens.list(afterSerial, limit);
    return ok(await Promise.all(rows.map((row) => this.#read(row))));
  }

  /** Revoke a token: verbs that start after this returns refuse it. */
  deactivate(tokenId: string): Reply<null> {
    this.#active.delete(tokenId);
    return this.parts.issuedTokens.deactivate(tokenId) ? ok(null) : err({ code: "token_unknown" });
  }

  /** Digest that identifies a user; user ids are not stored in clear. */
  async #userDigest(userId: string): Promise<Uint8Array<ArrayBuffer>> {
    return digestIn(await this.parts.keyring.digestKey(), "user", userId);
  }

  async #read(row: IssuedTokenRow): Promise<IssuedToken> {
    const key = await this.parts.keyring.recordKey();
    const plaintext = await open(key, row.sealed, this.parts.context("issuedToken", row.serial));
    const grant = JSON.parse(fromUtf8(plaintext)) as TokenGrant;
    return { ...grant, tokenId: row.token_id, serial: row.serial, active: row.active === 1 };
  }
}
