// Signing of erasure receipts: compact JWS (RFC 7515) with EdDSA over Ed25519 (RFC 8037). The seed is
// derived from the root key, so a receipt can be signed again from the ledger, bit for bit, and the
// key pair needs no storage of its own; the Registry keeps the public half of versions that may go.
import {
  CompactSign,
  calculateJwkThumbprint,
  compactVerify,
  createLocalJWKSet,
  type JSONWebKeySet,
} from "jose";
import { fromUtf8, utf8 } from "./encoding.ts";
import { deriveReceiptSeed, type RootKey, rootKeyOf, rootKeysOf } from "./keys.ts";

/** The public half, as it stands in the key set; `kid` is its RFC 7638 thumbprint. */
interface ReceiptPublicKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly alg: "EdDSA";
  readonly use: "sig";
}

/** A key pair that signs receipts. */
export interface ReceiptSigner {
  readonly publicKey: ReceiptPublicKey;
  /** Compact JWS over the JSON text of a receipt, or of what else its `typ` says. */
  sign(text: string, type?: string): Promise<string>;
}

const RECEIPT_TYPE = "erasure-receipt+jws";
/** The `typ` of a checkpoint of the ledger: none is taken for a receipt. */
export const CHECKPOINT_TYPE = "ledger-checkpoint+jws";

/** DER of an Ed25519 private key (RFC 8410) up to its 32-byte seed. */
const PKCS8_PREFIX = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/** Public keys of all versions in a root key's text, newest first. Throws when that is not usable. */
export async function receiptKeysOf(rootKeyText: unknown): Promise<ReceiptPublicKey[]> {
  const roots = await rootKeysOf(rootKeyText);
  return Promise.all(roots.map(async ({ key }) => (await receiptSigner(key)).publicKey));
}

/** The signer of the newest version in a root key's text, as the secret holds it. Throws likewise. */
export async function receiptSignerOf(rootKeyText: unknown): Promise<ReceiptSigner> {
  return receiptSigner(await rootKeyOf(rootKeyText));
}

/** The signer of a root key. */
export async function receiptSigner(root: RootKey): Promise<ReceiptSigner> {
  const seed = await deriveReceiptSeed(root);
  const der = Uint8Array.from([...PKCS8_PREFIX, ...seed]);
  const algorithm = { name: "Ed25519" };
  // Exported once for its public half; the copy that signs cannot be exported.
  const exportable = await crypto.subtle.importKey("pkcs8", der, algorithm, true, ["sign"]);
  const key = await crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
  const { x } = (await crypto.subtle.exportKey("jwk", exportable)) as { x?: string };
  if (x === undefined) throw new Error("the runtime exported no public key");
  const kid = await calculateJwkThumbprint({ kty: "OKP", crv: "Ed25519", x });
  return {
    publicKey: { kty: "OKP", crv: "Ed25519", x, kid, alg: "EdDSA", use: "sig" },
    sign: (text, typ = RECEIPT_TYPE) =>
      new CompactSign(utf8(text)).setProtectedHeader({ alg: "EdDSA", typ, kid }).sign(key),
  };
}

/** The text of a receipt that one of the keys (JSON texts of JWKs) has signed, else null. */
export async function readReceipt(
  receipt: string,
  keyTexts: readonly string[],
): Promise<string | null> {
  const keySet = { keys: keyTexts.map((text) => JSON.parse(text)) } as JSONWebKeySet;
  try {
    const options = { algorithms: ["EdDSA"] };
    const { payload, protectedHeader } = await compactVerify(
      receipt,
      createLocalJWKSet(keySet),
      options,
    );
    return protectedHeader.typ === RECEIPT_TYPE ? fromUtf8(payload) : null;
  } catch {
    return null;
  }
}
