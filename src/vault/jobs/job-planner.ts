// Reads and plans chunks of mask jobs.
import type { VaultError } from "../../core/errors.ts";
import { ok, type Result } from "../../core/result.ts";
import { loadShippedModel } from "../../detect/tagger/shipped.ts";
import { isAutoDetect } from "../../masking/item.ts";
import type { SentList } from "../../masking/mask/answer-size.ts";
import type { AnyMaskItem } from "../../masking/mask/mask-items.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { JobRow } from "../store/jobs.ts";
import type { JobBox, JobMeta } from "./job-box.ts";
import type { JobRules } from "./job-rules.ts";
import { type ListsPlan, planLists } from "./mask-lists.ts";

/** A job that has its turn, and what opens its parts. */
export interface OpenJob {
  readonly job: JobRow;
  readonly box: JobBox;
  readonly meta: JobMeta;
}

/** What was planned of some lists, and with which version of the policy set. */
interface Planned {
  readonly plan: ListsPlan;
  readonly policySetVersion: number | null;
}

interface Parts {
  readonly keyring: Keyring;
  readonly rules: JobRules;
}

/** Plans chunks of one namespace's mask jobs. */
export class JobPlanner {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The items of a chunk. */
  read({ box }: OpenJob, number: number): Promise<SentList> {
    return box.readPayload<AnyMaskItem>(number);
  }

  /** Fails with an item that cannot be done, counted from the first list's first. */
  async plan(
    { job, meta }: OpenJob,
    lists: readonly SentList[],
  ): Promise<Result<Planned, VaultError & { index: number }>> {
    const cipher = await this.#parts.keyring.cipher();
    const placeholders = await this.#parts.rules.placeholders(job);
    const { rules, policySetVersion } = await this.#parts.rules.of(job);
    const { keepKnownTokens, explain = false } = meta;
    if (lists.some(hasTexts)) await loadShippedModel();
    const settings = { cipher, keepKnownTokens, rules, placeholders, explain };
    const plan = planLists(lists, settings);
    return plan.ok ? ok({ plan: plan.value, policySetVersion }) : plan;
  }
}

/** Whether a list has texts to search. */
export function hasTexts({ items }: SentList): boolean {
  return items.some(isAutoDetect);
}
