// Arguments of the tools of /mcp. Unknown members are refused: an agent that relies on one would be misunderstood.
import * as z from "zod";

const text = z.string().min(1);
const policy_name = z.string().nullish();

/** Arguments of `mask` and `detect`. */
export const textArguments = z.strictObject({ text, policy_name });
/** Arguments of `unmask`. */
export const unmaskArguments = z.strictObject({ text });
/** Arguments of `erase`; the routes' checks apply to the first three members. */
export const eraseArguments = z.strictObject({
  values: z.unknown().optional(),
  tokens: z.unknown().optional(),
  attribute: z.unknown().optional(),
  dry_run: z.boolean().optional(),
});
