// Changes of a policy as pure functions: they take a definition and return a new one or a failure. Requests have been
// checked for types and sizes; the names in them are checked here.
import { ENTITIES, type EntityName } from "../../core/entities.ts";
import type { VaultError } from "../../core/errors.ts";
import {
  exceedsBytes,
  MAX_CUSTOM_COST,
  MAX_CUSTOM_ENTITIES,
  MAX_ECHOED_NAME_LENGTH,
  MAX_POLICY_BYTES,
  MAX_WRAPPER_LENGTH,
} from "../../core/limits.ts";
import type {
  CustomEntity,
  EntityAction,
  PolicyDefinition,
  PolicySettings,
  Wrapper,
} from "../../core/policy.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Steps } from "../../core/steps.ts";
import { customCost, customRecognizer } from "../../detect/custom/custom-entity.ts";
import { nameFlaw } from "../../tokens/name-flaw.ts";
import { tagWrapper, type WrapperFlaw, wrapperFlaw } from "../../tokens/reading/wrappers.ts";
import { actionOf, wrapperOf } from "./rules.ts";

/** The changed definition, or why the change is refused. */
export type Changed = Result<PolicyDefinition, VaultError>;

const BUILT_IN: readonly EntityName[] = Object.keys(ENTITIES).filter((name) => name !== "LITERAL");

/** True for an entity type that a policy may have settings for. */
function isKnown({ custom }: PolicyDefinition, name: EntityName): boolean {
  return BUILT_IN.includes(name) || custom.some((entity) => entity.name === name);
}

function unknown(name: string, { custom }: PolicyDefinition): { ok: false; error: VaultError } {
  const allowed = [...BUILT_IN, ...custom.map((entity) => entity.name)];
  return err({ code: "unknown_entity", detail: echoed(name), allowed });
}

/** Sets the action of entity types. Fails on an unknown type, on two actions, and on denied values left in clear. */
export function withActions(
  definition: PolicyDefinition,
  moves: readonly (readonly [EntityName, EntityAction])[],
): Changed {
  const actions = new Map<EntityName, EntityAction>();
  for (const [name, action] of moves) {
    if (!isKnown(definition, name)) return unknown(name, definition);
    if ((actions.get(name) ?? action) !== action) {
      return err({ code: "invalid_field", detail: "metadata" });
    }
    if (action === "exclude" && definition.deny.some(({ entity }) => entity === name)) {
      return err({ code: "entity_denied", detail: echoed(name) });
    }
    actions.set(name, action);
  }
  return checked({
    ...definition,
    actions: { ...definition.actions, ...Object.fromEntries(actions) },
  });
}

/** The rule that a wrapper breaks, by flaw. */
const FLAWS: Readonly<Record<WrapperFlaw, string>> = {
  length: `each must have 1 to ${MAX_WRAPPER_LENGTH} characters`,
  tag: "with < or > they must be <NAME> and </NAME>",
  forbidden:
    "neither may have &, \\, ⟦, ⟧, control characters, line breaks or malformed Unicode (lone surrogates)",
  edges: `a prefix must begin and a suffix end with one of { } [ ] | ^ ~ $ # * = ! or a punctuation mark or symbol outside ASCII`,
  same: "they must differ",
  prefix_taken: "a prefix of this namespace is part of it, or it of one",
  suffix_taken: "a suffix of this namespace is part of it, or it of one",
};

/** Sets prefixes and suffixes; `taken` are all wrappers that the namespace has ever had. */
export function withWrappers(
  definition: PolicyDefinition,
  changes: readonly {
    entity: EntityName;
    prefix?: string | undefined;
    suffix?: string | undefined;
  }[],
  taken: readonly Wrapper[],
): Changed {
  const wrappers: Record<EntityName, Wrapper> = { ...definition.wrappers };
  const all = [...taken];
  for (const [index, { entity, prefix, suffix }] of changes.entries()) {
    if (!isKnown(definition, entity)) return unknown(entity, definition);
    const now = wrapperOf({ ...definition, wrappers }, entity);
    const wrapper = { prefix: prefix ?? now.prefix, suffix: suffix ?? now.suffix };
    const flaw = wrapperFlaw(wrapper, all);
    if (flaw !== null) return err({ code: "invalid_wrapper", detail: FLAWS[flaw], index });
    wrappers[entity] = wrapper;
    all.push(wrapper);
  }
  return checked({ ...definition, wrappers });
}

/** New values of some members; absent members stay as they are. */
type Changes<T> = { readonly [Name in keyof T]?: T[Name] | undefined };
type Detection = Pick<
  PolicyDefinition,
  "threshold" | "thresholds" | "recall" | "languages" | "addresses" | "allow" | "deny"
>;
type Settings = Omit<PolicySettings, "llm"> & { llm: Changes<PolicySettings["llm"]> };

