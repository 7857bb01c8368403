// Checks the chain of an exported audit, and compares it with the erasure ledger. Needs files only.

import { createHash } from "node:crypto";
import { z } from "zod";
import type { AuditCheckpoint } from "../../../src/core/audit.ts";
import { readCanonicalText } from "../../../src/erasure/ledger-entry.ts";
import { parseJson } from "../cli/files.ts";
import { type Chains, type Checked, wrong } from "./ledger.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.strictObject({ batch: z.int().min(0), hash });
const begin = z.strictObject({ namespace_id: z.string(), checkpoint: place });
const link = place.extend({
  batch: z.int().min(1),
  previous: hash,
  unreadable: z.literal(true).optional(),
});

/** An audit whose chain is intact. */
export interface CheckedAudit {
  readonly nid: string;
  /** The batch before the first one that is kept. */
  readonly checkpoint: AuditCheckpoint;
  readonly head: AuditCheckpoint;
  readonly records: number;
  /** Batches that the service could no longer read. */
  readonly unreadable: readonly number[];
  readonly hashes: ReadonlyMap<number, string>;
}

/** Check the text of GET namespace/reports/audit-export: a checkpoint, then records and one link per batch. */
export function checkAudit(text: string): Checked<CheckedAudit> {
  const [first = "", ...lines] = text.split("\n");
  const begun = begin.safeParse(parseJson(first));
  if (!begun.success) return wrong("Line 1 does not say where an audit begins.");
  const { namespace_id: nid, checkpoint } = begun.data;
  if (lines.pop() !== "") return wrong("Its last line was cut off.");
  let head: AuditCheckpoint = checkpoint;
  let records = 0;
  let open: string[] = [];
  const unreadable: number[] = [];
  const hashes = new Map([[checkpoint.batch, checkpoint.hash]]);
  for (const [i, line] of lines.entries()) {
    const linked = link.safeParse(parseJson(line));
    if (!linked.success) {
      open.push(line);
      continue;
    }
    const { batch, previous, hash } = linked.data;
    const at = `Line ${i + 2}, batch ${batch}:`;
    if (batch !== head.batch + 1) return wrong(`${at} batch ${head.batch + 1} is missing.`);
    if (previous !== head.hash) return wrong(`${at} it does not name the hash of the one before.`);
    const own = createHash("sha256")
      .update(`${previous}\n${open.join("\n")}`)
      .digest("hex");
    if (linked.data.unreadable && open.length === 0) unreadable.push(batch);
    else if (own !== hash)
      return wrong(`${at} its hash is not that of its records: one of them was changed.`);
    records += open.length;
    head = { batch, hash };
    hashes.set(batch, hash);
    open = [];
  }
  if (open.length > 0) return wrong("Behind its last records there is no link: it was cut off.");
  return { ok: true, value: { nid, checkpoint, head, records, unreadable, hashes } };
}

/** Compare an audit with the ledger's statements about it; returns how many of its batches the ledger names. */
export function checkAnchors(audit: CheckedAudit, chains: Chains): Checked<number> {
  let anchors = 0;
  for (const { entry } of chains.get(audit.nid)?.entries ?? []) {
    const facts = readCanonicalText(entry)?.facts;
    if (facts?.phase !== "audited" || facts.watermark === null) continue;
    const batch = facts.watermark;
    if (batch < audit.checkpoint.batch) continue;
    const known = (JSON.parse(facts.details) as { hash: string }).hash;
    if (audit.hashes.get(batch) !== known)
      return wrong(`The ledger has another batch ${batch}, or this audit ends before it.`);
    anchors += 1;
  }
  return { ok: true, value: anchors };
}
