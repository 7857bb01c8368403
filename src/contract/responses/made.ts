// Answers are described by schemas, of which the Worker uses only the types: it makes its answers and need not check
// them. Tests parse every answer they get with the schemas, and scripts/openapi makes the OpenAPI document from them.
import type * as z from "zod";

/** The type of an answer, readonly throughout: code that has made an answer does not change it. */
export type Made<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

type DeepReadonly<T> = unknown extends T
  ? T
  : T extends readonly (infer Element)[]
    ? readonly DeepReadonly<Element>[]
    : T extends object
      ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
      : T;
