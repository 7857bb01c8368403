// A legal hold, set by the operator: deletions are recorded but have no effect, and destruction that has
// begun pauses. What is already unreadable stays so. Cutoffs keep the moment they were asked for.

import type { RegistryLink } from "../runtime/registry-link.ts";
import type { DeletionStore } from "../store/deletions.ts";
import type { SettingStore } from "../store/settings.ts";

/** What a hold needs of the acceptance of deletions. */
interface Acceptance {
  /** Resolves when no acceptance is under way. */
  settled(): Promise<void>;
  /** Bring a recorded deletion into effect. */
  complete(trackingId: string): Promise<void>;
}

/** Sets, ends and tells the hold of one namespace. */
export class Hold {
  readonly #settings: SettingStore;
  readonly #storage: DurableObjectStorage;
  readonly #registry: RegistryLink;

  constructor(settings: SettingStore, storage: DurableObjectStorage, registry: RegistryLink) {
    this.#settings = settings;
    this.#storage = storage;
    this.#registry = registry;
  }

  /** True while the namespace is held. */
  get isOn(): boolean {
    return this.#settings.number("held") === 1;
  }

  /** Set or end the hold. The Registry hears it first: no restored copy is to forget a hold. */
  async change(isOn: boolean, deletions: DeletionStore, acceptance: Acceptance): Promise<void> {
    await this.#registry.call((calls, nid) => calls.noteHold(nid, isOn));
    await (isOn ? this.#set(acceptance) : this.#release(deletions, acceptance));
  }

  /** Hold the namespace. An acceptance that is under way comes first: it may be erasing already. */
  async #set(acceptance: Acceptance): Promise<void> {
    this.#settings.put("held", 1);
    await acceptance.settled();
  }

  /** End the hold: what was recorded meanwhile comes into effect, oldest first. */
  async #release(deletions: DeletionStore, acceptance: Acceptance): Promise<void> {
    // In one step: whatever is not completed now is by the next check.
    this.#storage.transactionSync(() => {
      this.#settings.put("held", 0);
      deletions.resumeAll();
    });
    for (const row of deletions.inState("ACCEPTING")) await acceptance.complete(row.tracking_id);
  }
}
