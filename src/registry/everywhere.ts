// What is about all namespaces: every Registry that is used is asked, by the first one, or by the cron trigger.
// Nothing that serves a namespace needs this.

import type { VaultError } from "../core/errors.ts";
import { ALL_REGISTRIES, FIRST_REGISTRY } from "../core/registries.ts";
import type { Result } from "../core/result.ts";
import { utf8 } from "../crypto/encoding.ts";
import { errorName, log } from "../platform/log.ts";
import type { NamespaceJobView, NamespaceRecord, RegistryRpc, Scope } from "./rpc.ts";

type Asked = Pick<
  RegistryRpc,
  "listNamespaces" | "readNamespaceJob" | "findDeletion" | "ledgerPage"
>;
type LedgerPage = Awaited<ReturnType<RegistryRpc["ledgerPage"]>>;

/** How long the cron trigger waits to hear from the first which Registries were made. */
const ANSWER_MS = 5_000;
const EVERY_REGISTRY = Array.from({ length: ALL_REGISTRIES }, (_, number) => number);

/** This Registry, and all others that are used. */
interface All<Verb extends keyof Asked> {
  readonly own: Pick<Asked, Verb>;
  readonly others: () => readonly Pick<Asked, Verb>[];
}

/** A page of namespaces of all, see RegistryRpc. Throws when one of them does not answer. */
export async function listEverywhere(
  { own, others }: All<"listNamespaces">,
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

/**
 * Wake what is overdue with every Registry that was made, each asked apart: one that hangs or fails delays none of the
 * others. While the first does not say which were made, all there may be are asked.
 */
export async function wakeEverywhere(
  registry: (number: number) => Pick<RegistryRpc, "wakeOverdue" | "usedRegistries">,
): Promise<void> {
  const used = await Promise.race([
    registry(FIRST_REGISTRY)
      .usedRegistries()
      .catch(() => EVERY_REGISTRY),
    scheduler.wait(ANSWER_MS).then(() => EVERY_REGISTRY),
  ]);
  const wake = async (number: number) => {
    try {
      await registry(number).wakeOverdue();
    } catch (error) {
      log("registry.wake-failed", { error: errorName(error) });
    }
  };
  await Promise.all(used.map(wake));
}

/** What a Registry says of a job about a namespace. */
export type JobReply = Result<NamespaceJobView, VaultError>;

/** Asks one Registry for a job, only of its own or of all. */
export type AskForJob = (registry: Asked, scope: Scope) => Promise<JobReply>;

/** Where to ask for a job that the Registry asked does not know: others ask the first, which asks all. */
interface Elsewhere {
  readonly number: number | null;
  readonly registry: (number: number) => Asked;
}

/**
 * A job about a namespace of another Registry: tracking ids of earlier versions, and of bound ones, name any. `here` is what
 * the one asked has said, and stays the answer where nobody else knows it.
 */
export async function askElsewhere(
  { number, registry }: Elsewhere,
  others: () => readonly Asked[],
  ask: AskForJob,
  here: JobReply,
): Promise<JobReply> {
  if (number !== null && number !== FIRST_REGISTRY) {
    return ask(registry(FIRST_REGISTRY), "everywhere");
  }
  const asked = others().map((other) => ask(other, "here"));
  return (await Promise.all(asked)).find(({ ok }) => ok) ?? here;
}

/** A page of the ledgers of all, see RegistryRpc. Throws when one of them does not answer. */
export async function ledgerEverywhere(
  { own, others }: All<"ledgerPage">,
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
