// Compiles a policy for planning: entity types to detect, the treatment of each, and the wrappers that unmask knows.
// Pure.
import { ENTITIES, type EntityName, entityRule } from "../../core/entities.ts";
import {
  type CustomEntity,
  DEFAULT_SETTINGS,
  type EntityAction,
  type PolicyDefinition,
  type PolicySet,
  type PolicySettings,
  type PolicyView,
  type TokenForm,
  type TokenStyle,
  type Wrapper,
} from "../../core/policy.ts";
import type { Steps } from "../../core/steps.ts";
import {
  allowFinder,
  COMPILE_COST,
  customRecognizer,
  denyRecognizer,
} from "../../detect/custom/custom-entity.ts";
import { DEFAULT_DETECTION, type Detection } from "../../detect/detector.ts";
import { externalRecognizer } from "../../detect/external.ts";
import { LANGUAGES, type Language } from "../../detect/language/languages.ts";
import type { Recognizer } from "../../detect/span.ts";
import type { LanguageOptions } from "../../detect/tagger/by-language.ts";
import { entitiesOfKind } from "../../tokens/kind-entities.ts";
import { DEFAULT_POLICY } from "../../tokens/kinds.ts";
import {
  isSame,
  type KnownWrappers,
  knownWrappers,
  tagWrapper,
} from "../../tokens/reading/wrappers.ts";
import { lookOf } from "./token-styles.ts";

interface EntityTreatment {
  readonly action: EntityAction;
  readonly wrapper: Wrapper;
  /** Its tokens get that wrapper only where they would otherwise run into letters beside them. */
  readonly isUnwrapped: boolean;
  /** Each word of a value is a value of its own. */
  readonly isByWord: boolean;
  readonly kind: number;
  /** The entity type, when its mappings have to record it because their kind does not tell it; else null. */
  readonly recorded: EntityName | null;
}

/** The rules that texts are planned with. */
export interface MaskRules {
  /** 0: the policy without a name. */
  readonly policyId: number;
  readonly detection: Detection;
  /** Detection of only the types that are anonymized; null when there are none. */
  readonly irreversible: Detection | null;
  /** Cost of the policy's own patterns and lists in the worst 64 KiB of text, in the unit of core/steps.ts. */
  readonly cost: number;
  /** The wrappers that unmask will look for. */
  readonly wrappers: KnownWrappers;
  readonly settings: PolicySettings;
  /** Treatment of an entity type. Throws on one that the policy does not know. */
  treatmentOf(entity: EntityName): EntityTreatment;
  /**
   * The rules for texts of a conversation, whose tokens the restorer remembers: compact tokens unless the policy says
   * otherwise, and realistic ones without a wrapper, because no text has to be searched for possible tokens.
   */
  inConversation(): MaskRules;
}

/** Makes a tagger with these options. */
export type TaggerMaker = (options: LanguageOptions) => Recognizer;

type Definition = Omit<PolicyDefinition, "name">;

const NOTHING_SAID: Definition = {
  actions: {},
  wrappers: {},
  threshold: DEFAULT_DETECTION.threshold,
  thresholds: {},
  recall: 0,
  languages: null,
  addresses: null,
  allow: [],
  deny: [],
  custom: [],
  ...DEFAULT_SETTINGS,
};

/** The definition of a new policy: that of the nameless one, with the types `alsoOn` on as well. */
export function newDefinition(name: string, alsoOn: readonly EntityName[] = []): PolicyDefinition {
  const actions = Object.fromEntries(alsoOn.map((entity) => [entity, "pseudonymize" as const]));
  return { name, ...NOTHING_SAID, actions };
}

/** A policy's definition; null: that of the nameless policy. */
export function definitionOf(policy: PolicyView | null, { alsoOn }: PolicySet): PolicyDefinition {
  return policy?.definition ?? newDefinition("", alsoOn);
}

/**
 * The rules of a policy; null: of the nameless one. Without a tagger no names are found. Throws on a definition that was
 * never checked. In steps, whose time is linear in the lists of the policy and of the policy set: callers keep the result.
 */
