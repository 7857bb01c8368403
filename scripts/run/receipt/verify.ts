// Is an erasure receipt genuine? Needs only the receipt and the key set: no service, no network.

import { createHash } from "node:crypto";
import type { JWK } from "jose";
import { decodeProtectedHeader } from "jose/decode/protected_header";
import { compactVerify } from "jose/jws/compact/verify";
import { importJWK } from "jose/key/import";
import { z } from "zod";
import { parseJson } from "../cli/files.ts";

const TYPE = "erasure-receipt+jws";
const ALGORITHM = "EdDSA";

const instant = z.iso.datetime();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Statements of a receipt; later versions may add more. */
const statements = z.looseObject({
  iss: z.string(),
  version: z.literal(1),
  nid: z.string(),
  job_id: z.string(),
  kind: z.string(),
  cutoff: instant.nullable(),
  accepted: instant,
  finished: instant,
  counts: z.looseObject({ mappings: z.int().min(0) }),
  destroyed_keys: z.array(z.object({ day: z.iso.date(), version: z.int().min(1) })),
  quarantined: z.int().optional(),
  match: z.object({ exact: z.int(), normalised: z.int(), contained: z.int() }).optional(),
  kept_shared: z.int().optional(),
  attribute_pairs: z.int().optional(),
  jobs_purged: z.int().optional(),
  mask_jobs_still_open: z.int().optional(),
  unreadable_since: instant,
  exact_unreadable_since: instant.optional(),
  unrecoverable_from: instant,
  ledger: z.object({
    position: z.int().min(1),
    hash,
    previous_hash: hash,
    entry: z.string().optional(),
  }),
});

/** Statements of a genuine receipt. */
export type ReceiptStatements = z.infer<typeof statements>;

/** A genuine receipt with the id of its signing key, or the reason why it is not genuine. */
export type Verdict =
  | { valid: true; kid: string; statements: ReceiptStatements }
  | { valid: false; reason: string };

const invalid = (reason: string): Verdict => ({ valid: false, reason });

/** The receipt in a file's text: the compact JWS itself, or JSON of a job's status or record. */
export function findReceipt(text: string): string | null {
  const trimmed = text.trim();
  if (isCompactJws(trimmed)) return trimmed;
  const json = parseJson(trimmed);
  if (typeof json === "string") return isCompactJws(json) ? json : null;
  const receipt = member(json, "receipt") ?? member(member(json, "data"), "receipt");
  return typeof receipt === "string" ? receipt : null;
}

/** The keys of a JWK set, or null when the text is none. */
export function readKeySet(text: string): JWK[] | null {
  const keys = member(parseJson(text), "keys");
  if (!Array.isArray(keys)) return null;
  return keys.filter((key) => typeof key === "object" && key !== null);
}

/** Verify the receipt in one file's text with the key set in another's. */
export async function verifyTexts(receiptText: string, keyText: string): Promise<Verdict> {
  const keys = readKeySet(keyText);
  if (keys === null) return { valid: false, reason: "The key set is no JWK set." };
  const receipt = findReceipt(receiptText);
  if (receipt === null) return { valid: false, reason: "There is no receipt in the file." };
  return verifyReceipt(receipt, keys);
}

/** Verify a receipt with the keys of a set. Never throws. */
export async function verifyReceipt(receipt: string, keys: readonly JWK[]): Promise<Verdict> {
  const signed = await verifySigned(receipt, TYPE, keys);
  return signed.ok
    ? checkedAgainstLedger(judge(signed.kid, signed.payload))
    : invalid(signed.reason);
}

/** Verify a JWS of this type; returns its payload (parsed JSON), or the reason why it is not valid. Never throws. */
export async function verifySigned(
  jws: string,
  type: string,
  keys: readonly JWK[],
): Promise<{ ok: true; kid: string; payload: unknown } | { ok: false; reason: string }> {
  const refused = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
  const header = readHeader(jws);
  if (header === null) return refused("It is no compact JWS (header.payload.signature).");
  const { alg, typ, kid } = header;
  if (typ !== type) return refused(`Its type is ${shown(typ)}, not "${type}".`);
  if (alg !== ALGORITHM) return refused(`Its algorithm is ${shown(alg)}, not "${ALGORITHM}".`);
  if (!kid) return refused("It does not name the key that signed it (kid).");
  const named = keys.filter((key) => key.kid === kid);
  if (named.length === 0)
    return refused(`The key that it names, ${shown(kid)}, is not in the set.`);
  for (const key of named) {
    const payload = await verifiedPayload(jws, key);
    if (payload !== null)
      return { ok: true, kid, payload: parseJson(new TextDecoder().decode(payload)) };
  }
  return refused("The signature does not fit: it was changed, or another key signed it.");
}

function judge(kid: string, payload: unknown): Verdict {
  const parsed = statements.safeParse(payload);
  if (parsed.success) return { valid: true, kid, statements: parsed.data };
  const where = parsed.error.issues[0]?.path.join(".") || "the whole";
  return invalid(`The signature fits, but it is no receipt that can be read here (${where}).`);
}

/** A quoted ledger entry must have the hash that the receipt states, and be about the same job. */
function checkedAgainstLedger(verdict: Verdict): Verdict {
  if (!verdict.valid) return verdict;
  const { nid, job_id, ledger } = verdict.statements;
  if (ledger.entry === undefined) return verdict;
  const digest = createHash("sha256").update(ledger.entry).digest("hex");
  const [, ofNid, position, previous, job] = (parseJson(ledger.entry) ?? []) as unknown[];
  const isSame =
    digest === ledger.hash &&
    ofNid === nid &&
    job === job_id &&
    position === ledger.position &&
    previous === ledger.previous_hash;
  return isSame ? verdict : invalid("The ledger entry it quotes is not the one it names.");
}

/** The payload, or null when this key did not sign it. */
async function verifiedPayload(receipt: string, key: JWK): Promise<Uint8Array | null> {
  // Only Ed25519 keys sign receipts; a set may contain other keys.
  if (key.kty !== "OKP" || key.crv !== "Ed25519") return null;
  const { kty, crv, x = "" } = key;
  try {
    const imported = await importJWK({ kty, crv, x }, ALGORITHM);
    const verified = await compactVerify(receipt, imported, { algorithms: [ALGORITHM] });
    return verified.payload;
  } catch {
    return null;
  }
}

function readHeader(receipt: string) {
  if (!isCompactJws(receipt)) return null;
  try {
    return decodeProtectedHeader(receipt);
  } catch {
    return null;
  }
}

function isCompactJws(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function shown(value: unknown): string {
  return value === undefined ? "missing" : JSON.stringify(value).slice(0, 80);
}
