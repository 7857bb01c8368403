// The standing retention of a namespace: once a day, an ordinary deletion of what is older than so many
// days, with its own job and receipt.

import { DAY_MS } from "../../core/time.ts";
import type { DeletionPreview, RetentionView } from "../deletion-rpc.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import type { DeletionService } from "./deletion-service.ts";
import type { DeletionViews } from "./deletion-views.ts";

interface Parts extends NamespaceBase {
  readonly deletionService: DeletionService;
  readonly views: DeletionViews;
}

/** Keeps and applies the standing retention. */
export class Retention extends NamespacePart<Parts> {
  /** Days a mapping is kept, null for no rule. */
  get days(): number | null {
    const days = this.parts.settings.number("retention_days") ?? 0;
    return days > 0 ? days : null;
  }

  /** The rule, and the deletion it started last: that is where its receipt is. */
  view(): RetentionView {
    return {
      days: this.days,
      lastTrackingId: this.parts.deletions.lastTrackingId("retention"),
      isPaused: this.days !== null && this.parts.settings.isHeld,
    };
  }

  /** Set the rule, null for none. Gives what it would clear now; it first runs within a minute. */
  async set(days: number | null): Promise<Reply<DeletionPreview>> {
    const { storage, settings, clock, views } = this.parts;
    storage.transactionSync(() => {
      settings.put("retention_days", days ?? 0);
      settings.put("retention_due", clock() + FIRST_RUN_AFTER_MS);
    });
    if (days === null) return { ok: true, value: { records: 0, days: [] } };
    return views.preview({ duration: days });
  }

  /** Apply the rule when its time has come and no hold is on. False when not, or when the rule is damaged. */
  async applyIfDue(): Promise<boolean> {
    const { settings, deletionService, views, clock, ids } = this.parts;
    const days = settings.number("retention_days", 0) || null;
    const due = settings.number("retention_due", Number.POSITIVE_INFINITY);
    if (due === null || days === null || due > clock() || settings.isHeld) return false;
    // Nothing may have been masked since the clock was set right.
    ids.observeClock();
    // Moved on first: a run that fails is repeated a day later, not at once and for ever.
    settings.put("retention_due", clock() + DAY_MS);
    const preview = await views.preview({ duration: days });
    if (!preview.ok || preview.value.records === 0) return true;
    await deletionService.accept({ duration: days }, "retention", "");
    return true;
  }
}

const FIRST_RUN_AFTER_MS = 60_000;
