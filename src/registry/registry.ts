// A Registry object, one of 64: namespaces' names and deletion, the erasure ledger, the watch over lost alarms; the first
// also lists operators. Its first write makes its tables. Each call is routed by nid or name's hash (core/registries.ts).
import type { Operator } from "../core/permissions.ts";
import { registryOfName, registryOfNid } from "../core/registries.ts";
import type { LedgerFacts } from "../erasure/ledger-entry.ts";
import { systemClock } from "../platform/clock.ts";
import { errorName, log } from "../platform/log.ts";
import { relay } from "../platform/object-calls.ts";
import type { RawEnv } from "../platform/objects.ts";
import {
  type AskForJob,
  askElsewhere,
  type JobReply,
  ledgerEverywhere,
  listEverywhere,
} from "./everywhere.ts";
import { ofName } from "./namespace-eraser.ts";
import { OwnRecords } from "./own-records.ts";
import { openParts, type RegistryParts } from "./parts.ts";
import { replayReceipts } from "./receipt-replay.ts";
import { ReplayKeeper } from "./replay-keeper.ts";
import { route } from "./routing.ts";
import type {
  CheckedReceipt,
  FormerRegistryRpc,
  HandedRows,
  NamespaceRecord,
  RegistryPeerRpc,
  RegistryRpc,
  ReplayRequest,
  RoutedVerbs,
  Scope,
  TokenCeiling,
  WantedIds,
} from "./rpc.ts";
import { OVERDUE_MS } from "./watch.ts";

