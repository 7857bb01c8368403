// A Registry object's tables. The first write makes them, so that reading creates none; before that, the first
// Registry is told, so that lists and the watch cover every Registry that stores anything.

import { Part } from "../core/part.ts";
import { systemClock } from "../platform/clock.ts";
import { migrate, migrateExisting } from "../platform/migrations.ts";
import { REGISTRY_MIGRATIONS } from "./schema/migrations.ts";
import type { PeerStore } from "./store/peers.ts";

interface Parts {
  readonly storage: DurableObjectStorage;
  readonly peers: PeerStore;
  /** Reports this Registry to the first one; returns whether that one has nothing left to hand over. */
  readonly join: () => Promise<boolean>;
}

/** Knows whether the tables exist, and makes them. */
export class Tables extends Part<Parts> {
  #areThere: boolean;

  constructor(parts: Parts) {
    super(parts);
    this.#areThere = migrateExisting(parts.storage, REGISTRY_MIGRATIONS, systemClock());
  }

  get areThere(): boolean {
    return this.#areThere;
  }

  /** Make the tables unless they exist. Throws when the first Registry does not answer. */
  async make(): Promise<void> {
    if (this.#areThere) return;
    const { storage, peers, join } = this.parts;
    const isSettled = await join();
    migrate(storage, REGISTRY_MIGRATIONS, systemClock());
    if (isSettled) peers.settle();
    this.#areThere = true;
  }
}
