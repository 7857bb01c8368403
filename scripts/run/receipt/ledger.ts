// Checks the chains of an exported ledger, and finds receipts in them. Needs files only: no service, no network.

import { createHash } from "node:crypto";
import type { JWK } from "jose";
import { z } from "zod";
import { NO_HASH } from "../../../src/erasure/ledger-entry.ts";
import { CommandFailure, readInput } from "../cli/command.ts";
import { parseJson } from "../cli/files.ts";
import { type ReceiptStatements, verifySigned } from "./verify.ts";

const place = { nid: z.string(), position: z.int().min(1), hash: z.string() };
const entry = z.object({ ...place, entry: z.string() });
const checkpoint = z.object({ ...place, checkpoint: z.string() });
const records = z.array(z.union([entry, checkpoint]));
const page = z.object({ data: records, next_page_token: z.string().nullable() });
/** Canonical text of an entry: a JSON array that begins with these members (src/erasure/ledger-entry.ts). */
const canonical = z.tuple(
  [z.literal("masking-vault/ledger/v1"), z.string(), z.int(), z.string()],
  z.unknown(),
);

type LedgerRecord = z.infer<typeof records>[number];

/** Signed replacement of a namespace's first entries, up to its position; it has the hash of the last of them. */
export type Checkpoint = z.infer<typeof checkpoint>;

/** A namespace's visible ledger: entries, oldest first, after a checkpoint where older ones are folded. */
export type Chain = {
  readonly checkpoint: Checkpoint | null;
  readonly entries: readonly z.infer<typeof entry>[];
};

/** Chains by nid. */
export type Chains = ReadonlyMap<string, Chain>;

/** Hash of a chain's last entry; `NO_HASH` for an empty chain. */
export function headOf({ checkpoint, entries }: Chain): string {
  return entries.at(-1)?.hash ?? checkpoint?.hash ?? NO_HASH;
}

/** Hash of a chain's entry; null when the entry is not visible. */
function hashAt({ checkpoint, entries }: Chain, position: number): string | null {
  if (position === checkpoint?.position) return checkpoint.hash;
  return entries[position - (checkpoint?.position ?? 0) - 1]?.hash ?? null;
}

/** Whether an entry is folded into the checkpoint, so that its text is no longer visible. */
function isFolded({ checkpoint }: Chain, position: number): boolean {
  return checkpoint !== null && position < checkpoint.position;
}

/** The checked value, or one plain sentence that says what is wrong. */
export type Checked<T> = { ok: true; value: T } | { ok: false; reason: string };

export const wrong = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });

/** The checked value; otherwise the command fails with the reason. */
export function orFail<T>(path: string, checked: Checked<T>): T {
  if (checked.ok) return checked.value;
  throw new CommandFailure(`${path}: ${checked.reason}`);
}

/** Read an export's chains; each is checked from its first entry or its checkpoint. */
export function readChains(path: string): Chains {
  return orFail(path, checkChains(orFail(path, readExport(readInput(path)))));
}

/** Records of an export: answers of super-admin/ledger, one per line, the last page last. */
function readExport(text: string): Checked<LedgerRecord[]> {
  const found: LedgerRecord[] = [];
  let next: string | null = null;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  for (const [i, line] of lines.entries()) {
    const parsed = page.safeParse(parseJson(line));
    if (!parsed.success) return wrong(`Line ${i + 1} is no page of the ledger.`);
    found.push(...parsed.data.data);
    next = parsed.data.next_page_token;
  }
  if (lines.length === 0) return wrong("It is empty.");
  return next === null ? { ok: true, value: found } : wrong("The last page is missing.");
}

