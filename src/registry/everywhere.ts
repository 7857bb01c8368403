// What the first Registry answers for all: it asks every other one that is used. Nothing that serves a namespace
// needs this.

import type { VaultError } from "../core/errors.ts";
import { err, type Result } from "../core/result.ts";
import { utf8 } from "../crypto/encoding.ts";
import { errorName, log } from "../platform/log.ts";
import type { NamespaceJobView, NamespaceRecord, RegistryRpc } from "./rpc.ts";

type Asked = Pick<
  RegistryRpc,
  "listNamespaces" | "wakeOverdue" | "readNamespaceJob" | "ledgerPage"
>;
type LedgerPage = Awaited<ReturnType<RegistryRpc["ledgerPage"]>>;

/** This Registry, and all others that are used. */
interface All {
  readonly own: Asked;
  readonly others: () => readonly Asked[];
}

/** A page of namespaces of all, see RegistryRpc. Throws when one of them does not answer. */
export async function listEverywhere(
  { own, others }: All,
  afterName: string,
  limit: number,
): Promise<NamespaceRecord[]> {
  // First here, then there: what is handed over meanwhile is in one of both answers, and maybe in both.
  const here = await own.listNamespaces(afterName, limit);
  const there = await Promise.all(
    others().map((other) => other.listNamespaces(afterName, limit, "here")),
  );
  const byName = new Map([...here, ...there.flat()].map((record) => [record.name, record]));
  return [...byName.values()].sort((a, b) => compareBytes(a.name, b.name)).slice(0, limit);
}

/** Wake what is overdue with all. One that does not answer keeps none of the others from it. */
export async function wakeEverywhere({ own, others }: All): Promise<number> {
  const woken = [own.wakeOverdue(), ...others().map((other) => other.wakeOverdue("here"))];
  let awake = 0;
  for (const end of await Promise.allSettled(woken)) {
    if (end.status === "fulfilled") awake += end.value;
    else log("registry.wake-failed", { error: errorName(end.reason) });
  }
  return awake;
}

/** A job about a namespace that one of these knows, see RegistryRpc. */
export async function findJobElsewhere(
  others: readonly Asked[],
  trackingId: string,
): Promise<Result<NamespaceJobView, VaultError>> {
  const asked = others.map((other) => other.readNamespaceJob(trackingId, "here"));
  return (await Promise.all(asked)).find(({ ok }) => ok) ?? err({ code: "tracking_id_unknown" });
}

/** A page of the ledgers of all, see RegistryRpc. Throws when one of them does not answer. */
export async function ledgerEverywhere(
  { own, others }: All,
  { nid, position }: { nid: string; position: number },
  limit: number,
): Promise<LedgerPage> {
  // As in a list: an entry that is handed over meanwhile may be in both answers.
  const here = await own.ledgerPage(nid, position, limit);
  const there = await Promise.all(
    others().map((other) => other.ledgerPage(nid, position, limit, "here")),
  );
  const entries = [...here, ...there.flat()].map(
    (entry) => [`${entry.nid} ${entry.position}`, entry] as const,
  );
  return [...new Map(entries).values()]
    .sort((a, b) => compareBytes(a.nid, b.nid) || a.position - b.position)
    .slice(0, limit);
}

/** The order of SQLite, which is not that of UTF-16. */
function compareBytes(a: string, b: string): number {
  const [left, right] = [utf8(a), utf8(b)];
  const differing = left.findIndex((byte, i) => byte !== right[i]);
  if (differing === -1) return left.length - right.length;
  return (left[differing] ?? 0) - (right[differing] ?? -1);
}
