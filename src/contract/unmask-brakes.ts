// Brakes of a token that may unmask, on the wire: as the operator sets them, and as answers show them.
import * as z from "zod";
import {
  MAX_LISTED,
  MAX_PER_HOUR,
  REVEALS,
  type UnmaskBrakes,
} from "../core/brakes/unmask-brakes.ts";
import { entityName, policyName } from "./policies.ts";

const listed = <T>(one: z.ZodType<T>) => z.array(one).min(1).max(MAX_LISTED).nullish();

/** Brakes as the operator sets them. Unknown members are refused: a misspelt brake would hold nothing back. */
export const unmaskBrakes = z.strictObject({
  entity_types: listed(entityName).describe("Only values of these types; absent: all"),
  policies: listed(policyName.nullable()).describe(
    "Only values masked with these policies; null is the unnamed one; absent: all",
  ),
  values_per_hour: z
    .int()
    .min(1)
    .max(MAX_PER_HOUR)
    .nullish()
    .describe("At most so many values in any 60 minutes; absent: any number"),
  reveal: z
    .enum(REVEALS)
    .nullish()
    .describe("partial: j***@e***.com; none: values stay tokens; absent: plain"),
  reason_required: z.boolean().nullish().describe("Requests without X-Audit-Reason are refused"),
});

/** Brakes from their wire form, lists sorted and without repetition. */
export function readUnmaskBrakes(given: z.infer<typeof unmaskBrakes>): UnmaskBrakes {
  const { entity_types, policies, values_per_hour, reveal, reason_required } = given;
  return {
    ...(entity_types ? { entityTypes: [...new Set(entity_types)].sort() } : {}),
    ...(policies ? { policies: [...new Set(policies)].sort() } : {}),
    ...(values_per_hour ? { valuesPerHour: values_per_hour } : {}),
    ...(reveal && reveal !== "plain" ? { reveal } : {}),
    ...(reason_required ? { needsReason: true } : {}),
  };
}

/** Brakes in their wire form. */
export function writeUnmaskBrakes(brakes: UnmaskBrakes) {
  const { entityTypes, policies, valuesPerHour, reveal, needsReason } = brakes;
  return {
    ...(entityTypes === undefined ? {} : { entity_types: entityTypes }),
    ...(policies === undefined ? {} : { policies }),
    ...(valuesPerHour === undefined ? {} : { values_per_hour: valuesPerHour }),
    ...(reveal === undefined ? {} : { reveal }),
    ...(needsReason === undefined ? {} : { reason_required: needsReason }),
  };
}
