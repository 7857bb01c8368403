// What a policy says: for each entity type what happens to its values, how they are wrapped, how sure detection has to be,
// and what tokens look like. The Vault keeps definitions sealed.
import type { EntityName } from "./entities.ts";

/** What happens to values of an entity type: a reversible token, an irreversible placeholder, or nothing. */
export type EntityAction = "pseudonymize" | "anonymize" | "exclude";

/** The texts directly before and after a token. */
export interface Wrapper {
  readonly prefix: string;
  readonly suffix: string;
}

/** A check that a match of a custom entity's pattern or word has to pass. */
export type CustomValidator =
  | { readonly kind: "luhn" }
  | { readonly kind: "mod97" }
  /** Number of letters and digits of the value, both bounds included. */
  | { readonly kind: "length"; readonly min: number; readonly max: number };

/** An entity type that a policy defines: by a regular expression or by a list of words. */
export interface CustomEntity {
  /** Letters A-Z, digits and underscores; not the name of a built-in type. */
  readonly name: EntityName;
  readonly description: string;
  readonly tokenName: string;
  readonly format: string | null;
  /** RE2 syntax; null: defined by words. */
  readonly pattern: string | null;
  /** Found as whole words; empty: defined by a pattern. */
  readonly words: readonly string[];
  /** Whether letter case counts in the pattern and the words. */
  readonly matchCase: boolean;
  /** One of these must occur near the value as a whole word; empty: no such condition. */
  readonly contextWords: readonly string[];
  readonly validator: CustomValidator | null;
}

/** What tokens of auto-detected values look like (docs/tokens.md). */
export const TOKEN_STYLES = ["shape", "compact", "word", "surrogate"] as const;
export type TokenStyle = (typeof TOKEN_STYLES)[number];

/** What happens to images, audio and files in requests to a language model. */
export const MEDIA_HANDLINGS = ["refuse", "pass"] as const;
type MediaHandling = (typeof MEDIA_HANDLINGS)[number];

/** Token name and format of an entity type's tokens. */
export interface TokenForm {
  readonly tokenName: string;
  /** null: none. */
  readonly format: string | null;
}

/** An external recognizer that a policy asks in addition to auto-detect. */
export interface ExternalRecognizer {
  /** The operator's name for it. */
  readonly name: string;
  /** Language of the texts, as sent to the recognizer. */
  readonly language: string;
  /** The recognizer's entity types that are used, and the entity type that each becomes. */
  readonly entities: Readonly<Record<string, EntityName>>;
  /** Whether texts are masked without it when it does not answer; otherwise they are not masked. */
  readonly optional: boolean;
}

/** What a policy says besides detection. */
export interface PolicySettings {
  /** null: not set; then the API's tokens have the shape of their values, and a language model is sent compact ones. */
  readonly tokenStyle: TokenStyle | null;
  /** Built-in types whose tokens equal those of a column masked with this form, in any style: values can be joined. */
  readonly link: Readonly<Record<EntityName, TokenForm>>;
  /** Whether unmask leaves unknown tokens as they are, unless the request says otherwise. */
  readonly partial: boolean;
  /** null: none. */
  readonly external: ExternalRecognizer | null;
  /** For requests to a language model and their answers. */
  readonly llm: {
    /** Whether to tell the model, once, what tokens are. */
    readonly hint: boolean;
    readonly media: MediaHandling;
    /** Tools whose arguments and URLs get values, by name; `*` is all. The arguments of other tools keep tokens. */
    readonly tools: readonly string[];
  };
}

/** Settings of a policy that sets none, including those stored before settings existed. */
export const DEFAULT_SETTINGS: PolicySettings = {
  tokenStyle: null,
  link: {},
  partial: false,
  external: null,
  llm: { hint: true, media: "refuse", tools: [] },
};

/** Everything a policy says. Whatever it does not name follows the entity table. */
export interface PolicyDefinition extends PolicySettings {
  readonly name: string;
  readonly actions: Readonly<Record<EntityName, EntityAction>>;
  readonly wrappers: Readonly<Record<EntityName, Wrapper>>;
  /** Least score of a finding, 0 to 1. */
  readonly threshold: number;
  /** Least score of findings of single entity types, where it differs. */
  readonly thresholds: Readonly<Record<EntityName, number>>;
  /** How readily names are found: -1 (only the certain ones) to 1 (doubtful ones too), 0 as trained. */
  readonly recall: number;
  /** Languages that texts are taken to be in, by code (detect/language/languages.ts); null: all. */
  readonly languages: readonly string[] | null;
  /** Whether addresses are found whole or in parts; null: in parts where LOCATION is looked for as well. */
  readonly addresses: "whole" | "parts" | null;
  /** Values that are left in clear wherever they occur as whole words. */
  readonly allow: readonly string[];
  /** Values that are always found, each with its entity type. */
  readonly deny: readonly { readonly value: string; readonly entity: EntityName }[];
  readonly custom: readonly CustomEntity[];
}

/** A policy as the Vault stores it. Its id is part of the kind of its mappings and is never reused. */
export interface PolicyView {
  readonly id: number;
  /** Rises with each change to this policy. */
  readonly version: number;
  readonly definition: PolicyDefinition;
}

/** What a namespace's policies share. Requests send its version; `policy_changed` when there is a newer one. */
export interface PolicySet {
  /** Rises with each change to any policy; 0 when there has never been one. */
  readonly version: number;
  /** Every wrapper that a policy of this namespace has ever had: tokens inside them remain tokens. */
  readonly wrappers: readonly Wrapper[];
  /** Types that this namespace looks for besides those of the entity table, unless a policy says otherwise. */
  readonly alsoOn: readonly EntityName[];
}

/** What planning a mask or unmask needs to know. */
export interface PolicySetView {
  readonly tokenKey: Uint8Array<ArrayBuffer>;
  readonly policySet: PolicySet;
  /** null: the policy without a name (id 0). */
  readonly policy: PolicyView | null;
}

/**
 * What a planned request depends on: a version of the policy set; the id of the default policy, where only the choice of
 * that policy matters; or null, when it depends on no policy at all.
 */
export type PlannedWith = number | { readonly defaultPolicy: number } | null;