export function* compileRules(
  policy: PolicyView | null,
  policySet: PolicySet,
  tagger: TaggerMaker | null,
): Steps<MaskRules> {
  const definition = definitionOf(policy, policySet);
  const policyId = policy?.id ?? DEFAULT_POLICY;
  const { detection, cost } = yield* detectionOf(definition, tagger);
  const irreversible = irreversibleOf(definition, detection);
  yield LISTS_COST;
  const treatments = treatmentsOf(definition, policyId, definition.tokenStyle ?? "shape", false);
  const rules: MaskRules = {
    policyId,
    detection,
    irreversible,
    // With anonymized types every text is searched twice.
    cost: irreversible === null ? cost : 2 * cost,
    wrappers: wrappersOf(policySet),
    settings: definition,
    treatmentOf: (entity) => treatmentIn(treatments, entity),
    inConversation() {
      const style = definition.tokenStyle ?? "compact";
      const remembered = treatmentsOf(definition, policyId, style, true);
      return { ...rules, treatmentOf: (entity) => treatmentIn(remembered, entity) };
    },
  };
  return rules;
}

const wrappersOfSets = new WeakMap<PolicySet, KnownWrappers>();

/** The wrappers of a policy set; the same object for the same policy set. */
export function wrappersOf(policySet: PolicySet): KnownWrappers {
  let known = wrappersOfSets.get(policySet);
  if (known === undefined) {
    known = knownWrappers(policySet.wrappers);
    wrappersOfSets.set(policySet, known);
  }
  return known;
}

/** The action for an entity type: the policy's own, or by default pseudonymize for types that are on, else exclude. */
export function actionOf(definition: Definition, entity: EntityName): EntityAction {
  const own = Object.hasOwn(definition.actions, entity) ? definition.actions[entity] : undefined;
  if (own !== undefined) return own;
  return entityRule(entity)?.isOn === false ? "exclude" : "pseudonymize";
}

/** The wrapper that a policy puts around the tokens of an entity type. */
export function wrapperOf({ wrappers }: Definition, entity: EntityName): Wrapper {
  const own = Object.hasOwn(wrappers, entity) ? wrappers[entity] : undefined;
  return own ?? tagsOf(entity);
}

/** The form that a policy links an entity type to; null: none. */
export function linkOf({ link }: Definition, entity: EntityName): TokenForm | null {
  return Object.hasOwn(link, entity) ? (link[entity] ?? null) : null;
}

/** The tags that an entity type's tokens have unless a policy sets others; those of a custom type carry its name. */
export function tagsOf(entity: EntityName): Wrapper {
  return tagWrapper(entityRule(entity)?.tag ?? entity);
}

/** `isRemembered`: the restorer knows the tokens and need not recognize them in text. */
function treatmentsOf(
  definition: Definition,
  policyId: number,
  style: TokenStyle,
  isRemembered: boolean,
): Map<EntityName, EntityTreatment> {
  const treatments = new Map<EntityName, EntityTreatment>();
  const add = (entity: EntityName, form: TokenForm): void => {
    const linked = linkOf(definition, entity);
    // A linked type keeps its linked form under every token style.
    const styled = linked === null ? style : "shape";
    const shown = { policyId, ...(linked ?? form) };
    const { kind, isCompact, isByWord } = lookOf(styled, entity, shown);
    const wrapper = wrapperOf(definition, entity);
    const isKnown = isCompact || (isRemembered && styled === "surrogate");
    const isUnwrapped = isKnown && isSame(wrapper, tagsOf(entity));
    treatments.set(entity, {
      action: actionOf(definition, entity),
      wrapper,
      isUnwrapped,
      isByWord,
      kind,
      recorded: null,
    });
  };
  for (const [entity, { tokenName, format }] of Object.entries(ENTITIES)) {
    add(entity, { tokenName, format });
  }
  for (const { name, tokenName, format } of definition.custom) add(name, { tokenName, format });
  const ofKinds = Map.groupBy(treatments.values(), ({ kind }) => kind);
  for (const [recorded, treatment] of treatments) {
    const { kind } = treatment;
    const isKnownByKind = ofKinds.get(kind)?.length === 1 && entitiesOfKind(kind)[0] === recorded;
    if (!isKnownByKind) treatments.set(recorded, { ...treatment, recorded });
  }
  return treatments;
}

