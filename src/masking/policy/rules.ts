// A policy made ready for planning: what is looked for, what happens to each entity type, and the wrappers
// that unmask knows. Pure.
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

/** What happens to the values of one entity type. */
interface EntityTreatment {
  readonly action: EntityAction;
  readonly wrapper: Wrapper;
  /** Its tokens have that wrapper only where they would run into other letters. */
  readonly isBare: boolean;
  /** Each word of a value is a value of its own. */
  readonly isByWord: boolean;
  /** Kind of the mappings of its values. */
  readonly kind: number;
  /** The type, where its mappings have to record it: their kind does not tell it. */
  readonly recorded: EntityName | null;
}

/** What a text is planned with. */
export interface MaskRules {
  /** 0: the policy without a name. */
  readonly policyId: number;
  readonly detection: Detection;
  /** What looks only for types that must not come back; null: there are none. */
  readonly irreversible: Detection | null;
  /**
   * What the policy's own patterns and lists cost in 64 KiB of the text that is worst for them, in the unit of
   * core/steps.ts.
   */
  readonly cost: number;
  /** What unmask will look for around tokens. */
  readonly wrappers: KnownWrappers;
  readonly settings: PolicySettings;
  /** Treatment of an entity type. Throws on one that the policy does not know. */
  treatmentOf(entity: EntityName): EntityTreatment;
  /**
   * The same for texts of a conversation whose tokens are remembered by whoever restores them: compact tokens unless the
   * policy says otherwise, and realistic ones without a wrapper, as no text has to be searched for what might be a token.
   */
  inConversation(): MaskRules;
}

/** The tagger that is set so. */
export type TaggerMaker = (options: LanguageOptions) => Recognizer;

/** What a policy says but for its name. */
type Definition = Omit<PolicyDefinition, "name">;

/** What a policy says that says nothing. */
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

/** The definition that a new policy starts with, where these types are on as well: everything as without a policy. */
export function newDefinition(name: string, alsoOn: readonly EntityName[] = []): PolicyDefinition {
  const actions = Object.fromEntries(alsoOn.map((entity) => [entity, "pseudonymize" as const]));
  return { name, ...NOTHING_SAID, actions };
}

/** What a policy says, null for the one without a name. */
export function definitionOf(policy: PolicyView | null, { alsoOn }: PolicySet): PolicyDefinition {
  return policy?.definition ?? newDefinition("", alsoOn);
}

/**
 * Rules of a policy, null for the one without a name. Without a tagger no names are found. Throws on a definition
 * that was never checked. In steps, that cost time linear in the lists of the policy and of the policy set: keep the
 * result.
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
    // Every text is searched twice where something must not come back.
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

/** The wrappers of a policy set. The same policy set gives the same object. */
export function wrappersOf(policySet: PolicySet): KnownWrappers {
  let known = wrappersOfSets.get(policySet);
  if (known === undefined) {
    known = knownWrappers(policySet.wrappers);
    wrappersOfSets.set(policySet, known);
  }
  return known;
}

/** What a policy does to an entity type that it does not name: on from the start, or not looked for. */
export function actionOf(definition: Definition, entity: EntityName): EntityAction {
  const own = Object.hasOwn(definition.actions, entity) ? definition.actions[entity] : undefined;
  if (own !== undefined) return own;
  return entityRule(entity)?.isOn === false ? "exclude" : "pseudonymize";
}

/** What a policy puts around the tokens of an entity type. */
export function wrapperOf({ wrappers }: Definition, entity: EntityName): Wrapper {
  const own = Object.hasOwn(wrappers, entity) ? wrappers[entity] : undefined;
  return own ?? tagsOf(entity);
}

/** The form that a policy links an entity type to; null: none. */
export function linkOf({ link }: Definition, entity: EntityName): TokenForm | null {
  return Object.hasOwn(link, entity) ? (link[entity] ?? null) : null;
}

/** The tags of an entity type, which its tokens have unless a policy says otherwise; a policy's own type's have its name. */
export function tagsOf(entity: EntityName): Wrapper {
  return tagWrapper(entityRule(entity)?.tag ?? entity);
}

/** `isRemembered`: whoever restores the tokens knows them, and searches no text for what looks like one. */
function treatmentsOf(
  definition: Definition,
  policyId: number,
  style: TokenStyle,
  isRemembered: boolean,
): Map<EntityName, EntityTreatment> {
  const treatments = new Map<EntityName, EntityTreatment>();
  const add = (entity: EntityName, form: TokenForm): void => {
    const linked = linkOf(definition, entity);
    // A linked type has the form it is linked to under every style.
    const styled = linked === null ? style : "shape";
    const shown = { policyId, ...(linked ?? form) };
    const { kind, isCompact, isByWord } = lookOf(styled, entity, shown);
    const wrapper = wrapperOf(definition, entity);
    const isKnown = isCompact || (isRemembered && styled === "surrogate");
    const isBare = isKnown && isSame(wrapper, tagsOf(entity));
    treatments.set(entity, {
      action: actionOf(definition, entity),
      wrapper,
      isBare,
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
    const isTold = ofKinds.get(kind)?.length === 1 && entitiesOfKind(kind)[0] === recorded;
    if (!isTold) treatments.set(recorded, { ...treatment, recorded });
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

/**
 * Types to report. A type that is excluded and counts as another is reported as well and left in clear
 * afterwards: otherwise it would be masked as the other.
 */
function wantedOf(definition: Definition): Set<EntityName> {
  const names = [...Object.keys(ENTITIES), ...definition.custom.map(({ name }) => name)];
  return new Set(
    names.filter((name) => {
      if (actionOf(definition, name) !== "exclude") return true;
      return Object.hasOwn(definition.actions, name) && entityRule(name)?.countsAs !== undefined;
    }),
  );
}

/** What making one of the lists ready costs at most, and a pattern. */
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
  // Who looks for places wants those of an address, too.
  const addresses = definition.addresses ?? (wanted.has("LOCATION") ? "parts" : "whole");
  const detection = { recognizers, wanted, languages: known, addresses, threshold, allow, deny };
  return {
    detection: { ...detection, thresholds: new Map(Object.entries(thresholds)) },
    cost: [...own, allow, deny].reduce((sum, one) => sum + (one?.cost ?? 0), 0),
  };
}

/**
 * The same search, but nothing else hides a value of an anonymized type. Types that count as another one are
 * looked for as well, so that none is anonymized as the other.
 */
function irreversibleOf(definition: Definition, detection: Detection): Detection | null {
  const isGone = (entity: EntityName) => actionOf(definition, entity) === "anonymize";
  const { wanted } = detection;
  if (![...wanted].some(isGone)) return null;
  const kept = (entity: EntityName) => entityRule(entity)?.countsAs !== undefined;
  return { ...detection, wanted: new Set([...wanted].filter((one) => isGone(one) || kept(one))) };
}

/** A text is never searched without the recognizer that its policy asks: `searchWith` (mask/second-opinion.ts) asks it. */
function askedByNobody(): never {
  throw new Error("an external recognizer that nobody has asked");
}

/** Those of a policy's languages that there are; undefined: all. */
function knownOf(languages: PolicyDefinition["languages"]): Language[] | undefined {
  return languages === null ? undefined : LANGUAGES.filter((one) => languages.includes(one));
}

function recognizerOf(entity: CustomEntity): Recognizer {
  const recognizer = customRecognizer(entity);
  if (!recognizer.ok) throw new Error("an unchecked custom entity");
  return recognizer.value;
}
