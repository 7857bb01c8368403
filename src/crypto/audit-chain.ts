// The chain of a namespace's audit: each batch of records has the hash of the one before in its own, so none can be changed,
// left out or put in without all later hashes being others.
import { hex } from "../core/ids.ts";
import { utf8 } from "./encoding.ts";

/** The hash before a namespace's first batch. */
export const NO_AUDIT_HASH = "0".repeat(64);

/** The hash of a batch: SHA-256 (FIPS 180-4) of the hash before, a line break and the text, as hexadecimal digits. */
export async function auditHash(previous: string, text: string): Promise<string> {
  const hashed = await crypto.subtle.digest("SHA-256", utf8(`${previous}\n${text}`));
  return hex(new Uint8Array(hashed));
}
