// The envelope of every answer, and a failure in it. Answers are described by schemas, of which the Worker uses only the types:
// it makes its answers and need not check them. Tests parse every answer they get with the schemas, and scripts/openapi
// makes the OpenAPI document from them.

import * as z from "zod";
import { type ErrorCode, FAILURES } from "../../core/errors.ts";

/** The type of an answer, readonly throughout: code that has made an answer does not change it. */
export type Made<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

type DeepReadonly<T> = unknown extends T
  ? T
  : T extends readonly (infer Element)[]
    ? readonly DeepReadonly<Element>[]
    : T extends object
      ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
      : T;

/** Codes of failures. */
export const errorCode = z
  .enum(Object.keys(FAILURES) as ErrorCode[])
  .describe("Stable, for programs");

/** `error` of a failure. */
export const failed = z.strictObject({
  message: z.string().describe("The message; never repeats a submitted value"),
  code: errorCode,
  item_index: z.int().min(0).optional().describe("Position of the item to blame, from 0"),
  allowed: z.array(z.string()).optional().describe("The values that are allowed instead"),
});

/** Envelope of a failure. */
export const failureEnvelope = z
  .strictObject({
    data: z.null(),
    success: z.literal(false),
    error: failed,
    detail: z.string().optional().describe("Only in a 401, for clients of FastAPI services"),
  })
  .describe("A request that was refused or failed");

/** `error` of a success. */
export const noError = z.strictObject({ message: z.literal("") }).describe("Empty for a success");

/** Envelope of a success; `beside` has members next to `data`. */
export function successEnvelope<Data extends z.ZodType, Beside extends z.ZodRawShape>(
  data: Data,
  beside?: Beside,
) {
  return z.strictObject({ data, success: z.literal(true), error: noError, ...beside });
}

/** `error` of any answer; of a success: an empty message alone. */
export type WireError = Partial<Made<typeof failed>> & Pick<Made<typeof failed>, "message">;

/** Cursor of the next page of a list, beside `data`. */
export const nextPage = {
  next_page_token: z
    .string()
    .nullable()
    .describe("The `next_page_token` for the next page; null on the last page"),
};

/** Confirms, for people, that an operation is done. */
export const doneMessage = z.strictObject({ message: z.string() });

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .describe("`YYYY-MM-DD HH:MM:SS`, in UTC");

/** Id of a job, an erasure, or other background work. */
export const trackingId = z.string().describe("Identifies background work");
