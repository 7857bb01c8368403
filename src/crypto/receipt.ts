// Signatures of erasure receipts: compact JWS (RFC 7515) with EdDSA over Ed25519 (RFC 8037). The seed is derived from the
// root key, so a receipt can be signed again from the ledger, bit for bit, and the key pair needs no storage of its own. The
// Registry stores the public keys of root key versions that may be removed.
import {
  CompactSign,
  calculateJwkThumbprint,
  compactVerify,
  createLocalJWKSet,
  type JSONWebKeySet,
} from "jose";
import { fromUtf8, utf8 } from "./encoding.ts";
import { deriveReceiptSeed, type RootKey, rootKeyOf, rootKeysOf } from "./keys.ts";

/** The public key, as published in the key set; `kid` is its RFC 7638 thumbprint. */
interface ReceiptPublicKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly alg: "EdDSA";
  readonly use: "sig";
}

/** A key pair that signs receipts. */
interface ReceiptSigner {
  readonly publicKey: ReceiptPublicKey;
  /** A compact JWS over JSON text: a receipt, or whatever else `type` (the header `typ`) names. */
  sign(text: string, type?: string): Promise<string>;
}

const RECEIPT_TYPE = "erasure-receipt+jws";
/** `typ` of a signed ledger checkpoint, so that none is accepted as a receipt. */
export const CHECKPOINT_TYPE = "ledger-checkpoint+jws";

/** DER of an Ed25519 private key (RFC 8410), up to its 32-byte seed. */
const PKCS8_PREFIX = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/** Public keys of all versions in a root key's text, newest first. Throws when the text is not usable. */
export async function receiptKeysOf(rootKeyText: unknown): Promise<ReceiptPublicKey[]> {
  const roots = await rootKeysOf(rootKeyText);
  return Promise.all(roots.map(async ({ key }) => (await receiptSigner(key)).publicKey));
}

/** The signer for the newest version in a root key's text. Throws when the text is not usable. */
export async function receiptSignerOf(rootKeyText: unknown): Promise<ReceiptSigner> {
  return receiptSigner(await rootKeyOf(rootKeyText));
}

/** The signer for one version of the root key. */
export async function receiptSigner(root: RootKey): Promise<ReceiptSigner> {
  const seed = await deriveReceiptSeed(root);
  const der = Uint8Array.from([...PKCS8_PREFIX, ...seed]);
  const algorithm = { name: "Ed25519" };
  // The exportable copy is only for reading the public key; the copy that signs cannot be exported.
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

/** The text of a receipt; null unless one of the keys (JSON texts of JWKs) has signed it. */
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