/** Changes detection. A value on the deny list needs a type that is not excluded. */
export function withDetection(definition: PolicyDefinition, settings: Changes<Detection>): Changed {
  const { threshold, thresholds, recall, languages, addresses, allow, deny } = settings;
  for (const name of Object.keys(thresholds ?? {})) {
    if (!isKnown(definition, name)) return unknown(name, definition);
  }
  for (const { entity } of deny ?? []) {
    if (!isKnown(definition, entity)) return unknown(entity, definition);
    if (actionOf(definition, entity) === "exclude") {
      return err({ code: "invalid_field", detail: "deny" });
    }
  }
  return checked({
    ...definition,
    threshold: threshold ?? definition.threshold,
    thresholds: thresholds ?? definition.thresholds,
    recall: recall ?? definition.recall,
    languages: languages === undefined ? definition.languages : languages,
    addresses: addresses === undefined ? definition.addresses : addresses,
    allow: allow === undefined ? definition.allow : [...new Set(allow)],
    deny: deny ?? definition.deny,
  });
}

/** Changes settings. Fails on links of types not built in or to unknown forms, and on unknown types for externals. */
export function withSettings(definition: PolicyDefinition, changes: Changes<Settings>): Changed {
  const { tokenStyle, link, partial, external, llm } = changes;
  const meant = Object.values(external?.entities ?? {}).find((name) => !isKnown(definition, name));
  if (meant !== undefined) return unknown(meant, definition);
  for (const [name, { tokenName, format }] of Object.entries(link ?? {})) {
    if (!BUILT_IN.includes(name)) {
      return err({ code: "unknown_entity", detail: echoed(name), allowed: BUILT_IN });
    }
    const flaw = nameFlaw(tokenName, format);
    if (flaw !== null) return err(flaw);
  }
  const { hint, media, tools } = llm ?? {};
  const now = definition.llm;
  return checked({
    ...definition,
    tokenStyle: tokenStyle === undefined ? definition.tokenStyle : tokenStyle,
    link: link ?? definition.link,
    partial: partial ?? definition.partial,
    external: external === undefined ? definition.external : external,
    llm: {
      hint: hint ?? now.hint,
      media: media ?? now.media,
      tools: tools === undefined ? now.tools : [...new Set(tools)],
    },
  });
}

/**
 * Adds a custom entity type, or replaces the one of the same name, which keeps its action and wrapper. A new one gets tags
 * of its name, so that unmask will know them. Fails when all custom entities together cost too much time. In steps.
 */
export function* withCustomEntity(
  definition: PolicyDefinition,
  entity: CustomEntity,
): Steps<Changed> {
  const flaw = flawOf(entity);
  if (flaw !== null) return err(flaw);
  const { name } = entity;
  const others = definition.custom.filter((one) => one.name !== name);
  if (others.length >= MAX_CUSTOM_ENTITIES) {
    return err({ code: "too_many_items", detail: String(MAX_CUSTOM_ENTITIES) });
  }
  const cost = yield* customCost([...others, entity]);
  if (cost > MAX_CUSTOM_COST) return err({ code: "policy_too_complex", detail: String(cost) });
  const wrapper = definition.wrappers[name] ?? tagWrapper(name);
  return checked({
    ...definition,
    custom: [...others, entity],
    wrappers: { ...definition.wrappers, [name]: wrapper },
  });
}

/** Removes a custom entity type and every setting that names it. */
export function withoutCustomEntity(definition: PolicyDefinition, name: EntityName): Changed {
  if (!definition.custom.some((entity) => entity.name === name)) {
    const allowed = definition.custom.map((entity) => entity.name);
    return err({ code: "custom_entity_unknown", detail: echoed(name), allowed });
  }
  const without = <T>(record: Readonly<Record<EntityName, T>>): Record<EntityName, T> =>
    Object.fromEntries(Object.entries(record).filter(([entity]) => entity !== name));
  const { external } = definition;
  const counted = Object.entries(external?.entities ?? {}).filter(([, entity]) => entity !== name);
  const isAsked = external !== null && counted.length > 0;
  return ok({
    ...definition,
    external: isAsked ? { ...external, entities: Object.fromEntries(counted) } : null,
    actions: without(definition.actions),
    wrappers: without(definition.wrappers),
    thresholds: without(definition.thresholds),
    deny: definition.deny.filter(({ entity }) => entity !== name),
    custom: definition.custom.filter((entity) => entity.name !== name),
  });
}

function flawOf(entity: CustomEntity): VaultError | null {
  const { tokenName, format } = entity;
  const names = nameFlaw(tokenName, format);
  if (names !== null) return names;
  const recognizer = customRecognizer(entity);
  if (recognizer.ok) return null;
  const { position, reason } = recognizer.error;
  // Callers count code points.
  const at = position === null ? null : [...(entity.pattern ?? "").slice(0, position)].length;
  const place = at === null ? reason : `${reason} (position ${at})`;
  return { code: "invalid_pattern", detail: place };
}

function echoed(name: string): string {
  return name.length <= MAX_ECHOED_NAME_LENGTH ? name : `${name.slice(0, MAX_ECHOED_NAME_LENGTH)}…`;
}

function checked(definition: PolicyDefinition): Changed {
  const isTooLarge = exceedsBytes(JSON.stringify(definition), MAX_POLICY_BYTES);
  return isTooLarge ? err({ code: "policy_too_large" }) : ok(definition);
}
