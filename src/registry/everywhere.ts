// Calls about all namespaces: the first Registry, or the cron trigger, asks every Registry in use. No call that
// serves a single namespace needs this.

import type { VaultError } from "../core/errors.ts";
import { ALL_REGISTRIES, FIRST_REGISTRY } from "../core/registries.ts";
import type { Result } from "../core/result.ts";
import { utf8 } from "../crypto/encoding.ts";
import { errorName, log } from "../platform/log.ts";
import type { NamespaceJobView, NamespaceRecord, RegistryRpc, Scope } from "./rpc.ts";

type AskedVerbs = Pick<
  RegistryRpc,
  "listNamespaces" | "readNamespaceJob" | "findDeletion" | "ledgerPage"
>;
type LedgerPage = Awaited<ReturnType<RegistryRpc["ledgerPage"]>>;

/** How long the cron trigger waits for the first Registry to say which Registries exist. */
const ANSWER_MS = 5_000;
const EVERY_REGISTRY = Array.from({ length: ALL_REGISTRIES }, (_, number) => number);

/** This Registry, and all others in use. */
interface AskedRegistries<Verb extends keyof AskedVerbs> {
  readonly own: Pick<AskedVerbs, Verb>;
  readonly others: () => readonly Pick<AskedVerbs, Verb>[];
}

/** A page of all Registries' namespaces, see RegistryRpc. Throws when one of them does not answer. */
export async function listEverywhere(
  { own, others }: AskedRegistries<"listNamespaces">,
  afterName: string,
  limit: number,
): Promise<NamespaceRecord[]> {
  // This Registry before the others: a namespace handed over meanwhile is in at least one of the two answers.
  const here = await own.listNamespaces(afterName, limit);
  const there = await Promise.all(
    others().map((other) => other.listNamespaces(afterName, limit, "here")),
  );
  const byName = new Map([...here, ...there.flat()].map((record) => [record.name, record]));
  return [...byName.values()].sort((a, b) => compareBytes(a.name, b.name)).slice(0, limit);
}

/**
 * Have every existing Registry wake its overdue Vaults, each called separately, so that one that hangs or fails
 * delays no other. Calls every possible Registry while the first does not say which exist.
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

/** A Registry's reply about a namespace's creation or deletion job. */
export type JobReply = Result<NamespaceJobView, VaultError>;

/** Asks a Registry for a job: only its own jobs, or everywhere. */
export type AskForJob = (registry: AskedVerbs, scope: Scope) => Promise<JobReply>;

/** Where to look for a job that this Registry does not know: the first asks all others, any other asks the first. */
interface OtherRegistries {
  readonly number: number | null;
  readonly registry: (number: number) => AskedVerbs;
}

/**
 * Find a job of another Registry: tracking ids of earlier versions, and of bound Registries, may name any. `here` is
 * this Registry's own reply, given when no other Registry knows the job.
 */
export async function askElsewhere(
  { number, registry }: OtherRegistries,
  others: () => readonly AskedVerbs[],
  ask: AskForJob,
  here: JobReply,
): Promise<JobReply> {
  if (number !== null && number !== FIRST_REGISTRY) {
    return ask(registry(FIRST_REGISTRY), "everywhere");
  }
  const asked = others().map((other) => ask(other, "here"));
  return (await Promise.all(asked)).find(({ ok }) => ok) ?? here;
}

/** A page of all Registries' ledgers, see RegistryRpc. Throws when one of them does not answer. */
export async function ledgerEverywhere(
  { own, others }: AskedRegistries<"ledgerPage">,
  { nid, position }: { nid: string; position: number },
  limit: number,
): Promise<LedgerPage> {
  // In the same order as for lists: an entry handed over meanwhile may be in both answers.
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

/** SQLite's order of texts, by UTF-8 bytes; it differs from that of UTF-16. */
function compareBytes(a: string, b: string): number {
  const [left, right] = [utf8(a), utf8(b)];
  const differing = left.findIndex((byte, i) => byte !== right[i]);
  if (differing === -1) return left.length - right.length;
  return (left[differing] ?? 0) - (right[differing] ?? -1);
}
