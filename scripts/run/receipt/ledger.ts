// Do the chains of an exported ledger hold, and do receipts stand in them? Needs files only: no service, no network.

import { createHash } from "node:crypto";
import { z } from "zod";
import { NO_HASH } from "../../../src/erasure/ledger-entry.ts";
import type { ReceiptStatements } from "./verify.ts";

const records = z.array(
  z.object({ nid: z.string(), position: z.int().min(1), hash: z.string(), entry: z.string() }),
);
const page = z.object({ data: records, next_page_token: z.string().nullable() });
/** The canonical text of an entry: a JSON array that begins so (src/erasure/ledger-entry.ts). */
const canonical = z.tuple(
  [z.literal("masking-vault/ledger/v1"), z.string(), z.int(), z.string()],
  z.unknown(),
);

/** An entry as it was exported. */
export type LedgerRecord = z.infer<typeof records>[number];

/** Each namespace's entries, oldest first, by its nid. */
export type Chains = ReadonlyMap<string, readonly LedgerRecord[]>;

/** Good, or what is wrong in one plain sentence. */
export type Checked<T> = { ok: true; value: T } | { ok: false; reason: string };

const wrong = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });

/** The entries in the text of an export: answers of super-admin/ledger, one a line, the last page last. */
export function readExport(text: string): Checked<LedgerRecord[]> {
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

/** The chains of an export's entries, each checked from its first entry on. */
export function checkChains(entries: readonly LedgerRecord[]): Checked<Chains> {
  const chains = new Map<string, LedgerRecord[]>();
  for (const entry of entries) {
    const chain = chains.get(entry.nid) ?? [];
    const reason = faultOf(entry, chain.length + 1, chain.at(-1)?.hash ?? NO_HASH);
    if (reason !== null) return wrong(`Namespace ${entry.nid}, entry ${entry.position}: ${reason}`);
    chain.push(entry);
    chains.set(entry.nid, chain);
  }
  return { ok: true, value: chains };
}

function faultOf(record: LedgerRecord, position: number, previous: string): string | null {
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

/** Whether the entry that a genuine receipt names stands in its chain. */
export function checkReceipt(
  { nid, job_id, ledger }: ReceiptStatements,
  chains: Chains,
): Checked<null> {
  const entry = chains.get(nid)?.[ledger.position - 1];
  if (entry?.hash === ledger.hash) return { ok: true, value: null };
  const what = entry === undefined ? "is not in the ledger" : "is another one in the ledger";
  return wrong(`Job ${job_id}: entry ${ledger.position} of namespace ${nid} ${what}.`);
}

/** Whether all entries of an earlier export are still there as they were. */
export function checkEarlier(earlier: Chains, now: Chains): Checked<null> {
  for (const [nid, chain] of earlier) {
    const last = chain.at(-1);
    // With its hash the whole chain before it is the same.
    if (last !== undefined && now.get(nid)?.[last.position - 1]?.hash !== last.hash)
      return wrong(
        `Namespace ${nid}: entry ${last.position} of the earlier export is not there, or was changed.`,
      );
  }
  return { ok: true, value: null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
