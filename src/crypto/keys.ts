// The root key (secret VAULT_ROOT_KEY) and the keys derived from it. Each purpose has its own HKDF label, so a derived key
// reveals nothing about another (RFC 5869 section 3.2).
import { fromHex, utf8 } from "./encoding.ts";
import { type OfVersions, parseRootKeys, type RootVersion } from "./root-key-text.ts";

/** An imported version of the root key; it can only be used for derivation. */
export type RootKey = CryptoKey & { readonly __brand?: "RootKey" };

/** All imported versions. */
export type RootKeys = OfVersions<{ readonly key: RootKey }>;

/** Import root key bytes, already checked, for derivation. */
export async function importRootKey(bytes: Uint8Array<ArrayBuffer>): Promise<RootKey> {
  return crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveBits", "deriveKey"]);
}

/** Import all versions in a root key's text, which is that of the secret. Throws when the text is not usable. */
export async function rootKeysOf(text: unknown): Promise<RootKeys> {
  const root = parseRootKeys(text);
  if (!root.ok) throw new Error(`root key: ${root.problem}`);
  return ofEach(root.versions, async ({ bytes }) => ({ key: await importRootKey(bytes) }));
}

/** Import the newest version only. Throws as `rootKeysOf` does. */
export async function rootKeyOf(text: unknown): Promise<RootKey> {
  const [newest] = await rootKeysOf(text);
  return newest.key;
}

/** Secrets that sign namespace tokens, one per version; the first one signs new tokens. */
export function deriveTokenSecrets(roots: RootKeys): Promise<OfVersions<{ secret: string }>> {
  return ofEach(roots, async ({ key }) => ({ secret: await deriveTokenSigningSecret(key) }));
}

/** The secret of one version, as 64 hexadecimal digits. */
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

/** Parameters of HKDF for WebCrypto. */
function hkdf(salt: Uint8Array<ArrayBuffer>, label: string) {
  return { name: "HKDF", hash: "SHA-256", salt, info: utf8(label) };
}

async function ofEach<T extends RootVersion, U>(
  [first, ...rest]: readonly [T, ...T[]],
  make: (one: T) => Promise<U>,
): Promise<OfVersions<U>> {
  const made = async (one: T) => ({ ...(await make(one)), version: one.version });
  return [await made(first), ...(await Promise.all(rest.map(made)))];
}
