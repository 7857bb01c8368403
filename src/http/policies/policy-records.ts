// Policies and entity types in answers.
import type {
  EntityRecord,
  EntityTypeRecord,
  PolicyRecord,
  SettingsRecord,
} from "../../contract/responses/policies.ts";
import { ENTITIES, type EntityRule } from "../../core/entities.ts";
import type { PolicyDefinition } from "../../core/policy.ts";
import { actionOf, linkOf, wrapperOf } from "../../masking/policy/rules.ts";

/** Built-in entity types that lists show; LITERAL is internal. */
const LISTED = Object.entries<EntityRule>(ENTITIES).flatMap(([name, { category, ...rule }]) =>
  category === null ? [] : [{ name, category, ...rule }],
);

/** The table of built-in entity types, and which of them a policy detects. */
export function entityTypes(definition: PolicyDefinition): EntityTypeRecord[] {
  return LISTED.map(({ name, category, tag, tokenName, format, countsAs, description }) => {
    const form = linkOf(definition, name) ?? { tokenName, format };
    return {
      entity_name: name,
      entity_type: category,
      tag,
      token_name: form.tokenName,
      format: form.format,
      default: actionOf(definition, name) !== "exclude",
      counts_as: countsAs ?? null,
      description,
    };
  });
}

/** The record of a policy; `withLists`: with the values it allows and denies. */
export function policyRecord(definition: PolicyDefinition, withLists: boolean): PolicyRecord {
  const own = definition.custom.map(({ name, description }) => ({
    name,
    category: "CUSTOM",
    description,
  }));
  const groups = { anonymize: [], pseudonymize: [], exclude: [], available: [] } as Record<
    "anonymize" | "pseudonymize" | "exclude" | "available",
    EntityRecord[]
  >;
  for (const { name, category, description } of [...LISTED, ...own]) {
    const action = actionOf(definition, name);
    const isSaid = Object.hasOwn(definition.actions, name);
    const group = action === "exclude" && !isSaid ? "available" : action;
    const { prefix, suffix } = wrapperOf(definition, name);
    groups[group].push({ entity_name: name, entity_type: category, prefix, suffix, description });
  }
  return {
    policy_name: definition.name,
    metadata: {
      anonymizable_entities: groups.anonymize,
      pseudonymizable_entities: groups.pseudonymize,
      excluded_entities: groups.exclude,
      available_entities: groups.available,
    },
    detection: detectionRecord(definition, withLists),
  };
}

/** The record of a policy's settings. */
export function settingsRecord({
  name,
  tokenStyle,
  link,
  partial,
  external,
  llm,
}: PolicyDefinition): SettingsRecord {
  const links = Object.entries(link).map(([entity, { tokenName, format }]) => {
    const form = { token_name: tokenName, format };
    return [entity, form] as const;
  });
  const linked = Object.fromEntries(links);
  const settings = { policy_name: name, token_style: tokenStyle, link: linked, partial, llm };
  if (external === null) return { ...settings, external };
  const { name: recognizer, ...members } = external;
  return { ...settings, external: { recognizer, ...members } };
}

function detectionRecord(
  { threshold, thresholds, recall, languages, addresses, allow, deny }: PolicyDefinition,
  withLists: boolean,
): PolicyRecord["detection"] {
  const values = { threshold, thresholds, recall, languages, addresses };
  if (!withLists) return values;
  return {
    ...values,
    allow,
    deny: deny.map(({ value, entity }) => ({ value, entity_name: entity })),
  };
}
