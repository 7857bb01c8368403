// What a policy says: for each entity type what happens to its values, how they are wrapped, how sure detection has
// to be, and what tokens look like. The vault keeps definitions sealed.
import type { EntityName } from "./entities.ts";

/** What happens to values of an entity type: reversible token, irreversible placeholder, nothing. */
export type EntityAction = "pseudonymize" | "anonymize" | "exclude";

/** What stands before and behind a token. */
export interface Wrapper {
  readonly prefix: string;
  readonly suffix: string;
}

/** A check of what a custom entity's pattern or word has found. */
export type CustomValidator =
  | { readonly kind: "luhn" }
  | { readonly kind: "mod97" }
  /** Letters and digits of the value, both bounds included. */
  | { readonly kind: "length"; readonly min: number; readonly max: number };

/** An entity type that a policy defines: by a regular expression or by a list of words. */
export interface CustomEntity {
  /** Letters A-Z, digits and underscores; not the name of a built-in type. */
  readonly name: EntityName;
  readonly description: string;
  readonly tokenName: string;
  readonly format: string | null;
  /** RE2 syntax; null: by words. */
  readonly pattern: string | null;
  /** Found as whole words; empty: by pattern. */
  readonly words: readonly string[];
  /** Letter case counts in the pattern and the words. */
  readonly matchCase: boolean;
  /** One of these must stand near the value as a whole word; empty: no such condition. */
  readonly contextWords: readonly string[];
  readonly validator: CustomValidator | null;
}

/** What tokens of auto-detected values look like (docs/tokens.md). */
export const TOKEN_STYLES = ["shape", "compact", "word", "surrogate"] as const;
export type TokenStyle = (typeof TOKEN_STYLES)[number];

/** What becomes of images, audio and files in what is sent to a language model. */
export const MEDIA_HANDLINGS = ["refuse", "pass"] as const;
type MediaHandling = (typeof MEDIA_HANDLINGS)[number];

/** The token name and format that the tokens of an entity type have. */
export interface TokenForm {
  readonly tokenName: string;
  /** null: none. */
  readonly format: string | null;
}

/** A recognizer outside of the service that a policy asks as well. */
export interface ExternalRecognizer {
  /** The name that the operator has given it. */
  readonly name: string;
  /** Language of the texts, as it is told. */
  readonly language: string;
  /** Those of its types that count, and as what. */
  readonly entities: Readonly<Record<string, EntityName>>;
  /** Where it does not answer, texts are masked without it; else they are not masked. */
  readonly optional: boolean;
}

/** What a policy says beside detection. */
export interface PolicySettings {
  /** null: not said. Then the API's tokens have the shape of their values, and a language model is sent compact ones. */
  readonly tokenStyle: TokenStyle | null;
  /** Built-in entity types whose tokens are those of a column masked with this form, whatever the style: values can be joined. */
  readonly link: Readonly<Record<EntityName, TokenForm>>;
  /** Unmask leaves tokens that stand for nothing as they are, unless the request says otherwise. */
  readonly partial: boolean;
  /** null: none. */
  readonly external: ExternalRecognizer | null;
  /** For what is sent to a language model and comes back from it. */
  readonly llm: {
    /** Tell the model once what tokens are. */
    readonly hint: boolean;
    readonly media: MediaHandling;
    /** Names of tools whose arguments and URLs get values; `*` stands for all. The arguments of others keep tokens. */
    readonly tools: readonly string[];
  };
}

/** Settings of a policy that says nothing of them, so also of those that were stored before there were settings. */
export const DEFAULT_SETTINGS: PolicySettings = {
  tokenStyle: null,
  link: {},
  partial: false,
  external: null,
  llm: { hint: true, media: "refuse", tools: [] },
};

/** Everything a policy says. What it does not name is as the entity table has it. */
export interface PolicyDefinition extends PolicySettings {
  readonly name: string;
  readonly actions: Readonly<Record<EntityName, EntityAction>>;
  readonly wrappers: Readonly<Record<EntityName, Wrapper>>;
  /** Least score of a finding, 0 to 1. */
  readonly threshold: number;
  /** The same for single entity types. */
  readonly thresholds: Readonly<Record<EntityName, number>>;
  /** How readily names are found: -1 (only the sure ones) to 1 (the doubtful as well), 0 as trained. */
  readonly recall: number;
  /** Languages that texts are taken to be in, by their codes (detect/language/languages.ts); null: all there are. */
  readonly languages: readonly string[] | null;
  /** Addresses are found as one value each, or in parts; null: in parts where LOCATION is looked for as well. */
  readonly addresses: "whole" | "parts" | null;
  /** Values that are left in clear wherever they stand as whole words. */
  readonly allow: readonly string[];
  /** Values that are always found, each as an entity type. */
  readonly deny: readonly { readonly value: string; readonly entity: EntityName }[];
  readonly custom: readonly CustomEntity[];
}

/** A policy as the vault has it. Its id is part of the kind of its mappings and never given out again. */
export interface PolicyView {
  readonly id: number;
  /** Rises with each change of this policy. */
  readonly version: number;
  readonly definition: PolicyDefinition;
}

/**
 * What a namespace's policies have in common. Whoever plans with a policy set says its version; the vault
 * refuses with `policy_changed` when there is a newer one.
 */
export interface PolicySet {
  /** Rises with each change of any policy; 0 when there has never been one. */
  readonly version: number;
  /** Every wrapper a policy of this namespace has ever had: tokens in them stay tokens. */
  readonly wrappers: readonly Wrapper[];
  /** Types that this namespace looks for beside those of the entity table, unless a policy says otherwise. */
  readonly alsoOn: readonly EntityName[];
}

/** What a mask or unmask is planned with. */
export interface PolicySetView {
  readonly tokenKey: Uint8Array<ArrayBuffer>;
  readonly policySet: PolicySet;
  /** Null: the policy without a name (id 0). */
  readonly policy: PolicyView | null;
}

/**
 * What a request relies on: a version of the policy set; the id of the default policy, where nothing else of policies has
 * a say; or null, on no policy at all.
 */
export type PlannedWith = number | { readonly defaultPolicy: number } | null;