function checkChains(found: readonly LedgerRecord[]): Checked<Chains> {
  const chains = new Map<string, Chain & { entries: z.infer<typeof entry>[] }>();
  for (const record of found) {
    const chain = chains.get(record.nid);
    if ("checkpoint" in record) {
      // A checkpoint comes before all entries, unless entries were folded between two pages.
      if (chain !== undefined)
        return wrong(
          `Namespace ${record.nid}, entry ${record.position}: a checkpoint behind others: they were folded while this was exported. Export it again.`,
        );
      chains.set(record.nid, { checkpoint: record, entries: [] });
      continue;
    }
    const own = chain ?? { checkpoint: null, entries: [] };
    const position = (own.checkpoint?.position ?? 0) + own.entries.length + 1;
    const reason = faultOf(record, position, headOf(own));
    if (reason !== null)
      return wrong(`Namespace ${record.nid}, entry ${record.position}: ${reason}`);
    own.entries.push(record);
    chains.set(record.nid, own);
  }
  return { ok: true, value: chains };
}

function faultOf(record: z.infer<typeof entry>, position: number, previous: string): string | null {
  if (record.position !== position) return `entry ${position} is missing, or out of its order.`;
  if (createHash("sha256").update(record.entry).digest("hex") !== record.hash)
    return "its hash is not that of its text: one of them was changed.";
  const parsed = canonical.safeParse(parseJson(record.entry));
  if (!parsed.success) return "it is no entry that can be read here.";
  const [, nid, ownPosition, previousHash] = parsed.data;
  if (nid !== record.nid || ownPosition !== position)
    return "it stands in a place that is not its own.";
  if (previousHash !== previous) return "it does not name the hash of the entry before it.";
  return null;
}

/** Whether the entry that a genuine receipt names is in its chain, or is folded. */
export function checkReceipt(
  { nid, job_id, ledger }: ReceiptStatements,
  chains: Chains,
): Checked<"in its place" | "folded"> {
  const chain = chains.get(nid);
  const hash = chain === undefined ? null : hashAt(chain, ledger.position);
  if (hash === ledger.hash) return { ok: true, value: "in its place" };
  if (chain !== undefined && isFolded(chain, ledger.position)) return { ok: true, value: "folded" };
  const what = hash === null ? "is not in the ledger" : "is another one in the ledger";
  return wrong(`Job ${job_id}: entry ${ledger.position} of namespace ${nid} ${what}.`);
}

/** Check that all entries of an earlier export are unchanged. Returns how many chains can no longer be compared. */
export function checkEarlier(earlier: Chains, now: Chains): Checked<number> {
  let folded = 0;
  for (const [nid, chain] of earlier) {
    const last = chain.entries.at(-1)?.position ?? chain.checkpoint?.position ?? 0;
    const present = now.get(nid);
    // Its hash covers the whole chain before it.
    if (present !== undefined && hashAt(present, last) === headOf(chain)) continue;
    if (present === undefined || !isFolded(present, last))
      return wrong(
        `Namespace ${nid}: entry ${last} of the earlier export is not there, or was changed.`,
      );
    folded += 1;
  }
  return { ok: true, value: folded };
}

// Is a checkpoint of the ledger genuine? Needs only the key set.

const TYPE = "ledger-checkpoint+jws";

/** Statements of a checkpoint; later versions may add more. */
const statements = z.looseObject({
  version: z.literal(1),
  nid: z.string(),
  entries: z.int().min(1),
  first: z.literal(1),
  last: z.int().min(1),
  hash: z.string(),
  before: z.iso.datetime(),
});

/** Why a checkpoint is not genuine or does not fit its place; null when it is and does. */
export async function faultOfCheckpoint(
  { nid, position, hash, checkpoint }: Checkpoint,
  keys: readonly JWK[],
): Promise<string | null> {
  const signed = await verifySigned(checkpoint, TYPE, keys);
  if (!signed.ok) return signed.reason;
  const parsed = statements.safeParse(signed.payload);
  if (!parsed.success) return "The signature fits, but it is no checkpoint that can be read here.";
  const { nid: ofNid, entries, last, hash: stated } = parsed.data;
  const isOfPlace = ofNid === nid && entries === position && last === position && stated === hash;
  return isOfPlace ? null : "It is another one: what it states does not fit its place.";
}
