// Answers are described by schemas that the Worker knows the types of alone: it makes what it answers, and has nothing to
// check it for. Tests parse every answer they get with them, and the OpenAPI document is made from them (scripts/openapi).
import type * as z from "zod";

/** An answer that a schema describes, as whoever makes it has it: nothing of it is changed any more. */
export type Made<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

type DeepReadonly<T> = unknown extends T
  ? T
  : T extends readonly (infer Element)[]
    ? readonly DeepReadonly<Element>[]
    : T extends object
      ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
      : T;
