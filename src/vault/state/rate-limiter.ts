// Counts requests and values against the limits of the namespace and of its tokens: here alone, so exactly. What is left is
// kept in memory, for it is full again after a second, which is sooner than the runtime closes an object that nobody calls.
// What is owed (a batch or a job may be larger than a second's allowance) is kept in a setting, for it may take longer.
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

/** Allowances in memory: two for each token that has been used lately. */
const MAX_ALLOWANCES = 20_000;
/**
 * What was owed for longer has come back: at most the values of one request, of which a job has 1,000,000, and at least one a
 * second. So what a token owes that never returns is not kept for ever.
 */
const OWED_FOR_MS = 30 * DAY_MS;
/** A caller is told to come back this much later at most: an old client sleeps through whatever it is told. */
const MAX_WAIT_SECONDS = 5;

const SETTING = {
  requests: "requests_per_second",
  values: "values_per_second",
} as const satisfies Record<RateUnit, SettingName>;

/** A limit that a caller comes under. */
interface Limit {
  readonly owner: RateOwner;
  readonly unit: RateUnit;
  readonly perSecond: number;
  /** The token's id, or what stands for the namespace. */
  readonly id: string;
}

/** What a caller comes under who comes under none. */
const UNLIMITED: Admission = { standings: [], waitSeconds: 0 };

/** The limits of one namespace. */
export class RateLimiter {
  readonly #settings: SettingStore;
  readonly #clock: Clock;
  readonly #allowances = new BoundedCache<Allowance>(MAX_ALLOWANCES);
  #ofNamespace: RateLimits;

  constructor(settings: SettingStore, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#ofNamespace = limitsIn((unit) => settings.number(SETTING[unit], 0));
    settings.forgetCountsBefore(clock() - OWED_FOR_MS);
  }

  /** The namespace's own limits, which a change replaces. */
  ofNamespace(change: RateLimits | null): RateLimits {
    if (change !== null) {
      for (const unit of RATE_UNITS) this.#settings.put(SETTING[unit], change[unit] ?? 0);
      this.#ofNamespace = limitsIn((unit) => change[unit] ?? null);
    }
    return this.#ofNamespace;
  }

  /**
   * Take what a request asks for, or, where of anything it asks for nothing is left, nothing: then it says how long to wait.
   * Who finds something left gets all he asks for, and owes what is missing. Synchronous: nobody is counted in between.
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

  /** Take it whatever is left. */
  charge(caller: Caller, cost: RateCost): void {
    const now = this.#clock();
    for (const limit of this.#limitsOf(caller)) {
      const taken = cost[limit.unit] ?? 0;
      if (taken === 0) continue;
      const rest = charged(this.#refilled(limit, now), taken);
      this.#allowances.set(keyOf(limit), rest);
      if (rest.left < 0) this.#settings.put(owedBy(limit), `${rest.left} ${rest.at}`);
    }
  }

  #limitsOf({ tokenId, limits = {} }: Caller): Limit[] {
    const of = (owner: RateOwner, id: string, all: RateLimits): Limit[] =>
      RATE_UNITS.flatMap((unit) => {
        const perSecond = all[unit];
        return perSecond === undefined ? [] : [{ owner, unit, perSecond, id }];
      });
    return [...of("token", tokenId, limits), ...of("namespace", "namespace", this.#ofNamespace)];
  }

  /** What is left of a limit now. Kept each time, so that a clock that was set back is followed. */
  #refilled(limit: Limit, now: number): Allowance {
    const key = keyOf(limit);
    const { perSecond } = limit;
    const before = this.#allowances.get(key) ?? this.#owed(limit) ?? fullAllowance(perSecond, now);
    const allowance = refilled(before, perSecond, now);
    if (before.left < 0 && allowance.left >= 0) this.#settings.remove(owedBy(limit));
    this.#allowances.set(key, allowance);
    return allowance;
  }

  /** What was owed when the object was last open; null: nothing. */
  #owed(limit: Limit): Allowance | null {
    if (limit.unit !== "values") return null;
    const [left, at] = (this.#settings.text(owedBy(limit)) ?? "").split(" ").map(Number);
    return Number.isFinite(left) && Number.isFinite(at) ? ({ left, at } as Allowance) : null;
  }
}

function keyOf({ id, unit }: Limit): string {
  return `${unit} ${id}`;
}

/** A request takes one, and one has to be left: only values can be owed. */
function owedBy({ id }: Limit): SettingName {
  return `values_owed_${id}`;
}

function limitsIn(of: (unit: RateUnit) => number | null): RateLimits {
  const set = RATE_UNITS.flatMap((unit) => {
    const perSecond = of(unit) ?? 0;
    return perSecond > 0 ? [[unit, perSecond]] : [];
  });
  return Object.fromEntries(set) as RateLimits;
}
