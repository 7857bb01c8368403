// Replays receipts after a restore of everything, the Registry included: writes what they state into the ledger
// again, and the Vault then repeats it like any erasure that is in the ledger but not in its database.
import type { VaultError } from "../core/errors.ts";
import { hex } from "../core/ids.ts";
import { err, ok, type Result } from "../core/result.ts";
import { fromBase64 } from "../crypto/encoding.ts";
import { readReceipt } from "../crypto/receipt.ts";
import { isSearch } from "../erasure/deletion.ts";
import {
  type AcceptanceDetails,
  type LedgerFacts,
  type ReplayNote,
  readCanonicalText,
} from "../erasure/ledger-entry.ts";
import { type FinishDetails, REPLAY_MS } from "../erasure/receipt.ts";
import { systemClock } from "../platform/clock.ts";
import type { Ledger } from "./ledger.ts";
import type {
  CheckedReceipt,
  NamespaceRecord,
  RegistryRpc,
  ReplayedReceipt,
  ReplayKeeperRpc,
  ReplayOutcome,
  ReplayRequest,
} from "./rpc.ts";
import type { LedgerStore } from "./store/ledger.ts";

/** See RegistryRpc.replayReceipts. Checks all receipts with these keys (JSON of JWKs) before it writes the first. */
export async function replayReceipts(
  requests: readonly ReplayRequest[],
  registry: Pick<RegistryRpc, "readNamespace" | "replayReceipt">,
  keys: readonly string[],
): Promise<Result<ReplayOutcome, VaultError>> {
  const receipts: CheckedReceipt[] = [];
  const namespaces = new Map<string, NamespaceRecord>();
  for (const [index, request] of requests.entries()) {
    const checked = await checkReceipt(request, keys);
    if (!checked.ok) return err({ ...checked.error, index });
    const { nid, facts } = checked.value;
    const namespace = await registry.readNamespace(nid);
    if (!namespace.ok && facts.target !== "namespace") return err({ ...namespace.error, index });
    receipts.push(checked.value);
    if (namespace.ok) namespaces.set(nid, namespace.value);
  }
  const jobs: { trackingId: string; isNew: boolean }[] = [];
  const first = new Map<string, number>();
  for (const receipt of receipts) {
    const { nid, facts } = receipt;
    const replayed = await registry.replayReceipt(nid, receipt);
    if (!replayed.ok) return replayed;
    const { isNew, position } = replayed.value;
    jobs.push({ trackingId: facts.trackingId, isNew });
    if (position === null) namespaces.delete(nid);
    else first.set(nid, Math.min(first.get(nid) ?? position, position));
  }
  const behind = (nid: string) => (first.get(nid) ?? 1) - 1;
  return ok({
    jobs,
    places: [...namespaces.values()].map((namespace) => ({
      ...namespace,
      behind: behind(namespace.nid),
    })),
  });
}

/**
 * Check one receipt with the keys (JSON texts of JWKs). Fails with `receipt_invalid`, or, for an erasure of single
 * mappings without exactly the sealed parts it names, with `replay_parts_missing`.
 */
async function checkReceipt(
  { receipt, search, found }: ReplayRequest,
  keyTexts: readonly string[],
): Promise<Result<CheckedReceipt, VaultError>> {
  const text = await readReceipt(receipt, keyTexts);
  const stated = text === null ? null : entryOf(text);
  if (stated === null) return err({ code: "receipt_invalid" });
  const details = JSON.parse(stated.facts.details) as FinishDetails;
  if (!isSearch(stated.facts.target)) return ok({ ...stated, search: [], found: [] });
  const searchParts = await partsOf(search, details.search);
  const foundParts = await partsOf(found, details.replay);
  if (searchParts === null || foundParts === null) return err({ code: "replay_parts_missing" });
  return ok({ ...stated, search: searchParts, found: foundParts });
}

/** Stores a replay part of the receipt's namespace. */
export type Keep = ReplayKeeperRpc["keepPart"];

/**
 * Write a checked receipt into the ledger, unless it is there; its parts go to their keeper first, which may have lost them.
 * Those of an entry that is there are kept no longer than its receipt says.
 */
export async function appendReceipt(
  ledger: Ledger,
  store: LedgerStore,
  keep: Keep,
  { nid, facts, search, found }: CheckedReceipt,
): Promise<ReplayedReceipt> {
  const { trackingId, details } = facts;
  const { accepted, search: note, replay, destroyedKeys } = JSON.parse(details) as FinishDetails;
  const known = store.ofJob(nid, trackingId, "finished");
  const until = REPLAY_MS + (known === null ? systemClock() : facts.at);
  const hashes = [...(note?.sha256 ?? []), ...(replay?.sha256 ?? [])];
  // An erasure by age has no parts; otherwise they are the parts named by the notes, in order.
  const parts = until > systemClock() ? [...search, ...found] : [];
  for (const [i, part] of parts.entries()) await keep(hashes[i] ?? "", part, until);
  if (known !== null) {
    const { position } = store.ofJob(nid, trackingId, "accepted") ?? known;
    return { isNew: false, position };
  }
  const days = destroyedKeys.map(({ day }) => day);
  // Ids from before the restore mean nothing in the restored data: the Vault uses times.
  const restored = { ...facts, watermark: null };
  const begun: AcceptanceDetails = {
    ...(note === undefined ? {} : { replay: note }),
    ...(facts.target === "audit" ? { beforeDay: 1 + Math.max(-1, ...days) } : {}),
  };
  const acceptance: LedgerFacts = {
    ...restored,
    phase: "accepted",
    at: accepted,
    details: JSON.stringify(begun),
  };
  const { position } = await ledger.append(nid, acceptance);
  await ledger.append(nid, restored);
  if (facts.watermark !== null && facts.target !== "audit")
    store.raiseIdCeiling(nid, facts.watermark + 1);
  return { isNew: true, position };
}

function entryOf(text: string): { nid: string; facts: LedgerFacts } | null {
  const { ledger } = JSON.parse(text) as { ledger?: { entry?: unknown } };
  return typeof ledger?.entry === "string" ? readCanonicalText(ledger.entry) : null;
}

/** The parts as bytes if they are exactly those the note names, else null. */
async function partsOf(
  texts: readonly string[],
  note: ReplayNote | undefined,
): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const expected = note?.sha256 ?? [];
  if (texts.length !== expected.length) return null;
  const parts = texts.map(fromBase64);
  for (const [i, part] of parts.entries()) {
    if (part === null) return null;
    const hash = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", part)));
    if (hash !== expected[i]) return null;
  }
  return parts.filter((part) => part !== null);
}