/** A Registry object, or a keeper of replay parts. Its public methods are RPC (rpc.ts); all else is private with `#`. */
export class Registry
  extends ReplayKeeper
  implements RegistryRpc, RegistryPeerRpc, FormerRegistryRpc
{
  readonly #parts: RegistryParts;
  readonly #own: OwnRecords;

  constructor(ctx: DurableObjectState, env: RawEnv) {
    super(ctx, env);
    this.#parts = openParts(ctx, env);
    this.#own = new OwnRecords(this.#parts);
    // A restored file can hold an alarm that never fires.
    if (this.#parts.tables.areThere) ctx.waitUntil(this.#parts.watch.arm(true));
  }

  async ping() {
    return this.#own.ping();
  }

  async makeNamespace(name: string, jurisdiction: string | null) {
    return this.#routeByName(
      name,
      (registry) => registry.makeNamespace(name, jurisdiction),
      (former) => former.openNamespace(name, jurisdiction),
    );
  }

  async openNamespace(name: string, jurisdiction: string | null) {
    return this.makeNamespace(name, jurisdiction);
  }

  async findNamespace(name: string) {
    return this.#routeByName(name, (registry) => registry.findNamespace(name));
  }

  async readNamespace(nid: string) {
    return this.#routeByNid(nid, (registry) => registry.readNamespace(nid));
  }

  async listNamespaces(afterName: string, limit: number, scope: Scope = "everywhere") {
    return scope === "here"
      ? this.#own.listNamespaces(afterName, limit)
      : listEverywhere(this.#registriesInUse(), afterName, limit);
  }

  async keyRotation(isWanted: boolean) {
    return this.#own.keyRotation(isWanted);
  }

  async receiptKeys() {
    return this.#own.receiptKeys();
  }

  async noteDue(nid: string, due: number | null) {
    return this.#routeByNid(nid, (registry) => registry.noteDue(nid, due));
  }

  async wakeOverdue() {
    return this.#own.wakeOverdue();
  }

  async usedRegistries() {
    return this.#own.usedRegistries();
  }

  async appendLedger(nid: string, facts: LedgerFacts, former: Uint8Array | number | null = null) {
    // A Vault that still runs the former version sends parts along: it must retry once it runs this version.
    if (former !== null && former !== 0) throw new Error("replay parts go to their keeper");
    return this.#routeByNid(nid, (registry) => registry.appendLedger(nid, facts));
  }

  async ledgerReplay(nid: string, position: number, part: number) {
    return this.#routeByNid(nid, (registry) => registry.ledgerReplay(nid, position, part));
  }

  async ledgerSince(nid: string, position: number, limit: number) {
    return this.#routeByNid(nid, (registry) => registry.ledgerSince(nid, position, limit));
  }

  async ledgerPage(
    afterNid: string,
    afterPosition: number,
    limit: number,
    scope: Scope = "everywhere",
  ) {
    return scope === "here"
      ? this.#own.ledgerPage(afterNid, afterPosition, limit)
      : ledgerEverywhere(
          this.#registriesInUse(),
          { nid: afterNid, position: afterPosition },
          limit,
        );
  }

  async positionsOfJob(nid: string, trackingId: string) {
    return this.#routeByNid(nid, (registry) => registry.positionsOfJob(nid, trackingId));
  }

  async replayReceipts(requests: readonly ReplayRequest[]) {
    return replayReceipts(requests, this, await this.#own.receiptKeys());
  }

  async replayReceipt(nid: string, receipt: CheckedReceipt) {
    return this.#routeByNid(nid, (registry) => registry.replayReceipt(nid, receipt));
  }

  async namespaceState(nid: string, wanted: WantedIds | null = null) {
    return this.#routeByNid(
      nid,
      (registry) => registry.namespaceState(nid, wanted),
      (former) => former.standing(nid, wanted),
    );
  }

  async standing(nid: string, wanted: WantedIds | null = null) {
    return this.namespaceState(nid, wanted);
  }

  async noteHold(nid: string, isHeld: boolean) {
    return this.#routeByNid(nid, (registry) => registry.noteHold(nid, isHeld));
  }

  async raiseIdCeiling(nid: string, ceiling: number) {
    return this.#routeByNid(nid, (registry) => registry.raiseIdCeiling(nid, ceiling));
  }

  async raiseTokenCeilings(nid: string, ceilings: readonly TokenCeiling[]) {
    return this.#routeByNid(nid, (registry) => registry.raiseTokenCeilings(nid, ceilings));
  }

  async deleteNamespace(
    name: string,
    nid: string | null = null,
    request: Uint8Array | null = null,
  ) {
    if (nid === null && request !== null) {
      // Any Registry may have the deletion: the name may belong to another namespace now, kept elsewhere.
      const known = await this.findDeletion(request);
      if (known.ok) return ofName(known, name);
    }
    const run = (registry: Pick<RegistryRpc, "deleteNamespace">) =>
      registry.deleteNamespace(name, nid, request);
    return nid === null ? this.#routeByName(name, run) : this.#routeByNid(nid, run);
  }

  async findDeletion(request: Uint8Array, scope: Scope = "everywhere") {
    return this.#askForJob(scope, (registry, where) => registry.findDeletion(request, where));
  }

  async resumeDeletion(nid: string) {
    return this.#routeByNid(nid, (registry) => registry.resumeDeletion(nid));
  }

  async readNamespaceJob(trackingId: string, scope: Scope = "everywhere") {
    return this.#askForJob(scope, (registry, where) =>
      registry.readNamespaceJob(trackingId, where),
    );
  }

  async addOperator(operator: Operator) {
    return this.#parts.operatorList.addOperator(operator);
  }

  async listOperators() {
    return this.#parts.operatorList.listOperators();
  }

  async hasOperator(id: string) {
    return this.#parts.operatorList.hasOperator(id);
  }

  async removeOperator(id: string) {
    return this.#parts.operatorList.removeOperator(id);
  }

  /** Ask this Registry, then, unless the scope is `here`, the others. */
  async #askForJob(scope: Scope, ask: AskForJob): Promise<JobReply> {
    const here = await ask(this.#own, "here");
    if (here.ok || scope === "here") return here;
    return relay(askElsewhere(this.#parts, this.#registriesInUse().others, ask, here));
  }

  /** Writes one row. */
  async join(number: number) {
    await this.#parts.tables.make();
    this.#parts.peers.addUsed(number);
    return this.#parts.handover.isSettled();
  }

  async handOver(nid: string) {
    return this.#parts.handover.handOver(nid);
  }

  async handOverName(name: string) {
    return this.#parts.handover.handOverName(name);
  }

  async adoptLedger(nid: string, rows: string) {
    return this.#parts.takeover.adoptLedger(nid, rows);
  }

  async adoptPart(...part: Parameters<RegistryPeerRpc["adoptPart"]>) {
    return this.#parts.takeover.adoptPart(...part);
  }

  async adoptRest(nid: string, rows: HandedRows) {
    return this.#parts.takeover.adoptRest(nid, rows);
  }

  async adoptNamespace(record: NamespaceRecord) {
    return this.#own.adoptNamespace(record);
  }

  async adoptName(name: string, nid: string) {
    return this.#parts.takeover.adoptName(name, nid);
  }

  /** Runs when the earliest work is due, or would be overdue; never set without work. */
  override async alarm(): Promise<void> {
    try {
      await super.alarm();
      await this.#own.wakeOverdue();
    } catch (error) {
      log("registry.alarm-failed", { error: errorName(error) });
      await this.ctx.storage.setAlarm(systemClock() + OVERDUE_MS);
    }
  }

  #routeByNid<T>(
    nid: string,
    ask: (registry: RoutedVerbs) => Promise<T>,
    askFormer?: (former: FormerRegistryRpc) => Promise<T>,
  ): Promise<T> {
    const prepare = () => this.#parts.takeover.ensure(nid);
    const to = { number: registryOfNid(nid), prepare };
    return route(this.#parts, this.#own, to, { ask, askFormer });
  }

  /** Have the Registry named by the name's hash answer. */
  #routeByName<T>(
    name: string,
    ask: (registry: RoutedVerbs) => Promise<T>,
    askFormer?: (former: FormerRegistryRpc) => Promise<T>,
  ): Promise<T> {
    const prepare = () => this.#parts.takeover.ensureName(name);
    const to = { number: registryOfName(name), prepare };
    return route(this.#parts, this.#own, to, { ask, askFormer });
  }

  /** This Registry and, for the first one, all others in use. */
  #registriesInUse() {
    const { tables, peers, registry } = this.#parts;
    const others = () => (tables.areThere ? peers.used().map(registry) : []);
    return { own: this.#own, others };
  }
}
