// The operator's requests about namespace tokens (super-admin/namespace/auth-token/*).
import * as z from "zod";
import { PERMISSIONS } from "../core/permissions.ts";
import { parseIsoDay } from "../core/time.ts";
import { INVALID, textField, WELL_FORMED } from "./fields.ts";

/** Letters of a namespace name or user id. */
const MAX_NAME_LENGTH = 256;

const name = textField("invalid_field")
  .min(1, INVALID)
  .max(MAX_NAME_LENGTH, INVALID)
  .refine(...WELL_FORMED);
const date = z
  .string(INVALID)
  .refine((text) => parseIsoDay(text) !== null, INVALID)
  .nullish();

/** Body of generate. Dates are inclusive; absent ones mean today and 365 days later. */
export const generateRequest = z.object(
  {
    namespace_name: name,
    _id: name,
    permissions: z.array(z.enum(PERMISSIONS, INVALID), INVALID).min(1, INVALID),
    start_date: date,
    end_date: date,
    jurisdiction: z.enum(["eu", "fedramp", "us"], INVALID).nullish(),
  },
  INVALID,
);

/** Body of fetch. */
export const fetchRequest = z.object({ namespace_name: name, _id: name }, INVALID);

/** Body of deactivate. */
export const deactivateRequest = z.object({ auth_token: textField("invalid_field") }, INVALID);

/** A token and what it allows. */
export interface AuthTokenRecord {
  readonly auth_token: string;
  readonly _id: string;
  readonly permissions: readonly string[];
  readonly start_date: string;
  readonly end_date: string;
}