function treatmentIn(
  treatments: ReadonlyMap<EntityName, EntityTreatment>,
  entity: EntityName,
): EntityTreatment {
  const treatment = treatments.get(entity);
  if (treatment === undefined) throw new Error("an entity without a rule");
  return treatment;
}

/** Types to report: also excluded ones that count as another, as which they would otherwise be masked. */
function wantedOf(definition: Definition): Set<EntityName> {
  const names = [...Object.keys(ENTITIES), ...definition.custom.map(({ name }) => name)];
  return new Set(
    names.filter((name) => {
      if (actionOf(definition, name) !== "exclude") return true;
      return Object.hasOwn(definition.actions, name) && entityRule(name)?.countsAs !== undefined;
    }),
  );
}

/** Worst-case cost of compiling one list. */
const LISTS_COST = 20;

function* detectionOf(
  definition: Definition,
  tagger: TaggerMaker | null,
): Steps<{ detection: Detection; cost: number }> {
  const { custom, external, recall, languages, threshold, thresholds } = definition;
  const own: Recognizer[] = [];
  for (const entity of custom) {
    yield COMPILE_COST;
    own.push(recognizerOf(entity));
  }
  if (definition.allow.length > 0) yield LISTS_COST;
  const allow = allowFinder(definition.allow);
  if (definition.deny.length > 0) yield LISTS_COST;
  const deny = denyRecognizer(definition.deny);
  const recognizers = [...own, ...DEFAULT_DETECTION.recognizers];
  if (external !== null) recognizers.push(externalRecognizer(external, askedByNobody));
  const known = knownOf(languages);
  if (tagger !== null) recognizers.push(tagger({ recall, languages: known }));
  const wanted = wantedOf(definition);
  // A policy that detects LOCATION, or ZIP without ADDRESS, wants those within addresses, too.
  const isCut = wanted.has("LOCATION") || !wanted.has("ADDRESS");
  const addresses = definition.addresses ?? (isCut ? "parts" : "whole");
  const detection = { recognizers, wanted, languages: known, addresses, threshold, allow, deny };
  return {
    detection: { ...detection, thresholds: new Map(Object.entries(thresholds)) },
    cost: [...own, allow, deny].reduce((sum, one) => sum + (one?.cost ?? 0), 0),
  };
}

/**
 * The same detection limited to anonymized types, so that no other type hides a value of theirs. Types that count as another
 * are detected as well, so that none is anonymized as the other.
 */
function irreversibleOf(definition: Definition, detection: Detection): Detection | null {
  const isGone = (entity: EntityName) => actionOf(definition, entity) === "anonymize";
  const { wanted } = detection;
  if (![...wanted].some(isGone)) return null;
  const kept = (entity: EntityName) => entityRule(entity)?.countsAs !== undefined;
  return { ...detection, wanted: new Set([...wanted].filter((one) => isGone(one) || kept(one))) };
}

/** Stands in for the external recognizer until `searchWith` (mask/second-opinion.ts) puts in the one that asks it. */
function askedByNobody(): never {
  throw new Error("an external recognizer that nobody has asked");
}

/** The policy's languages that we support; undefined: all. */
function knownOf(languages: PolicyDefinition["languages"]): Language[] | undefined {
  return languages === null ? undefined : LANGUAGES.filter((one) => languages.includes(one));
}

function recognizerOf(entity: CustomEntity): Recognizer {
  const recognizer = customRecognizer(entity);
  if (!recognizer.ok) throw new Error("an unchecked custom entity");
  return recognizer.value;
}
