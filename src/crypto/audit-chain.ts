// The hash chain of a namespace's audit. The hash of each batch covers the hash of the previous one, so a batch that is
// changed, left out or inserted changes all later hashes.
import { hex } from "../core/ids.ts";
import { utf8 } from "./encoding.ts";

/** The previous hash of a namespace's first batch. */
export const NO_AUDIT_HASH = "0".repeat(64);

/** The hash of a batch: SHA-256 (FIPS 180-4) of the previous hash, a line break and the text, as hexadecimal digits. */
export async function auditHash(previous: string, text: string): Promise<string> {
  const hashed = await crypto.subtle.digest("SHA-256", utf8(`${previous}\n${text}`));
  return hex(new Uint8Array(hashed));
}
