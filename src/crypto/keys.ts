// The root key (secret VAULT_ROOT_KEY) and the keys derived from it. Each purpose has its own HKDF label, so no derived
// key says anything about another (RFC 5869 section 3.2).
import { fromBase64, fromHex, utf8 } from "./encoding.ts";

/** The root key as imported, unusable for anything but derivation. */
export type RootKey = CryptoKey & { readonly __brand?: "RootKey" };

const ROOT_KEY_BYTES = 32;
/** 32 random bytes hold about 30 different ones; fewer than 12 means a pattern, not a key. */
const MIN_DISTINCT_BYTES = 12;

/** Why a root key text is refused; worded for the operator, without the key. */
export type RootKeyProblem = "missing" | "not 32 bytes of base64" | "too regular to be random";

/** Check the text of VAULT_ROOT_KEY. Gives its bytes or the problem. */
export function parseRootKey(
  text: unknown,
): { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; problem: RootKeyProblem } {
  if (typeof text !== "string" || text.trim() === "") return { ok: false, problem: "missing" };
  const bytes = fromBase64(text.trim());
  if (bytes === null || bytes.length !== ROOT_KEY_BYTES) {
    return { ok: false, problem: "not 32 bytes of base64" };
  }
  if (new Set(bytes).size < MIN_DISTINCT_BYTES) {
    return { ok: false, problem: "too regular to be random" };
  }
  return { ok: true, bytes };
}

/** Import checked root key bytes for derivation. */
export async function importRootKey(bytes: Uint8Array<ArrayBuffer>): Promise<RootKey> {
  return crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveBits", "deriveKey"]);
}

/** The root key of a text, as the secret holds it. Throws when that is not usable. */
export async function rootKeyOf(text: unknown): Promise<RootKey> {
  const root = parseRootKey(text);
  if (!root.ok) throw new Error(`root key: ${root.problem}`);
  return importRootKey(root.bytes);
}

/** Secret that signs namespace tokens (HS256), as 64 hexadecimal digits: hono/jwt takes text. */
export async function deriveTokenSigningSecret(root: RootKey): Promise<string> {
  const bits = await crypto.subtle.deriveBits(
    hkdf(new Uint8Array(0), "masking-vault/namespace-token/v1"),
    root,
    256,
  );
  return Array.from(new Uint8Array(bits), (b) => b.toString(16).padStart(2, "0")).join("");
}

/** 32-byte seed of the Ed25519 key that signs erasure receipts. */
export async function deriveReceiptSeed(root: RootKey): Promise<Uint8Array> {
  const params = hkdf(new Uint8Array(0), "masking-vault/receipt-signing/v1");
  return new Uint8Array(await crypto.subtle.deriveBits(params, root, 256));
}

/** AES-256-GCM key that wraps every key of one namespace; `nid` is 32 hexadecimal digits. */
export async function deriveWrappingKey(root: RootKey, nid: string): Promise<CryptoKey> {
  return crypto.subtle.deriveKey(
    hkdf(fromHex(nid), "masking-vault/key-wrapping/v1"),
    root,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/** What WebCrypto wants for HKDF. */
function hkdf(salt: Uint8Array<ArrayBuffer>, label: string) {
  return { name: "HKDF", hash: "SHA-256", salt, info: utf8(label) };
}
