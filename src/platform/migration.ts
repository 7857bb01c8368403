// A step of a schema, as data.

/** One step of a schema. Ids rise by one from 1. */
export interface Migration {
  readonly id: number;
  readonly description: string;
  /** One or more statements; constant text. */
  readonly sql: string;
}
