// The standing retention of a namespace: once a day, an ordinary deletion of the mappings older than a number of days, with
// its own tracking id and receipt.

import { DAY_MS } from "../../core/time.ts";
import type { DeletionPreview, RetentionView } from "../deletion-rpc.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import type { DeletionService } from "./deletion-service.ts";
import type { DeletionViews } from "./deletion-views.ts";

/** Stores and applies the standing retention of one namespace. */
export class Retention extends NamespacePart<{
  readonly deletionService: DeletionService;
  readonly views: DeletionViews;
}> {
  /** Days that a mapping is kept; null without a rule. */
  get days(): number | null {
    const days = this.parts.settings.number("retention_days") ?? 0;
    return days > 0 ? days : null;
  }

  /** The rule, and the tracking id of the last deletion it started, under which the receipt is found. */
  view(): RetentionView {
    return {
      days: this.days,
      lastTrackingId: this.parts.deletions.lastTrackingId("retention"),
      isPaused: this.days !== null && this.parts.settings.isHeld,
    };
  }

  /** Set the rule; null removes it. Gives what the rule would delete now; it first runs a minute later. */
  async set(days: number | null): Promise<Reply<DeletionPreview>> {
    const { storage, settings, clock, views } = this.parts;
    storage.transactionSync(() => {
      settings.put("retention_days", days ?? 0);
      settings.put("retention_due", clock() + FIRST_RUN_AFTER_MS);
    });
    if (days === null) return { ok: true, value: { records: 0, days: [] } };
    return views.preview({ duration: days });
  }

  /** Apply the rule if it is due and there is no legal hold. False when it did not run, or the stored rule is damaged. */
  async applyIfDue(): Promise<boolean> {
    const { settings, deletionService, views, clock, ids } = this.parts;
    const days = settings.number("retention_days", 0) || null;
    const due = settings.number("retention_due", Number.POSITIVE_INFINITY);
    if (due === null || days === null || due > clock() || settings.isHeld) return false;
    // A clock that was set right is otherwise noticed only when something is masked.
    ids.observeClock();
    // Written first, so that a failing run is repeated after a day and not at once, for ever.
    settings.put("retention_due", clock() + DAY_MS);
    const preview = await views.preview({ duration: days });
    if (!preview.ok || preview.value.records === 0) return true;
    const asked = await deletionService.asked({ userId: "" }, "retention");
    // The rule may have changed, or a hold begun, during these awaits; none follows before the deletion's row is written.
    if (settings.number("retention_days", 0) !== days || settings.isHeld) return true;
    await deletionService.acceptByAge({ duration: days }, asked);
    return true;
  }
}

const FIRST_RUN_AFTER_MS = 60_000;
