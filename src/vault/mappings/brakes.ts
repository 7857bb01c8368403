// What holds back who unmasks (core/brakes/unmask-brakes.ts): asked by the one way to a value, in the object.

import {
  countedAt,
  countOf,
  NOTHING_UNMASKED,
  type UnmaskBrakes,
  type UnmaskedLately,
  withMore,
} from "../../core/brakes/unmask-brakes.ts";
import { ENTITIES } from "../../core/entities.ts";
import type { ErrorCode } from "../../core/errors.ts";
import { digestIn } from "../../crypto/digest.ts";
import { compactNumber } from "../../tokens/forms/plain/compact-form.ts";
import { entitiesOfKind } from "../../tokens/kind-entities.ts";
import { DEFAULT_POLICY, policyOf } from "../../tokens/kinds.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Caller } from "../rpc.ts";
import type { TokenMapping } from "../store/mappings.ts";
import { entityNumbers } from "./entity-types.ts";

/** Brakes as they are at one time; null: any. */
export interface Sight {
  /** Numbers of entity types. */
  readonly types: ReadonlySet<number> | null;
  /** Ids. */
  readonly policies: ReadonlySet<number> | null;
  readonly isPartial: boolean;
  readonly isBlind: boolean;
}

/** Numbers of the types that mappings may have, by their ids: what tags are compared with. */
export type TypesOf = ReadonlyMap<number, ReadonlySet<number>>;

/** Whose values are counted, and how they are held back. */
export type HeldBack = Pick<Caller, "tokenId" | "brakes">;

/** The built-in type of each built-in tag. */
const TYPE_OF_TAG: ReadonlyMap<string, number> = new Map(
  Object.entries(ENTITIES).map(([entity, { tag }]) => [tag, compactNumber(entity)]),
);

/** Holds back tokens of one namespace. */
export class Brakes extends NamespacePart {
  /** Why nothing at all is unmasked for a caller, before anything is looked up; null: it may be. */
  refusal({ brakes, hasReason, tokenId }: Caller): ErrorCode | null {
    if (brakes?.needsReason && hasReason !== true) return "reason_required";
    const { valuesPerHour = Number.POSITIVE_INFINITY } = brakes ?? {};
    if (valuesPerHour === Number.POSITIVE_INFINITY) return null;
    return countOf(this.#lately(tokenId)) < valuesPerHour ? null : "unmask_limit_reached";
  }

  /**
   * Count values that are given; false, when they are more than are left: then none may be given. That counts as one, so that
   * who asks for too much again and again learns no more of which tokens live than by unmasking them. Synchronous: nobody is
   * counted in between.
   */
  take({ brakes, tokenId }: HeldBack, values: number): boolean {
    const most = brakes?.valuesPerHour;
    if (most === undefined || values === 0) return true;
    const lately = this.#lately(tokenId);
    const left = most - countOf(lately);
    if (left > 0) {
      const counted = withMore(lately, values <= left ? values : 1);
      this.parts.settings.put(`values_unmasked_${tokenId}`, written(counted));
    }
    return values <= left;
  }

  /** What brakes come to now. */
  async sightOf({ entityTypes, policies, reveal }: UnmaskBrakes): Promise<Sight> {
    const numbers = entityTypes && (await entityNumbers(this.parts, entityTypes));
    return {
      types: numbers === undefined ? null : new Set(numbers.values()),
      policies: policies === undefined ? null : await this.#idsOf(policies),
      isPartial: reveal === "partial",
      isBlind: reveal === "none",
    };
  }

  /** Those of the mappings that may be seen, and the types they may have. In the turn in which they were read. */
  visible(
    mappings: readonly TokenMapping[],
    { types, policies, isBlind }: Sight,
  ): { readonly mappings: TokenMapping[]; readonly typesOf: TypesOf } {
    const recorded = this.parts.mappingTypes.ofMappings(mappings.map(({ id }) => id));
    const typesOf = new Map<number, ReadonlySet<number>>();
    const visible = mappings.filter(({ id, kind }) => {
      if (isBlind || policies?.has(policyOf(kind)) === false) return false;
      const told = recorded.get(id) ?? new Set(entitiesOfKind(kind).map(compactNumber));
      typesOf.set(id, told);
      if (types === null) return true;
      // What a kind may be is taken for the first of it.
      const ownTypes = recorded.has(id) ? [...told] : [...told].slice(0, 1);
      return ownTypes.some((type) => types.has(type));
    });
    return { mappings: visible, typesOf };
  }

  async #idsOf(policies: readonly (string | null)[]): Promise<Set<number>> {
    const key = await this.parts.keyring.digestKey();
    const ids = policies.map(async (name) => {
      if (name === null) return DEFAULT_POLICY;
      const digest = await digestIn(key, "policy-name", name);
      return this.parts.policyStore.findByName(digest)?.id ?? null;
    });
    return new Set((await Promise.all(ids)).filter((id) => id !== null));
  }

  /** What counts of a token now. Of a count that cannot be read nothing is known: then nothing is left for an hour. */
  #lately(tokenId: string): UnmaskedLately {
    const { settings, clock } = this.parts;
    const now = clock();
    const name = `values_unmasked_${tokenId}` as const;
    const text = settings.text(name);
    if (text === null) return { ...NOTHING_UNMASKED, at: now };
    const known = readLately(text);
    const lately =
      known === null
        ? withMore({ ...NOTHING_UNMASKED, at: now }, Number.MAX_SAFE_INTEGER)
        : countedAt(known, now);
    // Noted, or what a clock that was set back is followed by would begin anew each time.
    if (known === null || known.at > now) settings.put(name, written(lately));
    return lately;
  }
}

/** Whether there are values that may not be seen: then no answer may tell of a text that there is one like it. */
export function hidesAny(sight: Sight | null): boolean {
  return sight !== null && (sight.isBlind || sight.types !== null || sight.policies !== null);
}

/** Whether a token may stand in a tag: as far as the tag is built in, and the mapping's types are known. */
export function agrees(tag: string | null | undefined, types: ReadonlySet<number> | undefined) {
  const type = tag == null ? undefined : TYPE_OF_TAG.get(tag);
  return type === undefined || types === undefined || types.size === 0 || types.has(type);
}

/** The time first: what is old is forgotten by it. */
function written({ at, runs }: UnmaskedLately): string {
  return `${at} ${JSON.stringify(runs)}`;
}

function readLately(text: string): UnmaskedLately | null {
  try {
    const [at, json = ""] = text.split(" ");
    const known = { at: Number(at), runs: JSON.parse(json) as UnmaskedLately["runs"] };
    return [known.at, ...known.runs.flat()].every(Number.isFinite) ? known : null;
  } catch {
    return null;
  }
}
