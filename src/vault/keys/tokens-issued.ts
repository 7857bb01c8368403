// Namespace tokens: issuing, finding, revoking, and the check before every verb. A token is a signed statement; the
// namespace stores the allow list and each token's sealed grant.

import { randomId } from "../../core/ids.ts";
import { Part } from "../../core/part.ts";
import type { RandomSource } from "../../core/random-source.ts";
import { err, ok } from "../../core/result.ts";
import type { Clock } from "../../platform/clock.ts";
import type { IssuedToken, Reply, TokenGrant } from "../rpc.ts";
import type { IssuedTokenRow, IssuedTokenStore } from "../store/issued-tokens.ts";
import type { Keyring } from "./keyring.ts";
import type { RecordSealer } from "./record-sealer.ts";

interface Parts {
  readonly issuedTokens: IssuedTokenStore;
  readonly keyring: Keyring;
  readonly records: RecordSealer;
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
    const userDigest = await this.parts.keyring.digest("user", grant.userId);
    const tokenId = randomId(this.parts.random);
    for (;;) {
      const serial = this.parts.issuedTokens.nextSerial();
      const text = JSON.stringify(grant);
      const sealed = await this.parts.records.seal(text, "issuedToken", serial);
      // Another token may have taken this serial number, to which the seal is bound, while this one was sealed.
      if (this.parts.issuedTokens.nextSerial() !== serial) continue;
      this.parts.issuedTokens.add({ tokenId, serial, sealed }, userDigest, this.parts.clock());
      return { ...grant, tokenId, serial, active: true };
    }
  }

  async newestOf(userId: string): Promise<Reply<IssuedToken>> {
    const { issuedTokens, keyring } = this.parts;
    const row = issuedTokens.newestOfUser(await keyring.digest("user", userId));
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

  async #read(row: IssuedTokenRow): Promise<IssuedToken> {
    const text = await this.parts.records.open(row.sealed, "issuedToken", row.serial);
    const grant = JSON.parse(text) as TokenGrant;
    return { ...grant, tokenId: row.token_id, serial: row.serial, active: row.active === 1 };
  }
}
