// A Registry object's tables. They are made by its first write, so that asking makes none; and the first Registry is
// told before that, so that lists and the watch go round all that hold anything.

import { Part } from "../core/part.ts";
import { systemClock } from "../platform/clock.ts";
import { migrate, migrateExisting } from "../platform/migrations.ts";
import { REGISTRY_MIGRATIONS } from "./schema/migrations.ts";
import type { PeerStore } from "./store/peers.ts";

interface Parts {
  readonly storage: DurableObjectStorage;
  readonly peers: PeerStore;
  /** Tells the first Registry of this one; gives whether that one holds nothing any more that is another's. */
  readonly join: () => Promise<boolean>;
}

/** Whether the tables are there, and makes them. */
export class Tables extends Part<Parts> {
  #areThere: boolean;

  constructor(parts: Parts) {
    super(parts);
    this.#areThere = migrateExisting(parts.storage, REGISTRY_MIGRATIONS, systemClock());
  }

  /** Whether anything was ever written here. */
  get areThere(): boolean {
    return this.#areThere;
  }

  /** Make the tables unless they are there. Throws when the first Registry does not answer. */
  async make(): Promise<void> {
    if (this.#areThere) return;
    const { storage, peers, join } = this.parts;
    const isSettled = await join();
    migrate(storage, REGISTRY_MIGRATIONS, systemClock());
    if (isSettled) peers.settle();
    this.#areThere = true;
  }
}
