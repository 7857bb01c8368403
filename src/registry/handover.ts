// In the first Registry, the only one of earlier versions: hands every namespace over to the Registry that its nid
// names, either when that Registry asks or, from the alarm, a few at a time. Data that waits here does not change any
// more, because every call about it goes to the other Registry, which first asks for it. So each step can be
// repeated, and nothing is deleted here before it is committed there.

import { registryOfName, registryOfNid } from "../core/registries.ts";
import { failpoint } from "../platform/failpoint.ts";
import { errorName, log } from "../platform/log.ts";
import { yieldToCallers } from "../platform/yield-to-callers.ts";
import { RegistryPart } from "./registry-base.ts";

/** Namespaces handed over concurrently. */
const AT_ONCE = 4;
/** Rounds of one alarm; the next alarm continues. */
const ROUNDS = 20;
/** Ledger entries per call: a few hundred kilobytes, where a call may have 32 MB. */
const LEDGER_PAGE = 500;
/** Pause after a failure. */
const RETRY_MS = 10_000;

/** Hands namespaces over. */
export class Handover extends RegistryPart {
  #isSettled = false;
  #notBefore = 0;

  /** Whether this namespace is waiting here for another Registry, so that its data must not be changed. */
  isForOther(nid: string): boolean {
    return this.parts.number === 0 && registryOfNid(nid) !== 0;
  }

  /** When the next hand-over is due (milliseconds since 1970); null when nothing is left. */
  due(): number | null {
    return this.isSettled() ? null : Math.max(this.#notBefore, this.parts.clock());
  }

  /** Whether everything has been handed over; always true for any but the first Registry. */
  isSettled(): boolean {
    const { number, tables, peers, handovers } = this.parts;
    if (this.#isSettled || number !== 0 || !tables.areThere) return true;
    if (!peers.isSettled) {
      if (handovers.pending(1).length > 0) return false;
      peers.settle();
    }
    this.#isSettled = true;
    return true;
  }

  /** Hand over the namespace with this name, if there is one. Returns `isSettled`. */
  async handOverName(name: string): Promise<boolean> {
    if (this.isSettled()) return true;
    const nid = this.parts.namespaces.byName(name)?.nid;
    return nid === undefined ? false : this.handOver(nid);
  }

  /** Hand over one namespace, if this Registry knows it. Returns `isSettled`. */
  async handOver(nid: string): Promise<boolean> {
    const { handovers, peers, storage } = this.parts;
    if (TEST_BUILD) await failpoint("handover.asked");
    if (this.isSettled()) return true;
    if (!handovers.holds(nid)) return false;
    const isForOther = this.isForOther(nid);
    if (isForOther) await this.#send(nid);
    if (TEST_BUILD) await failpoint("handover.sent");
    await this.#publish(nid);
    if (TEST_BUILD) await failpoint("handover.published");
    storage.transactionSync(() => {
      if (isForOther) handovers.drop(nid);
      else peers.markTakenOver(nid);
    });
    return this.isSettled();
  }

  /** Hand over namespaces that no Registry has asked for. Never throws. */
  async runDue(): Promise<void> {
    const { handovers, clock } = this.parts;
    if (clock() < this.#notBefore) return;
    try {
      for (let round = 0; round < ROUNDS && !this.isSettled(); round++) {
        if (TEST_BUILD) await failpoint("handover.round");
        const nids = handovers.pending(AT_ONCE);
        await Promise.all(nids.map((nid) => this.handOver(nid)));
        // Calls between objects of one process never let outside requests run.
        await yieldToCallers();
      }
    } catch (error) {
      log("registry.handover-failed", { error: errorName(error) });
      this.#notBefore = clock() + RETRY_MS;
    }
  }

  /** Send everything known of a namespace; the other Registry answers for it once `adoptRest` has run there. */
  async #send(nid: string): Promise<void> {
    const { handovers, registry } = this.parts;
    const there = registry(registryOfNid(nid));
    for (let after = 0; ; ) {
      const page = handovers.ledger(nid, after, LEDGER_PAGE);
      if (page === null) break;
      await there.adoptLedger(nid, page.rows);
      after = page.last;
      if (TEST_BUILD) await failpoint("handover.ledger");
    }
    for (let after = { position: -1, part: 0 }; ; ) {
      const next = handovers.nextPart(nid, after);
      if (next === null) break;
      const { position, part, sealed, until } = next;
      await there.adoptPart(nid, { position, part }, new Uint8Array(sealed), until);
      after = next;
      if (TEST_BUILD) await failpoint("handover.part");
    }
    await there.adoptRest(nid, handovers.rest(nid));
  }

  /** Tell the Registry of the namespace's name where the namespace is. */
  async #publish(nid: string): Promise<void> {
    const { handovers, peers, registry } = this.parts;
    const name = handovers.nameOf(nid);
    if (name === null) return;
    const number = registryOfName(name);
    if (number === registryOfNid(nid)) return;
    if (number === 0) peers.putElsewhere(name, nid);
    else await registry(number).adoptName(name, nid);
  }
}
