// A policy as a JSON file: reads it from a namespace, and writes it into one.

import type { Operations, VaultClient } from "../../../clients/typescript/src/index.ts";
import { entityRule } from "../../../src/core/entities.ts";
import { CommandFailure, EXIT, readInput } from "../cli/command.ts";

type Body<Id extends keyof Operations> = Operations[Id] extends { body: { data: infer Data } }
  ? Omit<Data, "policy_name">
  : never;

/** Content of a policy file. */
export type PolicyFile = {
  readonly custom_entities?: readonly Body<"setCustomEntity">[];
  readonly metadata?: Body<"setActions">["metadata"];
  readonly detection?: Body<"setDetection">;
  readonly settings?: Body<"setSettings">;
  readonly wrappers?: Body<"setWrappers">["metadata"];
};

/** Read a whole policy, in the form that `writePolicy` takes. */
export async function readPolicy(client: VaultClient, policy_name: string, signal: AbortSignal) {
  const query = { policy_name };
  const { data } = await client.call("readPolicies", { query, signal });
  const { policy_name: _, ...settings } = (await client.call("readSettings", { query, signal }))
    .data;
  const [details] = data.details;
  if (details === undefined) throw new CommandFailure(`There is no policy ${policy_name}.`);
  const { available_entities, ...groups } = details.metadata;
  const types = [...available_entities, ...Object.values(groups).flat()];
  const custom_entities: object[] = [];
  for (const { entity_name, entity_type } of types) {
    if (entity_type !== "CUSTOM") continue;
    const body = { data: { policy_name, entity_name } };
    const { data: all } = await client.call("readCustomEntity", { body, signal });
    const { entity_type: _type, prefix: _prefix, suffix: _suffix, words, ...rest } = all;
    // A custom type has either a pattern or words.
    custom_entities.push({ ...rest, words: words.length === 0 ? null : words });
  }
  const names = Object.entries(groups).map(([group, entities]) => [
    group,
    entities.map(({ entity_name }) => entity_name),
  ]);
  // A wrapper differs from the usual tag, which for a custom type is its name.
  const wrappers = types
    .filter(
      ({ entity_name, prefix }) => prefix !== `<${entityRule(entity_name)?.tag ?? entity_name}>`,
    )
    .map(({ entity_name, prefix, suffix }) => ({
      entity_name,
      format_prefix: prefix,
      format_suffix: suffix,
    }));
  const metadata = Object.fromEntries(names) as object;
  return { custom_entities, metadata, detection: details.detection, settings, wrappers };
}

/** Change what the file contains. Custom types are written first: the other members may refer to them. */
export async function writePolicy(
  client: VaultClient,
  policy_name: string,
  file: PolicyFile,
  signal: AbortSignal,
): Promise<void> {
  const { custom_entities = [], metadata, detection, settings, wrappers = [] } = file;
  for (const entity of custom_entities) {
    await client.call("setCustomEntity", { body: { data: { ...entity, policy_name } }, signal });
  }
  if (metadata) {
    await client.call("setActions", { body: { data: { policy_name, metadata } }, signal });
  }
  if (detection) {
    await client.call("setDetection", { body: { data: { ...detection, policy_name } }, signal });
  }
  if (settings) {
    await client.call("setSettings", { body: { data: { ...settings, policy_name } }, signal });
  }
  if (wrappers.length > 0) {
    await client.call("setWrappers", {
      body: { data: { policy_name, metadata: wrappers } },
      signal,
    });
  }
}

const MEMBERS = ["custom_entities", "metadata", "detection", "settings", "wrappers"];

/** Read a policy file; a failure where it is no JSON object or has an unknown member. */
export function policyIn(path: string): PolicyFile {
  let file: unknown;
  try {
    file = JSON.parse(readInput(path));
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`There is no JSON in ${path}.`, EXIT.data);
  }
  const unknown = Object.keys(file ?? {}).find((name) => !MEMBERS.includes(name));
  if (typeof file === "object" && file !== null && unknown === undefined) return file;
  const which = unknown === undefined ? "no object" : `a member "${unknown}"`;
  throw new CommandFailure(`${path} has ${which}; it may have ${MEMBERS.join(", ")}.`, EXIT.data);
}
