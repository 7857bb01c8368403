// Enforces unmask brakes (core/brakes/unmask-brakes.ts) in the object; every unmask asks it.

import {
  countedAt,
  countOf,
  NO_RECENT_UNMASKS,
  type RecentUnmasks,
  type UnmaskBrakes,
  withMore,
} from "../../core/brakes/unmask-brakes.ts";
import { ENTITIES } from "../../core/entities.ts";
import type { ErrorCode } from "../../core/errors.ts";
import { compactNumber } from "../../tokens/forms/plain/compact-form.ts";
import { entitiesOfKind } from "../../tokens/kind-entities.ts";
import { DEFAULT_POLICY, policyOf } from "../../tokens/kinds.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Caller } from "../rpc.ts";
import type { TokenMapping } from "../store/mappings.ts";
import { entityNumbers } from "./entity-types.ts";

/** A caller's brakes, resolved to the numbers in use now; null: no restriction. */
export interface ResolvedBrakes {
  readonly types: ReadonlySet<number> | null;
  readonly policies: ReadonlySet<number> | null;
  readonly isPartial: boolean;
  readonly isBlind: boolean;
}

/** Numbers of the entity types that each mapping may have, by mapping id; tags are compared with them. */
export type TypesByMapping = ReadonlyMap<number, ReadonlySet<number>>;

/** The caller whose values are counted, and its brakes. */
export type BrakedCaller = Pick<Caller, "tokenId" | "brakes">;

const TYPE_OF_TAG: ReadonlyMap<string, number> = new Map(
  Object.entries(ENTITIES).map(([entity, { tag }]) => [tag, compactNumber(entity)]),
);

/** Enforces the unmask brakes of a namespace's tokens. */
export class Brakes extends NamespacePart {
  /** The error code when this caller may unmask nothing at all, checked before any lookup; null when it may. */
  refusal({ brakes, hasReason, tokenId }: Caller): ErrorCode | null {
    if (brakes?.needsReason && hasReason !== true) return "reason_required";
    const { valuesPerHour = Number.POSITIVE_INFINITY } = brakes ?? {};
    if (valuesPerHour === Number.POSITIVE_INFINITY) return null;
    return countOf(this.#recentUnmasks(tokenId)) < valuesPerHour ? null : "unmask_limit_reached";
  }

  /**
   * Count values about to be returned; false when they exceed the limit, and then none may be returned. A refused
   * request counts as one value: repeating too large requests reveals no more about which tokens are live than
   * unmasking them does. Synchronous, so no other request is counted in between.
   */
  countValues({ brakes, tokenId }: BrakedCaller, values: number): boolean {
    const most = brakes?.valuesPerHour;
    if (most === undefined || values === 0) return true;
    const lately = this.#recentUnmasks(tokenId);
    const left = most - countOf(lately);
    if (left > 0) {
      const counted = withMore(lately, values <= left ? values : 1);
      this.parts.settings.put(`values_unmasked_${tokenId}`, written(counted));
    }
    return values <= left;
  }

  /** Resolve brakes to the numbers in use now. */
  async resolve({ entityTypes, policies, reveal }: UnmaskBrakes): Promise<ResolvedBrakes> {
    const numbers = entityTypes && (await entityNumbers(this.parts, entityTypes));
    return {
      types: numbers === undefined ? null : new Set(numbers.values()),
      policies: policies === undefined ? null : await this.#idsOf(policies),
      isPartial: reveal === "partial",
      isBlind: reveal === "none",
    };
  }

  /** The mappings that the caller may see, and the types each may have. Call it in the turn in which they were read. */
  visible(
    mappings: readonly TokenMapping[],
    { types, policies, isBlind }: ResolvedBrakes,
  ): { readonly mappings: TokenMapping[]; readonly typesOf: TypesByMapping } {
    const recorded = this.parts.mappingTypes.ofMappings(mappings.map(({ id }) => id));
    const typesOf = new Map<number, ReadonlySet<number>>();
    const visible = mappings.filter(({ id, kind }) => {
      if (isBlind || policies?.has(policyOf(kind)) === false) return false;
      const possibleTypes = recorded.get(id) ?? new Set(entitiesOfKind(kind).map(compactNumber));
      typesOf.set(id, possibleTypes);
      if (types === null) return true;
      // Without a recorded type, the first type of the mapping's kind counts.
      const ownTypes = recorded.has(id) ? [...possibleTypes] : [...possibleTypes].slice(0, 1);
      return ownTypes.some((type) => types.has(type));
    });
    return { mappings: visible, typesOf };
  }

  async #idsOf(policies: readonly (string | null)[]): Promise<Set<number>> {
    const { keyring, policyStore } = this.parts;
    const ids = policies.map(async (name) => {
      if (name === null) return DEFAULT_POLICY;
      return policyStore.findByName(await keyring.digest("policy-name", name))?.id ?? null;
    });
    return new Set((await Promise.all(ids)).filter((id) => id !== null));
  }

  /** A token's current count. An unreadable count is treated as full, so the token may unmask nothing for an hour. */
  #recentUnmasks(tokenId: string): RecentUnmasks {
    const { settings, clock } = this.parts;
    const now = clock();
    const name = `values_unmasked_${tokenId}` as const;
    const text = settings.text(name);
    if (text === null) return { ...NO_RECENT_UNMASKS, at: now };
    const known = readLately(text);
    const lately =
      known === null
        ? withMore({ ...NO_RECENT_UNMASKS, at: now }, Number.MAX_SAFE_INTEGER)
        : countedAt(known, now);
    // Stored, because recovery from a damaged count or a clock set back would otherwise restart on every call.
    if (known === null || known.at > now) settings.put(name, written(lately));
    return lately;
  }
}

/** Whether the caller may not see some values: then no answer may reveal that a text equals a stored one. */
export function hidesValues(resolvedBrakes: ResolvedBrakes | null): boolean {
  return (
    resolvedBrakes !== null &&
    (resolvedBrakes.isBlind || resolvedBrakes.types !== null || resolvedBrakes.policies !== null)
  );
}

/** Whether the mapping's types allow this tag; true when the tag is not built in or no types are known. */
export function agreesWithTag(
  tag: string | null | undefined,
  types: ReadonlySet<number> | undefined,
) {
  const type = tag == null ? undefined : TYPE_OF_TAG.get(tag);
  return type === undefined || types === undefined || types.size === 0 || types.has(type);
}

/** The time comes first: old counts are deleted by it. */
function written({ at, runs }: RecentUnmasks): string {
  return `${at} ${JSON.stringify(runs)}`;
}

function readLately(text: string): RecentUnmasks | null {
  try {
    const [at, json = ""] = text.split(" ");
    const known = { at: Number(at), runs: JSON.parse(json) as RecentUnmasks["runs"] };
    return [known.at, ...known.runs.flat()].every(Number.isFinite) ? known : null;
  } catch {
    return null;
  }
}
