// What a Registry does before it answers for a namespace: takes over any data that the first Registry, the only one
// of earlier versions, still has of it. Once the first has said that nothing is left, it is not asked any more.

import { FIRST_REGISTRY, registryOfName, registryOfNid } from "../core/registries.ts";
import { failpoint } from "../platform/failpoint.ts";
import type { Handover } from "./handover.ts";
import { RegistryPart } from "./registry-base.ts";
import type { HandedRows } from "./rpc.ts";

interface Parts {
  readonly handover: Handover;
  readonly arm: () => Promise<void>;
}

/** Takes namespaces over. */
export class Takeover extends RegistryPart<Parts> {
  #isSettled = false;
  /** Nids and names that the first Registry was asked about; cleared once it has nothing left. */
  readonly #askedFor = new Set<string>();

  /** Resolves when a namespace's data is with its own Registry; called by that one, and by the first. Throws on failure. */
  async ensure(nid: string): Promise<void> {
    const { number, tables, peers, handover, registry } = this.parts;
    if (number === FIRST_REGISTRY) {
      if (registryOfNid(nid) !== FIRST_REGISTRY) await handover.handOver(nid);
      return;
    }
    if (registryOfNid(nid) !== number || this.isSettled() || this.#askedFor.has(nid)) return;
    if (tables.areThere && peers.isTakenOver(nid)) return;
    this.#noteAnswer(nid, await registry(FIRST_REGISTRY).handOver(nid));
  }

  /** The same for the namespace with this name; the Registry that the name leads to then knows of it too. */
  async ensureName(name: string): Promise<void> {
    const { number, tables, namespaces, peers, handover, registry } = this.parts;
    if (number === FIRST_REGISTRY) {
      await handover.handOverName(name);
      return;
    }
    if (registryOfName(name) !== number || this.isSettled() || this.#askedFor.has(name)) return;
    if (tables.areThere) {
      if (namespaces.byName(name) !== null || peers.nidElsewhere(name) !== null) return;
    }
    this.#noteAnswer(name, await registry(FIRST_REGISTRY).handOverName(name));
  }

  /** A namespace was just made here, so no other Registry has data of it. */
  noteMade(nid: string): void {
    if (!this.isSettled()) this.parts.peers.markTakenOver(nid);
  }

  /** Add ledger entries (rows as JSON) of a namespace being handed over. */
  async adoptLedger(nid: string, rows: string): Promise<void> {
    const { tables, handovers, peers } = this.parts;
    await tables.make();
    if (!peers.isTakenOver(nid)) handovers.addLedger(rows);
  }

  /** Add a replay part of a namespace being handed over. */
  async adoptPart(
    nid: string,
    partKey: { position: number; part: number },
    sealed: Uint8Array,
    until: number,
  ): Promise<void> {
    const { tables, ledgerStore, peers } = this.parts;
    await tables.make();
    if (!peers.isTakenOver(nid)) ledgerStore.putPart(nid, partKey, sealed, until);
  }

  /** Add the remaining rows; from now on this Registry's data is newer than anything the first may still send. */
  async adoptRest(nid: string, rows: HandedRows): Promise<void> {
    const { storage, tables, handovers, peers, arm } = this.parts;
    await tables.make();
    if (TEST_BUILD) await failpoint("handover.rest");
    storage.transactionSync(() => {
      if (peers.isTakenOver(nid)) return;
      handovers.addRest(rows);
      peers.markTakenOver(nid);
    });
    await arm();
  }

  /** Record that another Registry keeps the namespace with this name, which leads here. */
  async adoptName(name: string, nid: string): Promise<void> {
    await this.parts.tables.make();
    this.parts.peers.putElsewhere(name, nid);
  }

  /** Whether no namespace is left to move to or from this Registry. */
  isSettled(): boolean {
    const { number, tables, peers } = this.parts;
    this.#isSettled ||= number === null || (tables.areThere && peers.isSettled);
    return this.#isSettled;
  }

  #noteAnswer(asked: string, isSettled: boolean): void {
    if (!isSettled) {
      this.#askedFor.add(asked);
      return;
    }
    const { tables, peers } = this.parts;
    this.#isSettled = true;
    this.#askedFor.clear();
    if (tables.areThere) peers.settle();
  }
}
