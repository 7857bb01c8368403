// A receipt's statements as text for people.

import { count, countOf } from "../cli/report.ts";
import type { ReceiptStatements } from "./verify.ts";

const LABEL_WIDTH = 20;

/** Reasons of erasures, by the receipt's `kind`. */
const REASONS: Readonly<Record<string, string>> = {
  age: "asked for by date or age",
  retention: "the standing retention of the namespace",
  value: "asked for by value",
  token: "asked for by token",
  attribute: "asked for by attribute",
  namespace: "the whole namespace was deleted",
};

/** All statements, one per line. */
export function describeReceipt(receipt: ReceiptStatements): string {
  const { ledger, counts } = receipt;
  const lines: [string, string][] = [
    ["erased", describeErased(receipt)],
    ["why", REASONS[receipt.kind] ?? receipt.kind],
    ["keys destroyed", describeKeys(receipt)],
    ...describeQuarantine(receipt),
    ["asked for", time(receipt.accepted)],
    ["finished", time(receipt.finished)],
    [
      "unreadable since",
      `${time(receipt.unreadable_since)}: no way through the service gives them`,
    ],
    [
      "unrecoverable from",
      `${time(receipt.unrecoverable_from)}: nothing in the files tells what was erased`,
    ],
    ["", "(backups made before that hold it until they are deleted)"],
    ["namespace", receipt.nid],
    ["job", receipt.job_id],
    ["ledger entry", count(ledger.position)],
    ["  its hash", ledger.hash],
    ["  hash before it", ledger.previous_hash],
    ...describeFurther("  of these", counts),
    ...describeMatches(receipt),
  ];
  return lines.map(([label, text]) => `  ${label.padEnd(LABEL_WIDTH)}${text}`).join("\n");
}

/** How many mappings were erased, and which: "12 mappings created before 2026-11-21 10:00:00.000 UTC". */
export function describeErased({ cutoff, counts }: ReceiptStatements): string {
  const which = cutoff === null ? "" : ` created before ${time(cutoff)}`;
  return `${countOf(counts.mappings, "mapping")}${which}`;
}

/** The destroyed day keys: "of 2026-11-20, 2026-11-21 (version 2)". */
export function describeKeys({ destroyed_keys }: ReceiptStatements): string {
  if (destroyed_keys.length === 0) return "none";
  const names = destroyed_keys.map(({ day, version }) =>
    version === 1 ? day : `${day} (version ${version})`,
  );
  return `of ${names.join(", ")}`;
}

/** How many records could not be opened, if any. */
function describeQuarantine({ quarantined = 0, match }: ReceiptStatements): [string, string][] {
  if (quarantined === 0) return [];
  const what = match === undefined ? "that were to stay" : "that were to be looked through";
  return [["could not open", `${countOf(quarantined, "record")} ${what}`]];
}

/** Counts other than the mappings'. */
function describeFurther(label: string, counts: Record<string, unknown>): [string, string][] {
  const further = Object.entries(counts).filter(([name]) => name !== "mappings");
  return further.map(([name, value]) => [label, `${name}: ${JSON.stringify(value)}`]);
}

/** What an erasure by value, token or attribute matched. */
function describeMatches(receipt: ReceiptStatements): [string, string][] {
  const { match, kept_shared, attribute_pairs, jobs_purged, mask_jobs_still_open } = receipt;
  const { exact_unreadable_since, unreadable_since } = receipt;
  if (match === undefined) return [];
  const { exact, normalised, contained } = match;
  return [
    [
      "of these",
      `${exact} exact, ${normalised} in another spelling, ${contained} inside longer texts`,
    ],
    ["exact ones", `unreadable since ${time(exact_unreadable_since ?? unreadable_since)}`],
    [
      "besides",
      `${countOf(attribute_pairs ?? 0, "attribute pair")} and ${countOf(jobs_purged ?? 0, "job")}`,
    ],
    [
      "kept, shared",
      `${countOf(kept_shared ?? 0, "mapping")} that another holder uses too (without the pair)`,
    ],
    [
      "still open",
      `${countOf(mask_jobs_still_open ?? 0, "mask job")} submitted before with a match`,
    ],
  ];
}

/** An instant without the letters of ISO 8601. */
function time(instant: string): string {
  return `${instant.replace("T", " ").replace("Z", "")} UTC`;
}
