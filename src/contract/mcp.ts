// Arguments of the tools of /mcp. A member that is not known is refused: an agent that means something by it would be
// misunderstood.
import * as z from "zod";
import { INVALID } from "./fields.ts";

const text = z.string(INVALID).min(1, INVALID);
const policy_name = z.string(INVALID).nullish();

/** Of `mask` and `detect`. */
export const textArguments = z.strictObject({ text, policy_name }, INVALID);
/** Of `unmask`. */
export const unmaskArguments = z.strictObject({ text }, INVALID);
/** Of `erase`; what is in the first three is checked as the routes check it. */
export const eraseArguments = z.strictObject(
  {
    values: z.unknown().optional(),
    tokens: z.unknown().optional(),
    attribute: z.unknown().optional(),
    dry_run: z.boolean(INVALID).optional(),
  },
  INVALID,
);
