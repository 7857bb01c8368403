// How policies and entity types are answered (metadata/personal-data-entities/list, metadata/entities).

/** An entity type in a group of a policy. */
export interface EntityRecord {
  readonly entity_name: string;
  readonly entity_type: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly description: string;
}

/** What a policy says about detection. The lists are those of one policy that was asked for by its name. */
interface DetectionRecord {
  readonly threshold: number;
  readonly thresholds: Readonly<Record<string, number>>;
  readonly recall: number;
  readonly allow?: readonly string[];
  readonly deny?: readonly { readonly value: string; readonly entity_name: string }[];
}

/** A policy's entity types, group by group. */
export interface PolicyRecord {
  readonly policy_name: string;
  readonly metadata: {
    readonly anonymizable_entities: readonly EntityRecord[];
    readonly pseudonymizable_entities: readonly EntityRecord[];
    readonly excluded_entities: readonly EntityRecord[];
    /** Not looked for unless the policy says so. */
    readonly available_entities: readonly EntityRecord[];
  };
  readonly detection: DetectionRecord;
}

/** A row of the table of built-in entity types. */
export interface EntityTypeRecord {
  readonly entity_name: string;
  readonly entity_type: string;
  readonly tag: string;
  readonly token_name: string;
  readonly format: string | null;
  readonly default: boolean;
  readonly counts_as: string | null;
  readonly description: string;
}
