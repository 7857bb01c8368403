// Counts requests and values against the limits of the namespace and of its tokens: only here, so exactly. Allowances
// are kept in memory, because they are full again after a second, sooner than the runtime closes an idle object.
// Debts (a batch or job may exceed a second's allowance) are kept in a setting, because they may last longer.
import { BoundedCache } from "../../core/bounded-cache.ts";
import {
  type Allowance,
  charged,
  fullAllowance,
  msUntilOne,
  RATE_UNITS,
  type RateCost,
  type RateLimits,
  type RateOwner,
  type RateStanding,
  type RateUnit,
  refilled,
  standingOf,
} from "../../core/rate-limits.ts";
import { DAY_MS } from "../../core/time.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Admission, Caller } from "../rpc.ts";
import type { SettingName, SettingStore } from "../store/settings.ts";

/** Allowances kept in memory: two for each recently used token. */
const MAX_ALLOWANCES = 20_000;
/**
 * Older debts are paid off: a debt is at most the values of one request, 1,000,000 for a job, and at least one per
 * second comes back. So the debt of a token that never returns is not stored for ever.
 */
const DEBT_LIFETIME_MS = 30 * DAY_MS;
/** Longest wait a caller is told: some clients sleep for as long as they are told. */
const MAX_WAIT_SECONDS = 5;

const SETTING = {
  requests: "requests_per_second",
  values: "values_per_second",
} as const satisfies Record<RateUnit, SettingName>;

interface Limit {
  readonly owner: RateOwner;
  readonly unit: RateUnit;
  readonly perSecond: number;
  /** The token's id, or "namespace". */
  readonly id: string;
}

/** Admission of a caller without limits. */
const UNLIMITED: Admission = { standings: [], waitSeconds: 0 };

/** The rate limits of one namespace. */
export class RateLimiter {
  readonly #settings: SettingStore;
  readonly #clock: Clock;
  readonly #allowances = new BoundedCache<Allowance>(MAX_ALLOWANCES);
  #namespaceLimits: RateLimits;

  constructor(settings: SettingStore, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#namespaceLimits = limitsIn((unit) => settings.number(SETTING[unit], 0));
    settings.forgetCountsBefore(clock() - DEBT_LIFETIME_MS);
  }

  /** The namespace's own limits; a non-null `change` replaces them. */
  namespaceLimits(change: RateLimits | null): RateLimits {
    if (change !== null) {
      for (const unit of RATE_UNITS) this.#settings.put(SETTING[unit], change[unit] ?? 0);
      this.#namespaceLimits = limitsIn((unit) => change[unit] ?? null);
    }
    return this.#namespaceLimits;
  }

  /**
   * Take what a request costs; when a limit it counts against has nothing left, take nothing and return the wait. A request
   * that finds anything left gets its full cost and owes the rest. Synchronous: no other is counted in between.
   */
  take(caller: Caller, cost: RateCost): Admission {
    const limits = this.#limitsOf(caller);
    if (limits.length === 0) return UNLIMITED;
    const now = this.#clock();
    const waits = limits.map((limit) =>
      cost[limit.unit] === undefined ? 0 : msUntilOne(this.#refilled(limit, now), limit.perSecond),
    );
    const waitMs = Math.max(...waits);
    if (waitMs === 0) this.charge(caller, cost);
    const standings = limits.map((limit): RateStanding => {
      const { owner, unit, perSecond } = limit;
      return { owner, unit, perSecond, ...standingOf(this.#refilled(limit, now), perSecond) };
    });
    return {
      standings,
      waitSeconds: Math.min(MAX_WAIT_SECONDS, Math.ceil(waitMs / 1_000)),
    };
  }

  /** Take the cost, whatever is left. */
  charge(caller: Caller, cost: RateCost): void {
    const now = this.#clock();
    for (const limit of this.#limitsOf(caller)) {
      const taken = cost[limit.unit] ?? 0;
      if (taken === 0) continue;
      const rest = charged(this.#refilled(limit, now), taken);
      this.#allowances.set(keyOf(limit), rest);
      if (rest.left < 0) this.#settings.put(debtSetting(limit), `${rest.left} ${rest.at}`);
    }
  }

  #limitsOf({ tokenId, limits = {} }: Caller): Limit[] {
    const of = (owner: RateOwner, id: string, all: RateLimits): Limit[] =>
      RATE_UNITS.flatMap((unit) => {
        const perSecond = all[unit];
        return perSecond === undefined ? [] : [{ owner, unit, perSecond, id }];
      });
    return [
      ...of("token", tokenId, limits),
      ...of("namespace", "namespace", this.#namespaceLimits),
    ];
  }

  /** The current allowance of a limit. Stored on every call, so that a clock that was set back is followed. */
  #refilled(limit: Limit, now: number): Allowance {
    const key = keyOf(limit);
    const { perSecond } = limit;
    const before =
      this.#allowances.get(key) ?? this.#storedDebt(limit) ?? fullAllowance(perSecond, now);
    const allowance = refilled(before, perSecond, now);
    if (before.left < 0 && allowance.left >= 0) this.#settings.remove(debtSetting(limit));
    this.#allowances.set(key, allowance);
    return allowance;
  }

  /** The debt stored when the object was last open; null: none. */
  #storedDebt(limit: Limit): Allowance | null {
    if (limit.unit !== "values") return null;
    const [left, at] = (this.#settings.text(debtSetting(limit)) ?? "").split(" ").map(Number);
    return Number.isFinite(left) && Number.isFinite(at) ? ({ left, at } as Allowance) : null;
  }
}

function keyOf({ id, unit }: Limit): string {
  return `${unit} ${id}`;
}

/** Only values can be owed: a request takes one of `requests`, and only when one is left. */
function debtSetting({ id }: Limit): SettingName {
  return `values_owed_${id}`;
}

function limitsIn(of: (unit: RateUnit) => number | null): RateLimits {
  const set = RATE_UNITS.flatMap((unit) => {
    const perSecond = of(unit) ?? 0;
    return perSecond > 0 ? [[unit, perSecond]] : [];
  });
  return Object.fromEntries(set) as RateLimits;
}
