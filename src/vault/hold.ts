// A legal hold, set by the operator: deletions are recorded but have no effect, and destruction that has
// begun pauses. What is already unreadable stays so. Cutoffs keep the moment they were asked for.
import type { DeletionDesk } from "./deletion-desk.ts";
import type { DeletionStore } from "./store/deletions.ts";
import type { SettingStore } from "./store/settings.ts";

/** Sets, ends and tells the hold of one namespace. */
export class Hold {
  readonly #settings: SettingStore;

  constructor(settings: SettingStore) {
    this.#settings = settings;
  }

  /** True while the namespace is held. */
  get isOn(): boolean {
    return this.#settings.number("held") === 1;
  }

  /** Hold the namespace. An acceptance that is under way comes first: it may be erasing already. */
  async set(desk: DeletionDesk): Promise<void> {
    this.#settings.put("held", 1);
    await desk.settled();
  }

  /** End the hold: what was recorded meanwhile comes into effect, oldest first. */
  async release(deletions: DeletionStore, desk: DeletionDesk): Promise<void> {
    this.#settings.put("held", 0);
    for (const row of deletions.inState("HELD")) {
      deletions.resume(row.serial);
      await desk.complete(row.tracking_id);
    }
  }
}
