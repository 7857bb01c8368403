// What a Registry does before it answers for a namespace: it takes over what the first one, the only one of earlier
// versions, may still have of it. Once the first has said that it holds nothing any more, nothing is asked.

import { FIRST_REGISTRY, registryOfName, registryOfNid } from "../core/registries.ts";
import { failpoint } from "../platform/failpoint.ts";
import type { Handover } from "./handover.ts";
import { RegistryPart } from "./registry-base.ts";
import type { HandedRows } from "./rpc.ts";

interface Others {
  readonly handover: Handover;
  readonly arm: () => Promise<void>;
}

/** Takes namespaces over. */
export class Takeover extends RegistryPart<Others> {
  #isSettled = false;
  /** Of what the first Registry was asked; forgotten when it holds nothing any more. */
  readonly #asked = new Set<string>();

  /**
   * All that is known of this namespace is with its own Registry when this ends; called by that one, and by the first
   * one before it asks that one. Throws when it cannot be.
   */
  async ensure(nid: string): Promise<void> {
    const { number, tables, peers, handover, registry } = this.parts;
    if (number === FIRST_REGISTRY) {
      if (registryOfNid(nid) !== FIRST_REGISTRY) await handover.handOver(nid);
      return;
    }
    if (registryOfNid(nid) !== number || this.isSettled() || this.#asked.has(nid)) return;
    if (tables.areThere && peers.isTakenOver(nid)) return;
    this.#learn(nid, await registry(FIRST_REGISTRY).handOver(nid));
  }

  /** The same for the namespace of a name; it is known where the name leads to as well. */
  async ensureName(name: string): Promise<void> {
    const { number, tables, namespaces, peers, handover, registry } = this.parts;
    if (number === FIRST_REGISTRY) {
      await handover.handOverName(name);
      return;
    }
    if (registryOfName(name) !== number || this.isSettled() || this.#asked.has(name)) return;
    if (tables.areThere) {
      if (namespaces.byName(name) !== null || peers.nidElsewhere(name) !== null) return;
    }
    this.#learn(name, await registry(FIRST_REGISTRY).handOverName(name));
  }

  /** A namespace was just made here: nothing of it is anywhere else. */
  began(nid: string): void {
    if (!this.isSettled()) this.parts.peers.markTakenOver(nid);
  }

  /** Ledger entries (rows as JSON) of a namespace that is handed over. */
  async adoptLedger(nid: string, rows: string): Promise<void> {
    const { tables, handovers, peers } = this.parts;
    await tables.make();
    if (!peers.isTakenOver(nid)) handovers.addLedger(rows);
  }

  /** A replay part of a namespace that is handed over. */
  async adoptPart(
    nid: string,
    place: { position: number; part: number },
    sealed: Uint8Array,
    until: number,
  ): Promise<void> {
    const { tables, ledgerStore, peers } = this.parts;
    await tables.make();
    if (!peers.isTakenOver(nid)) ledgerStore.putPart(nid, place, sealed, until);
  }

  /** All else; from now on what is here is newer than what the first Registry may still send. */
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

  /** A name that leads here is that of a namespace which another Registry keeps. */
  async adoptName(name: string, nid: string): Promise<void> {
    await this.parts.tables.make();
    this.parts.peers.putElsewhere(name, nid);
  }

  /** Whether no namespace is on its way here, or from here, any more. */
  isSettled(): boolean {
    const { number, tables, peers } = this.parts;
    this.#isSettled ||= number === null || (tables.areThere && peers.isSettled);
    return this.#isSettled;
  }

  #learn(asked: string, isSettled: boolean): void {
    if (!isSettled) {
      this.#asked.add(asked);
      return;
    }
    const { tables, peers } = this.parts;
    this.#isSettled = true;
    this.#asked.clear();
    if (tables.areThere) peers.settle();
  }
}
