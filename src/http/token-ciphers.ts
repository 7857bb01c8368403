// Token ciphers of namespaces this isolate has seen, for auto-detect. A namespace's token key never
// changes, so an entry never goes stale; whether a caller may act is checked by every call anyway.
import type { Context } from "hono";
import type { VaultError } from "../core/errors.ts";
import { ok, type Result } from "../core/result.ts";
import { type TokenCipher, tokenCipher } from "../tokens/cipher.ts";
import { callerOf } from "./authenticate.ts";
import { callVault } from "./call.ts";
import type { HttpEnv } from "./types.ts";

/** Namespaces kept; the one unused for longest goes first. An entry is about 1 KB. */
const MAX_ENTRIES = 1_000;
const ciphers = new Map<string, TokenCipher>();

/** The cipher of the caller's namespace. */
export async function cipherOf(c: Context<HttpEnv>): Promise<Result<TokenCipher, VaultError>> {
  const { nid } = c.var.claims;
  const known = ciphers.get(nid);
  if (known !== undefined) {
    ciphers.delete(nid);
    ciphers.set(nid, known);
    return ok(known);
  }
  const key = await callVault(c, (vault) => vault.tokenKey(callerOf(c)));
  if (!key.ok) return key;
  const cipher = tokenCipher(key.value);
  ciphers.set(nid, cipher);
  if (ciphers.size > MAX_ENTRIES) {
    const [oldest] = ciphers.keys();
    if (oldest !== undefined) ciphers.delete(oldest);
  }
  return ok(cipher);
}
