// A legal hold, set by the operator: deletions are recorded but have no effect, and destruction that has
// begun pauses. What is already unreadable stays so. Cutoffs keep the moment they were asked for.

import type { RegistryLink } from "../runtime/registry-link.ts";
import type { DeletionStore } from "../store/deletions.ts";
import type { SettingStore } from "../store/settings.ts";
import type { DeletionDesk } from "./deletion-service.ts";

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
  async change(isOn: boolean, deletions: DeletionStore, desk: DeletionDesk): Promise<void> {
    await this.#registry.call((calls, nid) => calls.noteHold(nid, isOn));
    await (isOn ? this.#set(desk) : this.#release(deletions, desk));
  }

  /** Hold the namespace. An acceptance that is under way comes first: it may be erasing already. */
  async #set(desk: DeletionDesk): Promise<void> {
    this.#settings.put("held", 1);
    await desk.settled();
  }

  /** End the hold: what was recorded meanwhile comes into effect, oldest first. */
  async #release(deletions: DeletionStore, desk: DeletionDesk): Promise<void> {
    // In one step: whatever is not completed now is by the next check.
    this.#storage.transactionSync(() => {
      this.#settings.put("held", 0);
      deletions.resumeAll();
    });
    for (const row of deletions.inState("ACCEPTING")) await desk.complete(row.tracking_id);
  }
}
